#include "core/session/last_run.h"

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
    if (word != "last") {
        return word;
    }
    dropUnchanged(places);
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
