// Where git keeps what belongs to the project elsewhere (a linked worktree, a submodule): a view of that which
// the run can write to, so that commits wait for review like everything else.
//
// Fails: what cannot be written to a view of is left read-only, and why is in PreparedRun::gitReadOnly. An
// Error, and no run, where the view itself cannot be made.
#pragma once

#include "core/policy/types.h"
#include "core/sandbox/project_place.h"
#include "core/session/prepared_run.h"
#include "core/workspace/prepare_upper.h"

namespace leadglass::session {

// Fills run.manifest.git. `mark` becomes the earlier of its own and one of git's file system.
Status prepareGit(PreparedRun& run, const sandbox::ProjectPlace& project, policy::WorkspaceMode mode,
                  workspace::StartMark& mark);

} // namespace leadglass::session
