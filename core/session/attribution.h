// Which process inside made a connection.
//
// The text is for display and audit: names and programs are the inside's to choose. The tree is a
// number of the kernel's making alone (pid and start time, as this side sees them), for "once":
// it may join what one tree asks for twice, and never widens what was answered. Its root is the process
// just below the run's own command, e.g. one tool call of an agent, else that command itself. A
// process that lets another use its socket could have connected itself: nothing is gained by it.
//
// Works over a NETLINK_SOCK_DIAG socket made in the run's network namespace (sock_diag(7)): the
// 4-tuple gives the socket's inode, /proc/PID/fd gives its holder. Looking through processes costs
// what the run makes it cost (its processes times their descriptors), so it has a share of this
// thread's time: kShare of what passes, at most kCredit at once. Beyond it the answer is empty.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
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

    struct Client {
        std::string text;       // "PID NAME (EXE) < PARENT NAME < ..." fit for a screen; may be empty
        std::uint64_t tree = 0; // 0: it cannot be told
    };
    // The client has closed its end for good (not only for writing). False where it cannot be told.
    bool hasLeft(const wire::Endpoint& client, const wire::Endpoint& local);
    Client clientOf(const wire::Endpoint& client, const wire::Endpoint& local);
    // Who holds the UDP socket bound to that port. For what is rare: it looks through all UDP sockets of the run (as many
    // as kMostLooked), and through processes as above.
    Client askerOf(const wire::Endpoint& client);
    static constexpr std::size_t kMostLooked = 20000;
    // As this side sees it: of SO_PEERCRED on a socket of ours.
    [[nodiscard]] Client ofProcess(pid_t pid) const;

private:
    pid_t holderOf(unsigned long inode);
    // 0: no process has that socket any more; nothing: it cannot be told.
    std::optional<unsigned long> inodeOf(const wire::Endpoint& client, const wire::Endpoint& local);
    unsigned long datagramInode(std::uint8_t family, std::uint16_t port); // 0: none

    UniqueFd m_diag;
    pid_t m_runProcess = -1;
    pid_t m_lastHolder = -1; // most connections come from the process that made the last one
    std::uint32_t m_sequence = 0;
    Nanos m_credit = kCredit;
    Nanos m_counted = 0; // when the credit was last brought up to date
};

} // namespace leadglass::session
