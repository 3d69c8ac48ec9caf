// Trust: processes inside a run choose their names, their words and how many they are.
// Privilege: the person's; reads /proc.
// Input: what lives in the run that `member` belongs to; 15 bytes of a name, kMostWords of a command.
// Fails: one that cannot be read is left out; beyond api::kMostProcesses only their number is told.
//
// Not for the supervisor: /proc/PID/cmdline is memory of the process, and one that lets a reader wait stops only who looks.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <vector>

#include "core/api/run_detail_service.h"
#include "core/session/run_processes.h"

namespace leadglass::session {

constexpr std::size_t kMostWords = 4096; // bytes of a command's words

struct ProcessList {
    std::vector<api::ProcessNow> processes; // parents before their children, the oldest first
    std::uint64_t more = 0;
    std::uint64_t cpu = 0; // nanoseconds, of all
};

// Without launch, bwrap and init, which are ours. `unseen`: of the same run, from one look to the next.
ProcessList listProcesses(pid_t member, Unseen& unseen);

} // namespace leadglass::session
