// Which process inside made a connection: for display and audit only, it never widens a verdict.
//
// Works over a NETLINK_SOCK_DIAG socket made in the run's network namespace (sock_diag(7)): the
// 4-tuple gives the socket's inode, /proc/PID/fd gives its holder. Looking through processes costs
// what the run makes it cost (its processes times their descriptors), so it has a share of this
// thread's time: kShare of what passes, at most kCredit at once. Beyond it the answer is empty.
#pragma once

#include <sys/types.h>

#include <string>

#include "core/base/clock.h"
#include "core/base/unique_fd.h"
#include "core/wire/egress_control.h"

namespace leadglass::session {

class Attribution {
public:
    static constexpr Nanos kCredit = 200'000'000;
    static constexpr Nanos kShare = 10; // one part in so many

    Attribution() = default;
    // `diag`: the passed socket. `runProcess`: any process of the run, as this side sees it.
    Attribution(UniqueFd diag, pid_t runProcess);

    // "PID NAME (EXE) < PARENT NAME < ..." fit for a screen; empty when it cannot be told.
    std::string describe(const wire::Endpoint& client, const wire::Endpoint& local);

private:
    pid_t holderOf(unsigned long inode);
    unsigned long inodeOf(const wire::Endpoint& client, const wire::Endpoint& local);

    UniqueFd m_diag;
    pid_t m_runProcess = -1;
    pid_t m_lastHolder = -1; // most connections come from the process that made the last one
    std::uint32_t m_sequence = 0;
    Nanos m_credit = kCredit;
    Nanos m_counted = 0; // when the credit was last brought up to date
};

} // namespace leadglass::session
