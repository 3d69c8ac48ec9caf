// Small programs that stand first on PATH inside a run and say why a thing cannot be done there.
#pragma once

#include <string>
#include <vector>

#include "core/sandbox/plan.h"

namespace leadglass::sandbox {

// /.leadglass/bin: docker, podman, sudo, systemctl and their like, and the ones that would open a
// browser. `keyVariables`: what the profile's agent can be given instead of a browser sign-in.
std::vector<Mount> inRunStubs(const std::vector<std::string>& keyVariables);

} // namespace leadglass::sandbox
