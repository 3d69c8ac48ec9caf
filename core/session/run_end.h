// The end of a run: state kept, upper synced, rows and anchors written, what happened told.
//
// Fails: each step is tried whatever became of the others; what failed is said and recorded.
#pragma once

#include "core/session/apply_at_end.h"
#include "core/session/prepared_run.h"
#include "core/session/supervisor.h"
#include "core/workspace/finish_run.h"

namespace leadglass::session {

struct RunEnding {
    int status = 0; // for the person
    workspace::RunSummary counts;
    std::uint64_t landed = 0; // mode "direct": changes that are in the project
    Supervisor::Outcome outcome;
};

// `status`: what Supervisor::run() gave. Afterwards nothing of the run is in the runtime directory.
RunEnding endRun(PreparedRun& run, Supervisor& supervisor, int status);

// Says on standard error what there is to say, last the anchor of the history.
void tellEnd(const PreparedRun& run, const RunEnding& ending, const AppliedAtEnd& applied);

// Those lines, without the anchor.
std::vector<std::string> endLines(const PreparedRun& run, const RunEnding& ending,
                                  const AppliedAtEnd& applied);

} // namespace leadglass::session
