// What a live run takes of its limits, as one member of run_control.h's messages.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace leadglass::wire {

struct LimitUse {
    std::string name; // key, as in [limits] of a policy; of all runs together: "total_..."
    std::string unit; // bytes tasks percent descriptors seconds runs
    std::optional<std::uint64_t> limit; // nothing: none
    std::optional<std::uint64_t> used;  // nothing: nobody counts it
    bool atMost = false;  // `used` is an upper bound
    std::string by;       // what enforces it, in words
    std::vector<std::string> codes{}; // and as codes of core/sandbox/limit_lines.h; none: of an earlier version
};
constexpr std::size_t kMaxLimitUses = 32;
constexpr std::size_t kMaxEnforcers = 8;

struct RunUsage {
    std::uint64_t member = 0; // a process of the run, as the supervisor numbers it: the one that holds its namespaces; 0: none yet
    std::vector<LimitUse> limits;
};

} // namespace leadglass::wire
