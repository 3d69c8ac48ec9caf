#include "core/session/interrupted.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <chrono>

#include "core/audit/reader.h"
#include "core/base/clock.h"
#include "core/base/escape.h"
#include "core/session/review_items.h"
#include "core/workspace/apply.h"
#include "core/workspace/collect_direct.h"
#include "core/workspace/journal.h"
#include "core/workspace/run_manifest.h"

namespace leadglass::session {
namespace {

constexpr std::chrono::milliseconds kLock{1000};

bool hasRow(audit::Reader& history, const std::string& run, audit::Kind kind) {
    audit::Query query;
    query.run = run;
    query.kind = kind;
    query.limit = 1;
    const auto rows = history.query(query);
    return rows && !rows->empty();
}

// What became of the changes of a run that was killed.
std::string whatBecame(const Places& places, const std::string& id, const std::string& name) {
    const std::string waits = "what it changed waits: leadglass review " + name;
    const auto ids = workspace::listRunIds(places);
    if (!ids || std::ranges::find(*ids, id) == ids->end()) {
        return "it left nothing to review";
    }
    const auto dir = workspace::findRun(places, id);
    const auto manifest = dir ? workspace::readManifest(*dir) : Result<workspace::RunManifest>(dir.error());
    if (!manifest) {
        return waits; // review says what is wrong
    }
    if (manifest->mode == "direct" && (workspace::snapshotWaits(*dir) || workspace::hasApplied(*dir))) {
        return "what it changed is in the project: leadglass review " + name + " shows it, leadglass undo " + name + " takes it back";
    }
    if (manifest->state == workspace::RunState::Applied) {
        return "what it changed is applied: leadglass undo " + name + " takes it back";
    }
    return isUndone(*dir, *manifest) ? "what it changed was undone" : waits;
}

} // namespace

Killed killedRuns(const Places& places, const std::vector<std::string>& swept) {
    Killed found;
    if (swept.empty()) {
        return found;
    }
    const auto history = audit::Reader::open(places.data + "/audit.db", kLock);
    for (std::size_t i = 0; history && i < swept.size(); ++i) {
        const std::string& run = swept[i];
        // A runtime directory can serve several histories, and one that has its end was killed while tidying up.
        if (!hasRow(**history, run, audit::Kind::RunStart) || hasRow(**history, run, audit::Kind::RunEnd)) {
            continue;
        }
        audit::Event end;
        end.kind = audit::Kind::RunEnd;
        end.run = run;
        end.time = systemClock().wall();
        end.reason = "killed";
        end.subject = "its supervisor was killed or crashed; found at the next start";
        found.rows.push_back(std::move(end));
        const std::string name = forScreen(run, 40);
        found.notices.push_back("run " + name + " did not end by itself: its supervisor was killed or crashed; " +
                                whatBecame(places, run, name));
    }
    return found;
}

std::vector<std::string> interruptedApplies(const Places& places) {
    std::vector<std::string> notices;
    const auto ids = workspace::listRunIds(places);
    for (std::size_t i = 0; ids && i < ids->size(); ++i) {
        struct stat s {};
        const std::string journal = places.data + "/runs/" + (*ids)[i] + "/journal";
        if (::lstat(journal.c_str(), &s) != 0 && errno == ENOENT) {
            continue; // of most runs nothing was applied, and finding each among all takes long where they are many
        }
        const auto dir = workspace::findRun(places, (*ids)[i]);
        if (!dir || ::fstatat(dir->fd.get(), "journal", &s, AT_SYMLINK_NOFOLLOW) != 0) {
            continue;
        }
        const auto sessions = workspace::listSessions(dir->fd.get());
        if (!sessions || sessions->empty() || !workspace::isInterrupted(sessions->back())) {
            continue;
        }
        if (!workspace::lockRun(dir->fd.get())) {
            continue; // whoever holds it is at work
        }
        const bool undo = sessions->back().undoBegun;
        notices.push_back(std::string(undo ? "an undo" : "an apply") + " of run " + dir->id +
                          " was interrupted: its project is half changed; leadglass " +
                          (undo ? "undo " + dir->id + " finishes it"
                                : "apply " + dir->id + " finishes it, leadglass undo " + dir->id + " takes it back"));
    }
    return notices;
}

} // namespace leadglass::session
