// Trust: what the run made under a protected name, in the project.
// Privilege: the person's.
// Input: the forbidden changes of diffDirect(); every step is taken beneath a descriptor.
// Fails: an Error; the next look at the run goes on where this one ended.
//
// What a run in mode "direct" must not have brought in is moved into its upper, where review finds it as a
// change that waits; what stood there before comes back from the snapshot.
#pragma once

#include "core/base/result.h"
#include "core/workspace/change_list.h"

namespace leadglass::workspace {

struct QuarantinePlace {
    int projectFd = -1;
    int upperFd = -1;
    int snapshotFd = -1;
};

// The writes are ours: apply must not take what came back for a change of the host's.
Result<std::vector<OwnWrite>> quarantine(const QuarantinePlace& place, const std::vector<Change>& forbidden);

} // namespace leadglass::workspace
