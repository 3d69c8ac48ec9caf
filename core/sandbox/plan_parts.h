// Steps of buildPlan() that live in files of their own.
#pragma once

#include "core/base/result.h"
#include "core/policy/types.h"
#include "core/sandbox/plan_builder.h"

namespace leadglass::sandbox {

// Ports that listen and loopback grants, from the rules of the policy.
Status planNet(const policy::EffectivePolicy& policy, const PlanRequest& request, NetPlan& net);

} // namespace leadglass::sandbox
