// Trust: UDP datagrams of clients inside the run.
// Privilege: the run's UDP sockets; answers only to who asked, from the address that was asked.
// Input: one datagram at a time; see dns_message.h.
// Fails: dropped, or SERVFAIL where too many questions are open.
//
// Answers A and AAAA as the supervisor says; every other type has no data. Nothing is forwarded.
#pragma once

#include <netinet/in.h>

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "core/base/event_loop.h"
#include "core/base/unique_fd.h"
#include "core/egress/dns_message.h"
#include "core/wire/egress_control.h"

namespace leadglass::egress {

class DnsServer {
public:
    // Sends a question to the supervisor; false: overloaded.
    using Ask = std::function<bool(const wire::DnsQuery&)>;
    DnsServer(EventLoop& loop, Ask ask);
    ~DnsServer();
    DnsServer(const DnsServer&) = delete;
    DnsServer& operator=(const DnsServer&) = delete;

    Status listen(UniqueFd socket); // UDP, non-blocking is set; PKTINFO is on
    void onVerdict(const wire::DnsVerdict& verdict);

private:
    struct Peer {
        int socket = -1;
        sockaddr_storage address{};
        socklen_t length = 0;
        bool v6 = false; // which of the two below counts
        in_addr local4{};
        in6_pktinfo local6{};
        bool hasLocal = false;
    };
    struct Pending {
        Peer peer;
        DnsQuestion question;
        Nanos since = 0;
    };
    void onReadable(int socket);
    bool receiveOne(int socket);
    void take(const Peer& peer, std::span<const std::uint8_t> packet);
    void expire();
    static void answer(const Peer& peer, const std::vector<std::uint8_t>& packet);

    static constexpr std::size_t kMaxPending = 1024;
    EventLoop& m_loop;
    Ask m_ask;
    std::vector<UniqueFd> m_sockets;
    std::map<std::uint64_t, Pending> m_pending; // by query id, oldest first
    std::uint64_t m_next = 1;
};

} // namespace leadglass::egress
