// Trust: the copy was written by the agent; copy.list is ours, and was not visible to it.
// Privilege: the person's.
// Input: a tree of any depth, names and modes; every step is taken beneath the run's directory.
// Fails: an Error, and the copy stays: the next look at the run goes on where this one ended.
//
// What a run in mode "copy" changed becomes an upper, as the overlay would have written it: what is
// new or newer is moved there, what is gone becomes a whiteout. Review and apply then know no mode.
#pragma once

#include "core/base/result.h"
#include "core/workspace/copy_tree.h"
#include "core/workspace/run_manifest.h"

namespace leadglass::workspace {

// Does the run have a copy that was not collected yet?
bool copyWaits(const RunDir& run);

// Precondition: nothing of the run lives any more. Removes the copy.
Status collectCopy(const RunDir& run);

} // namespace leadglass::workspace
