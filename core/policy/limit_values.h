// One limit from text ("memory" "8GiB"), for --limit.
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/policy/types.h"

namespace leadglass::policy {

// KEYs as in [limits]. An unknown key or a value that cannot be read: an error that names both.
Status setLimit(Limits& limits, const std::string& key, const std::string& value);

} // namespace leadglass::policy
