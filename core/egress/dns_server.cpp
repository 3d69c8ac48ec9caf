#include "core/egress/dns_server.h"

#include <sys/epoll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "core/base/sys.h"
#include "core/egress/endpoint.h"

namespace leadglass::egress {
namespace {
constexpr Nanos kPatience = 5'000'000'000; // a resolver has asked again by then
constexpr int kBatch = 64;
} // namespace

DnsServer::DnsServer(EventLoop& loop, Ask ask) : m_loop(loop), m_ask(std::move(ask)) {}

DnsServer::~DnsServer() {
    for (const auto& socket : m_sockets) {
        m_loop.remove(socket.get());
    }
}

Status DnsServer::listen(UniqueFd socket) {
    LG_TRY(sys::setNonBlocking(socket.get(), true));
    const int fd = socket.get();
    LG_TRY(m_loop.add(fd, EPOLLIN, [this, fd](std::uint32_t) { onReadable(fd); }));
    m_sockets.push_back(std::move(socket));
    return {};
}

void DnsServer::onReadable(int socket) {
    expire();
    for (int i = 0; i < kBatch && receiveOne(socket); ++i) {
    }
}

bool DnsServer::receiveOne(int socket) {
    std::array<std::uint8_t, kMaxDnsPacket> packet;
    alignas(cmsghdr) std::array<char, 128> control{};
    Peer peer;
    peer.socket = socket;
    iovec part{packet.data(), packet.size()};
    msghdr message{};
    message.msg_name = &peer.address;
    message.msg_namelen = sizeof peer.address;
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    const ssize_t size = ::recvmsg(socket, &message, MSG_DONTWAIT);
    if (size < 0) {
        return errno == EINTR || errno == ECONNREFUSED; // an ICMP error for an earlier answer
    }
    peer.length = message.msg_namelen;
    for (cmsghdr* c = CMSG_FIRSTHDR(&message); c != nullptr; c = CMSG_NXTHDR(&message, c)) {
        if (c->cmsg_level == IPPROTO_IP && c->cmsg_type == IP_PKTINFO) {
            in_pktinfo info{};
            std::memcpy(&info, CMSG_DATA(c), sizeof info);
            peer.local4 = info.ipi_addr; // the header's destination (ip(7))
            peer.hasLocal = true;
        } else if (c->cmsg_level == IPPROTO_IPV6 && c->cmsg_type == IPV6_PKTINFO) {
            std::memcpy(&peer.local6, CMSG_DATA(c), sizeof peer.local6);
            peer.v6 = true;
            peer.hasLocal = true;
        }
    }
    if ((message.msg_flags & MSG_TRUNC) == 0) {
        take(peer, std::span(packet).first(static_cast<std::size_t>(size)));
    }
    return true;
}

void DnsServer::take(const Peer& peer, std::span<const std::uint8_t> packet) {
    auto question = parseDnsQuery(packet);
    if (!question) {
        return;
    }
    if (!question->hostLike || question->name.empty() || question->name.size() > 253) {
        answer(peer, buildDnsResponse(*question, DnsCode::NoName));
        return;
    }
    // Other types are judged (and recorded) by name too, and have an empty answer at best.
    const wire::DnsQuery query{m_next, question->name, question->type == kDnsTypeAaaa, toEndpoint(peer.address)};
    if (m_pending.size() >= kMaxPending || !m_ask(query)) {
        answer(peer, buildDnsResponse(*question, DnsCode::ServerFailure));
        return;
    }
    ++m_next;
    m_pending.emplace(query.query, Pending{peer, std::move(*question), systemClock().awake()});
}

void DnsServer::expire() {
    const Nanos now = systemClock().awake();
    while (!m_pending.empty() && now - m_pending.begin()->second.since > kPatience) {
        m_pending.erase(m_pending.begin());
    }
}

void DnsServer::onVerdict(const wire::DnsVerdict& verdict) {
    auto node = m_pending.extract(verdict.query);
    if (node.empty()) {
        return;
    }
    const Pending& pending = node.mapped();
    std::vector<std::uint8_t> packet;
    switch (verdict.kind) {
    case wire::DnsVerdict::Kind::Address: {
        if (pending.question.type != kDnsTypeA && pending.question.type != kDnsTypeAaaa) {
            packet = buildDnsResponse(pending.question, DnsCode::NoError);
            break;
        }
        const bool v6 = pending.question.type == kDnsTypeAaaa;
        const std::span<const std::uint8_t> address =
            v6 ? std::span<const std::uint8_t>(verdict.v6)
               : std::span<const std::uint8_t>(verdict.v4);
        packet = buildDnsResponse(pending.question, DnsCode::NoError, address);
        break;
    }
    case wire::DnsVerdict::Kind::NoName:
        packet = buildDnsResponse(pending.question, DnsCode::NoName);
        break;
    case wire::DnsVerdict::Kind::NoData:
        packet = buildDnsResponse(pending.question, DnsCode::NoError);
        break;
    case wire::DnsVerdict::Kind::ServerFailure:
        packet = buildDnsResponse(pending.question, DnsCode::ServerFailure);
        break;
    }
    answer(pending.peer, packet);
}

void DnsServer::answer(const Peer& peer, const std::vector<std::uint8_t>& packet) {
    alignas(cmsghdr) std::array<char, 128> control{};
    sockaddr_storage to = peer.address;
    iovec part{const_cast<std::uint8_t*>(packet.data()), packet.size()};
    msghdr message{};
    message.msg_name = &to;
    message.msg_namelen = peer.length;
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    if (peer.hasLocal) {
        // A stub resolver drops an answer that does not come from the address it asked.
        message.msg_control = control.data();
        in_pktinfo info4{};
        info4.ipi_spec_dst = peer.local4;
        const std::size_t size = peer.v6 ? sizeof peer.local6 : sizeof info4;
        message.msg_controllen = CMSG_SPACE(size);
        cmsghdr* c = CMSG_FIRSTHDR(&message);
        c->cmsg_level = peer.v6 ? IPPROTO_IPV6 : IPPROTO_IP;
        c->cmsg_type = peer.v6 ? IPV6_PKTINFO : IP_PKTINFO;
        c->cmsg_len = CMSG_LEN(size);
        std::memcpy(CMSG_DATA(c), peer.v6 ? static_cast<const void*>(&peer.local6) : &info4, size);
    }
    // Lost like any datagram where the buffer is full; the resolver asks again.
    (void)::sendmsg(peer.socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
}

} // namespace leadglass::egress
