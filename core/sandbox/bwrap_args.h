// Plan -> the arguments bwrap gets through --args. Pure.
//
// leadglass-launch puts the whole tree together (core/wire/launch_plan.h, kPlanTree), from the outside
// in: the deepest target wins, whatever the order in the plan; of two mounts with one target the
// later wins. bwrap sees no host path of the person's: it binds that tree as its root and adds what
// belongs to its own namespaces, /proc and /dev and what lies below them.
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

// Where launch puts the device of that mount, below wire::kPlanStage.
std::string stagedDevice(std::size_t index);

// Indices of plan.mounts, outermost target first.
struct MountOrder {
    std::vector<std::size_t> launch; // made by leadglass-launch
    std::vector<std::size_t> bwrap;  // made by bwrap
};
Result<MountOrder> mountOrder(const Plan& plan);

// What --args reads. The command is not part of it (bwrap takes it from its real command line, where
// launch puts leadglass-init).
Result<std::vector<std::string>> bwrapArgs(const Plan& plan);

} // namespace leadglass::sandbox
