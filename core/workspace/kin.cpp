#include "core/workspace/kin.h"

#include <algorithm>
#include <functional>
#include <string_view>

#include "core/base/sys.h"
#include "core/workspace/names.h"

namespace leadglass::workspace {
namespace {

constexpr std::uint64_t kMaxFile = 1UL << 20;
constexpr std::uint64_t kMaxTotal = 256UL << 20;
constexpr std::size_t kPiece = 64; // a longer line is several
constexpr double kAlike = 0.5;     // of the larger file's bytes
constexpr double kSameNameAlike = 0.2;
constexpr std::uint64_t kSizesApart = 5; // 1 / kSameNameAlike

bool hasContent(const Node& node) {
    return node.type == NodeType::File || node.type == NodeType::Symlink;
}

} // namespace

Kin::Kin(const Trees& trees, const ChangeList& list) : m_trees(trees), m_list(list) {
    for (std::size_t i = 0; i < list.changes.size(); ++i) {
        const Change& change = list.changes[i];
        const bool goes = change.kind == ChangeKind::Deleted || change.kind == ChangeKind::Changed ||
                          change.kind == ChangeKind::TypeChanged;
        if (goes && hasContent(change.before)) {
            m_sources.push_back(i);
            m_byPath[change.path] = i;
        }
    }
    std::ranges::sort(m_sources, {}, [&](std::size_t i) { return list.changes[i].before.size; });
}

Kin::Text Kin::read(Root root, const std::string& path, const Node& node) {
    Text text;
    if (node.type == NodeType::Symlink) {
        auto digest = contentDigest(root, path, node.type);
        text.known = digest.ok();
        text.digest = digest ? *digest : std::string();
        return text;
    }
    m_read += node.size;
    if (node.size > kMaxFile || m_read > kMaxTotal) {
        return text;
    }
    auto fd = openFileBeneath(root, path);
    auto bytes = fd ? sys::readAll(fd->get(), kMaxFile) : Result<std::string>(fd.error());
    if (!bytes) {
        return text;
    }
    text.known = true;
    text.digest = contentName(*bytes);
    for (std::string_view rest = *bytes; !rest.empty();) {
        const std::size_t line = std::min(rest.find('\n'), rest.size() - 1) + 1;
        const std::string_view piece = rest.substr(0, std::min(line, kPiece));
        text.pieces.push_back({std::hash<std::string_view>()(piece), static_cast<std::uint32_t>(piece.size())});
        rest.remove_prefix(piece.size());
    }
    std::ranges::sort(text.pieces, {}, &Piece::hash);
    return text;
}

const Kin::Text& Kin::source(std::size_t index) {
    auto found = m_texts.find(index);
    if (found == m_texts.end()) {
        const Change& change = m_list.changes[index];
        found = m_texts.emplace(index, read(m_trees.project, change.path, change.before)).first;
    }
    return found->second;
}

double Kin::likeness(const Text& a, const Text& b) {
    std::uint64_t common = 0;
    std::uint64_t sizeA = 0;
    std::uint64_t sizeB = 0;
    for (const auto& piece : a.pieces) {
        sizeA += piece.size;
    }
    for (const auto& piece : b.pieces) {
        sizeB += piece.size;
    }
    for (std::size_t i = 0, j = 0; i < a.pieces.size() && j < b.pieces.size();) {
        if (a.pieces[i].hash == b.pieces[j].hash) {
            common += std::min(a.pieces[i++].size, b.pieces[j++].size);
        } else {
            ++(a.pieces[i].hash < b.pieces[j].hash ? i : j);
        }
    }
    const std::uint64_t larger = std::max(sizeA, sizeB);
    return larger == 0 ? 1.0 : static_cast<double>(common) / static_cast<double>(larger);
}

// A file that was merely edited still holds what it held.
bool Kin::wasReplaced(std::size_t from) {
    const Change& change = m_list.changes[from];
    if (change.kind != ChangeKind::Changed) {
        return true;
    }
    if (const auto known = m_replaced.find(from); known != m_replaced.end()) {
        return known->second;
    }
    const Text& old = source(from);
    const Text now = read(m_trees.upper, change.path, change.after);
    const bool replaced = !old.known || !now.known || change.before.type != change.after.type ||
                          likeness(old, now) < kAlike;
    m_replaced[from] = replaced;
    return replaced;
}

bool Kin::isKin(std::size_t from, const Change& to, const Text& text) {
    const Change& change = m_list.changes[from];
    if (change.before.type != to.after.type || change.path == to.path) {
        return false;
    }
    const bool sameName = baseOf(change.path) == baseOf(to.path);
    if (to.after.type == NodeType::File) {
        const std::uint64_t small = std::min(change.before.size, to.after.size);
        const std::uint64_t large = std::max(change.before.size, to.after.size);
        const bool sizesFit = sameName ? small * kSizesApart >= large : small * 2 >= large;
        if (large == 0 ? !sameName : !sizesFit) {
            return false; // an empty file has nothing but its name
        }
    }
    const Text& old = source(from);
    if (!old.known || !text.known) {
        return sameName || change.before.size == to.after.size;
    }
    return old.digest == text.digest ||
           (to.after.type == NodeType::File &&
            likeness(old, text) >= (sameName ? kSameNameAlike : kAlike));
}

std::vector<std::size_t> Kin::sourcesOf(std::size_t index) {
    const Change& to = m_list.changes[index];
    std::vector<std::size_t> out;
    if (!hasContent(to.after) || to.kind == ChangeKind::ModeChanged || m_sources.empty()) {
        return out;
    }
    if (const auto exact = m_byPath.find(to.renamedFrom); exact != m_byPath.end()) {
        return {exact->second};
    }
    const Text text = read(m_trees.upper, to.path, to.after);
    const auto sizeOf = [this](std::size_t i) { return m_list.changes[i].before.size; };
    for (auto at = std::ranges::lower_bound(m_sources, to.after.size / kSizesApart, {}, sizeOf);
         at != m_sources.end() && sizeOf(*at) <= to.after.size * kSizesApart; ++at) {
        if (isKin(*at, to, text) && wasReplaced(*at)) {
            out.push_back(*at);
        }
    }
    return out;
}

} // namespace leadglass::workspace
