// Why no run can start with a policy, as far as its own lines say so: what `policy check` finds without
// starting one. The same functions as a plan's (plan_builder.h) judge, so that both say the same.
#pragma once

#include <vector>

#include "core/base/places.h"
#include "core/base/result.h"
#include "core/policy/types.h"

namespace leadglass::sandbox {

// In the order of the file's sections; each names file and line. Of a device that is not there, and of a
// place that is not there, nothing is said: that is a matter of this machine. Keys that are not enforced
// (policy.merged.notEnforced) are not among them.
std::vector<Error> policyFaults(const policy::EffectivePolicy& policy, const Places& places);

} // namespace leadglass::sandbox
