// The child that becomes the agent.
#pragma once

#include <sys/types.h>

#include "core/wire/launch_plan.h"

namespace leadglass::init {

struct Agent {
    pid_t pid = -1;
    int outcome = -1; // read end: an Outcome if it could not start, end of file if it did
};

// What the child writes when it fails; it never touches the control socket.
struct Outcome {
    const char* step; // fixed strings: same program, same addresses; nullptr: execve failed
    const char* detail;
    int sysErrno;
};

// Forks. The child: a process group of its own, in the foreground of the terminal if there is one;
// working directory, signals to default, walls checked, Landlock, no descriptor above 2; execve.
Agent startAgent(const wire::LaunchPlan& plan);

} // namespace leadglass::init
