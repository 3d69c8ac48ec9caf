// One request to a service that gives out credentials.
#pragma once

#include "core/secrets/mint_wire.h"

namespace leadglass::mint {

// `wall`: nanoseconds since the epoch.
Result<secrets::MintAnswer> serve(const secrets::MintRequest& request, std::int64_t wall);

} // namespace leadglass::mint
