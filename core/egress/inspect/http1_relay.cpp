#include "core/egress/inspect/http1_relay.h"

#include <algorithm>
#include <cstdio>

#include "core/base/secret_bytes.h"
#include "core/egress/inspect/h2_head.h"
#include "core/egress/inspect/http1_fields.h"
#include "core/policy/host_name.h"

namespace leadglass::egress {
namespace {

constexpr std::size_t kBuffer = 128 * 1024;

bool isPush(const RequestHead& head, std::string_view target) {
    return head.method != "GET" && head.method != "HEAD" && isPushPath(target);
}

// Said again by us, or not to be touched because they frame the message.
bool mayEdit(std::string_view name) {
    constexpr std::string_view kNever[] = {"host", "content-length", "transfer-encoding", "connection", "upgrade",
                                           "expect", "te", "trailer"};
    return !name.empty() && std::find(std::begin(kNever), std::end(kNever), name) == std::end(kNever);
}

// A body that means nothing there (RFC 9110 9.3.1): not every server reads it, and what it leaves it takes for the next
// request, which nobody has judged.
bool hasStrayBody(const RequestHead& head) {
    constexpr std::string_view kWithout[] = {"GET", "HEAD", "OPTIONS", "TRACE", "DELETE"};
    return BodyFramer(head.body).state() != BodyFramer::State::Done &&
           std::any_of(std::begin(kWithout), std::end(kWithout), [&](std::string_view one) { return equalsIgnoringCase(one, head.method); });
}

bool isFieldValue(std::string_view value) {
    return std::none_of(value.begin(), value.end(), [](char c) {
        const auto u = static_cast<unsigned char>(c);
        return (u < 0x20 && c != '\t') || u == 0x7f;
    });
}

void removeField(RequestHead& head, std::string_view name) {
    std::erase_if(head.fields, [&](const HeaderField& f) { return equalsIgnoringCase(f.name, name); });
}

bool sameHost(std::string_view a, std::string_view b) {
    const auto x = policy::splitHostPort(a);
    const auto y = policy::splitHostPort(b);
    if (!x || !y || (x->port == 0 ? 80 : x->port) != (y->port == 0 ? 80 : y->port)) {
        return false;
    }
    const auto cx = policy::canonicalHost(x->host);
    const auto cy = policy::canonicalHost(y->host);
    return equalsIgnoringCase(x->host, y->host) || (cx && cy && *cx == *cy);
}

} // namespace

bool Http1Relay::stepRequest() {
    switch (m_phase) {
    case Phase::Head: return parseHead();
    case Phase::Push: return readPush();
    case Phase::Body: return passRequestBody();
    case Phase::Asked:
    case Phase::Last: return false;
    }
    return false;
}

bool Http1Relay::parseHead() {
    if (m_upstreamEnded && (m_client.size() == 0 || m_anyResponse)) {
        closeNow(); // the server ended a connection at rest: the client tries anew, and is asked anew
        return false;
    }
    const std::size_t end = m_client.size() == 0 ? 0 : findHeadEnd(m_client.view(), m_scanned);
    if (end == 0 || end > kMaxHead) {
        m_scanned = m_client.size();
        if (m_client.size() > kMaxHead) {
            badRequest(431, "head_too_large", "the request head is larger than 64 KiB");
        } else if (m_clientEnded) {
            closeNow();
        }
        return false;
    }
    ParsedRequest parsed = parseRequestHead(m_client.view().first(end));
    m_scanned = 0;
    if (!parsed.ok) {
        m_head = {};
        badRequest(parsed.status, parsed.status == 431 ? "head_too_large" : "bad_request", parsed.why);
        return false;
    }
    if (!checkHead(parsed.head)) {
        return false;
    }
    m_client.drop(end);
    m_anyRequest = true;
    m_head = std::move(parsed.head);
    m_done = {};
    m_saidToClient = false;
    if (!isPush(m_head, m_target)) {
        ask();
        return true;
    }
    m_push = m_setup.pushReader ? m_setup.pushReader() : nullptr;
    const std::string* encoding = m_head.field("content-encoding");
    if (!m_push || (encoding != nullptr && !equalsIgnoringCase(*encoding, "identity"))) {
        badRequest(403, "push_unreadable", "a push whose commands cannot be read");
        return false;
    }
    if (m_head.field("expect") != nullptr) { // it is read before anybody upstream could say so
        removeField(m_head, "expect");
        m_toClient.append("HTTP/1.1 100 Continue\r\n\r\n");
    }
    m_pushBody = BodyFramer(m_head.body);
    m_pushSeen = 0;
    m_phase = Phase::Push;
    return true;
}

bool Http1Relay::checkHead(const RequestHead& head) {
    const std::string* host = head.field("host");
    AbsoluteTarget absolute;
    const bool isAbsolute = parseAbsoluteTarget(head.target, absolute);
    if (m_setup.proxied && !isAbsolute) {
        badRequest(400, "bad_request", "this is a proxy: CONNECT HOST:PORT or http://HOST/PATH");
        return false;
    }
    const std::string_view named = isAbsolute ? absolute.authority : host != nullptr ? *host : std::string_view();
    if (m_setup.proxied && !authorityHolds(m_setup.target, named) && absolute.scheme == "http" &&
        (host == nullptr || sameHost(*host, absolute.authority))) {
        m_state = State::OtherHost;
        return false;
    }
    const bool form = isAbsolute ? absolute.scheme == (m_setup.tls ? "https" : "http")
                                 : head.target.front() == '/' || (head.target == "*" && head.method == "OPTIONS");
    if (head.method == "CONNECT" || !form) {
        badRequest(400, "bad_request", "the request target is no path of this host");
        return false;
    }
    if (!authorityHolds(m_setup.target, named) || (host != nullptr && !authorityHolds(m_setup.target, *host))) {
        m_owner.refused(openOf(head), 421, "name_inconsistent");
        refuse(421, wire::Refusal::Inconsistent, {});
        return false;
    }
    m_target = isAbsolute ? absolute.path : head.target;
    std::size_t text = head.method.size() + m_target.size();
    for (const auto& f : head.fields) {
        text += f.name.size() + f.value.size();
    }
    if (head.fields.size() > wire::kMaxHeaders || text > wire::kMaxRequestText) {
        badRequest(431, "head_too_large", "a head of more than 32 KiB or 128 fields cannot be inspected");
        return false;
    }
    return true;
}

bool Http1Relay::readPush() {
    const auto bytes = m_client.view().subspan(m_pushSeen);
    m_parts.data.clear();
    m_parts.trailers.clear();
    m_pushSeen += m_pushBody.consume(bytes, &m_parts);
    PushReader::Step step = PushReader::Step::More;
    for (std::size_t i = 0; i < m_parts.data.size() && step == PushReader::Step::More; ++i) {
        step = m_push->feed(m_parts.data[i]);
    }
    if (step == PushReader::Step::Ready) {
        ask();
        return true;
    }
    if (step == PushReader::Step::Bad || m_pushBody.state() != BodyFramer::State::More || m_clientEnded) {
        badRequest(403, "push_unreadable", "a push whose commands cannot be read");
    } else if (m_client.size() >= kBuffer) {
        badRequest(403, "push_unreadable", "the commands of a push are larger than 128 KiB");
    }
    return false;
}

wire::RequestOpen Http1Relay::openOf(const RequestHead& head) const {
    wire::RequestOpen open;
    open.method = head.method;
    open.target = head.target;
    const std::string* host = head.field("host");
    open.host = host != nullptr ? *host : std::string();
    open.version = head.minor == 1 ? 11 : 10;
    for (const auto& f : head.fields) {
        wire::Header header{f.name, f.value};
        std::transform(header.name.begin(), header.name.end(), header.name.begin(),
                       [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; });
        open.headers.push_back(std::move(header));
    }
    return open;
}

void Http1Relay::ask() {
    wire::RequestOpen open = openOf(m_head);
    open.target = m_target;
    open.pushed = m_push != nullptr;
    if (m_push) {
        open.refs = m_push->takeRefs();
        m_push.reset();
    }
    m_phase = Phase::Asked;
    m_open = true;
    m_owner.opened(++m_exchange, std::move(open));
}

void Http1Relay::verdict(std::uint64_t exchange, const wire::RequestVerdict& verdict) {
    if (exchange != m_exchange || m_phase != Phase::Asked) {
        return;
    }
    if (!verdict.allow) {
        const auto refusal = static_cast<wire::Refusal>(verdict.refusal);
        m_done.status = refusal == wire::Refusal::Overload ? 503 : refusal == wire::Refusal::TooLarge ? 413 : 403;
        finishExchange({});
        refuse(m_done.status, refusal, verdict.decisionId);
    } else if (m_upstreamEnded || m_upstreamDeaf) {
        failUpstream("upstream_closed");
    } else {
        allow(verdict);
    }
    advance();
}

void Http1Relay::allow(const wire::RequestVerdict& verdict) {
    bool secret = !verdict.redact.empty();
    for (const auto& edit : verdict.edits) {
        if (!mayEdit(edit.name) || !isFieldValue(edit.value)) {
            m_done.status = 403;
            finishExchange("bad_edit");
            refuse(403, wire::Refusal::BadProtocol, verdict.decisionId, "a header that cannot be set");
            return;
        }
        removeField(m_head, edit.name);
        if (!edit.remove) {
            m_head.fields.push_back({edit.name, edit.value});
        }
        secret = secret || (edit.secret && !edit.remove);
    }
    m_wantsPlain = secret;
    m_unread = false;
    m_responseScan = m_owner.scanResponse(m_exchange, verdict);
    if (secret || (m_responseScan && m_responseScan->reads())) {
        removeField(m_head, "accept-encoding");
        m_head.fields.push_back({"Accept-Encoding", "identity"});
        removeField(m_head, "sec-websocket-extensions"); // permessage-deflate is an encoding, too
    }
    if (hasStrayBody(m_head)) {
        removeField(m_head, "connection");
        m_head.fields.push_back({"Connection", "close"});
    }
    m_asksForUpgrade = asksForUpgrade(m_head);
    std::string text = writeRequestHead(m_head, m_target);
    m_toUpstream.append(text);
    if (secret) {
        m_toUpstream.keepSecret();
        wipe(text);
        for (auto& f : m_head.fields) {
            wipe(f.value);
        }
    }
    m_requestBody = BodyFramer(m_head.body);
    m_requestChunked = m_head.body.kind == BodyKind::Chunked;
    m_requestScan = m_owner.scanRequest(m_exchange);
    m_requestTrailers.clear();
    m_responseTrailers.clear();
    m_part = Part::Head;
    m_phase = Phase::Body;
}

bool Http1Relay::passRequestBody() {
    if (m_requestBody.state() == BodyFramer::State::Done) {
        if (m_part != Part::None) {
            return false;
        }
        finishExchange({});
        m_phase = Phase::Head;
        return true;
    }
    const std::size_t room = m_toUpstream.size() < kBuffer ? kBuffer - m_toUpstream.size() : 0;
    const auto bytes = m_client.view().first(std::min(room, m_client.size()));
    m_parts.data.clear();
    m_parts.trailers.clear();
    const std::size_t used = m_requestBody.consume(bytes, &m_parts);
    for (const auto data : m_parts.data) {
        m_done.bytesOut += data.size();
    }
    bool fine = m_requestBody.state() != BodyFramer::State::Bad;
    const bool whole = m_requestBody.state() == BodyFramer::State::Done;
    if (fine && m_requestScan) {
        m_out.clear();
        m_requestTrailers += m_parts.trailers;
        for (const auto data : m_parts.data) {
            fine = fine && m_requestScan->feed(data, m_out);
        }
        fine = fine && (!whole || (m_requestScan->finish(m_out) && scanFields(m_requestTrailers, *m_requestScan)));
        if (!fine) {
            const std::string why(m_requestScan->failure());
            const bool large = why == "body_too_large";
            const bool answered = m_part != Part::Head; // behind interim answers (100) the final one can be ours
            m_done.status = answered ? m_done.status : large ? 413 : 403;
            finishExchange(why);
            if (answered) {
                m_state = State::Broken;
            } else {
                refuse(large ? 413 : 403, large ? wire::Refusal::TooLarge : wire::Refusal::MustNotLeave, {});
            }
            return false;
        }
        if (m_requestChunked && !m_out.empty()) {
            char size[24];
            std::snprintf(size, sizeof size, "%zx\r\n", m_out.size());
            m_toUpstream.append(size);
        }
        m_toUpstream.append(m_out);
        if (m_requestChunked) {
            m_toUpstream.append(m_out.empty() ? "" : "\r\n");
            m_toUpstream.append(whole ? "0\r\n" + m_requestTrailers : "");
        }
    } else {
        m_toUpstream.append(bytes.first(used));
    }
    m_client.drop(used);
    if (!fine || (m_clientEnded && !whole && m_client.size() == 0)) {
        finishExchange("client_closed"); // half of a body has gone: nothing that could be answered in order
        m_state = State::Broken;
        return false;
    }
    if (m_upstreamDeaf) {
        m_toUpstream.take();
    }
    return used > 0;
}

} // namespace leadglass::egress
