// The head of the history, noted outside of it: core/audit/anchor_file.h, the system journal, and the
// run's manifest.
#pragma once

#include "core/session/prepared_run.h"

namespace leadglass::session {

// Over run.writer. Puts it into run.manifest, which the caller writes. What cannot be noted is said.
void anchorRun(PreparedRun& run);
// Again, after an apply: into the manifest that is on the disk by now, if the run is still there.
void anchorAfterApply(PreparedRun& run);

} // namespace leadglass::session
