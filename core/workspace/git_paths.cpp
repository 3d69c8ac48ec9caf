#include "core/workspace/git_paths.h"

#include <algorithm>
#include <array>
#include <functional>
#include <vector>

namespace leadglass::workspace {
namespace {

constexpr std::string_view kMainWorktree = "main-worktree/"; // no name that git knows

bool isHex(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    });
}
bool isHash(std::string_view text) {
    return (text.size() == 40 || text.size() == 64) && isHex(text);
}

// "refs/heads/x": as git-check-ref-format(1) says, and nothing that a shell prompt which shows the
// branch could take for a command.
bool isRefName(std::string_view name) {
    return name.starts_with("refs/") && name.size() < 1024 &&
           name.find("..") == std::string_view::npos && !name.ends_with('/') &&
           name.find("//") == std::string_view::npos && name.find("/.") == std::string_view::npos &&
           name.find("/-") == std::string_view::npos && name != "refs/heads/HEAD" &&
           name.find("@{") == std::string_view::npos && !name.ends_with('.') &&
           std::ranges::none_of(name, [](unsigned char c) {
               return c <= 0x20 || c == 0x7f || std::string_view("~^:?*[\\$`").find(static_cast<char>(c)) !=
                                                    std::string_view::npos;
           });
}

GitPart objectPart(std::string_view rest) {
    if (rest.size() >= 3 && rest[2] == '/' && isHex(rest.substr(0, 2))) {
        const std::string_view name = rest.substr(3);
        return isHex(name) && (name.size() == 38 || name.size() == 62) ? GitPart::Object
                                                                       : GitPart::Scratch;
    }
    if (rest.size() == 2 && isHex(rest)) {
        return GitPart::Object; // the directory
    }
    if (rest == "pack" || rest == "info") {
        return GitPart::Object;
    }
    if (rest.starts_with("pack/pack-")) {
        for (const char* end : {".pack", ".idx", ".promisor"}) {
            if (rest.ends_with(end) && isHash(rest.substr(10, rest.size() - 10 -
                                                                  std::string_view(end).size()))) {
                return GitPart::Object;
            }
        }
        return GitPart::Scratch; // bitmaps, reverse indexes, mtimes, keep: git makes them again, or does without
    }
    if (rest.starts_with("pack/") || rest.starts_with("info/commit-graph") ||
        rest == "info/packs" || rest.starts_with("tmp_")) {
        return GitPart::Scratch;
    }
    return GitPart::Config; // info/alternates and what we do not know
}

} // namespace

GitPart gitPart(std::string_view path) {
    if (path != ".git" && !path.starts_with(".git/")) {
        return path.find("/.git/") != std::string_view::npos || path.ends_with("/.git")
                   ? GitPart::Config
                   : GitPart::NotGit;
    }
    if (path == ".git") {
        return GitPart::Config;
    }
    const std::string_view rest = path.substr(5);
    if (rest.ends_with(".lock") || rest == "gc.pid" || rest == "gc.log" || rest == "FETCH_HEAD" ||
        rest == "info/refs" ||  // of git-update-server-info(1), by gc
        rest == "opencode") { // the id which that agent gives a project, made again from its commits
        return GitPart::Scratch;
    }
    if (rest == "objects") {
        return GitPart::Object;
    }
    if (rest.starts_with("objects/")) {
        return objectPart(rest.substr(8));
    }
    if (rest == "refs" || rest.starts_with("refs/") || rest == "packed-refs") {
        return GitPart::Ref;
    }
    static constexpr std::array kHeads{"HEAD",       "ORIG_HEAD",   "MERGE_HEAD", "CHERRY_PICK_HEAD",
                                       "REVERT_HEAD", "AUTO_MERGE"};
    if (std::ranges::find(kHeads, rest) != kHeads.end()) {
        return GitPart::Ref;
    }
    if (rest == "logs" || rest.starts_with("logs/") || rest == "COMMIT_EDITMSG" ||
        rest == "MERGE_MSG" || rest == "SQUASH_MSG" || rest == "MERGE_MODE") {
        return GitPart::Log;
    }
    if (rest == "index") {
        return GitPart::Index;
    }
    return GitPart::Config;
}

namespace {

// "HEAD", "refs/bisect/bad": each worktree has one of its own (gitrepository-layout(5), git-worktree(1) "REFS").
bool isPerWorktree(std::string_view rest) {
    const auto isOwnRef = [](std::string_view name) {
        return name == "refs" || name.starts_with("refs/bisect") || name.starts_with("refs/worktree") ||
               name.starts_with("refs/rewritten");
    };
    switch (gitPart(std::string(".git/").append(rest))) {
    case GitPart::Ref: return rest != "packed-refs" && (!rest.starts_with("refs") || isOwnRef(rest));
    case GitPart::Log: return !rest.starts_with("logs/refs/") || isOwnRef(rest.substr(5));
    case GitPart::Index:
    case GitPart::Scratch: return true;
    default: return false;
    }
}

} // namespace

std::string asOrdinary(std::string_view path, std::string_view worktree) {
    constexpr std::string_view kGit = ".git/";
    if (worktree.empty() || !path.starts_with(kGit)) {
        return std::string(path);
    }
    if (path.starts_with(worktree) && path.substr(worktree.size()).starts_with('/')) {
        const std::string_view rest = path.substr(worktree.size() + 1);
        return isPerWorktree(rest) ? std::string(kGit).append(rest) : std::string(path);
    }
    const std::string_view rest = path.substr(kGit.size());
    const bool shared = rest == "refs" || rest == "logs" || rest == "logs/refs" || gitPart(path) == GitPart::Scratch;
    return !shared && isPerWorktree(rest) ? std::string(kGit).append(kMainWorktree).append(rest) : std::string(path);
}

bool isOfOtherWorktree(std::string_view ordinary) {
    return ordinary.starts_with(std::string(".git/").append(kMainWorktree)) || ordinary.starts_with(".git/worktrees/");
}

bool isRefFile(std::string_view path) {
    const std::string_view name = path.substr(std::min(path.size(), std::size_t{5}));
    return !name.starts_with("refs/") || isRefName(name);
}

namespace {

// git searches a file that says so by halves: of two lines with one name, or of names in no order, it finds another than who
// reads from the top.
bool isPackedRefs(std::string_view content) {
    std::vector<std::string_view> names;
    bool sorted = false;
    bool peelable = false;
    for (bool first = true; !content.empty(); first = false) {
        const std::size_t end = content.find('\n');
        if (end == std::string_view::npos) {
            return false;
        }
        const std::string_view line = content.substr(0, end);
        content.remove_prefix(end + 1);
        if (line.starts_with('#')) {
            sorted = line.find(" sorted") != std::string_view::npos;
            if (!first) {
                return false;
            }
        } else if (line.starts_with('^')) {
            if (!peelable || !isHash(line.substr(1))) {
                return false;
            }
            peelable = false;
        } else {
            const std::size_t space = line.find(' ');
            if (space == std::string_view::npos || !isHash(line.substr(0, space)) || !isRefName(line.substr(space + 1))) {
                return false;
            }
            names.push_back(line.substr(space + 1));
            peelable = true;
        }
    }
    if (!sorted) {
        std::ranges::sort(names);
    }
    return std::ranges::adjacent_find(names, std::greater_equal<>()) == names.end();
}

} // namespace

bool isRefContent(std::string_view path, std::string_view content) {
    if (path == ".git/packed-refs") {
        return isPackedRefs(content);
    }
    if (!content.ends_with('\n')) {
        return false;
    }
    content.remove_suffix(1);
    return isHash(content) || (content.starts_with("ref: ") && isRefName(content.substr(5)));
}

int gitApplyRank(std::string_view whole) {
    constexpr std::string_view kWorktrees = ".git/worktrees/";
    std::string path(whole);
    if (whole.starts_with(kWorktrees)) {
        path = asOrdinary(whole, whole.substr(0, whole.find('/', kWorktrees.size())));
    }
    switch (gitPart(path)) {
    case GitPart::Object: return 0;
    case GitPart::NotGit:
    case GitPart::Scratch:
    case GitPart::Config: return 1;
    case GitPart::Log: return 2;
    case GitPart::Ref: return path == ".git/HEAD" ? 4 : 3;
    case GitPart::Index: return 5;
    }
    return 1;
}

} // namespace leadglass::workspace
