// Putting one file or link in its place: a temporary file beside it, synced, checked again, renamed.
#pragma once

#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/workspace/tree_io.h"

namespace leadglass::workspace {

struct PutSource {
    Root root;               // opened beneath this
    std::string path;
    NodeType type = NodeType::File;
    std::uint32_t mode = 0;  // only 0777 is used
    std::string digest;      // must match what was written
    std::string linkTarget;  // if set, the link's target (the source is not read)
};

// Makes the temporary file, not synced: that is the caller's, before commitStaged(). The bytes
// written. Code::Conflict where the source is not what `digest` says. Leaves nothing on error.
Result<std::uint64_t> stage(const PutSource& source, int dirFd, const std::string& temporary);

// Renames over `name` if what lies there is still `before` (None: nothing). Code::Conflict if not.
Status commitStaged(int dirFd, const std::string& temporary, const std::string& name,
                    const Node& before);

// user.* but never user.overlay.*; best effort, as not every file system has them.
void copyUserAttributes(int from, int to);

// Copies a file into `dirFd`/`name` (O_EXCL) and returns the digest of what was copied.
Result<std::string> keepCopy(Root root, const std::string& path, int dirFd,
                             const std::string& name);

} // namespace leadglass::workspace
