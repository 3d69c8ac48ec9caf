// Why a connection or a name is refused, and the smallest change that would allow it: one table of all
// reasons. For the person's screens and history only: nothing of it goes to the agent.
#pragma once

#include <string>
#include <vector>

#include "core/policy/types.h"

namespace leadglass::policy {

// Every code there is, of evaluator, gatekeeper, dialler and egress.
std::vector<std::string> refusalReasons();

// "no rule allows it" for "default". A code that is not known is shown with spaces.
std::string refusalWords(const std::string& reason);

// "FILE:LINE, layer profile, rule profile:12"; empty where no line of a file took part.
std::string placeInWords(const std::optional<Origin>& origin, const std::string& ruleId);

// What would allow `request`, refused for `reason`: "--allow a.example", "take back the rule at FILE:LINE".
// Says so where nothing can. `place` is where the line that decided stands, as describe() says it. Port 0: a name
// that was looked up. Empty where there is nothing to change: the run ended.
std::string wayOut(const EgressRequest& request, const std::string& reason, const std::string& place);

} // namespace leadglass::policy
