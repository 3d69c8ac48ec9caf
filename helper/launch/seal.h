// Trust: the tree as it was opened for the plan (staging.h).
// Privilege: capabilities over launch's own user and mount namespace.
// Input: one directory of the host, read-only.
// Fails: closed. A directory the kernel lays no overlay over is not shown, and the supervisor is told which.
//
// A read-only mount keeps files from being written. It does not keep a socket in it from being connected to,
// nor a pipe from being written: whoever listens there on the host would be reached past every rule. In
// an overlay every socket and pipe is a new one (overlayfs gives each special file an inode of its own),
// also one that appears later, and files stay what they are.
#pragma once

#include "core/wire/launch_plan.h"
#include "helper/launch/staging.h"

namespace leadglass::launch {

// Mounts `source` (which it takes) on the directory `target`, as an overlay of nothing but itself. False:
// that cannot be (other file systems mounted below, one that carries no overlay), and nothing is mounted.
[[nodiscard]] bool seal(const Stage& stage, int source, std::uint32_t index, int target);

} // namespace leadglass::launch
