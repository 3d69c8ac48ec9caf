// From a request to a run that can be started: policy, places, directories, plan, rows.
//
// Fails: everything that was made is removed again; nothing of the command ran.
#pragma once

#include "core/api/run_service.h"
#include "core/session/prepared_run.h"

namespace leadglass::session {

Result<PreparedRun> prepareRun(const Places& places, const api::RunRequest& request);

// Rows of the start: run, policy, plan, each ambient credential. All or none.
Status recordStart(PreparedRun& run);

// Takes back what prepareRun() made (dry run, failure). Keeps nothing.
void abandonRun(PreparedRun& run);

} // namespace leadglass::session
