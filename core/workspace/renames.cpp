#include "core/workspace/renames.h"

#include <map>
#include <unordered_map>

namespace leadglass::workspace {
namespace {

constexpr std::uint64_t kMaxFile = 32ULL << 20;
constexpr std::uint64_t kMaxTotal = 256ULL << 20;

bool isCandidate(const Change& change, ChangeKind kind, const Node& node) {
    return change.kind == kind && node.type == NodeType::File && node.size > 0 &&
           node.size <= kMaxFile && change.refused.empty() && !change.atHidden;
}

} // namespace

void pairRenames(const Trees& trees, ChangeList& list) {
    std::unordered_map<std::uint64_t, std::vector<std::size_t>> deletedBySize;
    for (std::size_t i = 0; i < list.changes.size(); ++i) {
        if (isCandidate(list.changes[i], ChangeKind::Deleted, list.changes[i].before)) {
            deletedBySize[list.changes[i].before.size].push_back(i);
        }
    }
    if (deletedBySize.empty()) {
        return;
    }
    std::uint64_t read = 0;
    std::map<std::size_t, std::string> digests; // of deleted files
    for (auto& added : list.changes) {
        if (!isCandidate(added, ChangeKind::Added, added.after)) {
            continue;
        }
        const auto sized = deletedBySize.find(added.after.size);
        if (sized == deletedBySize.end() || read > kMaxTotal) {
            continue;
        }
        read += added.after.size;
        const auto wanted = contentDigest(trees.upper, added.path, NodeType::File);
        for (const std::size_t index : sized->second) {
            Change& gone = list.changes[index];
            if (!wanted || !gone.renamedTo.empty()) {
                continue;
            }
            auto known = digests.find(index);
            if (known == digests.end()) {
                read += gone.before.size;
                auto digest = contentDigest(trees.project, gone.path, NodeType::File);
                known = digests.emplace(index, digest ? *digest : std::string()).first;
            }
            if (known->second == *wanted) {
                added.kind = ChangeKind::Renamed;
                added.renamedFrom = gone.path;
                gone.renamedTo = added.path;
                break;
            }
        }
    }
}

} // namespace leadglass::workspace
