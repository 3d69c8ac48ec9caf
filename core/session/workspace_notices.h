// What a person is told of their project before the command starts: what it cannot see or change.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/workspace/tree_io.h"

namespace leadglass::session {

// "hidden from the command: .env, a/.env and 3 more (all of them: --dry-run)"
// The first few, and how many more; escaped.
std::string namedFirst(const std::vector<std::string>& paths);
std::string hiddenNotice(const std::vector<std::string>& hidden);

// Of the hidden files, those that git's index tracks, and regular ones with other names; empty: none. An index that is
// not there, larger than 64 MiB or not readable names none.
std::string trackedNotice(const workspace::Root& project, const std::string& index, const std::vector<std::string>& hidden);
std::string linkedNotice(int projectFd, const std::vector<std::string>& hidden);

// Directories of another user or group are there to read only: the kernel gives such an inode no owner in a
// user namespace that maps one id, and refuses to copy it up (EOVERFLOW).
std::string foreignNotice(const std::vector<std::string>& some, std::uint64_t count);

// Mount points below `project`, from the lines of /proc/self/mountinfo (proc_pid_mountinfo(5)).
std::vector<std::string> mountsBelow(std::string_view mountinfo, std::string_view project);

// The kernel takes no directory with mounts below it as the lower layer of an unprivileged overlay.
Status refuseMountsBelow(const std::string& project);

} // namespace leadglass::session
