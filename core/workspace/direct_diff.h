// Trust: the project, which a run in mode "direct" has written.
// Privilege: the person's. Changes modes only: what the run closed to its owner is opened again, since it
//            could neither be read nor put back; setuid and setgid bits that are new go.
// Input: the project beneath its descriptor, no mount crossed, no link followed; the snapshot and its list.
// Fails: an Error; what cannot be put back is told in `left`.
//
// What a run in mode "direct" changed, as changes from the snapshot to the project.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/workspace/change_list.h"
#include "core/workspace/copy_tree.h"
#include "core/workspace/protected_paths.h"

namespace leadglass::workspace {

struct DirectDiff {
    std::vector<Change> landed;    // by path
    std::vector<Change> forbidden; // so, too, of protected paths; a new directory stands for all in it
    std::vector<std::string> left; // in words: what stays and no undo takes back
};

Result<DirectDiff> diffDirect(int projectFd, int snapshotFd, const std::vector<CopiedEntry>& list,
                              const ProtectedPaths& isProtected);

} // namespace leadglass::workspace
