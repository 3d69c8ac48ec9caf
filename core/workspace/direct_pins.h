// Trust: a project that earlier runs may have written.
// Privilege: the person's; reads only.
// Input: the project, walked beneath its descriptor, across no mount and through no link.
// Fails: what could be changed in spite of a pin, or past the project: an Error, and no run.
//
// What a run in mode "direct" finds read-only. A protected path is mounted on itself, and so is every
// directory above it: else it could be moved away with one of these (mount points cannot be renamed).
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/workspace/protected_paths.h"

namespace leadglass::workspace {

constexpr std::size_t kMaxPins = 256;

struct Pin {
    std::string path; // project-relative
    bool writable = false; // only held in its place
    bool operator==(const Pin&) const = default;
};

// Directories before what is in them. Refused (Code::Unsupported): sockets and pipes, behind which others
// listen; files that have a name outside the project as well, or a second one in it where they are protected;
// links under a protected name; more than kMaxPins.
Result<std::vector<Pin>> findPins(int projectFd, const ProtectedPaths& isProtected);

} // namespace leadglass::workspace
