#include "core/egress/inspect/h2_core.h"

#include <algorithm>

#include "core/base/secret_bytes.h"
#include "core/egress/refusal.h"

namespace leadglass::egress {
namespace {
constexpr std::int64_t kMaxWidened = 8 * 1024 * 1024;
constexpr std::int64_t kMaxWidenedOfAll = 128 * 1024 * 1024;
} // namespace

H2Core::H2Core(ExchangeOwner& owner, H2Relay::Setup setup)
    : m_owner(owner), m_setup(std::move(setup)) {}

H2Stream* H2Core::ofClient(std::int32_t id) {
    const auto at = m_streams.find(id);
    return at == m_streams.end() ? nullptr : at->second.get();
}

H2Stream* H2Core::ofUpstream(std::int32_t id) {
    const auto at = m_byUpstream.find(id);
    return at == m_byUpstream.end() ? nullptr : at->second;
}

std::size_t H2Core::buffered() const {
    std::size_t sum = 0;
    for (const auto& [id, s] : m_streams) {
        sum += s->toUpstream.held() + s->toClient.held();
    }
    return sum;
}

void H2Core::received(bool client, std::span<const std::uint8_t> bytes) {
    (client ? m_client : m_upstream).receive(bytes);
    settle();
}

void H2Core::clientEnded() {
    m_client.end();
    endAll("client_gone");
    settle();
}

void H2Core::upstreamEnded() {
    m_upstream.end();
    loseUpstream(m_streams.empty() ? "" : "upstream_closed");
    settle();
}

void H2Core::runEnded() {
    m_failure = "run_ended";
    endAll("run_ended");
    m_client.terminate(H2Code::None);
    settle();
}

void H2Core::tick(std::chrono::steady_clock::time_point now) {
    for (auto& [id, s] : m_streams) {
        const bool moves = s->toClient.held() == 0 || s->done.bytesIn != s->takenAtTick;
        s->takenAtTick = s->done.bytesIn;
        if (moves) {
            s->stalled.reset();
        } else if (!s->stalled) {
            s->stalled = now;
        } else if (now - *s->stalled >= H2Relay::kStall) {
            s->done.failure = "client_stalled";
            m_client.reset(id, static_cast<std::uint32_t>(H2Code::Cancel));
        }
    }
    settle();
}

void H2Core::settle() {
    if (m_settling) {
        return; // the owner calls from inside what is told below; the loop there goes on
    }
    m_settling = true;
    for (;;) {
        if (!m_over && m_client.broken()) {
            m_failure = m_client.flooded() ? "flood" : "client_protocol";
            endAll(m_failure);
        }
        if (!m_upstreamGone && m_upstream.broken()) {
            m_failure = m_upstream.flooded() ? "flood" : "upstream_protocol";
            loseUpstream(m_failure);
        }
        if (m_events.empty()) {
            break;
        }
        Event event = std::move(m_events.front());
        m_events.pop_front();
        const auto at = m_byExchange.find(event.exchange);
        switch (event.kind) {
        case Event::Kind::Opened:
            // Opened and reset in one go: nobody needs to hear of it.
            if (at != m_byExchange.end()) {
                at->second->told = true;
                m_owner.opened(event.exchange, std::move(event.open));
            }
            break;
        case Event::Kind::Refused:
            m_owner.refused(std::move(event.open), event.status, event.failure);
            break;
        case Event::Kind::Finished: m_owner.finished(event.exchange, std::move(event.done)); break;
        }
    }
    m_settling = false;
}

void H2Core::write() {
    std::size_t before = 0;
    for (std::size_t rounds = 0;; ++rounds) {
        const std::size_t now = m_client.output().size() + m_upstream.output().size();
        settle();
        if (rounds > 0 && now == before) {
            return;
        }
        before = now;
    }
}

void H2Core::verdict(std::uint64_t exchange, const wire::RequestVerdict& verdict) {
    const auto at = m_byExchange.find(exchange);
    if (at == m_byExchange.end() || at->second->phase != H2Stream::Phase::Waiting) {
        return;
    }
    H2Stream& s = *at->second;
    if (!verdict.allow) {
        const auto refusal = static_cast<wire::Refusal>(verdict.refusal);
        const bool byPolicy =
            refusal == wire::Refusal::PolicyDenied || refusal == wire::Refusal::NobodyToAsk;
        answer(s,
               {static_cast<std::uint16_t>(refusal == wire::Refusal::TooLarge ? 413 : 403),
                byPolicy ? "the policy does not allow this request" : refusalReason(refusal),
                byPolicy ? "do not retry" : refusalRetry(refusal), verdict.decisionId});
    } else if (m_upstreamGone) {
        m_client.reset(s.clientId, static_cast<std::uint32_t>(H2Code::Refused));
    } else {
        forward(s, verdict);
    }
    settle();
}

void H2Core::forward(H2Stream& s, const wire::RequestVerdict& verdict) {
    const auto secret = [](const wire::HeaderEdit& e) { return e.secret && !e.remove; };
    s.wantsPlain =
        !verdict.redact.empty() || std::any_of(verdict.edits.begin(), verdict.edits.end(), secret);
    s.answerScan = m_owner.scanResponse(s.exchange, verdict);
    const bool plain = s.wantsPlain || (s.answerScan != nullptr && s.answerScan->reads());
    std::vector<H2Field> fields;
    if (!writeRequest(s.request, verdict.edits, plain, fields)) {
        breakOff(s, "bad_edit", {502, "a field that is to be set in this request cannot be set"});
        return;
    }
    bool passes = s.toUpstream.scanWith(m_owner.scanRequest(s.exchange));
    for (H2Field& f : s.toUpstream.trailers()) {
        passes = passes &&
                 (s.toUpstream.scan() == nullptr || s.toUpstream.scan()->field(f.name, f.value));
    }
    if (!passes) {
        blocked(s);
        return;
    }
    const bool body =
        !s.toUpstream.ended() || s.toUpstream.held() > 0 || !s.toUpstream.trailers().empty();
    s.upstreamId = m_upstream.request(fields, body);
    for (H2Field& f : fields) {
        if (f.sensitive) {
            wipe(f.value);
        }
    }
    s.request.fields.clear();
    s.phase = H2Stream::Phase::Upstream;
    if (s.upstreamId < 0) {
        m_client.reset(s.clientId, static_cast<std::uint32_t>(H2Code::Refused));
        return;
    }
    m_byUpstream[s.upstreamId] = &s;
    room(s.toUpstream, m_client, s.clientId); // a scan may hold some back
}

void H2Core::seeks(std::uint64_t exchange) {
    const auto at = m_byExchange.find(exchange);
    if (at != m_byExchange.end() && at->second->unread && !at->second->said) {
        breakOff(*at->second, "encoded_response", {});
        settle();
    }
}

void H2Core::answer(H2Stream& s, const Answer& answer) {
    cancelUpstream(s, static_cast<std::uint32_t>(H2Code::Cancel));
    s.phase = H2Stream::Phase::Local;
    s.answered = true;
    s.done.status = answer.status;
    const std::string body = refusalBody(m_setup.target.host, answer.reason, answer.retry);
    std::vector<H2Field> fields{{":status", std::to_string(answer.status)},
                                {"content-type", "application/json"},
                                {"content-length", std::to_string(body.size())}};
    if (!answer.decision.empty()) {
        fields.push_back({"leadglass-decision", decisionField(answer.decision)});
    }
    const bool withBody = s.request.method != "HEAD";
    if (withBody) {
        s.toClient.feed({reinterpret_cast<const std::uint8_t*>(body.data()), body.size()});
        s.toClient.end();
    }
    m_client.response(s.clientId, fields, withBody);
    s.toUpstream.drop();
    room(s.toUpstream, m_client, s.clientId);
}

void H2Core::breakOff(H2Stream& s, std::string_view failure, const Answer& reply) {
    s.done.failure = failure;
    if (!s.answered) {
        answer(s, reply);
        return;
    }
    cancelUpstream(s, static_cast<std::uint32_t>(H2Code::Cancel));
    s.toClient.drop();
    m_client.reset(s.clientId, static_cast<std::uint32_t>(H2Code::Internal));
}

void H2Core::blocked(H2Stream& s) {
    const std::string why(s.toUpstream.scan() == nullptr ? "body_blocked" : s.toUpstream.scan()->failure());
    const bool large = why == "body_too_large";
    breakOff(s, why,
             {static_cast<std::uint16_t>(large ? 413 : 403), refusalReason(large ? wire::Refusal::TooLarge : wire::Refusal::MustNotLeave)});
}

void H2Core::cancelUpstream(H2Stream& s, std::uint32_t code) {
    if (s.upstreamId >= 0) {
        m_upstream.reset(s.upstreamId, code);
        m_byUpstream.erase(s.upstreamId);
        s.upstreamId = -1;
    }
}

void H2Core::loseUpstream(std::string_view failure) {
    if (std::exchange(m_upstreamGone, true)) {
        return;
    }
    if (m_failure.empty()) {
        m_failure = failure;
    }
    m_client.goAway();
    for (auto& [id, s] : m_streams) {
        if (s->phase == H2Stream::Phase::Local || s->toClient.ended()) {
            continue;
        }
        if (s->phase == H2Stream::Phase::Upstream && !s->answered) {
            breakOff(*s, failure,
                     {502, "the server ended the connection without an answer", "try again"});
        } else if (s->answered) {
            s->done.failure = failure;
            s->toClient.abort(static_cast<std::uint32_t>(H2Code::Internal));
            m_client.resume(id);
        } else {
            s->done.failure = failure;
            m_client.reset(id, static_cast<std::uint32_t>(H2Code::Refused));
        }
        s->upstreamId = -1;
    }
    m_byUpstream.clear();
}

void H2Core::endAll(std::string_view failure) {
    m_over = true;
    m_upstreamGone = true;
    while (!m_streams.empty()) {
        H2Stream& s = *m_streams.begin()->second;
        if (!s.said && s.done.failure.empty()) {
            s.done.failure = failure;
        }
        finish(s);
    }
    m_upstream.terminate(H2Code::None);
}

void H2Core::finish(H2Stream& s) {
    cancelUpstream(s, static_cast<std::uint32_t>(H2Code::Cancel));
    const std::int64_t wider =
        (s.toUpstream.window() - kH2ClientWindow) + (s.toClient.window() - kH2UpstreamWindow);
    m_widened -= wider;
    s_widened -= wider;
    if (s.told) {
        for (BodyScan* scan : {s.toClient.scan(), s.answerScan.get()}) {
            s.done.redacted += scan == nullptr ? 0 : scan->redacted();
        }
        m_events.push_back({Event::Kind::Finished, s.exchange, {}, std::move(s.done), 0, {}});
    }
    m_byExchange.erase(s.exchange);
    m_streams.erase(s.clientId);
}

void H2Core::room(H2Body& body, H2Session& sender, std::int32_t id) {
    if (id < 0) {
        return;
    }
    const std::int32_t before = body.window();
    if (body.couldBeWider() && m_widened < kMaxWidened && s_widened < kMaxWidenedOfAll) {
        sender.widen(id, body.widen());
        m_widened += body.window() - before;
        s_widened += body.window() - before;
    }
    if (const std::size_t free = body.release(); free > 0) {
        sender.taken(id, free);
    }
}

} // namespace leadglass::egress
