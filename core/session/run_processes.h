// The processes of a run, found from outside by their network namespace (namespaces(7)): every
// process inside shares it and none can leave it.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/clock.h"

namespace leadglass::session {

constexpr std::size_t kMaxRunProcesses = 16384;

// `member`: any process of the run, as this side numbers it. Empty if it is gone. A process whose first
// thread has ended stands here with one that lives, which /proc takes as well.
std::vector<pid_t> runProcesses(pid_t member);

// What /proc/PID/status says of one (proc(5)); sizes in bytes.
struct RunProcess {
    pid_t pid = 0;
    pid_t parent = 0;
    bool firstEnded = false;    // its first thread, not the process; `pid` is another one of it
    pid_t inner = 0;            // its number in the innermost PID namespace that it is in
    char state = '?';           // as there: R running, S sleeping, D waiting for a device, T t stopped, Z ended
    bool zombie = false;        // ended, not yet waited for: counts as a task, has no memory
    std::uint64_t tasks = 1;    // its threads
    std::uint64_t own = 0;      // anonymous memory, swapped memory and page tables
    std::uint64_t shared = 0;   // resident pages of files and of shared memory
    [[nodiscard]] std::uint64_t resident() const { return own + shared; }
};
// Processes whose namespaces we may not see: those of others, and in the run those of a program that the run may
// execute and not read (access(2), 0711). They are looked for once in kSearchInterval, by their parents.
struct Unseen {
    Nanos next = 0;
    std::vector<pid_t> pids;
};
constexpr Nanos kSearchInterval = 2'000'000'000;

// As above, with those, and with zombies (found by their parent, for a zombie has no namespaces).
std::vector<RunProcess> lookAtRun(pid_t member, Unseen& unseen);

// Nanoseconds of CPU time that a process and those that it has waited for used (/proc/PID/stat);
// 0 if it is gone.
std::uint64_t cpuTimeOf(pid_t pid);

// Is it outside of the namespaces that bwrap made? Launch and bwrap are.
bool isOuter(pid_t pid);

std::string procPath(pid_t pid, const char* what);

} // namespace leadglass::session
