#include "core/session/publisher.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

#include "core/base/escape.h"
#include "core/base/log.h"

namespace leadglass::session {
namespace {

constexpr int kBacklog = 128;
constexpr int kAcceptBatch = 16;

socklen_t loopback(bool v6, std::uint16_t port, sockaddr_storage& out) {
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

// Not valid: this machine has no such family.
Result<UniqueFd> listenOn(bool v6, std::uint16_t port) {
    UniqueFd fd(::socket(v6 ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    sockaddr_storage at{};
    const socklen_t size = loopback(v6, port, at);
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
                     "--publish " + std::to_string(port) + ": " +
                         (taken ? "the port is taken on this machine" : std::string(std::strerror(errno))),
                     taken ? "end what listens there, or let the server inside use another port"
                           : "use a port above 1023");
}

void closeWithReset(const UniqueFd& fd) {
    const linger now{1, 0};
    ::setsockopt(fd.get(), SOL_SOCKET, SO_LINGER, &now, sizeof now);
}

} // namespace

Result<std::unique_ptr<Publisher>> Publisher::listen(EventLoop& loop, AuditTrail& trail,
                                                     const std::vector<std::uint16_t>& ports, Send send) {
    std::unique_ptr<Publisher> made(new Publisher(loop, trail, std::move(send)));
    for (const std::uint16_t port : ports) {
        for (const bool v6 : {false, true}) {
            auto socket = LG_TRY(listenOn(v6, port));
            if (socket) {
                made->m_listeners.push_back(std::make_unique<Listener>(Listener{std::move(socket), port}));
            }
        }
    }
    return made;
}

Publisher::~Publisher() {
    for (const auto& listener : m_listeners) {
        m_loop.remove(listener->socket.get());
    }
    for (const auto& [id, connection] : m_connections) {
        if (connection.inside) {
            m_loop.remove(connection.inside.get());
        }
    }
}

Status Publisher::enter(pid_t member) {
    m_sockets = LG_TRY(RunSockets::enter(member));
    for (const auto& listener : m_listeners) {
        LG_TRY(m_loop.add(listener->socket.get(), EPOLLIN,
                          [this, one = listener.get()](std::uint32_t) { onAccept(*one); }));
    }
    return {};
}

void Publisher::onAccept(const Listener& listener) {
    for (int i = 0; i < kAcceptBatch; ++i) {
        sockaddr_storage peer{};
        socklen_t size = sizeof peer;
        UniqueFd client(::accept4(listener.socket.get(), reinterpret_cast<sockaddr*>(&peer), &size,
                                  SOCK_NONBLOCK | SOCK_CLOEXEC));
        if (!client) {
            return;
        }
        if (m_connections.size() >= kMaxOpen) {
            closeWithReset(client);
            continue;
        }
        const bool v6 = peer.ss_family == AF_INET6;
        const std::uint16_t port = ntohs(v6 ? reinterpret_cast<const sockaddr_in6&>(peer).sin6_port
                                            : reinterpret_cast<const sockaddr_in&>(peer).sin_port);
        const std::uint64_t id = m_next++;
        Connection& connection = m_connections[id];
        connection.client = std::move(client);
        connection.port = listener.port;
        connection.from = (v6 ? "[::1]:" : "127.0.0.1:") + std::to_string(port);
        connection.began = systemClock().awake();
        connectInside(id);
    }
}

void Publisher::connectInside(std::uint64_t id) {
    Connection& connection = m_connections.at(id);
    auto socket = m_sockets.take(connection.v6);
    if (!socket) {
        drop(id);
        return;
    }
    connection.inside = std::move(*socket);
    const int on = 1;
    ::setsockopt(connection.inside.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    sockaddr_storage to{};
    const socklen_t size = loopback(connection.v6, connection.port, to);
    const int failed = ::connect(connection.inside.get(), reinterpret_cast<const sockaddr*>(&to), size);
    if (failed == 0 || errno == EINPROGRESS) {
        if (!m_loop.add(connection.inside.get(), EPOLLOUT, [this, id](std::uint32_t) { onConnect(id); })) {
            connection.inside.reset();
            drop(id);
        }
        return;
    }
    connection.inside.reset();
    if (!connection.v6) {
        connection.v6 = true;
        connectInside(id);
    } else {
        drop(id);
    }
}

void Publisher::onConnect(std::uint64_t id) {
    Connection& connection = m_connections.at(id);
    int error = 0;
    socklen_t size = sizeof error;
    ::getsockopt(connection.inside.get(), SOL_SOCKET, SO_ERROR, &error, &size);
    m_loop.remove(connection.inside.get());
    if (error == 0) {
        connected(id);
    } else if (connection.v6) { // nothing listens inside, not yet or not any more
        connection.inside.reset();
        drop(id);
    } else {
        connection.inside.reset();
        connection.v6 = true;
        connectInside(id);
    }
}

void Publisher::connected(std::uint64_t id) {
    const Connection& connection = m_connections.at(id);
    audit::Event event;
    event.kind = audit::Kind::Egress;
    event.verdict = "allow";
    event.outcome = "allowed_by_policy";
    event.reason = "published";
    event.subject = "published port " + std::to_string(connection.port);
    event.origin = "--publish";
    event.detail = nlohmann::json{{"entry", "published"}, {"from", connection.from}}.dump();
    m_trail.record(std::move(event), [this, id](Result<std::int64_t> row) {
        const auto found = m_connections.find(id);
        if (found == m_connections.end()) {
            return;
        }
        if (!row) {
            drop(id);
            return;
        }
        found->second.row = *row;
        pass(id);
    });
}

void Publisher::pass(std::uint64_t id) {
    Connection& connection = m_connections.at(id);
    connection.passed = true;
    m_send(wire::Published{id, connection.port}, {connection.client.get(), connection.inside.get()});
    connection.client.reset();
    connection.inside.reset();
}

void Publisher::drop(std::uint64_t id) {
    closeWithReset(m_connections.at(id).client);
    m_connections.erase(id);
}

void Publisher::recordEnd(const Connection& connection, const char* reason, const wire::FlowClosed* closed) {
    audit::Event event;
    event.kind = audit::Kind::EgressEnd;
    event.reason = reason;
    event.subject = "published port " + std::to_string(connection.port);
    constexpr Nanos kMilli = 1'000'000;
    nlohmann::json detail{{"decision", connection.row},
                          {"address", connection.from},
                          {"millis", (systemClock().awake() - connection.began) / kMilli}};
    if (closed != nullptr) {
        detail["bytes_out"] = closed->bytesOut;
        detail["bytes_in"] = closed->bytesIn;
    }
    event.detail = detail.dump();
    m_trail.record(std::move(event));
}

void Publisher::onClosed(const wire::FlowClosed& closed) {
    const auto found = m_connections.find(closed.flow);
    if (found != m_connections.end() && found->second.passed) {
        recordEnd(found->second, m_ending ? "run_ended" : "", &closed);
        m_connections.erase(found);
    }
}

void Publisher::onRefused(const wire::FlowRefused& refused) {
    const auto found = m_connections.find(refused.flow);
    if (found == m_connections.end() || !found->second.passed || std::exchange(found->second.refused, true)) {
        return; // one row each, whatever the egress process says
    }
    audit::Event event;
    event.kind = audit::Kind::Egress;
    event.verdict = "deny";
    event.outcome = "denied_by_policy";
    event.reason = refused.refusal == wire::Refusal::Inconsistent ? "name_inconsistent" : "bad_protocol";
    event.subject = "published port " + std::to_string(found->second.port);
    event.detail = nlohmann::json{{"seen", forScreen(refused.detail, 255)}, {"decision", found->second.row}}.dump(
        -1, ' ', false, nlohmann::json::error_handler_t::replace);
    m_trail.record(std::move(event));
}

void Publisher::egressEnded() {
    std::erase_if(m_connections, [this](const auto& item) {
        if (item.second.passed) {
            recordEnd(item.second, "egress_ended", nullptr);
        }
        return item.second.passed;
    });
}

void Publisher::runEnding() {
    m_ending = true;
    for (const auto& listener : m_listeners) {
        m_loop.remove(listener->socket.get());
    }
    m_listeners.clear();
    for (auto& [id, connection] : m_connections) {
        if (!connection.passed) {
            if (connection.inside) {
                m_loop.remove(connection.inside.get());
            }
            closeWithReset(connection.client);
        }
    }
    std::erase_if(m_connections, [](const auto& item) { return !item.second.passed; });
}

bool Publisher::anyOpen() const {
    return std::any_of(m_connections.begin(), m_connections.end(),
                       [](const auto& item) { return item.second.passed; });
}

void Publisher::end() {
    for (const auto& [id, connection] : m_connections) {
        if (connection.passed) {
            recordEnd(connection, "run_ended", nullptr);
        }
    }
}

} // namespace leadglass::session
