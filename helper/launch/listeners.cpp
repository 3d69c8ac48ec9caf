#include "helper/launch/listeners.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/netlink.h>
#include <netinet/in.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/wire/launch_channel.h"
#include "helper/launch/network.h"
#include "helper/launch/report.h"

namespace leadglass::launch {
namespace {

using wire::LaunchSocket;

// Collects sockets; sends a message whenever one is full.
class Parcel {
public:
    void add(LaunchSocket kind, std::uint16_t port, int fd) {
        m_kinds[m_count] = kind;
        m_ports[m_count] = port;
        m_fds[m_count++] = fd;
        if (m_count == wire::kLaunchMessageFds) {
            flush();
        }
    }
    void flush() {
        if (m_count == 0) {
            return;
        }
        wire::LaunchPacker message(wire::LaunchTag::Listeners);
        message.u8(static_cast<std::uint8_t>(m_count));
        for (std::size_t i = 0; i < m_count; ++i) {
            message.u8(static_cast<std::uint8_t>(m_kinds[i]));
            message.u16(m_ports[i]);
        }
        errno = wire::sendControl(wire::kLaunchControlFd, message, m_fds, m_count);
        if (errno != 0) {
            fail("listeners", "cannot pass the sockets on");
        }
        for (std::size_t i = 0; i < m_count; ++i) {
            close(m_fds[i]);
        }
        m_count = 0;
    }

private:
    LaunchSocket m_kinds[wire::kLaunchMessageFds] = {};
    std::uint16_t m_ports[wire::kLaunchMessageFds] = {};
    int m_fds[wire::kLaunchMessageFds] = {};
    std::size_t m_count = 0;
};

enum class Where { Anywhere, Loopback };

void setOption(int fd, int level, int option, const char* what) {
    const int on = 1;
    if (setsockopt(fd, level, option, &on, sizeof on) != 0) {
        fail("listeners", what);
    }
}

int makeSocket(int family, int type, std::uint16_t port, Where where) {
    const int fd = socket(family, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) {
        fail("listeners", "socket");
    }
    setOption(fd, SOL_SOCKET, SO_REUSEADDR, "SO_REUSEADDR");
    if (type == SOCK_DGRAM) {
        // The answer must come from the address that was asked.
        if (family == AF_INET) {
            setOption(fd, IPPROTO_IP, IP_PKTINFO, "IP_PKTINFO");
            setOption(fd, IPPROTO_IP, IP_FREEBIND, "IP_FREEBIND");
        } else {
            setOption(fd, IPPROTO_IPV6, IPV6_RECVPKTINFO, "IPV6_RECVPKTINFO");
            setOption(fd, IPPROTO_IPV6, IPV6_FREEBIND, "IPV6_FREEBIND");
        }
    }
    int failed = 0;
    if (family == AF_INET) {
        struct sockaddr_in address {};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(where == Where::Loopback ? INADDR_LOOPBACK : INADDR_ANY);
        failed = bind(fd, reinterpret_cast<struct sockaddr*>(&address), sizeof address);
    } else {
        setOption(fd, IPPROTO_IPV6, IPV6_V6ONLY, "IPV6_V6ONLY");
        struct sockaddr_in6 address {};
        address.sin6_family = AF_INET6;
        address.sin6_port = htons(port);
        address.sin6_addr = where == Where::Loopback ? in6addr_loopback : in6addr_any;
        failed = bind(fd, reinterpret_cast<struct sockaddr*>(&address), sizeof address);
    }
    if (failed != 0 || (type == SOCK_STREAM && listen(fd, SOMAXCONN) != 0)) {
        char detail[64];
        snprintf(detail, sizeof detail, "port %u: is it granted or captured twice?", port);
        fail("listeners", detail);
    }
    return fd;
}

void addBoth(Parcel& parcel, LaunchSocket kind4, LaunchSocket kind6, int type, std::uint16_t port,
             Where where, bool v6) {
    parcel.add(kind4, port, makeSocket(AF_INET, type, port, where));
    if (v6) {
        parcel.add(kind6, port, makeSocket(AF_INET6, type, port, where));
    }
}

} // namespace

void sendListeners(const wire::LaunchPlan& plan) {
    Parcel parcel;
    const bool v6 = kernelHasIpv6();
    // Special before general: with a port list, loopback sockets must be bound first or not at all.
    addBoth(parcel, LaunchSocket::Proxy, LaunchSocket::Proxy, SOCK_STREAM, plan.proxyPort,
            Where::Loopback, v6);
    addBoth(parcel, LaunchSocket::Dns4, LaunchSocket::Dns6, SOCK_DGRAM, kDnsPort, Where::Anywhere,
            v6);
    wire::PlanCursor at = plan.loopbackPorts.first;
    for (std::uint32_t i = 0; i < plan.loopbackPorts.count; ++i) {
        addBoth(parcel, LaunchSocket::Loopback, LaunchSocket::Loopback, SOCK_STREAM,
                wire::nextPort(at), Where::Loopback, v6);
    }
    if (plan.capture == wire::PlanCapture::NftRedirect) {
        addBoth(parcel, LaunchSocket::Captured4, LaunchSocket::Captured6, SOCK_STREAM, kCapturePort,
                Where::Anywhere, v6);
    } else {
        at = plan.anyIpPorts.first;
        for (std::uint32_t i = 0; i < plan.anyIpPorts.count; ++i) {
            addBoth(parcel, LaunchSocket::Captured4, LaunchSocket::Captured6, SOCK_STREAM,
                    wire::nextPort(at), Where::Anywhere, v6);
        }
    }
    const int diag = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_SOCK_DIAG);
    if (diag < 0) {
        fail("listeners", "socket diagnosis");
    }
    parcel.add(LaunchSocket::SockDiag, 0, diag);
    parcel.flush();
}

} // namespace leadglass::launch
