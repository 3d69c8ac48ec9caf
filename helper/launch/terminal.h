// Trust: the plan.
// Privilege: capabilities over launch's own user and mount namespace.
// Input: which of the agent's descriptors 0, 1, 2 are a terminal.
// Fails: any step ends the run.
//
// The agent's terminal lives in the devpts instance that it sees at /dev/pts, so that tty(1),
// ttyname(3) and whatever takes a terminal by its name work. A terminal of the host's instance has no
// name inside. The instance is made here, before anything of the agent runs, and holds one pty: its
// master goes to the supervisor and nowhere else, and devpts gives no second one for a pty
// (/dev/ptmx makes a new pair). bwrap binds the instance over its own; init opens the slave anew by
// its name inside. TIOCSTI and TIOCLINUX are filtered as on any terminal.
#pragma once

#include "core/wire/launch_plan.h"
#include "helper/launch/staging.h"

namespace leadglass::launch {

// In the final user and mount namespace. The slave takes the place of each of 0, 1, 2 that is a
// terminal by the plan; the master is returned, and the caller closes it. kNoFd: none of them is.
int makeTerminal(const Stage& stage, const wire::LaunchPlan& plan);

} // namespace leadglass::launch
