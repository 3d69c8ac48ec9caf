#include "core/workspace/git_refs.h"

#include <algorithm>

#include "core/base/sys.h"
#include "core/workspace/git_objects.h"
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

// Where this file is read: as the run left it, or the host's.
Root rootOf(const Trees& trees, const std::string& path, bool ofRun) {
    const auto own = ofRun ? lookAt(trees.upper, path) : Result<Node>(Node{});
    return own && own->type == NodeType::None ? trees.project : trees.upper;
}

// The file of a ref; "refs/bisect/bad" is one of the worktree's own.
std::string fileOf(const std::string& worktree, const std::string& name) {
    const std::string own = worktree + "/" + name;
    return worktree != ".git" && asOrdinary(own, worktree) != own ? own : ".git/" + name;
}

// What the ref in this file names; empty: nothing, or a commit. A link is what git once wrote for one.
std::string namedBy(const Trees& trees, const std::string& path, bool ofRun) {
    constexpr std::string_view kNames = "ref: ";
    const Root root = rootOf(trees, path, ofRun);
    const auto node = lookAt(root, path);
    if (node && node->type == NodeType::Symlink) {
        auto target = readLinkBeneath(root, path);
        return target && target->starts_with("refs/") && isRefContent(path, std::string(kNames) + *target + "\n") ? *target
                                                                                                                : std::string();
    }
    const std::string value = refValue(root, path);
    return value.starts_with(kNames) ? value.substr(kNames.size()) : std::string();
}

} // namespace

namespace {

struct Packed {
    Refs refs;
    Refs targets;
};

Packed parsePacked(std::string_view text) {
    Packed packed;
    if (!isRefContent(kPacked, text)) {
        return packed;
    }
    std::string name;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = text.substr(at, end - at);
        const std::size_t space = line.find(' ');
        if (line.starts_with('^')) {
            packed.targets.emplace(name, line.substr(1));
        } else if (space != std::string_view::npos && !line.starts_with('#')) {
            name = line.substr(space + 1);
            packed.refs.emplace(name, line.substr(0, space));
        }
        at = end + 1;
    }
    return packed;
}

} // namespace

Refs parsePackedRefs(std::string_view text) { return parsePacked(text).refs; }

Refs packedTargets(std::string_view text) { return parsePacked(text).targets; }

std::string packedText(Root root, const std::string& path) { return smallFile(root, path, kMaxPacked); }

std::string refText(Root root, const std::string& path) { return smallFile(root, path, kMaxRef); }

Refs packedRefs(Root root, const std::string& path) { return parsePackedRefs(packedText(root, path)); }

Refs packedRefsOfRun(const Trees& trees) {
    const auto own = lookAt(trees.upper, kPacked);
    return packedRefs(own && own->type == NodeType::None ? trees.project : trees.upper); // a whiteout says none
}

std::string refValue(Root root, const std::string& path) { return refValueOf(refText(root, path), path); }

std::string refValueOf(std::string text, const std::string& path) {
    if (!isRefContent(path, text)) {
        return {};
    }
    text.pop_back();
    return text;
}

std::vector<std::string> branchesOf(const Trees& trees, const std::string& worktree, bool ofRun) {
    std::vector<std::string> out;
    for (std::string path = worktree + "/HEAD"; out.size() < kMaxSymbolic;) {
        std::string name = namedBy(trees, path, ofRun);
        if (name.empty() || std::ranges::find(out, name) != out.end()) {
            break;
        }
        path = fileOf(worktree, name);
        out.push_back(std::move(name));
    }
    return out;
}

std::string commitOfHead(const Trees& trees, bool ofRun) {
    const std::string worktree = trees.worktree.empty() ? ".git" : trees.worktree;
    const auto names = branchesOf(trees, worktree, ofRun);
    const std::string path = names.empty() ? worktree + "/HEAD" : fileOf(worktree, names.back());
    std::string value = refValue(rootOf(trees, path, ofRun), path);
    if (value.empty() && !names.empty()) {
        const Refs packed = ofRun ? packedRefsOfRun(trees) : packedRefs(trees.project);
        const auto found = packed.find(names.back());
        value = found == packed.end() ? std::string() : found->second;
    }
    return isGitId(value) ? value : std::string();
}

std::set<std::string> branchesElsewhere(const Trees& trees) {
    std::set<std::string> out;
    const auto insert = [&](const std::string& worktree) {
        for (auto& name : branchesOf(trees, worktree, false)) {
            out.insert(std::move(name));
        }
    };
    insert(".git");
    auto dir = openDirBeneath(trees.project, ".git/worktrees");
    const auto entries = dir ? listDirectory(dir->get()) : Result<std::vector<DirEntry>>(dir.error());
    for (std::size_t i = 0; entries && i < entries->size(); ++i) {
        insert(".git/worktrees/" + (*entries)[i].name);
    }
    for (const auto& own : branchesOf(trees, trees.worktree.empty() ? ".git" : trees.worktree, false)) {
        out.erase(own);
    }
    return out;
}

} // namespace leadglass::workspace
