// Trust: paths of the plan, which others may change while we look.
// Privilege: capabilities over a mount namespace of our own; as real root, root.
// Input: the plan's mounts.
// Fails: a source that is not the very file the plan recorded ends the run.
//
// Opens every source by the plan and clones it into a mount that hangs nowhere yet, or, for real root,
// at STAGE/N; helper/launch/tree.h puts them in their places. bwrap never opens a path of the person's.
#pragma once

#include <sys/stat.h>

#include "core/wire/launch_plan.h"

namespace leadglass::launch {

constexpr int kNoFd = -1;

// What the rest of launch needs of the stage.
struct Stage {
    int root = kNoFd;     // the stage's root directory, attached at kPlanStage
    int initTree = kNoFd; // leadglass-init, not attached
    int run = kNoFd;      // the run's directory (upper/ and work/), not attached
    int homeRoot = kNoFd; // set by buildTree(): the private home's root directory, or kNoFd
};

// In launch's own mount namespace, or as real root before it gives root up: then what the agent may
// write is mapped, so that it sees its own files (mount_setattr(2), MOUNT_ATTR_IDMAP).
Stage buildStage(const wire::LaunchPlan& plan);

// Once, in the final user and mount namespace: `stage` as this namespace has it.
void followStage(Stage& stage, const wire::LaunchPlan& plan);

// The source of mount `index`, ready for move_mount(2), once; kNoFd: an optional one that is not
// there. `info` is the source's for every other one. The caller owns the descriptor.
int takeSource(std::uint32_t index, struct stat& info);

// Shared with tree.cpp. A tmpfs owned by the agent, nosuid and nodev, not attached.
int newTmpfs(std::uint64_t size, std::uint32_t mode, const wire::LaunchPlan& plan);
// Attaches `tree`, which it closes, at `name` below `parent`.
void attach(int tree, int parent, const char* name);

} // namespace leadglass::launch
