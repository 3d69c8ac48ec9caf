// A further command of a live run, in a process of its own that the spawner forked.
//
// Trust: the request of the supervisor; the commands of the run beside it are hostile, and of the same user.
// Privilege: those of the run's commands: its walls are up already. Not dumpable, as PID 1.
// Input: core/wire/command_request.h, then Go, Signal and Continue.
// Fails: told on the command's own control socket; nothing of it runs.
//
// This process is the leader of the command's session: a group whose parent is in another session cannot
// be stopped by a terminal's keys (setpgid(2), "orphaned").
#pragma once

#include "core/wire/launch_plan.h"

namespace leadglass::init {

// `terminals`: /dev/pts; `given`: kCommandFds descriptors.
[[noreturn]] void becomeFurther(const wire::LaunchPlan& plan, int terminals, const int* given);

} // namespace leadglass::init
