#include "core/workspace/op_order.h"

#include <algorithm>

#include "core/workspace/git_paths.h"
#include "core/workspace/names.h"

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

} // namespace

OpOrder::OpOrder(const std::vector<Change>& all) {
    for (const auto& change : all) {
        if (change.kind == ChangeKind::TypeChanged) {
            m_retyped.insert(change.path);
        }
    }
}

void OpOrder::add(const Change& change, const std::string& digest) {
    for (auto& op : opsOf(change)) {
        op.afterDigest = op.afterType == NodeType::None ? "" : digest;
        const int when = phase(op, isAtOrBelow(m_retyped, op.path));
        m_steps.push_back({std::move(op), when});
    }
}

bool OpOrder::earlier(const Step& first, const Step& second) {
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

std::vector<OrderedOp> OpOrder::steps() {
    std::ranges::sort(m_steps, earlier);
    std::vector<OrderedOp> out;
    for (auto& [op, when] : m_steps) {
        const bool onlyRemoves = op.kind == Op::Kind::Remove && when == kRemoval;
        out.push_back({std::move(op), onlyRemoves});
    }
    return out;
}

} // namespace leadglass::workspace
