// Trust: the plan; what was opened for it (staging.h). Nothing in the tree is the agent's yet.
// Privilege: capabilities over launch's own user and mount namespace.
// Input: the plan's mounts, outermost first.
// Fails: a target that cannot be reached without a link, or that is missing where nothing may be made,
//        ends the run.
//
// Puts the agent's whole tree together at kPlanTree. Places are made in file systems of the run alone
// (the tree's own, private homes and tmpfs): never on the host through a writable bind.
#pragma once

#include "core/wire/launch_plan.h"
#include "helper/launch/staging.h"

namespace leadglass::launch {

// Always in the final user and mount namespace. Sets stage.homeRoot.
void buildTree(Stage& stage, const wire::LaunchPlan& plan);

} // namespace leadglass::launch
