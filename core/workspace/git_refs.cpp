#include "core/workspace/git_refs.h"

#include <algorithm>

#include "core/base/sys.h"
#include "core/workspace/git_paths.h"

namespace leadglass::workspace {
namespace {

constexpr std::size_t kMaxPacked = 16 << 20;
constexpr std::size_t kMaxRef = 4096;
constexpr const char* kPacked = ".git/packed-refs";

std::string smallFile(Root root, const std::string& path, std::size_t max) {
    auto fd = openFileBeneath(root, path);
    if (!fd) {
        return {};
    }
    auto text = sys::readAll(fd->get(), max);
    return text ? std::move(text).value() : std::string();
}

} // namespace

Refs packedRefs(Root root, const std::string& path) {
    const std::string text = smallFile(root, path, kMaxPacked);
    Refs refs;
    if (!isRefContent(kPacked, text)) {
        return refs;
    }
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = std::string_view(text).substr(at, end - at);
        const std::size_t space = line.find(' ');
        if (space != std::string_view::npos && !line.starts_with('#')) {
            refs.emplace(line.substr(space + 1), line.substr(0, space));
        }
        at = end + 1;
    }
    return refs;
}

Refs packedRefsOfRun(const Trees& trees) {
    const auto own = lookAt(trees.upper, kPacked);
    return packedRefs(own && own->type == NodeType::None ? trees.project : trees.upper); // a whiteout says none
}

std::string refValue(Root root, const std::string& path) {
    std::string text = smallFile(root, path, kMaxRef);
    if (!isRefContent(path, text)) {
        return {};
    }
    text.pop_back();
    return text;
}

std::set<std::string> branchesElsewhere(const Trees& trees) {
    constexpr std::string_view kNames = "ref: ";
    std::set<std::string> out;
    const auto branchOf = [&](const std::string& directory) {
        const std::string value = refValue(trees.project, directory + "/HEAD");
        return value.starts_with(kNames) ? value.substr(kNames.size()) : std::string();
    };
    const std::string own = trees.worktree.empty() ? ".git" : trees.worktree;
    out.insert(branchOf(".git"));
    auto dir = openDirBeneath(trees.project, ".git/worktrees");
    const auto entries = dir ? listDirectory(dir->get()) : Result<std::vector<DirEntry>>(dir.error());
    for (std::size_t i = 0; entries && i < entries->size(); ++i) {
        out.insert(branchOf(".git/worktrees/" + (*entries)[i].name));
    }
    out.erase(branchOf(own));
    out.erase("");
    return out;
}

} // namespace leadglass::workspace
