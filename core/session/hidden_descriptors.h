// Trust: a process of the run that does not let itself be looked into (prctl(2), PR_SET_DUMPABLE): /proc/PID/fd
//        is closed to us, and its descriptors can only be taken one by one (pidfd_getfd(2)).
// Privilege: as over every process of the run. A child takes them: to close the last one of a socket can wait
//        as long as who made it wants (SO_LINGER), and a child can be killed.
// Input: numbers below its FDSize (proc_pid_status(5)).
// Fails: what cannot be taken, or not in time, is left out.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <vector>

#include "core/base/clock.h"

namespace leadglass::session {

struct HeldFile {
    dev_t device = 0;
    ino_t inode = 0;
    nlink_t names = 0;
    std::uint64_t blocks = 0; // of st_blocks (stat(2))
};

// The regular files that it holds open, some perhaps more than once. Within about `patience`.
std::vector<HeldFile> hiddenDescriptors(pid_t pid, Nanos patience);

} // namespace leadglass::session
