// The writer of core/wire/command_request.h, with std types; for the supervisor.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/wire/command_request.h"

namespace leadglass::wire {

// Invalid: it would not parse (no word, a NUL, too long).
Result<std::vector<std::uint8_t>> encodeCommandRequest(CommandKind kind, const std::array<bool, 3>& terminal,
                                                       const std::string& term, const std::vector<std::string>& words);

} // namespace leadglass::wire
