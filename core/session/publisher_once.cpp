// The port of a sign-in: the other half of publisher.cpp.
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "core/session/loopback_socket.h"
#include "core/session/publisher.h"

namespace leadglass::session {
namespace {

constexpr int kAcceptBatch = 16;

} // namespace

bool Publisher::isFree(std::uint16_t port) {
    return listenOn(false, port, {}).ok() && listenOn(true, port, {}).ok();
}

bool Publisher::publishes(std::uint16_t port) const {
    return std::any_of(m_listeners.begin(), m_listeners.end(), [port](const auto& listener) { return listener->port == port; });
}

Status Publisher::offerOnce(std::uint16_t port, Nanos limit) {
    if (m_once.contains(port)) {
        return makeError(Code::Conflict, "port " + std::to_string(port) + " is forwarded already");
    }
    if (m_once.size() >= kMaxOnce || m_ending) {
        return makeError(Code::Busy, "too many ports are forwarded for this run already");
    }
    Once& once = m_once[port];
    once.until = systemClock().awake() + limit;
    once.timer = m_loop.after(limit, [this, port] { closeOnce(port); });
    Status listening = listenOnce(port);
    if (!listening) {
        closeOnce(port);
    }
    return listening;
}

Status Publisher::listenOnce(std::uint16_t port) {
    Once& once = m_once.at(port);
    if (!once.listener) {
        once.listener = LG_TRY(listenOn(false, port, "the port " + std::to_string(port) + " of a sign-in"));
    }
    once.paused = false;
    return m_loop.add(once.listener.get(), EPOLLIN, [this, port](std::uint32_t) { onAcceptOnce(port); });
}

void Publisher::onAcceptOnce(std::uint16_t port) {
    Once& once = m_once.at(port);
    for (int i = 0; i < kAcceptBatch; ++i) {
        UniqueFd client(::accept4(once.listener.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
        if (!client) {
            return;
        }
        const int fd = client.get();
        if (once.silent.size() < kMaxSilent && m_loop.add(fd, EPOLLIN | EPOLLRDHUP, [this, port, fd](std::uint32_t) { onSpoke(port, fd); })) {
            once.silent.emplace(fd, std::move(client));
        } else {
            closeWithReset(client);
        }
    }
}

// The first that says something is the one that is served; while it is, nobody else is let in. A browser that its answer sends back
// here does so at once, so the port is not given up in between.
void Publisher::onSpoke(std::uint16_t port, int fd) {
    Once& once = m_once.at(port);
    char byte = 0;
    const ssize_t seen = ::recv(fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    if (seen < 0 && (errno == EAGAIN || errno == EINTR)) {
        return;
    }
    m_loop.remove(fd);
    UniqueFd client = std::move(once.silent.at(fd));
    once.silent.erase(fd);
    if (seen <= 0) {
        return;
    }
    pauseListening(once);
    ++once.tries;
    sockaddr_in peer{};
    socklen_t size = sizeof peer;
    ::getpeername(client.get(), reinterpret_cast<sockaddr*>(&peer), &size);
    const std::uint64_t id = m_next++;
    Connection& connection = m_connections[id];
    connection.client = std::move(client);
    connection.port = port;
    connection.once = true;
    connection.from = "127.0.0.1:" + std::to_string(ntohs(peer.sin_port));
    connection.began = systemClock().awake();
    connectInside(id);
}

void Publisher::pauseListening(Once& once) {
    if (once.listener && !std::exchange(once.paused, true)) {
        m_loop.remove(once.listener.get());
    }
    for (auto& [fd, client] : once.silent) {
        m_loop.remove(fd);
        closeWithReset(client);
    }
    once.silent.clear();
}

void Publisher::onceEnded(std::uint16_t port, bool answered, bool leadsBack) {
    const auto found = m_once.find(port);
    if (found == m_once.end()) {
        return;
    }
    Once& once = found->second;
    if (answered && leadsBack && !std::exchange(once.followed, true)) {
        m_loop.cancel(once.timer);
        once.timer = m_loop.after(std::min(kFollow, std::max<Nanos>(once.until - systemClock().awake(), 0)), [this, port] { closeOnce(port); });
        answered = false;
    }
    if (answered || once.tries >= kOnceTries || m_ending || !listenOnce(port)) {
        closeOnce(port);
    }
}

void Publisher::closeOnce(std::uint16_t port) {
    const auto found = m_once.find(port);
    if (found != m_once.end()) {
        pauseListening(found->second);
        m_loop.cancel(found->second.timer);
        m_once.erase(found); // who waits in the listener's queue is reset
    }
}

} // namespace leadglass::session
