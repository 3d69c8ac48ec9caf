#include "core/workspace/apply.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <unordered_map>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/workspace/executor.h"
#include "core/workspace/names.h"
#include "core/workspace/plan_apply.h"

namespace leadglass::workspace {
namespace {

Status record(const ApplyPlace& place, const Session& session, const std::vector<Op>& ops,
              const Executed& executed) {
    std::vector<OwnWrite> writes;
    for (const std::size_t index : executed.done) {
        const std::string& path = ops[index].path;
        if (ops[index].open) {
            continue; // what the host changed is still in it
        }
        if (const auto node = lookAt(place.trees.project, path);
            node && node->type != NodeType::None) {
            writes.push_back({path, node->dev, node->ino, node->ctimeSec, node->ctimeNsec});
        }
    }
    if (!place.trees.project.sync()) {
        return ioError("cannot sync the project", errno);
    }
    LG_TRY(addOwnWrites(place.run.fd.get(), writes));
    return writeDone(session, executed.done);
}

// Only now can that be told: what is written next is our own, too, and one identity a path is kept.
Status noteBases(const ApplyPlace& place, std::vector<Op>& ops) {
    const auto manifest = LG_TRY(readManifest(place.run));
    std::unordered_map<std::string_view, const OwnWrite*> byPath;
    const auto own = LG_TRY(readOwnWrites(place.run.fd.get()));
    for (const auto& write : own) {
        byPath[write.path] = &write;
    }
    for (auto& op : ops) {
        const Node& before = op.before;
        const auto found = byPath.find(op.path);
        const OwnWrite* write = found == byPath.end() ? nullptr : found->second;
        op.base = std::pair(before.ctimeSec, before.ctimeNsec) <=
                      std::pair(manifest.startMarkSec, manifest.startMarkNsec) ||
                  (write != nullptr && write->dev == before.dev && write->ino == before.ino &&
                   write->ctimeSec == before.ctimeSec && write->ctimeNsec == before.ctimeNsec);
    }
    return {};
}

// The paths whose operations were all done.
std::vector<std::string> pathsDone(const std::vector<Op>& ops, const Executed& executed) {
    std::vector<std::string> failed;
    std::vector<std::string> paths;
    for (const auto& left : executed.left) {
        failed.push_back(left.path);
    }
    std::ranges::sort(failed);
    for (const std::size_t index : executed.done) {
        if (!std::ranges::binary_search(failed, ops[index].path)) {
            paths.push_back(ops[index].path);
        }
    }
    std::ranges::sort(paths);
    paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
    return paths;
}

void tellDone(ApplyReport& report, const std::vector<Op>& ops, const Executed& executed) {
    report.applied = pathsDone(ops, executed);
    for (const auto& op : ops) {
        if (!op.built.empty() && std::ranges::binary_search(report.applied, op.path)) {
            report.partly[op.path] = op.part;
        }
    }
}

} // namespace

void removeTemporaries(const ApplyPlace& place, const std::vector<Op>& ops) {
    for (std::size_t i = 0; i < ops.size(); ++i) {
        if (auto dir = openDirBeneath(place.trees.project, parentOf(ops[i].path))) {
            ::unlinkat(dir->get(), temporaryName(place.run.id, i).c_str(), 0);
        }
    }
}

Result<std::optional<ApplyReport>> resumeJournal(const ApplyPlace& place,
                                                 ApplyReport* finishedApply) {
    auto sessions = LG_TRY(listSessions(place.run.fd.get()));
    if (sessions.empty()) {
        return std::optional<ApplyReport>();
    }
    const Session& last = sessions.back();
    if (!last.planned) {
        LG_TRY(removeSession(place.run.fd.get(), last.name)); // nothing of the host was touched
        return std::optional<ApplyReport>();
    }
    const auto ops = LG_TRY(readPlan(last));
    if (!last.done) {
        removeTemporaries(place, ops);
        const Executed executed = executePlan(place, last, ops, Start::Resumed);
        LG_TRY(record(place, last, ops, executed));
        if (finishedApply != nullptr) {
            tellDone(*finishedApply, ops, executed);
        }
        return std::optional<ApplyReport>();
    }
    if (last.undoBegun && !last.undone) {
        removeTemporaries(place, ops);
        return std::optional(LG_TRY(undoLast(place)));
    }
    return std::optional<ApplyReport>();
}

Result<ApplyReport> applyChanges(const ApplyPlace& place, const std::vector<Change>& chosen,
                                 const Frozen& frozen, const HunksByPath& hunks) {
    ApplyReport report;
    if (chosen.empty()) {
        return report;
    }
    Session session = LG_TRY(newSession(place.run.fd.get()));
    auto ops = LG_TRY(planApply(place, chosen, frozen, hunks, session, report));
    LG_TRY(noteBases(place, ops));
    if (ops.empty()) {
        LG_TRY(removeSession(place.run.fd.get(), session.name));
        return report;
    }
    LG_TRY(writePlan(session, ops));
    // The kept versions and the plan must be on the disk before the first change is.
    if (::syncfs(session.fd.get()) != 0) {
        return ioError("cannot sync the journal", errno, "nothing was applied");
    }
    const Executed executed = executePlan(place, session, ops, Start::Fresh);
    LG_TRY(record(place, session, ops, executed));
    report.journal = session.name;
    report.left.insert(report.left.end(), executed.left.begin(), executed.left.end());
    tellDone(report, ops, executed);
    return report;
}

std::string lastApplied(const RunDir& run) {
    std::string name;
    if (const auto sessions = listSessions(run.fd.get())) {
        for (const auto& session : *sessions) {
            name = session.planned && !session.undone ? session.name : name;
        }
    }
    return name;
}

bool hasApplied(const RunDir& run) {
    const auto sessions = listSessions(run.fd.get());
    return !sessions || std::ranges::any_of(*sessions, [](const Session& s) {
        return s.planned && !s.undone;
    });
}

} // namespace leadglass::workspace
