// How a flow ends: refusals that the client can read, resets, and the last message about it.
#include <sys/socket.h>

#include <array>
#include <cerrno>

#include "core/egress/flow.h"
#include "core/egress/refusal.h"
#include "core/egress/socks.h"
#include "core/policy/address.h"

namespace leadglass::egress {
namespace {

constexpr Nanos kSecond = 1'000'000'000;
constexpr Nanos kRefusedWait = 2 * kSecond; // for the bytes that a readable refusal answers

int statusOf(wire::Refusal refusal) {
    switch (refusal) {
    case wire::Refusal::BadName: return 400;
    case wire::Refusal::Unresolvable:
    case wire::Refusal::Unreachable: return 502;
    case wire::Refusal::Overload: return 503;
    case wire::Refusal::Inconsistent: return 421;
    default: return 403;
    }
}

} // namespace

std::string Flow::shownHost() const {
    if (m_open.entry == wire::Entry::Loopback) {
        return "localhost:" + std::to_string(m_open.port);
    }
    if (!m_verdict.host.empty()) {
        return m_verdict.host;
    }
    if (!m_open.name.empty()) {
        return m_open.name;
    }
    return m_proxy && m_open.target.port == 0
               ? std::string()
               : policy::toText(policy::Address{m_open.target.v6, m_open.target.bytes});
}

void Flow::refuse(wire::Refusal refusal, std::string decisionId) {
    m_refusal = refusal;
    m_verdict.decisionId = std::move(decisionId);
    closeOpened();
    switch (m_open.entry) {
    case wire::Entry::Socks: sendAndDrain(socksReply(socksCode(refusal))); return;
    case wire::Entry::Connect:
    case wire::Entry::HttpProxy: refuseHttp(statusOf(refusal), refusal, {}); return;
    case wire::Entry::Loopback: reset(); return;
    case wire::Entry::Captured: break;
    }
    if (m_open.target.port != 443 && m_open.target.port != 80) {
        reset();
        return;
    }
    m_stage = m_open.target.port == 443 ? Stage::RefusedHello : Stage::RefusedHead;
    armTimer(kRefusedWait);
    step();
}

void Flow::refuseAllowed(wire::Refusal refusal, std::string_view seen) {
    m_refusal = refusal;
    m_host.refused({m_id, refusal, std::string(seen.substr(0, 255))});
    if (m_http) {
        refuseHttp(statusOf(refusal), refusal, {});
    } else if (refusal == wire::Refusal::Inconsistent) {
        closeOpened();
        sendAndDrain(tlsAlert(kAlertUnrecognizedName));
    } else {
        reset();
    }
}

void Flow::refuseHttp(int status, wire::Refusal refusal, std::string_view detail) {
    std::string answer =
        refusalResponse(status, shownHost(), refusal, m_verdict.decisionId, detail);
    if (m_http) {
        m_http->refuse(std::move(answer)); // behind the answers that are still on their way
        if (m_stage == Stage::Http) {
            again();
        }
    } else {
        sendAndDrain(answer);
    }
}

void Flow::stepRefusedHello() {
    while (m_hello.state() == ClientHelloReader::State::NeedMore) {
        const std::size_t before = m_in.size();
        if (!readMore(2 * kMaxHello)) {
            return;
        }
        m_hello.feed(std::span(m_in).subspan(before));
    }
    if (m_hello.state() == ClientHelloReader::State::Done) {
        sendAndDrain(tlsAlert(kAlertAccessDenied));
    } else {
        reset();
    }
}

void Flow::stepRefusedHead() {
    while (findHeadEnd(m_in, m_scanned) == 0) {
        m_scanned = m_in.size();
        if (m_in.size() >= kMaxHead) {
            reset();
            return;
        }
        if (!readMore(kMaxHead)) {
            return;
        }
    }
    sendAndDrain(
        refusalResponse(statusOf(m_refusal), shownHost(), m_refusal, m_verdict.decisionId));
}

void Flow::sendAndDrain(std::string_view text) {
    sendAndDrain(std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

void Flow::sendAndDrain(std::span<const std::uint8_t> bytes) {
    dropUpstream();
    if (::send(m_client.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT) !=
        static_cast<ssize_t>(bytes.size())) {
        reset();
        return;
    }
    ::shutdown(m_client.get(), SHUT_WR);
    m_stage = Stage::Draining;
    armTimer(kSecond);
}

void Flow::closeOpened() {
    if (m_id == 0) {
        return;
    }
    std::uint64_t out = 0;
    std::uint64_t in = 0;
    if (m_http) {
        out += m_http->bytesOut();
        in += m_http->bytesIn();
    }
    if (m_inspected) {
        m_inspected->end();
        out += m_inspected->bytesOut();
        in += m_inspected->bytesIn();
        m_inspected.reset();
    }
    if (m_tunnel) {
        out += m_tunnel->bytesOut();
        in += m_tunnel->bytesIn();
    }
    m_host.close(m_id, out, in, m_once && m_http && leadsBack(m_target, m_http->leadsTo()));
    m_id = 0;
}

void Flow::dropUpstream() {
    if (m_upstream) {
        m_host.loop().remove(m_upstream.get());
        m_upstream.reset();
    }
}

void Flow::reset() {
    if (m_stage == Stage::Done) {
        return;
    }
    // A reset for both: neither side may take a cut stream for a whole one.
    const linger now{1, 0};
    ::setsockopt(m_client.get(), SOL_SOCKET, SO_LINGER, &now, sizeof now);
    if (m_upstream) {
        ::setsockopt(m_upstream.get(), SOL_SOCKET, SO_LINGER, &now, sizeof now);
    }
    finish();
}

void Flow::finish() {
    if (m_stage == Stage::Done) {
        return;
    }
    m_stage = Stage::Done;
    closeOpened();
    dropUpstream();
    m_host.loop().cancel(m_timer);
    m_host.loop().cancel(m_againTimer);
    m_host.loop().remove(m_client.get());
    m_client.reset();
    m_host.finished(*this);
}

} // namespace leadglass::egress
