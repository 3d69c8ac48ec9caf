// An action in words ("api.example.com:443", "GET https://api.example.com/v1") as the evaluator takes it.
#pragma once

#include <optional>
#include <string_view>

#include "core/base/result.h"
#include "core/policy/request.h"
#include "core/policy/types.h"

namespace leadglass::policy {

// HOST[:PORT] (443 unless said), ADDRESS[:PORT] in any spelling, [V6]:PORT, loopback:PORT, each
// with "egress ", "host " or "connect " before it or not. No canonical form: an error.
Result<EgressRequest> parseAction(std::string_view text);

struct Action {
    EgressRequest to;
    std::optional<HttpRequest> request; // unset: the connection alone
};
// All of that, and "METHOD URL", "fetch URL", "push REF URL", "create REF URL", "delete REF URL", where REF is
// "refs/heads/x", or "x" for that, and URL is that of a repository.
Result<Action> parseActionOrRequest(std::string_view text);
// What evaluateEgress() or evaluateRequest() says of it.
Decision evaluateAction(const EffectivePolicy& policy, const Action& action, const std::vector<Address>& ownAddresses);

} // namespace leadglass::policy
