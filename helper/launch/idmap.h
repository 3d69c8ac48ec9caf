// Idmapped mounts, for real root: files of `owner` appear as the agent's.
#pragma once

#include <sys/stat.h>

#include "core/wire/launch_plan.h"

namespace leadglass::launch {

// Maps the detached mount `tree` so that the ids that own `source` are the agent's. `path` is for
// messages. Linux 5.12; the file system must allow it.
void mapOwner(int tree, const struct stat& source, const wire::LaunchPlan& plan, const char* path);

} // namespace leadglass::launch
