// The words of `protocol = "..."`, the same in policies, grants, questions and the history.
#pragma once

#include <optional>
#include <string_view>

#include "core/policy/types.h"

namespace leadglass::policy {

// "tls", "http", "ssh", "tcp"; "" for Default.
const char* protocolName(Protocol protocol);
// Nothing for any other word.
std::optional<Protocol> protocolNamed(std::string_view word);

} // namespace leadglass::policy
