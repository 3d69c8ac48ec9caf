// The child's end of the control socket: sending and receiving the messages of launch_control.h.
// libc-only; used by leadglass-launch and leadglass-init.
#pragma once

#include "core/wire/launch_control.h"

namespace leadglass::wire {

// Sends one message, with descriptors if there are any. 0, or an errno.
int sendControl(int fd, const LaunchPacker& message, const int* fds = nullptr, std::size_t count = 0);

// Sends Failed{step, sysErrno, detail} and ends the process with 125. A peer that is gone changes
// nothing: the exit status is the same.
[[noreturn]] void failControl(int fd, const char* step, int sysErrno, const char* detail);

// Receives one message of at most kLaunchMessageMax bytes. Descriptors are refused, or those that came
// are put into `fds` (close-on-exec; room for kLaunchMessageFds) and their number into `count`. Returns its size, 0 at end of file, or -errno. Retries on EINTR.
long receiveControl(int fd, std::uint8_t* buffer, int* fds = nullptr, std::size_t* count = nullptr);

} // namespace leadglass::wire
