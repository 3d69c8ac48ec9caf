#include "core/workspace/plan_apply.h"

#include <algorithm>
#include <tuple>

#include "core/workspace/git_paths.h"
#include "core/workspace/put.h"

namespace leadglass::workspace {
namespace {

Op opFor(Op::Kind kind, const Change& change) {
    Op op;
    op.kind = kind;
    op.path = change.path;
    op.before = change.before;
    op.afterType = change.after.type;
    op.afterMode = change.after.mode & 0777;
    return op;
}

Op removal(const Change& change) {
    Op op = opFor(change.before.type == NodeType::Directory ? Op::Kind::RemoveDir
                                                            : Op::Kind::Remove,
                  change);
    op.afterType = NodeType::None;
    op.afterMode = 0;
    return op;
}

// One change is one operation, or a removal and then a making where the type changes.
std::vector<Op> opsOf(const Change& change) {
    if (change.kind == ChangeKind::Deleted) {
        return {removal(change)};
    }
    if (change.kind == ChangeKind::ModeChanged) {
        return {opFor(Op::Kind::Chmod, change)};
    }
    std::vector<Op> ops;
    const bool makesDirectory = change.after.type == NodeType::Directory;
    Op op = opFor(makesDirectory ? Op::Kind::MakeDir : Op::Kind::Put, change);
    if (change.kind == ChangeKind::TypeChanged &&
        (makesDirectory || change.before.type == NodeType::Directory)) {
        ops.push_back(removal(change));
        op.before = Node{};
    }
    ops.push_back(std::move(op));
    return ops;
}

int phase(const Op& op) {
    switch (op.kind) {
    case Op::Kind::Remove: return 0;
    case Op::Kind::RemoveDir: return 1;
    case Op::Kind::MakeDir: return 2;
    case Op::Kind::Put: return 3;
    case Op::Kind::Chmod: return 4;
    }
    return 4;
}

bool earlier(const Op& a, const Op& b) {
    if (phase(a) != phase(b)) {
        return phase(a) < phase(b);
    }
    const bool deepFirst = a.kind == Op::Kind::RemoveDir || a.kind == Op::Kind::Chmod;
    const int rankA = a.kind == Op::Kind::Put ? gitApplyRank(a.path) : 0;
    const int rankB = b.kind == Op::Kind::Put ? gitApplyRank(b.path) : 0;
    if (rankA != rankB) {
        return rankA < rankB;
    }
    return deepFirst ? a.path > b.path : a.path < b.path;
}

} // namespace

Result<std::vector<Op>> planApply(const ApplyPlace& place, const std::vector<Change>& chosen,
                                  const Frozen& frozen, const Session& session,
                                  ApplyReport& report) {
    std::vector<Op> wanted;
    for (const auto& change : chosen) {
        const auto reviewed = frozen.find(change.path);
        if (reviewed == frozen.end()) {
            report.left.push_back({change.path, "not reviewed: review the run again"});
            continue;
        }
        if (reviewed->second.type != change.after.type ||
            reviewed->second.mode != change.after.mode) {
            report.left.push_back(
                {change.path, "the run changed it after it was reviewed (review the run again)"});
            continue;
        }
        // A run that goes on could show one content to what judges it and another to what writes it.
        if (!change.judged.empty() && change.judged != reviewed->second.digest) {
            report.left.push_back(
                {change.path, "the run changed it while it was judged (review the run again)"});
            continue;
        }
        for (auto& op : opsOf(change)) {
            op.afterDigest = op.afterType == NodeType::None ? "" : reviewed->second.digest;
            wanted.push_back(std::move(op));
        }
    }
    std::ranges::sort(wanted, earlier);
    std::vector<Op> ops;
    for (auto& op : wanted) {
        const bool replaces = op.kind == Op::Kind::Put || op.kind == Op::Kind::Remove;
        if (replaces && op.before.type == NodeType::File) {
            auto digest = keepCopy(place.trees.projectFd, op.path, session.fd.get(),
                                   keptName(ops.size()));
            if (!digest) {
                report.left.push_back(
                    {op.path, "the host's version cannot be kept for undo: " +
                                  digest.error().text()});
                continue;
            }
            op.beforeDigest = std::move(digest).value();
        } else if (replaces && op.before.type == NodeType::Symlink) {
            auto target = readLinkBeneath(place.trees.projectFd, op.path);
            if (!target) {
                report.left.push_back({op.path, target.error().text()});
                continue;
            }
            op.beforeDigest = sha256(*target);
            op.beforeTarget = std::move(target).value();
        }
        ops.push_back(std::move(op));
    }
    return ops;
}

} // namespace leadglass::workspace
