// Limits: from text for --limit, to text for people, and as this machine lets them be.
#pragma once

#include <array>
#include <string>

#include "core/base/result.h"
#include "core/policy/types.h"

namespace leadglass::policy {

// What --limit KEY=VALUE takes.
inline constexpr std::array kLimitKeys{"cpu",       "memory", "processes", "disk",      "open_files",
                                       "file_size", "tmp",    "cpu_time",  "wall_clock"};

// KEYs as in [limits]. An unknown key or a value that cannot be read: an error that names both.
Status setLimit(Limits& limits, const std::string& key, const std::string& value);

// For people: "8 GiB", "24 h", "2048". `key` as in [limits]; also "hold".
std::string limitText(const std::string& key, double value);

// What a run gets of `wanted`: the hard limit of this process (getrlimit(2)) where that is less,
// for no run can raise it. `resource`: RLIMIT_*.
std::uint64_t heldByMachine(int resource, std::uint64_t wanted);
// The limits as a run here has them, each at most this machine's.
Limits asHere(const Limits& limits);

} // namespace leadglass::policy
