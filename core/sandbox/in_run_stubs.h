// Small programs that stand first on PATH inside a run: most say why a thing cannot be done there, one asks outside for it.
#pragma once

#include <string>
#include <vector>

#include "core/sandbox/plan.h"

namespace leadglass::sandbox {

inline constexpr const char* kOpenerInside = "/.leadglass/open"; // leadglass-open, which whoever runs the run puts there

inline constexpr const char* kStubDirectory = "/.leadglass/bin";
// In it: docker, podman, sudo, systemctl and their like; and those that open a browser, which are kOpenerInside.
std::vector<Mount> inRunStubs();

} // namespace leadglass::sandbox
