// An action in words ("api.example.com:443") as the evaluator takes it.
#pragma once

#include <string_view>

#include "core/base/result.h"
#include "core/policy/types.h"

namespace leadglass::policy {

// HOST[:PORT] (443 unless said), ADDRESS[:PORT] in any spelling, [V6]:PORT, loopback:PORT, each
// with "egress ", "host " or "connect " before it or not. No canonical form: an error.
Result<EgressRequest> parseAction(std::string_view text);

} // namespace leadglass::policy
