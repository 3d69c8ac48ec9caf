// Trust: paths of the plan, which others may change while we look.
// Privilege: capabilities over a mount namespace of our own; as real root, root.
// Input: the plan's mounts.
// Fails: a source that is not the very file the plan recorded ends the run.
//
// Puts every source at STAGE/N, so that bwrap never opens a path of the person's.
#pragma once

#include "core/wire/launch_plan.h"

namespace leadglass::launch {

constexpr int kNoFd = -1;

struct Stage {
    int root = kNoFd;      // the stage's root directory, attached at kPlanStage
    int homeRoot = kNoFd; // the private home's root directory, or kNoFd
    bool overlay = false; // STAGE/lower and STAGE/run are there, and STAGE/overlayIndex waits
    bool overlayWritable = false;
    std::uint32_t overlayIndex = 0;
};

// In launch's own mount namespace, or as real root before it gives root up: then what the agent may
// write is mapped, so that it sees its own files (mount_setattr(2), MOUNT_ATTR_IDMAP).
Stage buildStage(const wire::LaunchPlan& plan);

// Mounts the copy-on-write project. Always in the final user and mount namespace.
void mountOverlay(const Stage& stage);

} // namespace leadglass::launch
