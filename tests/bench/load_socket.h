// Sockets of a load program: on loopback, without delay, and the program ends where one cannot be had.
#pragma once

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <cstdio>
#include <cstdlib>

#include "core/base/unique_fd.h"

namespace leadglass::bench {

inline void noDelay(int fd) {
    const int on = 1;
    ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

inline UniqueFd tcp(std::uint16_t port, bool listen) {
    UniqueFd s(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const int on = 1;
    ::setsockopt(s.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    noDelay(s.get());
    sockaddr_in a{};
    a.sin_family = AF_INET;
    a.sin_port = htons(port);
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const auto* at = reinterpret_cast<const sockaddr*>(&a);
    if (listen ? ::bind(s.get(), at, sizeof a) != 0 || ::listen(s.get(), 1024) != 0 : ::connect(s.get(), at, sizeof a) != 0) {
        std::perror("load: socket");
        std::_Exit(1);
    }
    return s;
}

inline std::uint16_t portOf(int fd) {
    sockaddr_in a{};
    socklen_t n = sizeof a;
    ::getsockname(fd, reinterpret_cast<sockaddr*>(&a), &n);
    return ntohs(a.sin_port);
}

} // namespace leadglass::bench
