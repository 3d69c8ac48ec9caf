// The end of a run: state kept, upper synced, rows and anchors written, what happened told.
//
// Fails: each step is tried whatever became of the others; what failed is said and recorded.
#pragma once

#include "core/session/prepared_run.h"
#include "core/session/supervisor.h"

namespace leadglass::session {

// `result`: what Supervisor::run() gave. Returns the exit status for the person.
int endRun(PreparedRun& run, Supervisor& supervisor, int status);

// The lines told at the end, on standard error.
std::vector<std::string> endLines(const PreparedRun& run, const Supervisor::Outcome& outcome,
                                  std::uint64_t changes, std::uint64_t risky);

} // namespace leadglass::session
