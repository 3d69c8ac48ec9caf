#include "core/session/ssh_agent_upstream.h"

#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "core/base/log.h"

namespace leadglass::session {

SshAgentUpstream::~SshAgentUpstream() {
    m_done = {};
    end();
}

Status SshAgentUpstream::connect() {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (m_path.empty() || m_path.size() >= sizeof address.sun_path) {
        return makeError(Code::NotFound, "SSH_AUTH_SOCK names no agent");
    }
    std::memcpy(static_cast<char*>(address.sun_path), m_path.c_str(), m_path.size() + 1);
    UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!socket || ::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
        return ioError("your ssh-agent cannot be reached", errno);
    }
    LG_TRY(m_loop.add(socket.get(), EPOLLIN, [this](std::uint32_t) { onEvent(); }));
    m_socket = std::move(socket);
    m_frames = {};
    return {};
}

void SshAgentUpstream::ask(const std::string& frame, Done done) {
    m_done = std::move(done);
    m_limit = m_loop.after(kLimit, [this] { end(); });
    if (!m_socket) {
        if (const Status connected = connect(); !connected) {
            log::warning(connected.error().text());
            m_loop.cancel(m_limit);
            m_limit = m_loop.after(0, [this] { finish(std::nullopt); });
            return;
        }
    }
    m_out = frame;
    flush();
}

void SshAgentUpstream::flush() {
    while (m_socket && !m_out.empty()) {
        const ssize_t sent = ::send(m_socket.get(), m_out.data(), m_out.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno == EAGAIN) {
            (void)m_loop.modify(m_socket.get(), EPOLLIN | EPOLLOUT);
            return;
        }
        if (sent < 0) {
            // Told by its own event, so that no caller is called back from within ask().
            m_out.clear();
            ::shutdown(m_socket.get(), SHUT_RDWR);
            return;
        }
        m_out.erase(0, static_cast<std::size_t>(sent));
    }
    if (m_socket) {
        (void)m_loop.modify(m_socket.get(), EPOLLIN);
    }
}

void SshAgentUpstream::onEvent() {
    flush();
    std::array<char, 16384> buffer{};
    const ssize_t got = ::recv(m_socket.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) {
        return;
    }
    // What comes unasked is no answer to what is asked next.
    if (got <= 0 || !m_done || !m_frames.feed({buffer.data(), static_cast<std::size_t>(got)})) {
        end();
        return;
    }
    if (auto message = m_frames.next()) {
        if (m_frames.buffered() != 0) {
            end();
            return;
        }
        finish(std::move(message));
    }
}

void SshAgentUpstream::end() {
    if (m_socket) {
        m_loop.remove(m_socket.get());
        m_socket.reset();
    }
    m_out.clear();
    finish(std::nullopt);
}

void SshAgentUpstream::finish(std::optional<std::string> message) {
    m_loop.cancel(m_limit);
    if (const auto done = std::exchange(m_done, {})) {
        done(std::move(message));
    }
}

} // namespace leadglass::session
