#include "core/egress/inspect/connection.h"

#include <sys/socket.h>

#include <algorithm>
#include <array>

#include "core/base/clock.h"
#include "core/egress/inspect/git_push_reader.h"
#include "core/egress/inspect/http1_relay.h"
#include "core/egress/inspect/http2_end.h"
#include "core/egress/inspect/plain_end.h"
#include "core/egress/refusal.h"

namespace leadglass::egress {
namespace {

constexpr int kRounds = 64; // of one step, so that one stream cannot hold the thread
constexpr std::uint8_t kAlertInternalError = 80;
constexpr std::string_view kHttp1 = "http/1.1";
constexpr std::string_view kHttp2 = "h2";

} // namespace

Connection::Connection(InspectOwner& owner, InspectStart start, InspectShared* shared)
    : m_owner(owner), m_start(std::move(start)), m_shared(shared) {}

Connection::~Connection() = default;

bool Connection::begin() {
    if (!m_start.tls) {
        m_client = std::make_unique<PlainEnd>(m_start.client, std::exchange(m_start.first, {}));
        m_upstream = std::make_unique<PlainEnd>(m_start.upstream, std::vector<std::uint8_t>());
        startRelay();
        return true;
    }
    // Both sides are to speak the same: what the client offers and a relay of ours can carry.
    std::vector<std::string> offer;
    for (const auto& protocol : m_start.protocols) {
        if (protocol == kHttp1 || protocol == kHttp2) {
            offer.push_back(protocol);
        }
    }
    auto upstream = m_shared == nullptr ? nullptr
                                        : TlsEnd::connect(m_shared->upstream.get(), m_start.upstream,
                                                          m_start.target.host, offer, &m_shared->sessions);
    m_upstreamTls = upstream.get();
    m_upstream = std::move(upstream);
    m_stage = Stage::Upstream;
    return m_upstream != nullptr;
}

void Connection::clientEvent(std::uint32_t epollEvents) {
    if (m_client) {
        m_client->event(epollEvents);
    }
}

void Connection::upstreamEvent(std::uint32_t epollEvents) {
    if (m_upstream) {
        m_upstream->event(epollEvents);
    }
}

InspectedFlow::Outcome Connection::step() {
    Stage before = Stage::Over;
    Outcome outcome = Outcome::Going;
    while (m_stage != before && outcome == Outcome::Going) {
        before = m_stage;
        switch (m_stage) {
        case Stage::Upstream: outcome = stepUpstream(); break;
        case Stage::Client: outcome = stepClient(); break;
        case Stage::Relay: outcome = stepRelay(); break;
        case Stage::Over: return Outcome::Closed;
        }
    }
    return outcome;
}

// ---- handshakes --------------------------------------------------------------------------------

InspectedFlow::Outcome Connection::stepUpstream() {
    switch (m_upstream->handshake()) {
    case Transport::Io::Progress: break;
    case Transport::Io::Idle: return Outcome::Going;
    default: {
        tell(true, m_upstreamTls->failure());
        alert(m_upstreamTls->failure().reason == "protocol" ? kAlertInternalError : kAlertAccessDenied);
        return Outcome::Closed;
    }
    }
    if (!serveClient()) {
        alert(kAlertInternalError);
        return Outcome::Closed;
    }
    m_stage = Stage::Client;
    return Outcome::Going;
}

bool Connection::serveClient() {
    auto leaf = m_shared->leaves.leafFor(m_start.target.host, systemClock().wall());
    if (!leaf) {
        return false;
    }
    // A server without ALPN speaks HTTP/1.1 (RFC 7301 3.2 leaves it to the port).
    std::string protocol = m_upstreamTls->protocol();
    if (protocol.empty()) {
        protocol = kHttp1;
    }
    const TlsEnd::Identity identity{*leaf, m_shared->authority.leafKey(), m_start.target.host};
    auto client = TlsEnd::serve(m_shared->clientSide.get(), identity, m_start.client, std::exchange(m_start.first, {}), protocol);
    m_clientTls = client.get();
    m_client = std::move(client);
    return m_client != nullptr;
}

InspectedFlow::Outcome Connection::stepClient() {
    switch (m_client->handshake()) {
    case Transport::Io::Progress: startRelay(); return Outcome::Going;
    case Transport::Io::Idle: return Outcome::Going;
    default: tell(false, m_clientTls->failure()); return Outcome::Closed;
    }
}

void Connection::tell(bool upstream, const TlsEnd::Failure& failure) {
    wire::TlsFailed message;
    message.upstream = upstream;
    message.reason = failure.reason;
    message.detail = failure.detail;
    m_owner.tlsFailed(std::move(message));
    m_stage = Stage::Over;
}

// The client has said its ClientHello and nothing was answered: an alert is all that it gets.
void Connection::alert(std::uint8_t description) {
    const auto record = tlsAlert(description);
    (void)!::send(m_start.client, record.data(), record.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    m_stage = Stage::Over;
}

void Connection::timedOut() {
    if (m_stage == Stage::Upstream) {
        tell(true, {"protocol", "the server did not finish the handshake in time"});
        alert(kAlertInternalError);
    } else if (m_stage == Stage::Client) {
        tell(false, {"protocol", "the client did not finish the handshake in time"});
    }
}

bool Connection::pending() const {
    return m_stage == Stage::Upstream || m_stage == Stage::Client || (m_stage == Stage::Relay && m_relay->pending());
}

// ---- the relay ---------------------------------------------------------------------------------

void Connection::startRelay() {
    ExchangeOwner& self = *this;
    m_stage = Stage::Relay;
    if (m_upstreamTls != nullptr && m_upstreamTls->protocol() == kHttp2) {
        H2Relay::Setup setup;
        setup.target = m_start.target;
        setup.pushReader = GitPushReader::make;
        m_relay = std::make_unique<Http2Relay>(self, std::move(setup));
        return;
    }
    Http1Relay::Setup setup;
    setup.target = m_start.target;
    setup.tls = m_start.tls;
    setup.proxied = m_start.proxied;
    setup.pushReader = GitPushReader::make;
    m_relay = std::make_unique<Http1Relay>(self, std::move(setup));
}

void Connection::tick() {
    if (m_stage == Stage::Relay) {
        m_relay->tick();
    }
}

bool Connection::readFrom(Transport& side, bool client) {
    static thread_local std::array<std::uint8_t, 64 * 1024> bytes; // one on the stack would be zeroed each time
    std::size_t size = 0;
    const Transport::Io io = side.read(bytes, size);
    switch (io) {
    case Transport::Io::Idle: return false;
    case Transport::Io::Progress:
        if (client) {
            m_relay->fromClient(std::span(bytes).first(size));
        } else {
            m_bytesIn += size;
            m_relay->fromUpstream(std::span(bytes).first(size));
        }
        return true;
    case Transport::Io::Error:
        if (client) {
            m_broken = true;
            return false;
        }
        break;
    case Transport::Io::End:
    case Transport::Io::Cut: break;
    }
    (client ? m_clientEnded : m_upstreamEnded) = true;
    if (client) {
        m_relay->clientEnded();
    } else {
        m_relay->upstreamEnded(io != Transport::Io::End);
    }
    return true;
}

bool Connection::writeTo(Transport& side, bool client) {
    Transport::Io io = Transport::Io::Progress;
    bool moved = false;
    while (io == Transport::Io::Progress) {
        const auto bytes = client ? m_relay->toClient() : m_relay->toUpstream();
        std::size_t size = 0;
        io = bytes.empty() ? Transport::Io::Idle : side.write(bytes, size);
        if (io == Transport::Io::Progress) {
            if (client) {
                m_relay->sentToClient(size);
            } else {
                m_bytesOut += size;
                m_relay->sentToUpstream(size);
            }
            moved = true;
        }
    }
    if (io == Transport::Io::Idle) {
        return moved;
    }
    if (client) {
        m_broken = true;
        return false;
    }
    m_upstreamDeaf = true; // a server may answer and close while a body is still coming: its answer counts
    m_relay->upstreamRefuses();
    return true;
}

InspectedFlow::Outcome Connection::stepRelay() {
    for (int round = 0; round < kRounds; ++round) {
        bool moved = false;
        if (!m_clientEnded && m_relay->wantsClient()) {
            moved = readFrom(*m_client, true);
        }
        if (!m_broken && !m_upstreamEnded && m_relay->wantsUpstream()) {
            moved = readFrom(*m_upstream, false) || moved;
        }
        const bool wroteUp = !m_broken && !m_upstreamDeaf && writeTo(*m_upstream, false);
        const bool wroteDown = !m_broken && writeTo(*m_client, true);
        moved = moved || wroteUp || wroteDown;
        if (m_broken || m_relay->state() == Relay::State::Broken) {
            return Outcome::Broken;
        }
        const Outcome ends = passEnds();
        if (ends != Outcome::Going) {
            return ends;
        }
        if (!moved) {
            return Outcome::Going;
        }
    }
    return Outcome::Again;
}

InspectedFlow::Outcome Connection::passEnds() {
    switch (m_relay->state()) {
    case Relay::State::OtherHost: return m_relay->toClient().empty() ? Outcome::OtherHost : Outcome::Going;
    case Relay::State::Done:
        if (!m_relay->toClient().empty()) {
            return Outcome::Going;
        }
        (void)m_client->shutdown();
        (void)m_upstream->shutdown();
        m_stage = Stage::Over;
        return Outcome::Closed;
    case Relay::State::Opaque: break;
    default: return Outcome::Going;
    }
    if (!m_start.tls && !m_relay->scansOpaque() && m_relay->toClient().empty()) {
        return Outcome::Opaque;
    }
    if (m_clientEnded && !m_upstreamShut && (m_upstreamDeaf || m_relay->toUpstream().empty())) {
        m_upstreamShut = m_upstream->shutdown() != Transport::Io::Idle;
    }
    if (m_upstreamEnded && !m_clientShut && m_relay->toClient().empty()) {
        m_clientShut = m_client->shutdown() != Transport::Io::Idle;
    }
    return m_upstreamShut && m_clientShut ? Outcome::Closed : Outcome::Going;
}

std::vector<std::uint8_t> Connection::takeToUpstream() {
    return m_relay->takeToUpstream();
}

std::vector<std::uint8_t> Connection::takeToClient() {
    auto out = m_relay->takeToClient();
    m_bytesIn -= std::min<std::uint64_t>(m_bytesIn, out.size()); // the tunnel counts them
    return out;
}

} // namespace leadglass::egress
