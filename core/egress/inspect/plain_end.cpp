#include "core/egress/inspect/plain_end.h"

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace leadglass::egress {

Transport::Io PlainEnd::read(std::span<std::uint8_t> into, std::size_t& size) {
    if (m_used < m_first.size()) {
        size = std::min(into.size(), m_first.size() - m_used);
        std::memcpy(into.data(), m_first.data() + m_used, size);
        m_used += size;
        if (m_used == m_first.size()) {
            m_first = {};
            m_used = 0;
        }
        return Io::Progress;
    }
    while (m_readable) {
        const ssize_t n = ::recv(m_socket, into.data(), into.size(), MSG_DONTWAIT);
        if (n > 0) {
            size = static_cast<std::size_t>(n);
            return Io::Progress;
        }
        if (n == 0) {
            return Io::End;
        }
        if (errno == EAGAIN) {
            m_readable = false;
        } else if (errno != EINTR) {
            return Io::Error;
        }
    }
    return Io::Idle;
}

Transport::Io PlainEnd::write(std::span<const std::uint8_t> bytes, std::size_t& size) {
    while (m_writable) {
        const ssize_t n = ::send(m_socket, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n >= 0) {
            size = static_cast<std::size_t>(n);
            return Io::Progress;
        }
        if (errno == EAGAIN) {
            m_writable = false;
        } else if (errno != EINTR) {
            return Io::Error;
        }
    }
    return Io::Idle;
}

Transport::Io PlainEnd::shutdown() {
    return ::shutdown(m_socket, SHUT_WR) == 0 ? Io::Progress : Io::Error;
}

} // namespace leadglass::egress
