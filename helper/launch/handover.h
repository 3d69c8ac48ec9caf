// The end of launch: every power is given up, then bwrap takes the process over.
#pragma once

#include "core/wire/launch_plan.h"

namespace leadglass::launch {

// A descriptor of the plan's bwrap, which is the program that becomeBwrap() executes, also where the
// stage covers its path. bwrap must not be setuid: it would get powers that the plan does not give.
int openBwrap(const wire::LaunchPlan& plan);

// Descriptors for bwrap and init as launch_plan.h says, no capability (permitted, bounding, ambient),
// no-new-privileges, no root by user id; environment empty; then a child, first of a process
// namespace, executes `bwrap`, and this process waits for it, holding no descriptor. Whichever of them
// is killed, all below end. Never returns.
[[noreturn]] void becomeBwrap(const wire::LaunchPlan& plan, int bwrap);

} // namespace leadglass::launch
