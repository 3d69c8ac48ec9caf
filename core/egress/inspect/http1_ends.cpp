// The HTTP/1 relay's edges: bytes in and out, and how exchanges and the connection end.
#include <utility>

#include "core/egress/inspect/http1_relay.h"
#include "core/egress/refusal.h"

namespace leadglass::egress {
namespace {

constexpr std::size_t kBuffer = 128 * 1024;

} // namespace

Http1Relay::Http1Relay(ExchangeOwner& owner, Setup setup) : m_owner(owner), m_setup(std::move(setup)) {}

bool Http1Relay::wantsClient() const {
    const bool more = m_phase != Phase::Last || m_state == State::Opaque || m_answeredEarly;
    return !m_clientEnded && more && m_client.size() < kBuffer;
}

bool Http1Relay::wantsUpstream() const {
    return !m_upstreamEnded && m_upstream.size() < kBuffer && m_toClient.size() < kBuffer;
}

void Http1Relay::fromClient(std::span<const std::uint8_t> bytes) {
    if (m_answeredEarly) {
        return; // read all the same: one that does not read while it sends would never come to its answer
    }
    m_client.append(bytes);
    advance();
}

void Http1Relay::fromUpstream(std::span<const std::uint8_t> bytes) {
    m_upstream.append(bytes);
    advance();
}

void Http1Relay::clientEnded() {
    m_clientEnded = true;
    advance();
}

void Http1Relay::upstreamEnded(bool cut) {
    m_upstreamEnded = true;
    m_upstreamCut = cut;
    advance();
}

void Http1Relay::upstreamRefuses() {
    m_upstreamDeaf = true;
    m_toUpstream.take();
    advance();
}

void Http1Relay::sentToClient(std::size_t bytes) {
    m_toClient.drop(bytes);
    advance();
}

void Http1Relay::sentToUpstream(std::size_t bytes) {
    m_toUpstream.drop(bytes);
    advance();
}

bool Http1Relay::pending() const {
    return (m_phase == Phase::Head && (!m_anyRequest || m_client.size() > 0)) || m_phase == Phase::Push;
}

std::vector<std::uint8_t> Http1Relay::takeToUpstream() {
    m_toUpstream.append(m_client.view());
    m_client.take();
    return m_toUpstream.take();
}

std::vector<std::uint8_t> Http1Relay::takeToClient() {
    m_toClient.append(m_upstream.view());
    m_upstream.take();
    return m_toClient.take();
}

void Http1Relay::advance() {
    if (m_advancing) {
        return;
    }
    m_advancing = true;
    while (m_state == State::Going && (stepRequest() || (m_state == State::Going && stepResponse()))) {
    }
    if (m_state == State::Opaque) {
        passOpaque();
    }
    m_advancing = false;
}

// Another protocol: its bytes as they are, but for a credential that comes back (of as many bytes, so that frames hold).
void Http1Relay::passOpaque() {
    if (m_toUpstream.size() < kBuffer) {
        m_done.bytesOut += m_client.size();
        m_toUpstream.append(m_client.take());
    }
    if (m_toClient.size() >= kBuffer) {
        return;
    }
    m_done.bytesIn += m_upstream.size();
    if (!m_responseScan) {
        m_toClient.append(m_upstream.take());
        return;
    }
    m_out.clear();
    const bool last = m_upstreamEnded && !std::exchange(m_opaqueFinished, m_upstreamEnded);
    if (!m_responseScan->feed(m_upstream.take(), m_out) || (last && !m_responseScan->finish(m_out))) {
        finishExchange("response_blocked");
        m_state = State::Broken;
        return;
    }
    m_toClient.append(m_out);
}

void Http1Relay::closeNow() {
    m_phase = Phase::Last;
    m_state = State::Done;
    m_toUpstream.take();
}

void Http1Relay::runEnded() {
    finishExchange(m_clientEnded ? "client_gone" : "connection_ended");
    closeNow();
}

// ---- ends --------------------------------------------------------------------------------------

void Http1Relay::badRequest(int status, std::string_view failure, std::string_view why) {
    m_owner.refused(openOf(m_head), static_cast<std::uint16_t>(status), failure);
    refuse(status, wire::Refusal::BadProtocol, {}, why);
}

void Http1Relay::refuse(int status, wire::Refusal refusal, std::string_view decisionId, std::string_view detail) {
    m_toClient.append(refusalResponse(status, m_setup.target.host, refusal, decisionId, detail));
    closeNow();
}

void Http1Relay::failUpstream(std::string_view failure) {
    const bool first = !m_anyResponse && !m_saidToClient;
    m_done.status = first ? 502 : m_done.status;
    finishExchange(failure);
    if (first) {
        refuse(502, wire::Refusal::Unreachable, {}, "the server ended the connection");
    } else if (m_saidToClient) {
        m_state = State::Broken;
    } else {
        closeNow(); // of a kept-alive connection: a client tries once more, and is asked anew
    }
}

void Http1Relay::finishExchange(std::string_view failure) {
    m_done.redacted = m_responseScan ? m_responseScan->redacted() : 0;
    m_requestScan.reset();
    m_responseScan.reset();
    m_part = Part::None;
    if (m_open) {
        m_open = false;
        m_done.failure = failure;
        m_owner.finished(m_exchange, m_done);
    }
}

} // namespace leadglass::egress
