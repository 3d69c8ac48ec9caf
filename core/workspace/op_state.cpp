#include "core/workspace/op_state.h"

namespace leadglass::workspace {
namespace {

bool removes(const Op& op) { return op.kind == Op::Kind::Remove || op.kind == Op::Kind::RemoveDir; }

bool looksAfter(const Node& now, const Op& op) {
    switch (op.kind) {
    case Op::Kind::Remove:
    case Op::Kind::RemoveDir: return now.type == NodeType::None;
    case Op::Kind::MakeDir: return now.type == NodeType::Directory;
    case Op::Kind::Chmod: return now.type == op.afterType && (now.mode & 0777) == op.afterMode;
    case Op::Kind::Put: break;
    }
    return now.type == op.afterType &&
           (now.type != NodeType::File || (now.mode & 0777) == op.afterMode);
}

} // namespace

std::optional<Node> seenAfter(const ApplyPlace& place, const Op& op) {
    const auto now = lookAt(place.trees.project, op.path);
    if (!now || !looksAfter(*now, op)) {
        return std::nullopt;
    }
    if (op.kind == Op::Kind::Put) {
        const auto digest = contentDigest(place.trees.project, op.path, now->type);
        if (!digest || *digest != op.afterDigest) {
            return std::nullopt;
        }
    }
    return *now;
}

bool isBefore(const ApplyPlace& place, const Op& op) {
    const auto now = lookAt(place.trees.project, op.path);
    if (!now || now->type != op.before.type) {
        return false;
    }
    if (now->type == NodeType::None || op.kind == Op::Kind::RemoveDir) {
        return true;
    }
    if (now->type != NodeType::Symlink && (now->mode & 0777) != (op.before.mode & 0777)) {
        return false;
    }
    if (op.kind == Op::Kind::Chmod) {
        return true;
    }
    const auto digest = contentDigest(place.trees.project, op.path, now->type);
    return digest && *digest == op.beforeDigest;
}

Partners::Partners(const std::vector<Op>& ops) : m_ops(ops) {
    for (const auto& op : ops) {
        auto& [remover, maker] = m_byPath[op.path];
        (removes(op) ? remover : maker) = &op;
    }
}

const Op* Partners::of(std::size_t index) const {
    const auto& [remover, maker] = m_byPath.at(m_ops[index].path);
    return removes(m_ops[index]) ? maker : remover;
}

} // namespace leadglass::workspace
