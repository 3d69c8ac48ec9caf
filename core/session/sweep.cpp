#include "core/session/sweep.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <string>

#include "core/base/log.h"
#include "core/base/sys.h"
#include "core/workspace/finish_run.h"
#include "core/workspace/tree_io.h"

namespace leadglass::session {
namespace {

constexpr int kTries = 5;

// Waits: whoever holds it makes or sweeps directories, and is done in a moment.
Status lockWaiting(int fd) {
    while (::flock(fd, LOCK_EX) != 0) {
        if (errno != EINTR) {
            return ioError("cannot lock a directory of runs", errno);
        }
    }
    return {};
}

bool lockIfFree(int fd) { return ::flock(fd, LOCK_EX | LOCK_NB) == 0; }

// Is the directory behind `fd` still the one of that name?
bool stillThere(int parent, const std::string& name, int fd) {
    struct stat byName {};
    const auto own = sys::stat(fd);
    return own && ::fstatat(parent, name.c_str(), &byName, AT_SYMLINK_NOFOLLOW) == 0 &&
           byName.st_dev == own->st_dev && byName.st_ino == own->st_ino;
}

void sweepRuntime(int runsFd, std::vector<std::string>& swept) {
    const auto entries = workspace::listDirectory(runsFd);
    for (std::size_t i = 0; entries && i < entries->size(); ++i) {
        const std::string& name = (*entries)[i].name;
        auto dir = sys::openBeneath(runsFd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
        if (!dir || !lockIfFree(dir->get())) {
            continue;
        }
        if (Status removed = sys::removeTree(runsFd, name); removed) {
            log::info("swept what run " + name + " left in the runtime directory");
            swept.push_back(name);
        } else {
            log::warning("cannot sweep the runtime directory: " + removed.error().text());
        }
    }
}

// What was killed before its manifest was written has run nothing, and is not listed.
void sweepUnborn(const std::string& path, int runsFd) {
    const auto entries = workspace::listDirectory(runsFd);
    for (std::size_t i = 0; entries && i < entries->size(); ++i) {
        workspace::RunDir run;
        run.id = (*entries)[i].name;
        run.path = path + "/" + run.id;
        auto dir = sys::openBeneath(runsFd, run.id, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
        if (!dir || !workspace::neverBegan(dir->get()) || !lockIfFree(dir->get())) {
            continue;
        }
        run.fd = std::move(*dir);
        if (Status removed = workspace::removeRun(run); !removed) {
            log::warning("cannot sweep a run that never began: " + removed.error().text());
        }
    }
}

Result<UniqueFd> makeRuntimeDir(int parent, const std::string& path, const std::string& name) {
    for (int i = 0; i < kTries; ++i) {
        auto dir = LG_TRY(openOwnDirectory(path));
        LG_TRY(lockWaiting(dir.get()));
        if (stillThere(parent, name, dir.get())) {
            return dir;
        }
        // Another data directory's sweep, which our lock does not hold back, was faster.
    }
    return makeError(Code::Busy, "the runtime directory of the run is taken away again and again",
                     "try again in a moment");
}

// After the sweep what is left is live, or is just being made.
Status refuseTooMany(int runsFd, std::uint64_t most) {
    const auto entries = LG_TRY(workspace::listDirectory(runsFd));
    if (entries.size() < most) {
        return {};
    }
    return makeError(Code::Busy,
                     std::to_string(entries.size()) + (entries.size() == 1 ? " run" : " runs") +
                         " of yours " + (entries.size() == 1 ? "is" : "are") + " live, and the setting total_runs allows no more than " +
                         std::to_string(most) + " at a time",
                     "wait for one, end one ('leadglass runs', 'leadglass runs stop RUN'), or raise total_runs in config.toml");
}

} // namespace

Status makeRunDirectories(PreparedRun& run) {
    LG_TRY(openOwnDirectory(run.places.data));
    const std::string dataRuns = run.places.data + "/runs";
    const auto all = LG_TRY(openOwnDirectory(dataRuns));
    LG_TRY(lockWaiting(all.get()));
    LG_TRY(openOwnDirectory(run.places.runtime));
    const std::string runtimeRuns = run.places.runtime + "/runs";
    const auto runtime = LG_TRY(openOwnDirectory(runtimeRuns));
    if (!run.request.dryRun) {
        sweepRuntime(runtime.get(), run.swept);
        sweepUnborn(dataRuns, all.get());
        LG_TRY(refuseTooMany(runtime.get(), policy::totalsOf(run.settings).runs));
    }
    run.dir = LG_TRY(workspace::createRunDir(run.places));
    if (!lockIfFree(run.dir.fd.get())) {
        return ioError("cannot lock the run directory", errno);
    }
    run.runtimePath = runtimeRuns + "/" + run.dir.id;
    run.runtimeDir = LG_TRY(makeRuntimeDir(runtime.get(), run.runtimePath, run.dir.id));
    LG_TRY(openOwnDirectory(run.runtimePath + "/stage"));
    return {};
}

void manifestWritten(const PreparedRun& run) { ::flock(run.dir.fd.get(), LOCK_UN); }

} // namespace leadglass::session
