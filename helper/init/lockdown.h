// The agent's last walls, put up in the child of leadglass-init just before the agent is executed.
#pragma once

#include "core/wire/launch_plan.h"

namespace leadglass::init {

// What went wrong, for the Failed message; step == nullptr: nothing.
struct Problem {
    const char* step = nullptr;
    int sysErrno = 0;
    const char* detail = "";
};

// Nothing of this may be missing when the agent starts: no capability in any set, the call filter
// on, no-new-privileges.
Problem checkWalls();

// Landlock by what this kernel has: files by the plan's rules; from ABI 6 no signal and no abstract
// socket leaves the run; and always a barrier against tracing init. A path that is not there is
// left out (less is allowed then). Where the plan counts on Landlock and it is not there: a
// problem.
Problem applyLandlock(const wire::LaunchPlan& plan);

} // namespace leadglass::init
