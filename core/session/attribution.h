// Which process inside made a connection: for display and audit only, it never widens a verdict.
//
// Works over a NETLINK_SOCK_DIAG socket made in the run's network namespace (sock_diag(7)): the
// 4-tuple gives the socket's inode, /proc/PID/fd gives its holder. Bounded by
// kMaxRunProcesses.
#pragma once

#include <sys/types.h>

#include <string>

#include "core/base/unique_fd.h"
#include "core/wire/egress_control.h"

namespace leadglass::session {

class Attribution {
public:
    Attribution() = default;
    // `diag`: the passed socket. `runProcess`: any process of the run, as this side sees it.
    Attribution(UniqueFd diag, pid_t runProcess);

    // "PID NAME (EXE) < PARENT NAME < ..." fit for a screen; empty when it cannot be told.
    std::string describe(const wire::Endpoint& client, const wire::Endpoint& local);

private:
    unsigned long inodeOf(const wire::Endpoint& client, const wire::Endpoint& local);

    UniqueFd m_diag;
    pid_t m_runProcess = -1;
    pid_t m_lastHolder = -1; // most connections come from the process that made the last one
};

} // namespace leadglass::session
