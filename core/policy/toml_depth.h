// What the TOML library builds from a dotted key is a table in a table for each part, and it takes them down by
// one call inside the other: a key of some hundred thousand parts ends the process. It bounds lists and tables
// in one another itself.
#pragma once

#include <cstddef>
#include <string_view>

namespace leadglass::policy {

constexpr std::size_t kMaxKeyParts = 16;

// The first line, from 1, on which a key ("a.b.c") has more parts; 0: there is none. Text that is no TOML gets
// some answer.
std::size_t lineOfTooDeepKey(std::string_view toml);

// Past a text in quotes that begins at `at` (TOML 1.0, "String"); what does not end does so with its line.
std::size_t afterTomlText(std::string_view toml, std::size_t at);

} // namespace leadglass::policy
