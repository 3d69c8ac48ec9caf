// What a run is called on the screen.
#pragma once

#include <QString>

#include "core/api/review_service.h"

namespace leadglass::app::words {

// "at work", "needs you", "finished, with changes to review" ...
QString runState(const api::RunInfo& run, int waiting);
// A file of app/icons: a shape for each kind of state.
QString runIcon(const api::RunInfo& run, int waiting);
// "claude in ~/src/shop"
QString runTitle(const api::RunInfo& run);
QString runCommand(const api::RunInfo& run);
// "today 14:03", by the person's locale; empty for 0.
QString runTime(std::int64_t wallNanos);
// How it ended: "ended by itself", "ended with status 3", "a limit ended it"; empty while it lives.
QString runEnd(const api::RunInfo& run);

} // namespace leadglass::app::words
