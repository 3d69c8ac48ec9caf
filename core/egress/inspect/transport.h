// One end of an inspected connection as its relay sees it: plain bytes, whether TLS is around them or not.
//
// Edge-triggered as the socket below: event() says that something may go on, a call that gives Idle that nothing
// does until the next event.
#pragma once

#include <sys/epoll.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace leadglass::egress {

class Transport {
public:
    // Cut: the peer went without saying that it was all (TLS without close_notify, RFC 8446 6.1).
    enum class Io : std::uint8_t { Progress, Idle, End, Cut, Error };

    virtual ~Transport() = default;
    void event(std::uint32_t epollEvents) {
        constexpr std::uint32_t kIn = EPOLLIN | EPOLLRDHUP | EPOLLHUP | EPOLLERR;
        m_readable = m_readable || (epollEvents & kIn) != 0;
        m_writable = m_writable || (epollEvents & (EPOLLOUT | EPOLLHUP | EPOLLERR)) != 0;
        m_watched = true;
        m_ending = m_ending || (epollEvents & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0;
        m_drained = m_drained && (epollEvents & kIn) == 0;
    }
    // Progress: done, bytes may flow. Idle: not yet.
    virtual Io handshake() = 0;
    // Progress: `size` bytes, at least one, are in `into`.
    virtual Io read(std::span<std::uint8_t> into, std::size_t& size) = 0;
    // Progress: `size` bytes, at least one, are taken. Where that is not all of them, the rest is to follow at once, until
    // Idle: what was taken may wait for it.
    virtual Io write(std::span<const std::uint8_t> bytes, std::size_t& size) = 0;
    // Nothing more is to come from here; what comes from there may still be read.
    virtual Io shutdown() = 0;

protected:
    // After a read that gave less than there was room for: nothing more is there, and what comes is an event (epoll(7), 9).
    // Not so for an end, which may be there already; and before the first event one may have been missed.
    void wasShort() { m_drained = m_watched && !m_ending; }
    [[nodiscard]] bool drained() const { return m_drained; }

    bool m_readable = true;
    bool m_writable = true;

private:
    bool m_watched = false;
    bool m_ending = false;
    bool m_drained = false;
};

} // namespace leadglass::egress
