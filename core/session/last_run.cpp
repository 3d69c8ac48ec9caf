#include "core/session/last_run.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/audit/reader.h"
#include "core/base/clock.h"
#include "core/base/escape.h"
#include "core/base/log.h"
#include "core/base/sys.h"
#include "core/session/protected_by.h"
#include "core/workspace/apply.h"
#include "core/workspace/decisions.h"
#include "core/workspace/finish_run.h"
#include "core/workspace/journal.h"

namespace leadglass::session {
namespace {

using namespace workspace;

bool contains(const std::string& project, const std::string& directory) {
    return directory == project ||
           (directory.starts_with(project) && directory[project.size()] == '/');
}

// "12 min ago", of a time by the wall clock.
std::string agoWords(Nanos wall) {
    constexpr Nanos kSecond = 1'000'000'000;
    const Nanos seconds = std::max<Nanos>(0, systemClock().wall() - wall) / kSecond;
    constexpr std::array<std::pair<Nanos, const char*>, 3> kUnits{{{172'800, " d"}, {7'200, " h"}, {120, " min"}}};
    constexpr std::array<Nanos, 3> kLengths{86'400, 3'600, 60};
    for (std::size_t i = 0; i < kUnits.size(); ++i) {
        if (seconds >= kUnits[i].first) {
            return std::to_string(seconds / kLengths[i]) + kUnits[i].second + " ago";
        }
    }
    return std::to_string(seconds) + " s ago";
}

} // namespace

void dropUnchanged(const Places& places) {
    const auto ids = listRunIds(places);
    if (!ids) {
        return;
    }
    for (const auto& id : *ids) {
        const auto dir = findRun(places, id);
        auto manifest = dir ? readManifest(*dir) : Result<RunManifest>(dir.error());
        // A run that ended by itself has an end, and was looked at then.
        if (!manifest || manifest->endWall != 0 || shownState(*manifest) != ShownState::Ended) {
            continue;
        }
        const auto lock = lockRun(dir->fd.get());
        if (!lock || !settleRun(*dir, *manifest, protectedBy(*manifest))) {
            continue;
        }
        if (const auto looked = finishRun(*dir, *manifest); !looked) {
            log::debug("run " + id + " was not looked at: " + looked.error().text());
        }
    }
}

Result<std::string> resolveLast(const Places& places, const std::string& word, LastFor why,
                                const char* command) {
    if (word == "last" && why != LastFor::Live) { // of live ones, none that has ended is taken
        dropUnchanged(places);
    }
    return lastOnDisk(places, word, why, command);
}

Result<std::string> lastOnDisk(const Places& places, const std::string& word, LastFor why, const char* command) {
    if (word != "last") {
        return word;
    }
    const auto here = sys::realPath(".");
    std::string id;      // of this project
    std::string project; // the innermost that has runs
    std::string otherId;
    std::string otherProject;
    const auto ids = LG_TRY(listRunIds(places));
    for (const auto& each : ids) { // newest first
        const auto dir = findRun(places, each);
        const auto manifest = dir ? readManifest(*dir) : Result<RunManifest>(dir.error());
        if (!manifest || (why == LastFor::Undo && !hasApplied(*dir) &&
                          Decisions::read(dir->fd.get()).empty())) {
            continue;
        }
        if (why == LastFor::Live && shownState(*manifest) != ShownState::Running) {
            continue;
        }
        if (otherId.empty()) {
            otherId = each;
            otherProject = manifest->project;
        }
        if (here && contains(manifest->project, *here) && manifest->project.size() > project.size()) {
            id = each;
            project = manifest->project;
        }
    }
    if (!id.empty()) {
        return id;
    }
    const std::string none = why == LastFor::Undo   ? "nothing is applied"
                             : why == LastFor::Live ? "no run is live"
                                                    : "there are no runs";
    if (otherId.empty()) {
        return ids.empty() || why == LastFor::Undo || why == LastFor::Live
                   ? Result<std::string>(makeError(Code::NotFound, none, "see 'leadglass runs'"))
                   : Result<std::string>(ids.front()); // damaged, and said so
    }
    if (why == LastFor::Look) {
        return otherId;
    }
    return makeError(Code::NotFound,
                     std::string(why == LastFor::Undo   ? "nothing is applied"
                                 : why == LastFor::Live ? "no run is live"
                                                        : "there is no run") +
                         " in the project of this directory; the newest elsewhere is " + otherId +
                         " in " + forScreen(otherProject, 4096),
                     std::string("name it if you mean it: ") + command + " " + otherId);
}

std::string lastNotice(const Places& places, const std::string& id, LastFor why) {
    const auto dir = findRun(places, id);
    const auto manifest = dir ? readManifest(*dir) : Result<RunManifest>(dir.error());
    auto reader = audit::Reader::open(places.data + "/audit.db", std::chrono::milliseconds(2000));
    if (!manifest || !reader) {
        return {};
    }
    audit::Query query;
    query.kind = audit::Kind::RunStart;
    query.since = manifest->startWall;
    const auto rows = (*reader)->query(query);
    for (std::size_t i = 0; rows && i < rows->size(); ++i) {
        const auto& event = (*rows)[i].event;
        const auto detail = nlohmann::json::parse(event.detail, nullptr, false);
        const auto project = detail.is_object() ? detail.find("project") : detail.end();
        if (project == detail.end() || *project != lossless(manifest->project).text) {
            continue;
        }
        if (event.run == id) {
            return {};
        }
        const bool isKept = why == LastFor::Undo && findRun(places, event.run);
        return "'last' is run " + id + ", started " + agoWords(manifest->startWall) + ": run " + forScreen(event.run, 40) +
               ", which was started " + agoWords(event.time) + (isKept ? ", has nothing applied" : ", is not kept");
    }
    return {};
}

Result<std::string> findLiveRun(const Places& places, const std::string& word, const char* command) {
    const auto id = LG_TRY(resolveLast(places, word, LastFor::Live, command));
    const auto dir = LG_TRY(findRun(places, id));
    const auto manifest = LG_TRY(readManifest(dir));
    if (shownState(manifest) != ShownState::Running) {
        return makeError(Code::NotFound, "run " + dir.id + " is not running any more",
                         "'leadglass runs list' tells which are");
    }
    return dir.id;
}

} // namespace leadglass::session
