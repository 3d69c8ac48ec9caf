// Trust: event fields: host names, paths, process names from inside a run.
// Privilege: none; pure.
// Input: any bytes, any length.
// Fails: never; what is not fit is written as a visible escape, what is too long is elided.
//
// An event as it is stored and hashed: every field valid UTF-8, one line, bounded.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/audit/event.h"

namespace leadglass::audit {

constexpr std::size_t kMaxFieldBytes = 1024;
constexpr std::size_t kMaxProcessBytes = 2048;
constexpr std::size_t kMaxDetailBytes = 64 * 1024; // a whole plan fits

Event storable(const Event& event);

// The same JSON with everything that could deceive a screen as \uXXXX; bytes that are not UTF-8
// become U+FFFD. Longer than kMaxDetailBytes: {"omitted_bytes":N}, so it stays JSON.
std::string storableJson(std::string_view json);

}  // namespace leadglass::audit
