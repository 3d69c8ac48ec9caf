#include "core/sandbox/git_place.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/sandbox/git_identity.h"
#include "core/sandbox/path_text.h"
#include "core/sandbox/secret_paths.h"

namespace leadglass::sandbox {
namespace {

constexpr std::size_t kMaxPointer = 4096;
constexpr std::size_t kMaxConfig = 256 * 1024;

Result<std::string> smallFile(const std::string& path, std::size_t max) {
    auto fd = LG_TRY(sys::openNoLinks(path, O_RDONLY | O_NONBLOCK | O_NOCTTY));
    if (!S_ISREG(LG_TRY(sys::stat(fd.get())).st_mode)) {
        return makeError(Code::Refused, "'" + forScreen(path) + "' is no plain file");
    }
    return sys::readAll(fd.get(), max);
}

// What a pointer of a file in `directory` leads to.
Result<std::string> resolved(const std::string& directory, const std::string& pointer) {
    if (pointer.empty()) {
        return makeError(Code::NotFound, "nothing is named");
    }
    return sys::realPath(pointer.starts_with('/') ? pointer : directory + "/" + pointer);
}

Error refused(const std::string& directory, const std::string& why) {
    return makeError(Code::Refused, "git's own directory '" + forScreen(directory, 300) + "' is not shown: " + why);
}

// git worktree add writes both ends (git-worktree(1), "gitdir"); the far one no run can write.
Result<GitPlace> linkedWorktree(const std::string& gitDir, const std::string& common, const std::string& project) {
    const auto back = smallFile(gitDir + "/gitdir", kMaxPointer);
    const auto points = back ? resolved(gitDir, pointerIn(*back, "")) : Result<std::string>(back.error());
    if (parentOf(gitDir) != common + "/worktrees" || !points || *points != project + "/.git") {
        return refused(gitDir, "it does not name this project as its worktree (git worktree repair)");
    }
    return GitPlace{true, common, gitDir.substr(gitDir.rfind('/') + 1)};
}

Result<GitPlace> submodule(const std::string& gitDir, const std::string& project) {
    const auto text = smallFile(gitDir + "/config", kMaxConfig);
    const auto points = text ? resolved(gitDir, parseGitConfig(*text, "", "").coreWorktree)
                             : Result<std::string>(text.error());
    if (!points || *points != project) {
        return refused(gitDir, "its core.worktree does not name this project (if it is this project's, say so: git config core.worktree " +
                                   forScreen(project, 300) + ")");
    }
    return GitPlace{false, gitDir, {}};
}

Status mayBeShown(const Places& places, const std::string& directory) {
    auto fd = LG_TRY(sys::openNoLinks(directory, O_PATH | O_DIRECTORY));
    if (LG_TRY(sys::stat(fd.get())).st_uid != ::getuid()) {
        return refused(directory, "it belongs to another user");
    }
    struct stat s {};
    for (const char* name : {"HEAD", "objects", "refs"}) { // git's own is_git_directory()
        if (::fstatat(fd.get(), name, &s, AT_SYMLINK_NOFOLLOW) != 0) {
            return refused(directory, "it is no git repository");
        }
    }
    if (const auto secret = exposedSecret(places, directory)) {
        return refused(directory, "it would show " + forScreen(*secret, 300));
    }
    return {};
}

} // namespace

std::string pointerIn(std::string_view text, std::string_view head) {
    if (!text.starts_with(head)) {
        return {};
    }
    text.remove_prefix(head.size());
    while (text.ends_with('\n') || text.ends_with('\r')) {
        text.remove_suffix(1);
    }
    const bool plain = text.find('\0') == std::string_view::npos && text.find('\n') == std::string_view::npos;
    return plain ? std::string(text) : std::string();
}

Result<std::optional<GitPlace>> findGitPlace(const Places& places, const std::string& project) {
    struct stat s {};
    if (::lstat((project + "/.git").c_str(), &s) != 0 || !S_ISREG(s.st_mode)) {
        return std::optional<GitPlace>();
    }
    const std::string pointer = pointerIn(LG_TRY(smallFile(project + "/.git", kMaxPointer)), "gitdir: ");
    if (pointer.empty()) {
        return std::optional<GitPlace>();
    }
    auto gitDir = resolved(project, pointer);
    if (!gitDir) {
        return makeError(Code::NotFound, "the project's .git names '" + forScreen(pointer, 300) + "', which is not there");
    }
    if (isAtOrBelow(*gitDir, project)) {
        return std::optional<GitPlace>();
    }
    const auto commonFile = smallFile(*gitDir + "/commondir", kMaxPointer);
    const auto common = commonFile ? resolved(*gitDir, pointerIn(*commonFile, "")) : Result<std::string>(commonFile.error());
    GitPlace place = common ? LG_TRY(linkedWorktree(*gitDir, *common, project)) : LG_TRY(submodule(*gitDir, project));
    LG_TRY(mayBeShown(places, place.directory));
    return std::optional(std::move(place));
}

} // namespace leadglass::sandbox
