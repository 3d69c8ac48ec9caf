// Decisions and effective policies in words, for `policy explain` and `policy show`.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/policy/policy_lines.h"
#include "core/policy/request.h"
#include "core/policy/types.h"

namespace leadglass::policy {

// Rule, file and line, layer, reason, and the smallest change that would allow it.
std::string explain(const EffectivePolicy& policy, const EgressRequest& request,
                    const Decision& decision);
// The same of one request: with the condition of each rule for the host that did not hold, the ref of a push that decided,
// the secrets that go in, and what cannot be seen.
std::string explain(const EffectivePolicy& policy, const EgressRequest& connection, const HttpRequest& request, const Decision& decision);
// The whole effective policy: its files named once, every line with its origin, limits as here. `builtIn`: what
// holds besides, by no line of a file: title and text.
std::string show(const EffectivePolicy& policy, const std::vector<std::pair<std::string, std::string>>& builtIn = {});
// The same, line by line; its files' names and version aside.
std::vector<PolicyLine> policyLines(const EffectivePolicy& policy, const std::vector<std::pair<std::string, std::string>>& builtIn = {});

} // namespace leadglass::policy
