// A pty of a test.
#pragma once

#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>

#include "core/base/unique_fd.h"

namespace leadglass::test {

// Its master, which does not block, and its `slave`. Invalid ones where there is none to be had.
inline UniqueFd newPty(UniqueFd& slave) {
    UniqueFd master(::open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK));
    if (::unlockpt(master.get()) == 0) {
        slave.reset(::ioctl(master.get(), TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC));
    }
    return master;
}

} // namespace leadglass::test
