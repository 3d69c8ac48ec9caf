#include "core/session/loopback_socket.h"

#include <netinet/in.h>

#include <cerrno>
#include <cstring>

namespace leadglass::session {
namespace {

constexpr int kBacklog = 128;

} // namespace

socklen_t loopbackAddress(bool v6, std::uint16_t port, sockaddr_storage& out) {
    out = {};
    if (v6) {
        auto& six = reinterpret_cast<sockaddr_in6&>(out);
        six.sin6_family = AF_INET6;
        six.sin6_port = htons(port);
        six.sin6_addr = in6addr_loopback;
        return sizeof six;
    }
    auto& four = reinterpret_cast<sockaddr_in&>(out);
    four.sin_family = AF_INET;
    four.sin_port = htons(port);
    four.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return sizeof four;
}

Result<UniqueFd> listenOn(bool v6, std::uint16_t port, const std::string& asked) {
    UniqueFd fd(::socket(v6 ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    sockaddr_storage at{};
    const socklen_t size = loopbackAddress(v6, port, at);
    const int on = 1;
    const auto set = [&](int level, int name) { return ::setsockopt(fd.get(), level, name, &on, sizeof on) == 0; };
    if (fd && set(SOL_SOCKET, SO_REUSEADDR) && (!v6 || set(IPPROTO_IPV6, IPV6_V6ONLY)) &&
        ::bind(fd.get(), reinterpret_cast<const sockaddr*>(&at), size) == 0 && ::listen(fd.get(), kBacklog) == 0) {
        return fd;
    }
    if (v6 && (errno == EAFNOSUPPORT || errno == EADDRNOTAVAIL)) {
        return UniqueFd();
    }
    const bool taken = errno == EADDRINUSE;
    return makeError(Code::Conflict,
                     asked + ": " +
                         (taken ? "the port is taken on this machine" : std::string(std::strerror(errno))),
                     taken ? "end what listens there, or let the server inside use another port"
                           : "use a port above 1023");
}

void closeWithReset(const UniqueFd& fd) {
    const linger now{1, 0};
    ::setsockopt(fd.get(), SOL_SOCKET, SO_LINGER, &now, sizeof now);
}

} // namespace leadglass::session
