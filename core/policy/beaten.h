// Lines of a profile that can change nothing, since a stronger rule holds for all that they name.
// Internal to core/policy.
#pragma once

#include <string>

#include "core/policy/types.h"

namespace leadglass::policy {

// Adds to `policy.ignored` each allow and ask rule of `file` that a denial beats everywhere, and each
// ask rule that an allow does. Pure. `policy`: merged, with its registries expanded.
void noteBeaten(EffectivePolicy& policy, const std::string& file);

} // namespace leadglass::policy
