#include "core/workspace/git_scope.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "core/base/clock.h"
#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/workspace/tree_io.h"

namespace leadglass::workspace {
namespace {

constexpr const char* kUpper = "git/upper";

Result<std::uint64_t> inodeOf(int gitFd, const std::string& worktree) {
    if (worktree.empty()) {
        return std::uint64_t{0};
    }
    const auto own = LG_TRY(openDirBeneath(gitFd, "worktrees/" + worktree));
    return std::uint64_t{LG_TRY(sys::stat(own.get())).st_ino};
}

} // namespace

Status makeGitScope(const RunDir& run, int gitFd, const std::string& directory, const std::string& worktree,
                    RunManifest& manifest) {
    const auto s = LG_TRY(sys::stat(gitFd));
    const std::uint64_t own = LG_TRY(inodeOf(gitFd, worktree));
    for (const char* part : {"git", kUpper, "git/work"}) {
        if (::mkdirat(run.fd.get(), part, 0700) != 0) {
            return ioError("cannot create '" + forScreen(run.path) + "/" + part + "'", errno);
        }
    }
    // The upper's root is git's directory to the run.
    const auto upper = LG_TRY(openDirBeneath(run.fd.get(), kUpper));
    if (::fchmod(upper.get(), (s.st_mode & 0777) | S_IRWXU) != 0) {
        return ioError("cannot prepare the upper directory", errno);
    }
    manifest.git = {directory, s.st_dev, s.st_ino, worktree, own};
    return {};
}

Result<UniqueFd> openGitUpper(const RunDir& run, const RunManifest& manifest) {
    if (manifest.git.directory.empty()) {
        return UniqueFd();
    }
    return openDirBeneath(run.fd.get(), kUpper);
}

Status openGitScope(const RunDir& run, const RunManifest& m, OpenTrees& trees) {
    if (m.git.directory.empty()) {
        return {};
    }
    auto git = sys::openNoLinks(m.git.directory, O_RDONLY | O_DIRECTORY);
    if (!git) {
        git.error().fix = "git's own directory of the project must be where it was to review or apply";
        return std::move(git).error();
    }
    const auto s = LG_TRY(sys::stat(git->get()));
    const auto own = inodeOf(git->get(), m.git.worktree);
    // A device number may be another after a restart; the inode is not.
    if (s.st_ino != m.git.ino || (s.st_dev != m.git.dev && m.bootId == bootId()) || !own ||
        *own != m.git.worktreeIno) {
        return makeError(Code::Refused,
                         "'" + forScreen(m.git.directory) + "' is not the git directory of this " +
                             (m.git.worktree.empty() ? "project" : "worktree") + " that the run began with",
                         "put the original back, or discard the run");
    }
    trees.git = std::move(*git);
    trees.gitUpper = LG_TRY(openGitUpper(run, m));
    trees.worktree = m.git.worktree.empty() ? std::string() : ".git/worktrees/" + m.git.worktree;
    return {};
}

} // namespace leadglass::workspace
