#include "core/workspace/plan_apply.h"

#include <algorithm>
#include <unordered_set>

#include "core/workspace/git_paths.h"
#include "core/workspace/host_steps.h"
#include "core/workspace/names.h"
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

using Names = std::unordered_set<std::string>;

constexpr int kRemoval = 4;

bool isAtOrBelow(const Names& tops, const std::string& path) {
    for (std::string at = path; !at.empty(); at = parentOf(at)) {
        if (tops.contains(at)) {
            return true;
        }
    }
    return false;
}

// What is only removed goes last: until its new name is written, the old one is where its content
// is. What makes room for another type has to go first.
int phase(const Op& op, bool makesRoom) {
    switch (op.kind) {
    case Op::Kind::Remove: return makesRoom ? 0 : kRemoval;
    case Op::Kind::RemoveDir: return makesRoom ? 1 : 5;
    case Op::Kind::MakeDir: return 2;
    case Op::Kind::Put: return 3;
    case Op::Kind::Chmod: return 6;
    }
    return 6;
}

struct Step {
    Op op;
    int phase = 0;
};

bool earlier(const Step& first, const Step& second) {
    if (first.phase != second.phase) {
        return first.phase < second.phase;
    }
    const Op& a = first.op;
    const Op& b = second.op;
    const bool deepFirst = a.kind == Op::Kind::RemoveDir || a.kind == Op::Kind::Chmod;
    const int rankA = a.kind == Op::Kind::Put ? gitApplyRank(a.path) : 0;
    const int rankB = b.kind == Op::Kind::Put ? gitApplyRank(b.path) : 0;
    if (rankA != rankB) {
        return rankA < rankB;
    }
    return deepFirst ? a.path > b.path : a.path < b.path;
}

// Why a change is not what was reviewed; empty: it is.
std::string notAsReviewed(const Change& change, const FrozenEntry* reviewed) {
    if (reviewed == nullptr) {
        return "not reviewed: review the run again";
    }
    if (reviewed->type != change.after.type || reviewed->mode != change.after.mode) {
        return "the run changed it after it was reviewed (review the run again)";
    }
    // A run that goes on could show one content to what judges it and another to what writes it.
    if (!change.judged.empty() && change.judged != reviewed->digest) {
        return "the run changed it while it was judged (review the run again)";
    }
    return {};
}

// Keeps the host's version of what `op` replaces or removes.
Status keep(const ApplyPlace& place, const Session& session, std::size_t index, Op& op) {
    if (op.kind != Op::Kind::Put && op.kind != Op::Kind::Remove) {
        return {};
    }
    if (op.before.type == NodeType::File) {
        auto digest = keepCopy(place.trees.projectFd, op.path, session.fd.get(), keptName(index));
        if (!digest) {
            return makeError(digest.error().code, "the host's version cannot be kept for undo: " +
                                                      digest.error().text());
        }
        op.beforeDigest = std::move(digest).value();
    } else if (op.before.type == NodeType::Symlink) {
        op.beforeTarget = LG_TRY(readLinkBeneath(place.trees.projectFd, op.path));
        op.beforeDigest = sha256(op.beforeTarget);
    }
    return {};
}

} // namespace

Result<std::vector<Op>> planApply(const ApplyPlace& place, const std::vector<Change>& chosen,
                                  const Frozen& frozen, const Session& session,
                                  ApplyReport& report) {
    Names retyped;
    for (const auto& change : chosen) {
        if (change.kind == ChangeKind::TypeChanged) {
            retyped.insert(change.path);
        }
    }
    std::vector<Step> steps;
    Names oldNames;  // of what is not written
    Names unwritten; // digests of it
    for (const auto& change : chosen) {
        const auto found = frozen.find(change.path);
        const FrozenEntry* reviewed = found == frozen.end() ? nullptr : &found->second;
        if (std::string why = notAsReviewed(change, reviewed); !why.empty()) {
            report.left.push_back({change.path, std::move(why)});
            oldNames.insert(change.renamedFrom);
            if (reviewed != nullptr) {
                unwritten.insert(reviewed->digest);
            }
            continue;
        }
        for (auto& op : opsOf(change)) {
            op.afterDigest = op.afterType == NodeType::None ? "" : reviewed->digest;
            const int when = phase(op, isAtOrBelow(retyped, op.path));
            steps.push_back({std::move(op), when});
        }
    }
    std::ranges::sort(steps, earlier);
    std::vector<Op> ops;
    for (auto& [op, when] : steps) {
        Status kept = keep(place, session, ops.size(), op);
        if (kept && op.kind == Op::Kind::Remove && when == kRemoval &&
            (oldNames.contains(op.path) || unwritten.contains(op.beforeDigest))) {
            kept = makeError(Code::Conflict, kNewNameUnwritten);
        }
        if (kept) {
            ops.push_back(std::move(op));
            continue;
        }
        report.left.push_back({op.path, kept.error().text()});
        unwritten.insert(op.afterDigest);
    }
    return ops;
}

} // namespace leadglass::workspace
