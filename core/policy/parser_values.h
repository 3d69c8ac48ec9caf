// Internal to the parser: scalars that have a form of their own.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace leadglass::policy {

// "512B", "64KiB", "8GiB", "10 MB": bytes. Without a unit it is no size: 20 may be meant as GiB.
std::optional<std::uint64_t> parseSize(std::string_view text);
// "45s", "30m", "8h", "2d": seconds, never 0.
std::optional<std::uint64_t> parseDuration(std::string_view text);
// HOME-relative path without "..", ".", doubled or trailing slashes; nullopt if it cannot be.
std::optional<std::string> cleanRelative(std::string_view text);
// A variable's name; with `pattern` one '*' may end it after at least three characters.
bool isVariableName(std::string_view text, bool pattern);
bool isProfileName(std::string_view text);

} // namespace leadglass::policy
