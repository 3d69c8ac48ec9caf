#include "core/workspace/git_file_risk.h"

#include <algorithm>

#include "core/base/sys.h"
#include "core/workspace/folded_name.h"
#include "core/workspace/git_pointer.h"
#include "core/workspace/git_view.h"
#include "core/workspace/names.h"

namespace leadglass::workspace {
namespace {

constexpr std::uint32_t kTypeBits = 0170000;
constexpr std::uint32_t kFile = 0100000;
constexpr std::uint32_t kLink = 0120000;
constexpr std::uint32_t kSubmodule = 0160000;
constexpr std::size_t kMaxTarget = 4096;

FileRisk certain(Why why) { return {std::move(why), false, false, true}; }

} // namespace

GitFileRisk::GitFileRisk(const Trees& trees, const ChangeList& list, const ProtectMatcher& isProtected, const HiddenSet& hidden, GitObjects& objects)
    : m_trees(trees), m_list(list), m_isProtected(isProtected), m_hidden(hidden), m_linked(trees.project, isProtected), m_objects(objects) {}

FileRisk GitFileRisk::of(const std::string& path, const GitTreeEntry* was, const GitTreeEntry& is) {
    FileRisk risk = find(path, was, is);
    if ((!risk.why.empty() || risk.isNew) && isOfHost(path, is)) {
        return {};
    }
    return risk;
}

FileRisk GitFileRisk::find(const std::string& path, const GitTreeEntry* was, const GitTreeEntry& is) {
    const std::uint32_t type = is.mode & kTypeBits;
    if (const NameRisk named = riskOfName(path, type == kSubmodule); named.grade == Grade::Held) {
        return certain(Why(*named.why));
    }
    if (m_hidden.hides(path)) {
        return certain(Why("at_hidden"));
    }
    if (m_isProtected && (m_isProtected(path) || m_isProtected(foldedName(path)))) {
        return certain(Why("protected"));
    }
    if (const auto name = m_linked.nameFor(path); !name.empty()) {
        return certain(Why("linked_name", {std::string(name)}));
    }
    if (type == kLink) {
        const auto target = m_objects.read(is.id, kMaxTarget);
        return {target && leavesProject(path, target->data) ? Why("link_leaves") : Why(), false, false, target.has_value()};
    }
    if (type == kSubmodule) {
        return certain(ofSubmodule(path, is.id));
    }
    if (type == kFile && (is.mode & 0111) != 0) {
        return certain(Why("executable"));
    }
    FileRisk risk = type == kFile && isJudgedByContent(path) ? ofContent(path, was, is) : FileRisk{};
    const auto change = std::ranges::lower_bound(m_list.changes, path, {}, &Change::path);
    if (risk.why.empty() && change != m_list.changes.end() && change->path == path) {
        risk.why = !change->risks.empty() ? change->risks.front() : change->refused;
    }
    return risk;
}

// A version that the tree before does not have may replace one all the same: what a commit deletes the next one can add.
FileRisk GitFileRisk::ofContent(const std::string& path, const GitTreeEntry* was, const GitTreeEntry& is) {
    if (was != nullptr && (was->mode & kTypeBits) == kFile) {
        return beside(path, *was, is);
    }
    const auto after = contentOf(path, is);
    auto risks = after ? riskOfContent(path, nullptr, *after) : std::vector<Why>();
    const auto host = lookAt(m_trees.project, path);
    if (after && risks.empty() && host && host->type == NodeType::File) {
        const auto before = m_content.takes(path, host->size) ? hostContent(path, kMaxParsed) : Result<std::string>(std::string());
        const std::string text = before ? *before : std::string(); // all is new beside nothing
        risks = riskOfContent(path, &text, *after);
    }
    return {risks.empty() ? Why() : std::move(risks.front()), true, true, after.has_value()};
}

FileRisk GitFileRisk::beside(const std::string& path, const GitTreeEntry& was, const GitTreeEntry& is) {
    const auto before = contentOf(path, was);
    const auto after = before ? contentOf(path, is) : std::nullopt;
    auto risks = after ? riskOfContent(path, &*before, *after) : std::vector<Why>();
    return {risks.empty() ? Why() : std::move(risks.front()), true, false, after.has_value()};
}

std::optional<std::string> GitFileRisk::contentOf(const std::string& path, const GitTreeEntry& entry) {
    auto object = m_objects.read(entry.id, kMaxParsed);
    return object && m_content.takes(path, object->data.size()) ? std::optional(std::move(object->data)) : std::nullopt;
}

// Would `git submodule update` find the commit? Where the submodule is not set up here, that asks its remote.
Why GitFileRisk::ofSubmodule(const std::string& path, const std::string& commit) {
    std::string place = path + "/.git";
    const auto pointer = lookAt(m_trees.project, place);
    if (pointer && pointer->type == NodeType::None) {
        return {};
    }
    if (pointer && pointer->type == NodeType::File) {
        const auto text = pointer->size <= kMaxGitPointer ? hostContent(place, kMaxGitPointer) : Result<std::string>(std::string());
        place = text ? pointedAt(*text, path) : std::string();
    }
    auto known = m_submodules.find(place);
    if (known == m_submodules.end()) {
        auto directory = place.empty() ? Result<UniqueFd>(UniqueFd()) : openDirBeneath(m_trees.project, place);
        if (!directory || directory->get() < 0) {
            return Why("submodule_unknown");
        }
        const int fd = directory->get();
        known = m_submodules.emplace(place, Repository{std::move(*directory), GitObjects({Root(fd, fd)})}).first;
    }
    return known->second.objects.read(commit, kMaxCommitObject) ? Why() : Why("submodule_missing", {commit.substr(0, 12), place});
}

// Does the person's own work tree have this, by an earlier apply or of their own?
bool GitFileRisk::isOfHost(const std::string& path, const GitTreeEntry& is) {
    const std::uint32_t type = is.mode & kTypeBits;
    const auto node = lookAt(m_trees.project, path);
    const bool fits = node && (type == kLink ? node->type == NodeType::Symlink
                                             : type == kFile && node->type == NodeType::File &&
                                                   ((is.mode & 0100) == 0 || (node->mode & 0100) != 0));
    if (!fits || m_files == 0 || node->size > m_bytes) {
        return false;
    }
    --m_files;
    m_bytes -= node->size;
    const auto bytes = type == kLink ? readLinkBeneath(m_trees.project, path) : hostContent(path, node->size);
    return bytes && hexOfId(gitId(GitType::Blob, *bytes, is.id.size() / 2)) == is.id;
}

Result<std::string> GitFileRisk::hostContent(const std::string& path, std::uint64_t size) const {
    auto fd = LG_TRY(openFileBeneath(m_trees.project, path));
    return sys::readAll(fd.get(), size);
}

} // namespace leadglass::workspace
