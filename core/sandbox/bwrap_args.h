// Plan -> the arguments bwrap gets through --args. Pure.
//
// bwrap sees no host path of the person's: every source is STAGE/N (core/wire/launch_plan.h), put
// there by leadglass-launch. Mounts are made from the outside in: the deepest target wins,
// whatever the order in the plan; of two mounts with one target the later wins.
// What nothing was mounted on is read-only: the root, /dev, and directories made for targets.
//
// Errors: Code::Invalid names the mount whose target cannot be one.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/sandbox/plan.h"

namespace leadglass::sandbox {

// Size of the tmpfs on /dev/shm where the plan has none of its own.
constexpr std::uint64_t kShmBytes = 256ULL << 20;

// Indices of plan.mounts, outermost target first.
std::vector<std::size_t> mountOrder(const Plan& plan);

// What --args reads. The command is not part of it (bwrap takes it from its real command line, where
// launch puts leadglass-init).
Result<std::vector<std::string>> bwrapArgs(const Plan& plan);

} // namespace leadglass::sandbox
