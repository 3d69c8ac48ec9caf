// Plan -> the bytes of the sealed launch plan (core/wire/launch_plan.h), which leadglass-launch and
// leadglass-init read. Pure: nothing is opened, the same plan gives the same bytes.
//
// Errors: Code::Invalid names the field that breaks a bound (a NUL in a path, a relative target, too
// many mounts). The caller puts the bytes into sys::sealedMemfd() and passes it as fd 4.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/sandbox/plan.h"

namespace leadglass::sandbox {

// What the machine gives, found by the capability probe before a run.
struct LaunchParts {
    std::string bwrap;             // absolute path of a bwrap that is not setuid
    std::string init;              // absolute path of leadglass-init on the host
    std::uint32_t landlockAbi = 0; // 0: this kernel has no Landlock, and the plan says so
};

Result<std::vector<std::uint8_t>> encodeLaunchPlan(const Plan& plan, const LaunchParts& parts);

} // namespace leadglass::sandbox
