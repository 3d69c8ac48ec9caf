// The limits of a plan, each with what enforces it. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/sandbox/plan.h"

namespace leadglass::sandbox {

struct LimitLine {
    std::string name; // key, as in [limits]
    std::optional<std::uint64_t> value; // nothing: not limited
    const char* unit;
    std::string mechanism;          // in words
    std::vector<std::string> codes{}; // of enforcerCodes(): the same for whoever has words of their own
};
// Every code of what enforces a limit.
std::vector<std::string> enforcerCodes();
std::vector<LimitLine> limitLines(const Plan& plan);

// Real root outside and inside: the kernel does not count the processes of user 0 (fork(2), RLIMIT_NPROC).
bool exemptFromTaskLimit(const Plan& plan);

} // namespace leadglass::sandbox
