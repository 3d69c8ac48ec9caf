// Trust: an index, refs, objects and files that an agent wrote.
// Privilege: none beyond reading the trees; git is never run.
// Input: the changes of a run with their marks; at most kMaxStagedFiles files are looked at, and kMaxStagedBytes of them read.
// Fails: towards holding: what cannot be read or is beyond a bound counts as content that nobody was shown.
//
// What the run staged and did not commit: the next `git commit` of the person takes it, whatever their files hold.
#pragma once

#include "core/workspace/change_list.h"
#include "core/workspace/hidden_set.h"
#include "core/workspace/risk.h"

namespace leadglass::workspace {

constexpr std::size_t kMaxStagedNamed = 200; // the others are counted
constexpr std::size_t kMaxStagedFiles = 10'000;
constexpr std::uint64_t kMaxStagedBytes = 128UL << 20; // of all of them

// An entry of the run's index that the next commit takes.
struct StagedEntry {
    std::string path;   // bytes; ends with '/' for a sparse directory
    std::string kind;   // added changed removed unmerged
    bool shown = true;  // false: its content is not that of the run's file
};
struct Staged {
    std::vector<StagedEntry> entries; // first those not shown, else by path
    std::size_t more = 0;             // not named
};

// What differs from the host's index and from the commit that the run's HEAD leads
// to; where that cannot be read, from the host's index. The index is marked where it holds content that is not that of
// the run's file, or what is held back or has a risky name, or lacks what was hidden from the run; and is in conflict where a file that it stages is.
// After markRisks(), before markTogether().
Staged markStaged(const Trees& trees, ChangeList& list, const ProtectMatcher& isProtected, const HiddenSet& hidden);

} // namespace leadglass::workspace
