// Addresses of sockets as the supervisor is told of them.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cstring>

#include "core/wire/egress_control.h"

namespace leadglass::egress {

// Port 0: of no family that is known here.
inline wire::Endpoint toEndpoint(const sockaddr_storage& address) {
    wire::Endpoint out;
    if (address.ss_family == AF_INET) {
        sockaddr_in v4{};
        std::memcpy(&v4, &address, sizeof v4);
        std::memcpy(out.bytes.data(), &v4.sin_addr, 4);
        out.port = ntohs(v4.sin_port);
    } else if (address.ss_family == AF_INET6) {
        sockaddr_in6 v6{};
        std::memcpy(&v6, &address, sizeof v6);
        out.port = ntohs(v6.sin6_port);
        if (IN6_IS_ADDR_V4MAPPED(&v6.sin6_addr)) { // a dual-stack listener
            std::memcpy(out.bytes.data(), v6.sin6_addr.s6_addr + 12, 4);
        } else {
            out.v6 = true;
            std::memcpy(out.bytes.data(), &v6.sin6_addr, 16);
        }
    }
    return out;
}

} // namespace leadglass::egress
