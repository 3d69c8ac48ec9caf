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
#include "core/session/loopback_socket.h"

namespace leadglass::session {
namespace {

constexpr int kAcceptBatch = 16;

std::string words(std::uint16_t port, bool once) { return (once ? "callback port " : "published port ") + std::to_string(port); }

} // namespace

Result<std::unique_ptr<Publisher>> Publisher::listen(EventLoop& loop, AuditTrail& trail,
                                                     const std::vector<std::uint16_t>& ports, Send send) {
    std::unique_ptr<Publisher> made(new Publisher(loop, trail, std::move(send)));
    for (const std::uint16_t port : ports) {
        for (const bool v6 : {false, true}) {
            auto socket = LG_TRY(listenOn(v6, port, "--publish " + std::to_string(port)));
            if (socket) {
                made->m_listeners.push_back(std::make_unique<Listener>(Listener{std::move(socket), port}));
            }
        }
    }
    return made;
}

Publisher::~Publisher() {
    while (!m_once.empty()) {
        closeOnce(m_once.begin()->first);
    }
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
    if (!m_listeners.empty()) {
        LG_TRY(m_sockets.prepare());
    }
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
    const socklen_t size = loopbackAddress(connection.v6, connection.port, to);
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
    event.outcome = connection.once ? "allowed_by_user" : "allowed_by_policy";
    event.reason = connection.once ? "callback" : "published";
    event.subject = words(connection.port, connection.once);
    event.origin = connection.once ? "" : "--publish";
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
    m_send(wire::Published{id, connection.port, connection.once}, {connection.client.get(), connection.inside.get()});
    connection.client.reset();
    connection.inside.reset();
}

void Publisher::drop(std::uint64_t id) {
    const auto [port, once] = std::pair(m_connections.at(id).port, m_connections.at(id).once);
    closeWithReset(m_connections.at(id).client);
    m_connections.erase(id);
    if (once) {
        onceEnded(port, false);
    }
}

void Publisher::recordEnd(const Connection& connection, const char* reason, const wire::FlowClosed* closed) {
    audit::Event event;
    event.kind = audit::Kind::EgressEnd;
    event.reason = reason;
    event.subject = words(connection.port, connection.once);
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
        const auto [port, once] = std::pair(found->second.port, found->second.once);
        m_connections.erase(found);
        if (once) {
            onceEnded(port, closed.bytesIn > 0, closed.leadsBack);
        }
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
    event.subject = words(found->second.port, found->second.once);
    event.detail = nlohmann::json{{"seen", forScreen(refused.detail, 255)}, {"decision", found->second.row}}.dump(
        -1, ' ', false, nlohmann::json::error_handler_t::replace);
    m_trail.record(std::move(event));
}

void Publisher::egressEnded() {
    std::vector<std::uint16_t> again;
    std::erase_if(m_connections, [this, &again](const auto& item) {
        if (item.second.passed) {
            recordEnd(item.second, "egress_ended", nullptr);
            if (item.second.once) {
                again.push_back(item.second.port);
            }
        }
        return item.second.passed;
    });
    for (const std::uint16_t port : again) {
        onceEnded(port, false);
    }
}

void Publisher::runEnding() {
    m_ending = true;
    while (!m_once.empty()) {
        closeOnce(m_once.begin()->first);
    }
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
