// What the project of a run is made ready with: hidden files, a copy or a snapshot, what is pinned.
//
// Fails: what cannot be hidden, copied or held as the policy says: an Error, and no run.
#pragma once

#include "core/sandbox/project_place.h"
#include "core/session/prepared_run.h"

namespace leadglass::session {

// After makeRunDirectories() and with run.policy set. Fills the manifest's part of it.
Status prepareWorkspace(PreparedRun& run, const sandbox::ProjectPlace& project);

} // namespace leadglass::session
