// Steps of buildPlan() that live in files of their own.
#pragma once

#include "core/base/result.h"
#include "core/policy/types.h"
#include "core/sandbox/plan_builder.h"

namespace leadglass::sandbox {

// The devices that the policy names, each checked to be of a harmless class. Refused, or not there: an error
// that says which line of which file wants it.
Result<std::vector<Mount>> planDevices(const policy::EffectivePolicy& policy, const PlanRequest& request);

// Ports that listen and loopback grants, from the rules of the policy.
Status planNet(const policy::EffectivePolicy& policy, const PlanRequest& request, NetPlan& net);

} // namespace leadglass::sandbox
