#include "core/session/workspace_notices.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/session/mount_table.h"
#include "core/workspace/git_index_file.h"
#include "core/workspace/hidden_set.h"

namespace leadglass::session {
namespace {

constexpr std::size_t kNamed = 3;
constexpr std::uint64_t kMaxIndexRead = 64UL << 20;

std::string firstOf(const std::vector<std::string>& paths) {
    std::string names;
    for (std::size_t i = 0; i < std::min(paths.size(), kNamed); ++i) {
        names += (i == 0 ? "" : ", ") + forScreen(paths[i]);
    }
    return names;
}

} // namespace

std::string namedFirst(const std::vector<std::string>& paths) {
    return firstOf(paths) +
           (paths.size() > kNamed ? " and " + std::to_string(paths.size() - kNamed) + " more" : std::string());
}

std::string hiddenNotice(const std::vector<std::string>& hidden) {
    return "hidden from the command: " + namedFirst(hidden) + (hidden.size() > kNamed ? " (all of them: --dry-run)" : "");
}

std::string trackedNotice(const workspace::Root& project, const std::string& index, const std::vector<std::string>& hidden) {
    const auto node = workspace::lookAt(project, index);
    if (hidden.empty() || !node || node->type != workspace::NodeType::File || node->size > kMaxIndexRead) {
        return {};
    }
    const auto read = workspace::readGitIndex(project, index);
    if (!read) {
        return {};
    }
    const workspace::HiddenSet set(hidden);
    std::vector<std::string> tracked;
    for (const auto& entry : read->entries) { // by path: each stage of one follows the other
        if (set.hides(entry.path) && (tracked.empty() || tracked.back() != entry.path)) {
            tracked.push_back(entry.path);
        }
    }
    return tracked.empty() ? std::string()
                           : "git tracks what is hidden: " + namedFirst(tracked) +
                                 ": what is committed of it can be read in .git, and git inside takes it for deleted";
}

std::string linkedNotice(int projectFd, const std::vector<std::string>& hidden) {
    std::vector<std::string> linked;
    for (const auto& path : hidden) {
        const auto fd = sys::openBeneath(projectFd, path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
        const auto s = fd ? sys::stat(fd->get()) : Result<struct stat>(fd.error());
        if (s && S_ISREG(s->st_mode) && s->st_nlink > 1) {
            linked.push_back(path);
        }
    }
    return linked.empty() ? std::string()
                          : "hidden by this name only: " + namedFirst(linked) +
                                " (it has other names, hard links, and can be read under one that the command sees)";
}

std::string foreignNotice(const std::vector<std::string>& some, std::uint64_t count) {
    std::string text = "directories of another user or group, which the command can read but not change: " + firstOf(some);
    if (count > std::min(some.size(), kNamed)) {
        text += " and " + std::to_string(count - std::min(some.size(), kNamed)) + " more";
    }
    return text + " (they would have to be your own, and of your own group)";
}

std::vector<std::string> mountsBelow(std::string_view mountinfo, std::string_view project) {
    const std::string prefix = std::string(project) + "/";
    std::vector<std::string> found;
    for (auto& mount : parseMountTable(mountinfo)) {
        if (mount.place.starts_with(prefix)) {
            found.push_back(std::move(mount.place));
        }
    }
    return found;
}

Status refuseMountsBelow(const std::string& project) {
    const auto mountinfo = LG_TRY(sys::readFile("/proc/self/mountinfo", kMaxMountinfo));
    const auto mounts = mountsBelow(mountinfo, project);
    if (mounts.empty()) {
        return {};
    }
    return makeError(Code::Unsupported,
                     "something is mounted below the project: " + firstOf(mounts) +
                         (mounts.size() > kNamed ? " and " + std::to_string(mounts.size() - kNamed) + " more" : "") +
                         ", and the kernel shows no directory with mounts in it copy-on-write",
                     "unmount it, start in a directory without it, or use --workspace copy, which leaves out what "
                     "is mounted");
}

} // namespace leadglass::session
