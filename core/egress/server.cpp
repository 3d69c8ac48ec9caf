#include "core/egress/server.h"

#include <linux/netfilter_ipv4.h>
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "core/base/secret_bytes.h"
#include "core/base/sys.h"
#include "core/egress/endpoint.h"

namespace leadglass::egress {
namespace {

constexpr int kIp6OriginalDst = 80; // IP6T_SO_ORIGINAL_DST, whose header does not mix with libc's
constexpr Nanos kPause = 100'000'000; // out of descriptors
constexpr Nanos kLastTurn = 2'000'000; // for what those inside sent before they ended
constexpr Nanos kBehind = 5'000'000;  // the supervisor has not read its messages yet
constexpr std::size_t kReserve = 256; // descriptors kept for listeners, DNS, pipes at rest
constexpr std::size_t kPerFlow = 6;   // two sockets, two pipes
constexpr int kAcceptBatch = 32;

// Descriptor limits decide how many flows there can be, so that EMFILE is not met later.
std::size_t flowLimit(std::uint32_t wanted) {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) {
        limit.rlim_cur = 1024;
    }
    const std::size_t files = limit.rlim_cur > kReserve ? limit.rlim_cur - kReserve : kPerFlow;
    return std::min<std::size_t>(wanted, files / kPerFlow);
}

} // namespace

Server::Server(EventLoop& loop, UniqueFd control, std::unique_ptr<Inspector> inspector)
    : m_loop(loop), m_control(std::move(control)), m_inspector(std::move(inspector)) {}

Server::~Server() {
    m_flows.clear();
    m_dead.clear();
    for (const auto& entrance : m_entrances) {
        m_loop.remove(entrance->socket.get());
    }
    m_loop.cancel(m_pause);
    m_loop.cancel(m_crowdedTimer);
    m_loop.remove(m_control.get());
}

Status Server::run() {
    LG_TRY(sys::setNonBlocking(m_control.get(), true));
    LG_TRY(m_loop.add(m_control.get(), EPOLLIN, [this](std::uint32_t e) { onControl(e); }));
    LG_TRY(m_loop.run());
    return m_result;
}

// ---- control -----------------------------------------------------------------------------------

void Server::onControl(std::uint32_t epollEvents) {
    if ((epollEvents & EPOLLOUT) != 0) {
        flushControl();
    }
    Status status;
    for (int i = 0; i < 64 && status; ++i) {
        status = readControl();
    }
    if (!status && status.error().code != Code::Busy) {
        m_loop.remove(m_control.get());
        if (status.error().code == Code::Closed) {
            m_loop.after(kLastTurn, [this] { onRunEnded(); });
            return;
        }
        m_result = status;
        m_loop.stop();
    }
}

void Server::onRunEnded() {
    std::vector<Flow*> flows;
    for (const auto& [flow, owned] : m_flows) {
        flows.push_back(flow);
    }
    for (Flow* flow : flows) {
        flow->runEnded(); // stays in m_dead
    }
    // The supervisor reads until our end; where it is gone, sending fails at once.
    (void)sys::setNonBlocking(m_control.get(), false);
    flushControl();
    m_loop.stop();
}

Status Server::readControl() {
    sys::Message message = LG_TRY(sys::receiveMessage(m_control.get()));
    wire::ToEgress decoded = LG_TRY(wire::decodeToEgress(message.bytes));
    if (const auto* setup = std::get_if<wire::Setup>(&decoded)) {
        return onSetup(*setup, std::move(message.fds));
    }
    if (auto* begin = std::get_if<wire::Begin>(&decoded)) {
        const Status begun = onBegin(std::move(*begin), std::move(message.fds));
        wipe(message.bytes.data(), message.bytes.size());
        return begun;
    }
    if (!m_ready) {
        return makeError(Code::Invalid, "egress protocol: the first message is not Setup");
    }
    if (const auto* verdict = std::get_if<wire::FlowVerdict>(&decoded)) {
        return onVerdict(*verdict, std::move(message.fds));
    }
    if (const auto* published = std::get_if<wire::Published>(&decoded)) {
        return onPublished(*published, std::move(message.fds));
    }
    if (!message.fds.empty()) {
        return makeError(Code::Invalid, "egress protocol: a descriptor where none belongs");
    }
    if (const auto* verdict = std::get_if<wire::DnsVerdict>(&decoded)) {
        m_dns->onVerdict(*verdict);
        return {};
    }
    wipe(message.bytes.data(), message.bytes.size()); // it may hold a credential
    onRequestMessage(std::move(decoded));
    return {};
}

Status Server::onSetup(const wire::Setup& setup, std::vector<UniqueFd> fds) {
    if (m_ready || setup.protocol != wire::kEgressProtocol) {
        return makeError(Code::Invalid, m_ready ? "egress protocol: a second Setup"
                                                : "egress protocol: another version");
    }
    if (fds.size() != setup.listeners.size()) {
        return makeError(Code::Invalid, "egress protocol: not one descriptor per listener");
    }
    m_setup = setup;
    m_setup.handshakeSeconds = std::clamp(m_setup.handshakeSeconds, 1U, 600U);
    m_maxFlows = flowLimit(setup.maxFlows);
    m_dns = std::make_unique<DnsServer>(m_loop, [this](const wire::DnsQuery& query) {
        // A failure that comes at once ends a client's attempt; in the queue it waits a moment.
        if (m_outgoing.size() >= kMaxQueued + kMaxNamesQueued) {
            return false;
        }
        queue(query);
        return true;
    });
    for (std::size_t i = 0; i < fds.size(); ++i) {
        const wire::ListenerInfo& info = setup.listeners[i];
        if (info.kind == wire::Listener::Dns4 || info.kind == wire::Listener::Dns6) {
            LG_TRY(m_dns->listen(std::move(fds[i])));
            continue;
        }
        LG_TRY(sys::setNonBlocking(fds[i].get(), true));
        m_entrances.push_back(std::make_unique<Entrance>(Entrance{std::move(fds[i]), info}));
        LG_TRY(watch(*m_entrances.back()));
    }
    m_ready = true;
    queue(wire::Ready{});
    return {};
}

Status Server::onVerdict(const wire::FlowVerdict& verdict, std::vector<UniqueFd> fds) {
    if (fds.size() != (verdict.allow ? 1U : 0U)) {
        return makeError(Code::Invalid,
                         "egress protocol: an allow has one descriptor, a refusal none");
    }
    auto it = m_opened.find(verdict.flow);
    if (it == m_opened.end()) {
        return {}; // the client went away meanwhile; FlowClosed has been sent
    }
    it->second->onVerdict(verdict, verdict.allow ? std::move(fds.front()) : UniqueFd());
    return {};
}

Status Server::onPublished(const wire::Published& published, std::vector<UniqueFd> fds) {
    if (fds.size() != 2 || m_opened.contains(published.flow)) {
        return makeError(Code::Invalid, "egress protocol: not a published connection");
    }
    if (m_flows.size() >= m_maxFlows) {
        noteCrowded();
        queue(wire::FlowClosed{published.flow, 0, 0, false});
        return {};
    }
    wire::FlowOpen open;
    open.entry = wire::Entry::Loopback;
    open.port = published.port;
    auto flow = std::make_unique<Flow>(*this, std::move(fds[0]), std::move(open), false);
    Flow* started = flow.get();
    m_flows.emplace(started, std::move(flow));
    m_opened.emplace(published.flow, started);
    started->startPublished(published.flow, std::move(fds[1]), published.once);
    return {};
}

void Server::queueBytes(std::vector<std::uint8_t> bytes) {
    m_outgoing.push_back(std::move(bytes));
    m_bytesQueued += m_outgoing.back().size();
    if (m_outgoing.size() == 1) {
        flushControl();
    }
}

// What nobody waits for goes with what comes after it in this turn, so that the supervisor wakes once.
void Server::queueLater(const wire::FromEgress& message) {
    m_outgoing.push_back(wire::encode(message));
    m_bytesQueued += m_outgoing.back().size();
    if (m_outgoing.size() == 1) {
        m_loop.defer([this] { flushControl(); });
    }
}

void Server::awaitControl(std::uint32_t epollEvents) {
    if (m_controlEvents != epollEvents && m_loop.modify(m_control.get(), epollEvents)) {
        m_controlEvents = epollEvents;
    }
}

void Server::flushControl() {
    while (!m_outgoing.empty()) {
        const Status sent = sys::sendMessage(m_control.get(), m_outgoing.front());
        if (!sent) {
            if (sent.error().code == Code::Busy) {
                awaitControl(EPOLLIN | EPOLLOUT);
            } else {
                m_outgoing.clear();
                m_bytesQueued = 0;
                m_loop.stop(); // the supervisor is gone
            }
            return;
        }
        m_bytesQueued -= m_outgoing.front().size();
        wipe(m_outgoing.front().data(), m_outgoing.front().size()); // an authority's key, a request's head
        m_outgoing.pop_front();
    }
    awaitControl(EPOLLIN);
}

// ---- flows -------------------------------------------------------------------------------------

std::uint64_t Server::open(Flow& flow, wire::FlowOpen message) {
    // Connections are not taken while the supervisor is behind (onAccept), so this is bounded by
    // the flows there are.
    if (m_outgoing.size() >= kMaxQueued + 4 * m_maxFlows) {
        return 0;
    }
    message.flow = m_nextFlow++;
    m_opened.emplace(message.flow, &flow);
    const std::uint64_t id = message.flow;
    queue(message);
    return id;
}

void Server::close(std::uint64_t flow, std::uint64_t bytesOut, std::uint64_t bytesIn, bool leadsBack) {
    if (m_opened.erase(flow) > 0) {
        queue(wire::FlowClosed{flow, bytesOut, bytesIn, leadsBack});
    }
}

void Server::refused(wire::FlowRefused message) {
    queue(message);
}

void Server::finished(Flow& flow) {
    auto node = m_flows.extract(&flow);
    if (node.empty()) {
        return;
    }
    if (m_dead.empty()) {
        m_loop.defer([this] { m_dead.clear(); });
    }
    m_dead.push_back(std::move(node.mapped()));
}

// ---- accepting ---------------------------------------------------------------------------------

Status Server::watch(Entrance& entrance) {
    return m_loop.add(entrance.socket.get(), EPOLLIN,
                      [this, &entrance](std::uint32_t) { onAccept(entrance); });
}

void Server::onAccept(Entrance& entrance) {
    for (int i = 0; i < kAcceptBatch && m_pause == 0; ++i) {
        if (congested()) {
            pauseAccepting(kBehind); // a short wait in the backlog is better than a refusal
            return;
        }
        if (!acceptOne(entrance)) {
            return;
        }
    }
}

void Server::pauseAccepting(Nanos pause) {
    // Level-triggered readiness of a listener that cannot be served would spin.
    for (const auto& entrance : m_entrances) {
        (void)m_loop.modify(entrance->socket.get(), 0);
    }
    m_pause = m_loop.after(pause, [this] {
        m_pause = 0;
        for (const auto& entrance : m_entrances) {
            (void)m_loop.modify(entrance->socket.get(), EPOLLIN);
        }
    });
}

bool Server::acceptOne(Entrance& entrance) {
    UniqueFd client(
        ::accept4(entrance.socket.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (!client) {
        if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
            pauseAccepting(kPause);
        }
        return errno == EINTR || errno == ECONNABORTED;
    }
    wire::FlowOpen open;
    const bool full = m_flows.size() >= m_maxFlows;
    if (full || !describe(client.get(), entrance, open)) {
        if (full) {
            noteCrowded();
        }
        const linger now{1, 0};
        ::setsockopt(client.get(), SOL_SOCKET, SO_LINGER, &now, sizeof now);
        return true;
    }
    const bool proxy = entrance.info.kind == wire::Listener::Proxy;
    auto flow = std::make_unique<Flow>(*this, std::move(client), std::move(open), proxy);
    Flow* started = flow.get();
    m_flows.emplace(started, std::move(flow));
    started->start();
    return true;
}

// The first at once, as the run may end any time; then at most one message a pause.
void Server::noteCrowded() {
    ++m_crowded;
    if (m_crowdedTimer == 0) {
        tellCrowded();
    }
}

void Server::tellCrowded() {
    queue(wire::Crowded{std::exchange(m_crowded, 0)});
    m_crowdedTimer = m_loop.after(kPause, [this] {
        m_crowdedTimer = 0;
        if (m_crowded > 0) {
            tellCrowded();
        }
    });
}

bool Server::describe(int client, const Entrance& entrance, wire::FlowOpen& out) const {
    sockaddr_storage peer{};
    sockaddr_storage local{};
    socklen_t size = sizeof peer;
    if (::getpeername(client, reinterpret_cast<sockaddr*>(&peer), &size) != 0) {
        return false;
    }
    size = sizeof local;
    if (::getsockname(client, reinterpret_cast<sockaddr*>(&local), &size) != 0) {
        return false;
    }
    out.client = toEndpoint(peer);
    out.local = toEndpoint(local);
    switch (entrance.info.kind) {
    case wire::Listener::Captured4:
    case wire::Listener::Captured6: {
        out.entry = wire::Entry::Captured;
        out.target = out.local;
        if (m_setup.redirected) {
            const bool v6 = local.ss_family == AF_INET6 && out.local.v6;
            sockaddr_storage target{};
            size = v6 ? sizeof(sockaddr_in6) : sizeof(sockaddr_in);
            if (::getsockopt(client, v6 ? SOL_IPV6 : SOL_IP, v6 ? kIp6OriginalDst : SO_ORIGINAL_DST,
                             &target, &size) != 0) {
                return false; // not redirected: somebody found the listener itself
            }
            out.target = toEndpoint(target);
            out.local = out.target; // the client's socket knows nothing of the redirect
        }
        return true;
    }
    case wire::Listener::Proxy: out.entry = wire::Entry::Connect; return true;
    case wire::Listener::Loopback:
        out.entry = wire::Entry::Loopback;
        out.port = entrance.info.port;
        return true;
    case wire::Listener::Dns4:
    case wire::Listener::Dns6: break;
    }
    return false;
}

} // namespace leadglass::egress
