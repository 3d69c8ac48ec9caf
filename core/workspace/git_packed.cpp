#include "core/workspace/git_packed.h"

#include <algorithm>
#include <deque>
#include <set>

#include "core/base/clock.h"
#include "core/workspace/git_objects.h"
#include "core/workspace/git_paths.h"
#include "core/workspace/git_refs.h"
#include "core/workspace/git_view.h"

namespace leadglass::workspace {
namespace {

constexpr const char* kPacked = ".git/packed-refs";

bool isOfBefore(const Node& node, const RunManifest& manifest, const std::vector<OwnWrite>& own) {
    const bool ours = std::ranges::any_of(own, [&](const OwnWrite& write) {
        return write.path == kPacked && write.dev == node.dev && write.ino == node.ino &&
               write.ctimeSec == node.ctimeSec && write.ctimeNsec == node.ctimeNsec;
    });
    return ours || (manifest.bootId == bootId() && !clockWasSetBack(manifest) &&
                    std::pair(node.ctimeSec, node.ctimeNsec) <=
                        std::pair(manifest.startMarkSec, manifest.startMarkNsec));
}

bool follows(GitObjects& objects, const std::string& from, const std::string& wanted) {
    std::deque<std::string> open{from};
    std::set<std::string> seen;
    while (!open.empty() && seen.size() < kMaxFollowed) {
        const std::string id = std::move(open.front());
        open.pop_front();
        if (id == wanted) {
            return true;
        }
        if (!seen.insert(id).second) {
            continue;
        }
        const auto object = objects.read(id, kMaxCommitObject);
        const auto commit = object && object->type == GitType::Commit ? parseCommitText(object->data) : std::nullopt;
        if (commit) {
            open.insert(open.end(), commit->parents.begin(), commit->parents.end());
        }
    }
    return false;
}

} // namespace

void markPackedMeanwhile(const Trees& trees, const RunManifest& manifest, const std::vector<OwnWrite>& own,
                         ChangeList& list) {
    const auto node = lookAt(trees.project, kPacked);
    if (!node || node->type != NodeType::File || isOfBefore(*node, manifest, own)) {
        return;
    }
    const Refs host = packedRefs(trees.project);
    GitObjects objects({trees.upper, trees.project});
    for (auto& change : list.changes) {
        const std::string path = asOrdinary(change.path, trees.worktree);
        if (!path.starts_with(".git/refs/") || change.before.type != NodeType::None ||
            change.after.type != NodeType::File || !change.conflict.empty()) {
            continue;
        }
        const auto packed = host.find(path.substr(5));
        if (packed != host.end() && !follows(objects, refValue(trees.upper, change.path), packed->second)) {
            change.conflict = Why("packed_meanwhile");
        }
    }
}

} // namespace leadglass::workspace
