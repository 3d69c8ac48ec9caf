// The response side of the HTTP/1 relay, and its buffers.
#include <algorithm>
#include <cstdio>

#include "core/base/secret_bytes.h"
#include "core/egress/inspect/http1_fields.h"
#include "core/egress/inspect/http1_relay.h"

namespace leadglass::egress {
namespace {

std::string_view asText(std::span<const std::uint8_t> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

} // namespace

void PendingBytes::append(std::span<const std::uint8_t> more) {
    if (m_secret && m_bytes.size() + more.size() > m_bytes.capacity()) { // no copy stays behind
        std::vector<std::uint8_t> larger;
        larger.reserve(2 * (size() + more.size()));
        larger.assign(view().begin(), view().end());
        wipe(m_bytes.data(), m_bytes.size());
        m_bytes = std::move(larger);
        m_start = 0;
    }
    m_bytes.insert(m_bytes.end(), more.begin(), more.end());
}

void PendingBytes::append(std::string_view text) {
    append(std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

void PendingBytes::drop(std::size_t n) {
    constexpr std::size_t kFront = 128 * 1024;
    if (m_secret) {
        wipe(m_bytes.data() + m_start, n);
    }
    m_start += n;
    if (m_start == m_bytes.size()) {
        m_bytes.clear();
        m_start = 0;
        m_secret = false;
    } else if (m_start > kFront) {
        m_bytes.erase(m_bytes.begin(), m_bytes.begin() + static_cast<std::ptrdiff_t>(m_start));
        m_start = 0;
    }
}

std::vector<std::uint8_t> PendingBytes::take() {
    std::vector<std::uint8_t> out(view().begin(), view().end());
    drop(size());
    return out;
}

bool Http1Relay::stepResponse() {
    if (m_part == Part::None) {
        if (m_upstream.size() > 0) { // answers nothing: what follows could be taken for an answer
            m_upstream.take();
            m_upstreamEnded = true;
            return true;
        }
        return false;
    }
    if (m_toClient.size() >= 128 * 1024) {
        return false;
    }
    return m_part == Part::Head ? parseResponse() : passResponseBody();
}

bool Http1Relay::parseResponse() {
    const std::size_t end = m_upstream.size() == 0 ? 0 : findHeadEnd(m_upstream.view(), m_responseScanned);
    m_responseScanned = m_upstream.size();
    if (end == 0 || end > kMaxHead) {
        if (m_upstreamEnded || m_upstream.size() > kMaxHead) {
            failUpstream(m_upstreamEnded ? "upstream_closed" : "upstream_protocol");
        }
        return false;
    }
    m_responseScanned = 0;
    std::string text(asText(m_upstream.view().first(end)));
    const ResponseHead head = parseResponseHead(m_upstream.view().first(end), m_head.method);
    m_upstream.drop(end);
    if (head.status == 0) {
        failUpstream("upstream_protocol");
        return false;
    }
    if (refuseEncoded(text, head)) {
        return false;
    }
    if (m_responseScan && !scanFields(text, *m_responseScan)) {
        block();
        return false;
    }
    m_toClient.append(text);
    m_saidToClient = true;
    if (head.status == 101 && m_asksForUpgrade) {
        m_anyResponse = true;
        m_done.status = 101;
        m_state = State::Opaque;
        m_phase = Phase::Last;
        return false;
    }
    if (head.status >= 100 && head.status < 200 && head.status != 101) {
        return true; // interim; the final one follows
    }
    m_anyResponse = true;
    m_done.status = static_cast<std::uint16_t>(head.status);
    m_responseBody = BodyFramer(head.body);
    m_responseChunked = head.body.kind == BodyKind::Chunked;
    m_part = head.body.kind == BodyKind::UntilClose ? Part::UntilClose : Part::Body;
    if (m_responseBody.state() == BodyFramer::State::Done) {
        endResponse();
    }
    return true;
}

// What is to be looked through must be readable: it was asked for without encoding.
bool Http1Relay::refuseEncoded(std::string_view head, const ResponseHead& parsed) {
    const bool body = parsed.body.kind != BodyKind::None &&
                      (parsed.body.kind != BodyKind::Length || parsed.body.length > 0);
    const bool reads = m_wantsPlain || (m_responseScan && m_responseScan->reads());
    if (!reads || !body ||
        (!hasFieldBut(head, "content-encoding", "identity") && !hasFieldBut(head, "transfer-encoding", "chunked"))) {
        return false;
    }
    m_unread = true;
    if (!m_wantsPlain && !m_responseScan->seeks()) {
        return false;
    }
    m_done.status = 502;
    finishExchange("encoded_response");
    refuse(502, wire::Refusal::BadProtocol, {}, "an encoded answer cannot be searched for the credential");
    return true;
}

void Http1Relay::seeks(std::uint64_t exchange) {
    if (exchange == m_exchange && m_open && m_unread && m_part != Part::None) {
        finishExchange("encoded_response");
        m_state = State::Broken;
    }
}

// The answer is not to go on. What follows interim answers is the final one: it can be ours.
void Http1Relay::block() {
    const bool inBody = m_part != Part::Head;
    m_done.status = inBody ? m_done.status : std::uint16_t{502};
    finishExchange("response_blocked");
    if (inBody) {
        m_state = State::Broken;
    } else {
        refuse(502, wire::Refusal::PolicyDenied, {}, "the answer has something in it that must not come in");
    }
}

bool Http1Relay::passResponseBody() {
    m_parts.data.clear();
    m_parts.trailers.clear();
    const auto bytes = m_upstream.view();
    const std::size_t used =
        m_part == Part::UntilClose ? bytes.size() : m_responseBody.consume(bytes, &m_parts);
    if (m_part == Part::UntilClose && !bytes.empty()) {
        m_parts.data.push_back(bytes);
    }
    const bool whole = m_part == Part::UntilClose ? m_upstreamEnded && !m_upstreamCut
                                                  : m_responseBody.state() == BodyFramer::State::Done;
    for (const auto data : m_parts.data) {
        m_done.bytesIn += data.size();
    }
    if (m_responseScan) {
        if (!scanResponsePart(whole)) {
            block();
            return false;
        }
    } else {
        m_toClient.append(bytes.first(used));
    }
    m_upstream.drop(used);
    if (!whole && (m_upstreamEnded || m_responseBody.state() == BodyFramer::State::Bad)) {
        finishExchange("upstream_closed");
        m_state = State::Broken; // nobody is to take a cut body for a whole one
        return false;
    }
    if (whole) {
        endResponse();
    }
    return used > 0;
}

bool Http1Relay::scanResponsePart(bool whole) {
    m_out.clear();
    m_responseTrailers += m_parts.trailers;
    bool fine = true;
    for (const auto data : m_parts.data) {
        fine = fine && m_responseScan->feed(data, m_out);
    }
    fine = fine && (!whole || (m_responseScan->finish(m_out) && scanFields(m_responseTrailers, *m_responseScan)));
    if (!fine) {
        return false;
    }
    if (m_responseChunked && !m_out.empty()) {
        char size[24];
        std::snprintf(size, sizeof size, "%zx\r\n", m_out.size());
        m_toClient.append(size);
    }
    m_toClient.append(m_out);
    if (m_responseChunked) {
        m_toClient.append(m_out.empty() ? "" : "\r\n");
        m_toClient.append(whole ? "0\r\n" + m_responseTrailers : "");
    }
    return true;
}

void Http1Relay::endResponse() {
    const bool last = m_part == Part::UntilClose || m_upstreamDeaf;
    // Answered before the request was there: a server that does not read the rest may take it for the next request, which
    // nobody has judged, or never take it at all.
    m_answeredEarly = m_requestBody.state() != BodyFramer::State::Done || m_toUpstream.size() > 0;
    m_part = Part::None;
    if (last || m_answeredEarly) {
        m_client.take();
        finishExchange({});
        closeNow();
    }
}

} // namespace leadglass::egress
