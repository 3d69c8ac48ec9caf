// The part of a flow whose requests are asked about: what the inspected connection tells goes on to the supervisor
// under the flow's number.
#include <sys/socket.h>

#include "core/egress/flow.h"

namespace leadglass::egress {
namespace {

constexpr Nanos kSecond = 1'000'000'000;

} // namespace

void Flow::startInspect(std::vector<std::uint8_t> first, bool proxied) {
    InspectStart start;
    start.client = m_client.get();
    start.upstream = m_upstream.get();
    start.first = std::move(first);
    start.target = m_target;
    start.tls = m_verdict.protocol == wire::FlowProtocol::Tls;
    start.proxied = proxied;
    start.protocols = m_hello.protocols();
    Inspector* inspector = m_host.inspector();
    m_inspected = inspector == nullptr ? nullptr : inspector->inspect(*this, std::move(start));
    if (!m_inspected) {
        refuseAllowed(wire::Refusal::BadProtocol, "(cannot be inspected)");
        return;
    }
    m_http.reset();
    m_stage = Stage::Inspect;
    m_headSince = systemClock().awake();
    armTimer(static_cast<Nanos>(m_host.setup().handshakeSeconds) * kSecond);
}

void Flow::onRequestVerdict(wire::RequestVerdict verdict) {
    if (m_inspected) {
        m_inspected->verdict(std::move(verdict));
        step();
    }
}

void Flow::onRequestWatch(wire::RequestWatch watch) {
    if (m_inspected) {
        m_inspected->watch(std::move(watch));
        step();
    }
}

void Flow::stepInspect() {
    const InspectedFlow::Outcome outcome = m_inspected->step();
    if (m_stage != Stage::Inspect) {
        return;
    }
    switch (outcome) {
    case InspectedFlow::Outcome::Going: break;
    case InspectedFlow::Outcome::Again: again(); break;
    case InspectedFlow::Outcome::Broken: reset(); return;
    case InspectedFlow::Outcome::Closed: drain(); return;
    case InspectedFlow::Outcome::Opaque: {
        auto toUpstream = m_inspected->takeToUpstream();
        auto toClient = m_inspected->takeToClient();
        m_inspected->end();
        m_verdict.protocol = wire::FlowProtocol::Tcp; // the server agreed to another protocol
        startRelay(std::move(toUpstream), std::move(toClient));
        return;
    }
    case InspectedFlow::Outcome::OtherHost: {
        auto first = m_inspected->takeToUpstream();
        closeOpened();
        dropUpstream();
        m_http = std::make_unique<HttpSession>(*this, m_client.get(), -1, std::move(first));
        m_stage = Stage::Http;
        again();
        return;
    }
    }
    if (!m_inspected->pending()) {
        m_headSince = 0;
    } else if (m_headSince == 0) {
        m_headSince = systemClock().awake();
    }
}

// The client is to read what was said before its connection ends.
void Flow::drain() {
    m_stage = Stage::Draining;
    ::shutdown(m_client.get(), SHUT_WR);
    closeOpened();
    dropUpstream();
    armTimer(kSecond);
}

std::uint64_t Flow::openRequest(wire::RequestOpen message) {
    message.flow = m_id;
    return m_host.openRequest(*this, std::move(message));
}

void Flow::requestDone(wire::RequestDone message) {
    m_host.requestDone(std::move(message));
}

void Flow::sighted(wire::Sighting message) {
    message.flow = m_id;
    m_host.tell(message);
}

void Flow::tlsFailed(wire::TlsFailed message) {
    message.flow = m_id;
    m_host.tell(message);
}

void Flow::requestRefused(wire::Refusal refusal, std::string_view seen) {
    m_host.refused({m_id, refusal, std::string(seen.substr(0, 255))});
}

} // namespace leadglass::egress
