#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
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
    if (std::pair(before.ctimeSec, before.ctimeNsec) <=
        std::pair(manifest.startMarkSec, manifest.startMarkNsec)) {
        return true;
    }
    const auto found = own.find(op.path);
    return found != own.end() && found->second->dev == before.dev &&
           found->second->ino == before.ino && found->second->ctimeSec == before.ctimeSec &&
           found->second->ctimeNsec == before.ctimeNsec;
}

} // namespace

Result<ApplyReport> undoLast(const ApplyPlace& place) {
    auto sessions = LG_TRY(listSessions(place.run.fd.get()));
    const auto last = std::find_if(sessions.rbegin(), sessions.rend(),
                                   [](const Session& s) { return s.done && !s.undone; });
    if (last == sessions.rend()) {
        return makeError(Code::NotFound, "nothing of this run is applied");
    }
    const auto ops = LG_TRY(readPlan(*last));
    auto done = LG_TRY(readDone(*last));
    std::ranges::sort(done);
    LG_TRY(writeMark(*last, "undo.json"));
    const Executed executed = revertPlan(place, *last, ops, done);
    std::vector<OwnWrite> writes;
    const auto own = LG_TRY(readOwnWrites(place.run.fd.get())); // one a path
    OwnByPath ownByPath;
    for (const auto& write : own) {
        ownByPath[write.path] = &write;
    }
    const auto manifest = LG_TRY(readManifest(place.run));
    ApplyReport report;
    report.journal = last->name;
    for (const std::size_t index : executed.done) {
        const std::string& path = ops[index].path;
        report.applied.push_back(path);
        if (const auto node = lookAt(place.trees.projectFd, path);
            node && node->type != NodeType::None && wasBase(manifest, ownByPath, ops[index])) {
            writes.push_back({path, node->dev, node->ino, node->ctimeSec, node->ctimeNsec});
        }
    }
    if (::syncfs(place.trees.projectFd) != 0) {
        return ioError("cannot sync the project", errno);
    }
    LG_TRY(addOwnWrites(place.run.fd.get(), writes));
    LG_TRY(writeMark(*last, "undone.json"));
    std::ranges::sort(report.applied);
    report.applied.erase(std::unique(report.applied.begin(), report.applied.end()),
                         report.applied.end());
    report.left = executed.left;
    return report;
}

} // namespace leadglass::workspace
