// What becomes of a path of this machine inside a run: seen, hidden, held back, or not there at all. By the policy and the
// same functions that a plan is built with; nothing is started, nothing in the path is opened.
#pragma once

#include <string>
#include <vector>

#include "core/api/policy_service.h"
#include "core/base/places.h"
#include "core/base/result.h"
#include "core/policy/types.h"
#include "core/sandbox/plan.h"

namespace leadglass::session {

// Directories and files that a run sees read-only besides its project: the system's, and the tools that PATH shows below
// HOME. `project`: canonical; empty: none.
std::vector<sandbox::Mount> systemMounts();
std::vector<sandbox::Mount> toolMounts(const Places& places, const std::string& project);
// Those pieces of /etc that are the host's own; not what is made for the run.
std::vector<sandbox::Mount> etcMounts(const Places& places);

// `path`: absolute, "~/...", or relative to the project.
Result<api::ExplainedDecision> explainPath(const policy::EffectivePolicy& effective, const Places& places, const std::string& project, bool writes,
                                           const std::string& path);

} // namespace leadglass::session
