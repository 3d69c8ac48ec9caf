// Trust: the project, which others may change while it is read.
// Privilege: the person's.
// Input: every directory and file is opened beneath the project, no link followed, no mount crossed.
// Fails: over the budget, or a read or write that fails: an Error; there is no run on half a copy.
//
// The project of a run in mode "copy": runs/ID/copy, shared block by block where the file system can
// (FICLONE, ioctl_ficlonerange(2)), else copied. runs/ID/copy.list says what it was made of, so that
// collect_copy.h finds afterwards what the run changed.
//
// The snapshot of a run in mode "direct" is made the same way: runs/ID/snapshot and snapshot.list, which
// says what the project's own entries were (collect_direct.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/workspace/hidden_set.h"
#include "core/workspace/run_manifest.h"
#include "core/workspace/tree_io.h"

namespace leadglass::workspace {

inline constexpr const char* kCopyName = "copy";
inline constexpr const char* kCopyList = "copy.list";
inline constexpr const char* kSnapshotName = "snapshot";
inline constexpr const char* kSnapshotList = "snapshot.list";

struct CopyBudget {
    std::uint64_t bytes = 0;   // of what cannot be shared
    std::uint64_t entries = 500'000;
};

struct CopyReport {
    std::uint64_t entries = 0;
    std::uint64_t bytes = 0;              // written, not shared
    std::vector<std::string> leftOut;     // special, unreadable, or of another file system; the first 20
    std::uint64_t leftOutCount = 0;
};

// The start mark must have been taken before: what the host changes meanwhile is then a conflict.
Result<CopyReport> copyProject(const RunDir& run, int projectFd, const HiddenSet& hidden,
                               const CopyBudget& budget);

// All of the project, on the disk when this returns. An error where something could not be taken, since
// it could not be put back. What is copied is the person's alone (0600, 0700), whatever its mode in the project.
Result<CopyReport> snapshotProject(const RunDir& run, int projectFd, const CopyBudget& budget);

// What a copy was made of, each as it was when it was done (of a snapshot: as it was in the project): what
// is not so any more was changed by the run, whatever the clock says.
struct CopiedEntry {
    std::string path;
    Node node; // mtime is not kept
};
std::string copiedListToText(const std::vector<CopiedEntry>& entries);
Result<std::vector<CopiedEntry>> copiedListFromText(std::string_view text); // a directory before what it holds

} // namespace leadglass::workspace
