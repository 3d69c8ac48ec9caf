// What a run that inspects needs before its plan: credentials, leadglass-inspect with an authority, trust stores.
//
// Fails: what the policy wants and cannot be had is an Error, and no run.
#pragma once

#include "core/session/prepared_run.h"

namespace leadglass::session {

// With run.policy loaded: takes out of it what has no value. `project`: canonical.
Status chooseSecrets(PreparedRun& run, const std::string& project);
// Tokens of this run's own, where its policy wants them; before startEgress(), which tells them.
Status makeCanaries(PreparedRun& run);
// Leaves out the files whose place in the home is the person's, the agent's state, or a mount.
void placeCanaries(PreparedRun& run, const sandbox::Plan& plan);
// leadglass-egress, or leadglass-inspect where the policy needs it, which begins to make the authority. Not in a dry run.
Status startEgress(PreparedRun& run);
// Waits for the authority, and writes the trust stores that have it. Nothing where nothing is inspected.
Status makeTrust(PreparedRun& run);

} // namespace leadglass::session
