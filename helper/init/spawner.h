// The process inside that starts the commands of the run: the first one, and those of `leadglass exec`.
//
// Landlock domains cannot be joined, only inherited (landlock(7)). So there is one process that puts
// Landlock up, and every command of the run descends from it: all are in one domain, and can signal and
// trace one another as if the first had started them, while PID 1, which is in none, stays out of reach.
// It is not dumpable, as PID 1; but it is in the commands' reach for signals. A command that kills or
// stops it has lost `leadglass exec` for this run, nothing else: PID 1 is the parent of the first command.
#pragma once

#include <sys/types.h>

#include "core/wire/launch_plan.h"

namespace leadglass::init {

struct First {
    pid_t pid = -1;    // of the first command, a child of ours
    int outcome = -1;  // read end: an Outcome if it could not start, end of file if it did
    int commands = -1; // for the supervisor: where further commands are asked for
};

// In PID 1, before anything of the agent runs. pid < 0: errno, or `outcome`, says why.
First startFirst(const wire::LaunchPlan& plan);

} // namespace leadglass::init
