// Trust: refs that an agent wrote, or the host.
// Privilege: none beyond reading the trees; git is never run.
// Input: the changes of a run, packed-refs, at most kMaxFollowed commits.
// Fails: towards a conflict: what cannot be followed counts as moved.
//
// A ref that the host packed since the run began has no file any more whose time tells whether it moved.
#pragma once

#include <vector>

#include "core/workspace/change_list.h"

namespace leadglass::workspace {

constexpr std::size_t kMaxFollowed = 2000;

// A conflict for each ref of the run's that does not follow the one which the host packed meanwhile.
void markPackedMeanwhile(const Trees& trees, const RunManifest& manifest, const std::vector<OwnWrite>& own,
                         ChangeList& list);

} // namespace leadglass::workspace
