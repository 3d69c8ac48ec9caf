// Steps of buildPlan() that live in files of their own.
#pragma once

#include "core/base/result.h"
#include "core/policy/types.h"
#include "core/sandbox/plan_builder.h"

namespace leadglass::sandbox {

// The devices that the policy names, each checked to be of a harmless class. Refused, or not there: an error
// that says which line of which file wants it.
Result<std::vector<Mount>> planDevices(const policy::EffectivePolicy& policy, const PlanRequest& request);

// A link cannot be made in a directory of the host, so not in the agent's state either: those there are taken out and told.
void leaveLinksOut(Plan& plan, const std::vector<Mount>& state);

// What the policy hides in the project stays hidden where a place of the project is shown by itself ('read'): masked there,
// and an error where that very place is hidden. `hidden`: project-relative.
Status hideInReads(Plan& plan, const std::string& project, const std::vector<std::string>& hidden);

// An error if a mount lies in a directory of the host that has nothing of its name: no place is made on the host.
// `mounts`: as orderMounts() leaves them.
Status checkPlaces(const std::vector<Mount>& mounts);

// A linked worktree or submodule: git writes to a view of its own directory where a review can show it, and else
// nowhere. After the project's mount.
Status planGit(const Places& places, const PlanRequest& request, Plan& plan);

// The run's trust stores in the place of this machine's: over every store of it that is there inside, and the variables that
// programs with a store of their own honour. Once all else that is mounted is known. `path`: of the run, for its Java.
Result<std::vector<Variable>> planTrust(const TrustRequest& trust, const std::vector<std::string>& path, const std::string& javaHome,
                                        Plan& plan);

// Ports that listen and loopback grants, from the rules of the policy.
Status planNet(const policy::EffectivePolicy& policy, const PlanRequest& request, NetPlan& net);

} // namespace leadglass::sandbox
