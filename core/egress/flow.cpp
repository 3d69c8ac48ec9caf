#include "core/egress/flow.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "core/base/sys.h"
#include "core/policy/address.h"

namespace leadglass::egress {
namespace {

constexpr Nanos kSecond = 1'000'000'000;
constexpr std::uint32_t kWatch = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET;
constexpr std::size_t kMaxHelloWire = 2 * kMaxHello;

Nanos seconds(std::uint32_t s) {
    return static_cast<Nanos>(s) * kSecond;
}

} // namespace

Flow::Flow(FlowHost& host, UniqueFd client, wire::FlowOpen open, bool proxy)
    : m_host(host), m_client(std::move(client)), m_open(std::move(open)), m_proxy(proxy) {}

Flow::~Flow() {
    m_host.loop().cancel(m_timer);
    m_host.loop().cancel(m_againTimer);
    dropUpstream();
    if (m_client) {
        m_host.loop().remove(m_client.get());
    }
}

void Flow::start() {
    const int on = 1;
    ::setsockopt(m_client.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (!m_host.loop().add(m_client.get(), kWatch, [this](std::uint32_t e) { onClient(e); })) {
        reset();
        return;
    }
    if (m_proxy) {
        m_stage = Stage::Greeting;
        armTimer(seconds(m_host.setup().handshakeSeconds));
        step();
    } else {
        openFlow();
    }
}

void Flow::startPublished(std::uint64_t id, UniqueFd upstream, bool once) {
    m_id = id;
    m_once = once;
    m_allowed = true;
    m_target.loopback = true;
    m_target.port = m_open.port;
    m_verdict.protocol = wire::FlowProtocol::Tcp;
    const int on = 1;
    ::setsockopt(m_client.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (!m_host.loop().add(m_client.get(), kWatch, [this](std::uint32_t e) { onClient(e); }) ||
        !adopt(std::move(upstream))) {
        reset();
        return;
    }
    m_tunnel = std::make_unique<Tunnel>(m_host.pipes(), m_client.get(), m_upstream.get(),
                                        std::vector<std::uint8_t>(), std::vector<std::uint8_t>(),
                                        Tunnel::Gate::NotHttp);
    m_stage = Stage::Relay;
    step();
}

void Flow::runEnded() {
    step();
    finish();
}

void Flow::armTimer(Nanos delay) {
    m_host.loop().cancel(m_timer);
    m_timer = m_host.loop().after(delay, [this] { onTimer(); });
}

void Flow::onTimer() {
    m_timer = 0;
    // Only what has begun and does not end is bounded. A stream may rest as long as it likes (agents
    // wait minutes for an answer): keepalive finds a server that is gone.
    const Nanos handshake = seconds(m_host.setup().handshakeSeconds);
    switch (m_stage) {
    case Stage::Draining: finish(); return;
    case Stage::Inspect:
    case Stage::Http:
        if (m_headSince != 0 && systemClock().awake() - m_headSince >= handshake) {
            if (m_inspected) {
                m_inspected->timedOut();
            }
            finish();
            return;
        }
        m_timer = m_host.loop().after(handshake, [this] { onTimer(); });
        if (m_inspected) {
            m_inspected->tick();
            step();
        }
        return;
    case Stage::Relay:
        if (!m_tunnel->gateOpen()) {
            refuseAllowed(wire::Refusal::BadProtocol, "(said nothing)");
        }
        return;
    default: reset(); return;
    }
}

void Flow::again() {
    if (m_againTimer == 0) {
        m_againTimer = m_host.loop().after(0, [this] {
            m_againTimer = 0;
            step();
        });
    }
}

void Flow::onClient(std::uint32_t epollEvents) {
    if (m_stage == Stage::Holding) {
        if ((epollEvents & (EPOLLERR | EPOLLHUP)) != 0) {
            finish(); // reset by the client while it waited
        }
        return; // what it sent stays in the kernel's buffer
    }
    if (m_tunnel) {
        m_tunnel->clientEvent(epollEvents);
    } else if (m_inspected) {
        m_inspected->clientEvent(epollEvents);
    }
    step();
}

void Flow::onUpstream(std::uint32_t epollEvents) {
    if (m_tunnel) {
        m_tunnel->upstreamEvent(epollEvents);
    } else if (m_inspected) {
        m_inspected->upstreamEvent(epollEvents);
    }
    step();
}

void Flow::step() {
    Stage before = Stage::Done;
    while (m_stage != before && m_stage != Stage::Done) {
        before = m_stage;
        stepOnce();
    }
}

void Flow::stepOnce() {
    switch (m_stage) {
    case Stage::Greeting: stepGreeting(); return;
    case Stage::SocksGreeting: stepSocksGreeting(); return;
    case Stage::SocksRequest: stepSocksRequest(); return;
    case Stage::ConnectHead: stepConnectHead(); return;
    case Stage::Hello: stepHello(); return;
    case Stage::Http: stepHttp(); return;
    case Stage::Inspect: stepInspect(); return;
    case Stage::Relay: stepRelay(); return;
    case Stage::RefusedHello: stepRefusedHello(); return;
    case Stage::RefusedHead: stepRefusedHead(); return;
    case Stage::Draining: stepDraining(); return;
    case Stage::Holding:
    case Stage::Done: return;
    }
}

bool Flow::readMore(std::size_t limit) {
    std::array<std::uint8_t, 16 * 1024> chunk;
    if (m_in.size() >= limit) {
        return false;
    }
    ssize_t n = 0;
    do {
        n = ::recv(m_client.get(), chunk.data(), std::min(chunk.size(), limit - m_in.size()),
                   MSG_DONTWAIT);
    } while (n < 0 && errno == EINTR);
    if (n > 0) {
        m_in.insert(m_in.end(), chunk.begin(), chunk.begin() + n);
        return true;
    }
    if (n == 0 || errno != EAGAIN) {
        finish(); // the client left in the middle of what it had to say first
    }
    return false;
}

void Flow::openFlow() {
    m_stage = m_http ? Stage::Http : Stage::Holding;
    if (m_stage == Stage::Holding) {
        m_host.loop().cancel(m_timer); // the supervisor bounds the hold
    }
    m_allowed = false;
    m_id = m_host.open(*this, m_open);
    if (m_id == 0) {
        refuse(wire::Refusal::Overload, {});
    }
}

bool Flow::adopt(UniqueFd upstream) {
    m_upstream = std::move(upstream);
    const int on = 1;
    ::setsockopt(m_upstream.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    // splice(2) looks at the descriptor's own mode, not at its flag, when it reads from TCP.
    return sys::setNonBlocking(m_upstream.get(), true) &&
           m_host.loop().add(m_upstream.get(), kWatch, [this](std::uint32_t e) { onUpstream(e); });
}

void Flow::onVerdict(const wire::FlowVerdict& verdict, UniqueFd upstream) {
    if (m_stage == Stage::Done || verdict.flow != m_id) {
        return;
    }
    m_verdict = verdict;
    if (!verdict.allow) {
        refuse(verdict.refusal, verdict.decisionId);
        return;
    }
    m_allowed = true;
    if (!adopt(std::move(upstream))) {
        refuse(wire::Refusal::Overload, verdict.decisionId);
        return;
    }
    m_target = Target{};
    m_target.host = verdict.host;
    m_target.loopback = m_open.entry == wire::Entry::Loopback;
    m_target.port = m_open.name.empty() && !m_target.loopback ? m_open.target.port : m_open.port;
    if (m_target.host.empty() && !m_target.loopback) {
        m_target.literal = m_open.name.empty()
                               ? policy::Address{m_open.target.v6, m_open.target.bytes}
                               : policy::parseAddress(m_open.name);
    }
    if (m_http) { // absolute-form HTTP: the head that waits is looked at again
        // A rule for any bytes covers HTTP too (`protocol = "tcp"`, a granted loopback port).
        if (verdict.protocol != wire::FlowProtocol::Http &&
            verdict.protocol != wire::FlowProtocol::Tcp) {
            m_host.refused({m_id, wire::Refusal::BadProtocol, "http"});
            refuse(wire::Refusal::BadProtocol, verdict.decisionId);
            return;
        }
        if (verdict.inspect) {
            auto first = m_http->takeUnread();
            startInspect(std::move(first), true);
            step();
            return;
        }
        m_http->resume(m_upstream.get());
        step();
        return;
    }
    if (confirm()) {
        beginProtocol();
        step();
    }
}

void Flow::beginProtocol() {
    switch (m_verdict.protocol) {
    case wire::FlowProtocol::Tls:
        m_stage = Stage::Hello;
        m_hello.feed(m_in);
        armTimer(seconds(m_host.setup().handshakeSeconds));
        return;
    case wire::FlowProtocol::Http:
        if (m_verdict.inspect) {
            startInspect(std::exchange(m_in, {}), false);
        } else {
            startHttp(std::exchange(m_in, {}));
        }
        return;
    case wire::FlowProtocol::Ssh:
    case wire::FlowProtocol::Tcp:
        if (m_verdict.inspect) { // nothing there that could be asked about
            refuseAllowed(wire::Refusal::BadProtocol, "(cannot be inspected)");
            return;
        }
        startRelay(std::exchange(m_in, {}), {}); return;
    }
}

void Flow::startHttp(std::vector<std::uint8_t> first) {
    m_stage = Stage::Http;
    m_http = std::make_unique<HttpSession>(*this, m_client.get(), m_upstream.get(), std::move(first));
    if (m_once) {
        m_http->endAfterOne();
    }
    armTimer(seconds(m_host.setup().handshakeSeconds));
}

void Flow::startRelay(std::vector<std::uint8_t> toUpstream, std::vector<std::uint8_t> toClient) {
    const bool ssh = m_verdict.protocol == wire::FlowProtocol::Ssh;
    m_tunnel = std::make_unique<Tunnel>(m_host.pipes(), m_client.get(), m_upstream.get(),
                                        std::move(toUpstream), std::move(toClient),
                                        ssh ? Tunnel::Gate::SshBanner : Tunnel::Gate::Open);
    m_stage = Stage::Relay;
    if (ssh) {
        armTimer(seconds(m_host.setup().handshakeSeconds));
    } else {
        m_host.loop().cancel(m_timer);
    }
}

void Flow::stepHello() {
    while (m_hello.state() == ClientHelloReader::State::NeedMore) {
        const std::size_t before = m_in.size();
        if (!readMore(kMaxHelloWire)) {
            return;
        }
        m_hello.feed(std::span(m_in).subspan(before));
    }
    if (m_hello.state() != ClientHelloReader::State::Done) {
        refuseAllowed(wire::Refusal::BadProtocol, {});
        return;
    }
    if (!m_verdict.sniAny && !serverNameHolds(m_target, m_hello.serverName())) {
        refuseAllowed(wire::Refusal::Inconsistent,
                      m_hello.serverName().value_or("(no server name)"));
        return;
    }
    if (m_verdict.inspect) {
        startInspect(std::exchange(m_in, {}), false);
    } else {
        startRelay(std::exchange(m_in, {}), {});
    }
}

void Flow::stepHttp() {
    const HttpSession::Outcome outcome = m_http->step();
    if (m_stage != Stage::Http) {
        return;
    }
    switch (outcome) {
    case HttpSession::Outcome::Going: break;
    case HttpSession::Outcome::Again: again(); break;
    case HttpSession::Outcome::Broken: reset(); return;
    case HttpSession::Outcome::Closed:
        drain();
        return;
    case HttpSession::Outcome::Opaque: {
        auto toUpstream = m_http->takeToUpstream();
        auto toClient = m_http->takeToClient();
        m_verdict.protocol = wire::FlowProtocol::Tcp; // the server agreed to another protocol
        startRelay(std::move(toUpstream), std::move(toClient));
        return;
    }
    }
    // A head that has begun must end in time; one on a kept-alive connection may begin when it
    // likes.
    if (!m_http->headPending()) {
        m_headSince = 0;
    } else if (m_headSince == 0) {
        m_headSince = systemClock().awake();
    }
}

void Flow::stepRelay() {
    switch (m_tunnel->step()) {
    case Tunnel::Outcome::Going: return;
    case Tunnel::Outcome::Again: again(); return;
    case Tunnel::Outcome::Finished: finish(); return;
    case Tunnel::Outcome::Broken: reset(); return;
    case Tunnel::Outcome::Http: {
        auto first = m_tunnel->takeHeld();
        m_tunnel.reset();
        startHttp(std::move(first));
        return;
    }
    case Tunnel::Outcome::NotSsh: refuseAllowed(wire::Refusal::BadProtocol, {}); return;
    }
}

void Flow::stepDraining() {
    // Closing with unread bytes would send an RST, which may overtake the answer.
    std::array<std::uint8_t, 16 * 1024> chunk;
    for (int i = 0; i < 64; ++i) {
        const ssize_t n = ::recv(m_client.get(), chunk.data(), chunk.size(), MSG_DONTWAIT);
        if (n > 0) {
            continue;
        }
        if (n == 0 || errno != EAGAIN) {
            finish();
        }
        return;
    }
    again();
}

} // namespace leadglass::egress
