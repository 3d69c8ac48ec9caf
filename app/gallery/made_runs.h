// Made-up runs, checks and policies for the gallery: every state of a run, and what hostile names look like.
#pragma once

#include "app/bridge/services.h"

namespace leadglass::app::gallery {

// Adds what the pages Home, Runs, Doctor and the window of a new run ask. `some`: false: a person who has just begun.
void addRuns(Services& services, bool some);

} // namespace leadglass::app::gallery
