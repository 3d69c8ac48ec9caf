// What supervisors that were killed left behind, and the locks that tell the dead from the living.
//
// A living run holds flock(2) on its runtime directory; until its manifest is written, also on its
// run directory. Both are made and locked while `data/runs` itself is locked, and only then is
// swept: what can be locked has no owner. The kernel drops the locks of whoever is killed.
#pragma once

#include "core/base/places.h"
#include "core/base/result.h"
#include "core/session/prepared_run.h"

namespace leadglass::session {

// Sweeps, refuses more live runs than the settings allow, then makes run.dir, run.runtimePath and
// run.runtimeDir, with an empty stage/. A dry run, which records nothing, leaves the first two to the
// next run. Fills run.swept.
Status makeRunDirectories(PreparedRun& run);

// The manifest is written: from now on it tells whether the run lives.
void manifestWritten(const PreparedRun& run);

} // namespace leadglass::session
