#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <string_view>
#include <unordered_map>

#include "core/base/sys.h"
#include "core/workspace/apply.h"
#include "core/workspace/executor.h"

namespace leadglass::workspace {
namespace {

// What an undo restores is the run's base only where it was that before the apply. A version that
// the person wrote meanwhile, and that an apply replaced on their word, stays a conflict.
using OwnByPath = std::unordered_map<std::string_view, const OwnWrite*>;

bool wasBase(const RunManifest& manifest, const OwnByPath& own, const Op& op) {
    const Node& before = op.before;
    if (op.base || std::pair(before.ctimeSec, before.ctimeNsec) <=
        std::pair(manifest.startMarkSec, manifest.startMarkNsec)) {
        return true;
    }
    const auto found = own.find(op.path);
    return found != own.end() && found->second->dev == before.dev &&
           found->second->ino == before.ino && found->second->ctimeSec == before.ctimeSec &&
           found->second->ctimeNsec == before.ctimeNsec;
}

} // namespace

namespace {

// What could not be put back stays undoable: its kept versions are the only ones left.
Status finish(const Session& session, std::vector<std::size_t> done, std::vector<std::size_t> back) {
    std::ranges::sort(back);
    std::vector<std::size_t> rest;
    std::ranges::set_difference(done, back, std::back_inserter(rest));
    if (rest.empty()) {
        return writeMark(session, "undone.json");
    }
    LG_TRY(writeDone(session, rest));
    LG_TRY(writeMark(session, "rest.json"));
    return removeMark(session, "undo.json");
}

// Puts back what it can of one apply, and adds it to the report.
Status undoOne(const ApplyPlace& place, const Session& session, ApplyReport& report) {
    const auto ops = LG_TRY(readPlan(session));
    auto done = LG_TRY(readDone(session));
    std::ranges::sort(done);
    LG_TRY(writeMark(session, "undo.json"));
    const Executed executed = revertPlan(place, session, ops, done);
    std::vector<OwnWrite> writes;
    const auto own = LG_TRY(readOwnWrites(place.run.fd.get())); // one a path
    OwnByPath ownByPath;
    for (const auto& write : own) {
        ownByPath[write.path] = &write;
    }
    const auto manifest = LG_TRY(readManifest(place.run));
    report.journal = session.name;
    for (const std::size_t index : executed.done) {
        const std::string& path = ops[index].path;
        report.applied.push_back(path);
        if (const auto node = lookAt(place.trees.project, path);
            node && node->type != NodeType::None && wasBase(manifest, ownByPath, ops[index])) {
            writes.push_back({path, node->dev, node->ino, node->ctimeSec, node->ctimeNsec});
        }
    }
    if (!place.trees.project.sync()) {
        return ioError("cannot sync the project", errno);
    }
    LG_TRY(addOwnWrites(place.run.fd.get(), writes));
    report.left.insert(report.left.end(), executed.left.begin(), executed.left.end());
    return finish(session, std::move(done), executed.done);
}

} // namespace

Result<ApplyReport> undoLast(const ApplyPlace& place) {
    const auto sessions = LG_TRY(listSessions(place.run.fd.get()));
    ApplyReport report;
    bool any = false;
    for (auto at = sessions.rbegin(); at != sessions.rend(); ++at) {
        if (!at->done || at->undone) {
            continue;
        }
        any = true;
        LG_TRY(undoOne(place, *at, report));
        // What was left before and is left again does not stand before an older apply.
        if (!report.applied.empty() || !at->partly) {
            break;
        }
    }
    if (!any) {
        return makeError(Code::NotFound, "nothing of this run is applied");
    }
    std::ranges::sort(report.applied);
    report.applied.erase(std::unique(report.applied.begin(), report.applied.end()),
                         report.applied.end());
    return report;
}

} // namespace leadglass::workspace
