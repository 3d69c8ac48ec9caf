// `leadglass run --login AGENT`: a run in which an agent signs in, and nothing else. It has an empty folder in the place of
// a project and no credential of ours; what it signs in with stays in its state, as in any other run.
#pragma once

#include "core/session/prepared_run.h"

namespace leadglass::session {

// Before the project is looked at: what chooses the profile, and where it runs. Nothing for another run.
Status beginSignIn(PreparedRun& run);
// The policy is there, which says how the agent signs in. Invalid: it says nothing of it.
Status prepareSignIn(PreparedRun& run);

// What an earlier run left where an agent keeps its sign-in is a plain file from here on, before anything is read from it.
// Needs the policy as it was loaded: before prepareSignIn().
Status settleSignIns(PreparedRun& run, const std::string& project);

} // namespace leadglass::session
