// What a kill or a crash left unfinished, for the next start to tell.
#pragma once

#include <string>
#include <vector>

#include "core/audit/event.h"
#include "core/base/places.h"

namespace leadglass::session {

struct Killed {
    std::vector<audit::Event> rows; // one end for each, without policy and inputs
    std::vector<std::string> notices;
};
// Of the runs whose runtime directories were swept: those that have a start in this history and no
// end. A history that cannot be read tells of none; the start that follows says why.
Killed killedRuns(const Places& places, const std::vector<std::string>& swept);

// "an apply of run ID was interrupted ...", one for each that nobody is finishing right now.
std::vector<std::string> interruptedApplies(const Places& places);

} // namespace leadglass::session
