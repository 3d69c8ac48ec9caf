// Trust: JSON that an agent has written.
// Privilege: none; pure.
// Input: at most beneath::kMaxFileBytes; nesting at most 128.
// Fails: text that is no JSON object is an Error: keys that cannot be found cannot be removed.
//
// Keys that do not survive a run, taken out of a JSON state file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace leadglass::session {

// `keys` as in policy: "mcpServers", "projects.*.mcpServers". The order of other keys stays.
Result<std::string> dropJsonKeys(std::string_view json, const std::vector<std::string>& keys);

} // namespace leadglass::session
