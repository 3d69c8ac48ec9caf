#include "core/workspace/protected_paths.h"

#include <algorithm>

#include "core/workspace/folded_name.h"
#include "core/workspace/git_paths.h"
#include "core/workspace/names.h"

namespace leadglass::workspace {
namespace {

// ".git", and the short names that NTFS and FAT would give it.
bool isGitName(std::string_view folded) {
    return folded == ".git" ||
           (folded.size() == 5 && folded.starts_with("git~") && folded[4] >= '1' && folded[4] <= '9');
}

bool namesGit(std::string_view folded) {
    while (!folded.empty()) {
        const std::size_t end = std::min(folded.find('/'), folded.size());
        if (isGitName(folded.substr(0, end))) {
            return true;
        }
        folded.remove_prefix(std::min(end + 1, folded.size()));
    }
    return false;
}

} // namespace

bool ProtectedPaths::covers(std::string_view path) const {
    const std::string folded = foldedName(path);
    if (m_globs && (m_globs(path) || m_globs(folded))) {
        return true;
    }
    if (m_repository && path == ".git") {
        return false;
    }
    if (m_repository && path.starts_with(".git/")) {
        const GitPart part = gitPart(path);
        return part == GitPart::Config || (part == GitPart::Ref && !isRefFile(path));
    }
    return namesGit(folded);
}

bool ProtectedPaths::forbids(std::string_view path, NodeType type) const {
    // git takes any directory with HEAD, objects and refs for a repository (embedded_repositories.h).
    return covers(path) || (type != NodeType::Directory && !path.starts_with(".git/") &&
                            baseOf(foldedName(path)) == "head");
}

} // namespace leadglass::workspace
