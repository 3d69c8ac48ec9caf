// The upstream's side: requests go out, responses come in.
#include "core/egress/inspect/h2_core.h"

namespace leadglass::egress {
namespace {
constexpr int kMaxInterims = 32; // 103 Early Hints and their like before the answer
}

using Phase = H2Stream::Phase;

void H2Core::UpstreamSide::beginHead(std::int32_t id, bool) {
    if (H2Stream* s = m_core.ofUpstream(id)) {
        s->answer = {};
    }
}

void H2Core::UpstreamSide::field(std::int32_t id, std::string_view name, std::string_view value,
                                 bool sensitive) {
    if (H2Stream* s = m_core.ofUpstream(id)) {
        s->answer.add(name, value, sensitive, true);
    }
}

void H2Core::UpstreamSide::endHead(std::int32_t id, bool endsStream) {
    H2Stream* s = m_core.ofUpstream(id);
    if (s == nullptr) {
        return;
    }
    if (s->answer.tooLarge) {
        m_core.breakOff(*s, "response_too_large",
                        {502, "the head of the answer has more than 256 fields or 64 KiB"});
    } else if (s->answered) {
        m_core.responseTrailers(*s);
    } else {
        m_core.responseHead(*s, endsStream);
    }
}

void H2Core::UpstreamSide::data(std::int32_t id, std::span<const std::uint8_t> bytes) {
    H2Stream* s = m_core.ofUpstream(id);
    if (s == nullptr) {
        m_core.m_upstream.taken(id, bytes.size());
        return;
    }
    if (!s->toClient.feed(bytes)) {
        m_core.breakOff(*s, "response_blocked", {});
        return;
    }
    if (s->toClient.waits()) {
        m_core.m_client.resume(s->clientId);
    }
    m_core.room(s->toClient, m_core.m_upstream, id);
}

void H2Core::UpstreamSide::endData(std::int32_t id) {
    H2Stream* s = m_core.ofUpstream(id);
    if (s == nullptr) {
        return;
    }
    if (!s->toClient.end()) {
        m_core.breakOff(*s, "response_blocked", {});
        return;
    }
    m_core.m_client.resume(s->clientId);
}

void H2Core::UpstreamSide::closed(std::int32_t id, std::uint32_t code) {
    H2Stream* s = m_core.ofUpstream(id);
    if (s == nullptr) {
        return;
    }
    m_core.m_byUpstream.erase(id);
    s->upstreamId = -1;
    s->toUpstream.drop();
    m_core.room(s->toUpstream, m_core.m_client, s->clientId);
    if (s->toClient.ended()) {
        if (s->said && !s->clientEnded) {
            m_core.m_client.reset(s->clientId, static_cast<std::uint32_t>(H2Code::None));
        }
        return;
    }
    if (code == 0 && !s->answered) {
        m_core.breakOff(*s, "upstream_reset",
                        {502, "the server ended the request without an answer", "try again"});
        return;
    }
    s->done.failure = "upstream_reset";
    const std::uint32_t told = code == 0 ? static_cast<std::uint32_t>(H2Code::Internal) : code;
    if (s->answered) {
        s->toClient.abort(told); // after what came before it
        m_core.m_client.resume(s->clientId);
    } else {
        m_core.m_client.reset(s->clientId, told);
    }
}

H2Piece H2Core::UpstreamSide::body(std::int32_t id, std::span<std::uint8_t> room) {
    H2Stream* s = m_core.ofUpstream(id);
    if (s == nullptr) {
        return {0, H2Piece::After::Reset, static_cast<std::uint32_t>(H2Code::Cancel)};
    }
    const H2Piece piece = s->toUpstream.take(room);
    s->done.bytesOut += piece.size;
    if (piece.after == H2Piece::After::Trailers) {
        m_core.m_upstream.trailers(id, s->toUpstream.trailers());
    }
    m_core.room(s->toUpstream, m_core.m_client, s->clientId);
    return piece;
}

void H2Core::responseHead(H2Stream& s, bool whole) {
    const bool interim = s.answer.status >= 100 && s.answer.status < 200;
    if (s.answer.status == 0 || (interim && (whole || ++s.interims > kMaxInterims))) {
        breakOff(s, "bad_response", {502, "the server's answer is not one"});
        return;
    }
    std::vector<H2Field> fields{{":status", std::to_string(s.answer.status)}};
    for (H2Field& f : s.answer.fields) {
        if (s.answerScan != nullptr && !(s.answerScan->text(f.name) && s.answerScan->field(f.name, f.value))) {
            breakOff(s, "response_blocked",
                     {502, "the answer has something in it that must not be seen"});
            return;
        }
        fields.push_back(std::move(f));
    }
    if (interim) {
        m_client.interim(s.clientId, fields);
        return;
    }
    const bool bodiless =
        whole || s.request.method == "HEAD" || s.answer.status == 204 || s.answer.status == 304;
    H2Head head;
    head.fields = fields;
    s.unread = !bodiless && s.answerScan != nullptr && s.answerScan->reads() && isEncoded(head);
    if ((s.wantsPlain && !bodiless && isEncoded(head)) || (s.unread && s.answerScan->seeks())) {
        breakOff(s, "encoded_response",
                 {502,
                  "the server encoded its answer although it was asked not to, so that a "
                  "credential in it could not be seen"});
        return;
    }
    s.answered = true;
    s.done.status = static_cast<std::uint16_t>(s.answer.status);
    s.toClient.scanWith(std::move(s.answerScan));
    if (whole) {
        s.toClient.end();
    }
    m_client.response(s.clientId, fields, !whole);
}

void H2Core::responseTrailers(H2Stream& s) {
    BodyScan* scan = s.toClient.scan();
    for (H2Field& f : s.answer.fields) {
        if (scan != nullptr && !(scan->text(f.name) && scan->field(f.name, f.value))) {
            breakOff(s, "response_blocked", {});
            return;
        }
    }
    if (!s.toClient.endWith(std::move(s.answer.fields))) {
        breakOff(s, "response_blocked", {});
        return;
    }
    m_client.resume(s.clientId);
}

} // namespace leadglass::egress
