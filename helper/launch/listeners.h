// The sockets that are the run's only way to anything: made here, inside its network namespace, and
// passed to the supervisor. No process of ours stays in the namespace to be attacked.
#pragma once

#include "core/wire/launch_plan.h"

namespace leadglass::launch {

// All are non-blocking and listening (TCP) or bound (UDP). Sends one or more Listeners messages.
void sendListeners(const wire::LaunchPlan& plan);

} // namespace leadglass::launch
