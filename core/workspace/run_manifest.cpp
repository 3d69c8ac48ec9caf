#include "core/workspace/run_manifest.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <memory>

#include "core/base/clock.h"
#include "core/base/escape.h"
#include "core/base/proc_stat.h"
#include "core/workspace/collect_copy.h"
#include "core/workspace/manifest_json.h"

namespace leadglass::workspace {
namespace {

constexpr std::size_t kIdLength = 20;
constexpr std::size_t kTickDigits = 12; // the rest is random
constexpr std::size_t kMaxManifest = 16 * 1024 * 1024;
constexpr std::string_view kDigits = "0123456789abcdefghjkmnpqrstvwxyz"; // 5 bits each, in order

bool isRunId(std::string_view text) {
    return text.size() == kIdLength && std::ranges::all_of(text, [](char c) {
               return kDigits.find(c) != std::string_view::npos;
           });
}

std::uint64_t ticksOf(std::string_view id) {
    std::uint64_t ticks = 0;
    for (const char c : id.substr(0, kTickDigits)) {
        ticks = ticks << 5U | kDigits.find(c);
    }
    return ticks;
}

// `newest`: the one that this one comes after, also where the clock was set back; empty: none.
Result<std::string> newRunId(std::string_view newest) {
    std::array<unsigned char, 10> random{};
    if (::getrandom(random.data(), random.size(), 0) != static_cast<ssize_t>(random.size())) {
        return ioError("cannot get random bytes for a run id", errno);
    }
    auto ticks = static_cast<std::uint64_t>(std::max<Nanos>(systemClock().wall(), 0) / 1000); // microseconds
    if (!newest.empty()) {
        ticks = std::max(ticks, ticksOf(newest) + 1);
    }
    std::string id;
    for (int shift = 55; shift >= 0; shift -= 5) {
        id += kDigits[ticks >> shift & 31];
    }
    for (std::size_t i = 0; id.size() < kIdLength; ++i) {
        id += kDigits[random[i] & 31U];
    }
    return id;
}

std::string runsPath(const Places& places) { return places.data + "/runs"; }

Result<RunDir> openRun(const Places& places, const std::string& id) {
    auto runs = LG_TRY(openOwnDirectory(runsPath(places)));
    RunDir run;
    run.id = id;
    run.path = runsPath(places) + "/" + id;
    run.fd = LG_TRY(sys::openBeneath(runs.get(), id, O_RDONLY | O_DIRECTORY | O_NOFOLLOW));
    return run;
}

} // namespace

Result<RunDir> createRunDir(const Places& places) {
    auto own = LG_TRY(openOwnDirectory(places.data));
    auto runs = LG_TRY(openOwnDirectory(runsPath(places)));
    RunDir run;
    const auto known = LG_TRY(listRunIds(places));
    run.id = LG_TRY(newRunId(known.empty() ? std::string_view() : std::string_view(known.front())));
    run.path = runsPath(places) + "/" + run.id;
    if (::mkdirat(runs.get(), run.id.c_str(), 0700) != 0) {
        return ioError("cannot create the run directory '" + forScreen(run.path) + "'", errno);
    }
    run.fd = LG_TRY(sys::openBeneath(runs.get(), run.id, O_RDONLY | O_DIRECTORY | O_NOFOLLOW));
    for (const char* part : {"upper", "work"}) {
        if (::mkdirat(run.fd.get(), part, 0700) != 0) {
            return ioError("cannot create '" + forScreen(run.path) + "/" + part + "'", errno);
        }
    }
    return run;
}

Result<std::vector<std::string>> listRunIds(const Places& places) {
    std::vector<std::string> ids;
    const std::string path = runsPath(places);
    std::unique_ptr<DIR, int (*)(DIR*)> dir(::opendir(path.c_str()), ::closedir);
    if (!dir) {
        if (errno == ENOENT) {
            return ids;
        }
        return ioError("cannot list '" + forScreen(path) + "'", errno);
    }
    while (const dirent* entry = ::readdir(dir.get())) {
        if (!isRunId(entry->d_name)) {
            continue;
        }
        auto run = sys::openBeneath(::dirfd(dir.get()), entry->d_name,
                                    O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
        if (run ? !neverBegan(run->get()) : run.error().sysErrno != ENOENT) {
            ids.emplace_back(entry->d_name);
        }
    }
    std::ranges::sort(ids, std::greater<>());
    return ids;
}

Result<RunDir> findRun(const Places& places, const std::string& idOrPrefix) {
    if (isRunId(idOrPrefix)) { // a whole id: the others need not be looked at
        auto run = openRun(places, idOrPrefix);
        if (run && !neverBegan(run->fd.get())) {
            return run;
        }
    }
    const auto ids = LG_TRY(listRunIds(places));
    std::vector<std::string> matches;
    if (idOrPrefix == "last") {
        matches.assign(ids.begin(), ids.begin() + (ids.empty() ? 0 : 1));
    } else if (!idOrPrefix.empty()) {
        std::ranges::copy_if(ids, std::back_inserter(matches), [&](const std::string& id) {
            return id.starts_with(idOrPrefix);
        });
    }
    if (matches.empty()) {
        return makeError(Code::NotFound,
                         ids.empty() ? std::string("there are no runs")
                                     : "no run is named '" + forScreen(idOrPrefix, 80) + "'",
                         "see 'leadglass runs'");
    }
    if (matches.size() > 1) {
        std::string list;
        for (std::size_t i = 0; i < matches.size() && i < 8; ++i) {
            list += (i == 0 ? "" : ", ") + matches[i];
        }
        return makeError(Code::Invalid,
                         "'" + forScreen(idOrPrefix, 80) + "' fits several runs: " + list +
                             (matches.size() > 8 ? ", ..." : ""),
                         "give more characters of the id");
    }
    return openRun(places, matches.front());
}

bool neverBegan(int runFd) {
    struct stat s {};
    for (const char* name : {"manifest.json", "work/work"}) { // overlayfs makes work/work
        if (::fstatat(runFd, name, &s, AT_SYMLINK_NOFOLLOW) == 0 || errno != ENOENT) {
            return false;
        }
    }
    return true;
}

Result<UniqueFd> openWritten(const RunDir& dir) {
    return sys::openBeneath(dir.fd.get(), copyWaits(dir) ? kCopyName : "upper", O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
}

Status writeManifest(const RunDir& dir, const RunManifest& manifest, sys::Sync sync) {
    return sys::replaceFileAt(dir.fd.get(), "manifest.json", manifestToJson(manifest), 0600, sync);
}

Status syncManifest(const RunDir& dir) {
    const auto fd = LG_TRY(sys::openBeneath(dir.fd.get(), "manifest.json", O_RDONLY | O_NOFOLLOW));
    return ::fsync(fd.get()) == 0 ? Status() : Status(ioError("cannot sync the run's manifest", errno));
}

Result<RunManifest> readManifest(const RunDir& dir) {
    auto fd = LG_TRY(sys::openBeneath(dir.fd.get(), "manifest.json",
                                      O_RDONLY | O_NOFOLLOW | O_NONBLOCK));
    const auto text = LG_TRY(sys::readAll(fd.get(), kMaxManifest));
    auto manifest = LG_TRY(manifestFromJson(text));
    if (manifest.id != dir.id) {
        return makeError(Code::Corrupt, "run " + dir.id + ": its manifest is of another run");
    }
    return manifest;
}

bool clockWasSetBack(const RunManifest& manifest) {
    constexpr Nanos kSlack = 500'000'000; // the two clocks are not read at one moment
    return manifest.startSinceBoot != 0 && manifest.bootId == bootId() &&
           systemClock().wall() - manifest.startWall < nanosecondsSinceBoot() - manifest.startSinceBoot - kSlack;
}

std::int64_t nanosecondsSinceBoot() {
    constexpr std::int64_t kSecond = 1'000'000'000;
    timespec t{};
    ::clock_gettime(CLOCK_BOOTTIME, &t);
    return t.tv_sec * kSecond + t.tv_nsec;
}

std::uint64_t processStartTime(std::uint64_t pid) {
    const auto stat = procStat(pid);
    return stat ? stat->start : 0;
}

bool supervisorAlive(const RunManifest& manifest) {
    return manifest.supervisorPid != 0 && manifest.supervisorStart != 0 &&
           manifest.bootId == bootId() &&
           processStartTime(manifest.supervisorPid) == manifest.supervisorStart;
}

} // namespace leadglass::workspace
