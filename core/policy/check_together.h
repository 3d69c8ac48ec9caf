// What no line says alone: rules, secrets and variables of all layers against each other. Internal to core/policy.
#pragma once

#include "core/base/result.h"
#include "core/policy/types.h"

namespace leadglass::policy {

// Invalid, with both lines: an exempt host (inspect = false) with a condition or a secret; a secret for a rule that is not
// there; two secrets in one variable or file; a variable that is passed and is a secret's too.
Status checkTogether(const EffectivePolicy& policy);

} // namespace leadglass::policy
