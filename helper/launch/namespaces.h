// Who launch is, and the namespaces it builds in.
#pragma once

#include <cstdint>

#include "core/wire/launch_plan.h"

namespace leadglass::launch {

// Dies with the supervisor: a signal at its death, and its end of the control socket is still open.
// Called again after every change of identity, which clears the signal.
void bindLifeToSupervisor();

// Refuses to go on unless the process runs as the plan says. After that: chosen by the
// out-of-memory killer first, no core dumps, a session of its own (Ctrl-C on the person's terminal
// is the supervisor's to pass on), default signals.
void checkIdentity(const wire::LaunchPlan& plan);
void prepareProcess();

// Real root only: a private mount namespace while still root.
void enterRootStaging();
// Real root only: no groups, the plan's ids, so that nothing after this is done as root.
void becomeAgentUser(const wire::LaunchPlan& plan);

// One user, mount, network and (for children) process namespace; own ids mapped to themselves. With --unsafe-root host 0 is
// mapped to kUnsafeRootId, so that bwrap's exec loses every capability; bwrap maps it back.
constexpr std::uint32_t kUnsafeRootId = 1;
void enterNamespaces(const wire::LaunchPlan& plan);
// The agent's ids as they are called in launch's user namespace.
std::uint32_t ownUid(const wire::LaunchPlan& plan);
std::uint32_t ownGid(const wire::LaunchPlan& plan);

// After the user namespace: RLIMIT_NPROC counts this namespace's tasks only. Never above what the
// person's own hard limit allows.
void applyLimits(const wire::LaunchPlan& plan);

} // namespace leadglass::launch
