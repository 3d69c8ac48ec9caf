// A plan in words and as JSON, for --dry-run and the audit history. Pure.
//
// The value of a secret variable is in neither; hostile text goes through forScreen() or lossless().
#pragma once

#include <string>
#include <vector>

#include "core/policy/types.h"
#include "core/sandbox/plan.h"

namespace leadglass::sandbox {

// Mounts, environment, egress with origins, credentials, limits with what enforces each, tier.
std::string describePlan(const Plan& plan, const policy::EffectivePolicy& policy);

// The same as one JSON document : stable keys, bytes as integers.
std::string planJson(const Plan& plan, const policy::EffectivePolicy& policy);

// That document in one line, for the history, with `command` in place of the plan's own words.
std::string planRecord(const Plan& plan, const policy::EffectivePolicy& policy, const std::vector<std::string>& command);

} // namespace leadglass::sandbox
