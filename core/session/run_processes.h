// The processes of a run, found from outside by their network namespace (namespaces(7)): every
// process inside shares it and none can leave it.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <vector>

namespace leadglass::session {

constexpr std::size_t kMaxRunProcesses = 16384;

// `member`: any process of the run, as this side numbers it. Empty if it is gone.
std::vector<pid_t> runProcesses(pid_t member);

// Memory of one process in bytes: resident (cheap, counts shared pages in full) and proportional
// (smaps_rollup, proc(5); 0 if it cannot be read).
std::uint64_t residentBytes(pid_t pid);
std::uint64_t proportionalBytes(pid_t pid);

} // namespace leadglass::session
