// The client's side: requests come in, responses go out.
#include <string>

#include "core/egress/inspect/h2_core.h"

namespace leadglass::egress {

using Phase = H2Stream::Phase;

void H2Core::ClientSide::beginHead(std::int32_t id, bool opensStream) {
    if (opensStream && !m_core.m_over) {
        const std::uint64_t exchange = m_core.m_next++;
        auto s = std::make_unique<H2Stream>(exchange, id);
        m_core.m_byExchange[exchange] = s.get();
        m_core.m_streams[id] = std::move(s);
    }
}

void H2Core::ClientSide::field(std::int32_t id, std::string_view name, std::string_view value,
                               bool sensitive) {
    if (H2Stream* s = m_core.ofClient(id)) {
        (s->phase == Phase::Head ? s->request : s->block).add(name, value, sensitive, false);
    }
}

void H2Core::ClientSide::endHead(std::int32_t id, bool endsStream) {
    H2Stream* s = m_core.ofClient(id);
    if (s == nullptr) {
        return;
    }
    if (s->phase == Phase::Head) {
        s->clientEnded = endsStream;
        m_core.requestHead(*s, endsStream);
        return;
    }
    s->clientEnded = true; // trailers; nghttp2 has seen to it that they are the end
    if (s->phase == Phase::Local) {
        return;
    }
    std::vector<H2Field> trailers = std::move(s->block.fields);
    bool passes = !s->block.tooLarge;
    for (H2Field& f : trailers) {
        passes = passes &&
                 (s->toUpstream.scan() == nullptr || s->toUpstream.scan()->field(f.name, f.value));
    }
    if (!passes) {
        m_core.breakOff(
            *s, s->block.tooLarge ? "head_too_large" : "body_blocked",
            {403, "the trailers are too long or have something in them that must not leave"});
        return;
    }
    s->toUpstream.trailers() = std::move(trailers);
    m_core.requestEnd(*s);
}

void H2Core::ClientSide::data(std::int32_t id, std::span<const std::uint8_t> bytes) {
    if (H2Stream* s = m_core.ofClient(id)) {
        m_core.requestPart(*s, bytes);
    } else {
        m_core.m_client.taken(id, bytes.size());
    }
}

void H2Core::ClientSide::endData(std::int32_t id) {
    if (H2Stream* s = m_core.ofClient(id)) {
        s->clientEnded = true;
        m_core.requestEnd(*s);
    }
}

void H2Core::ClientSide::closed(std::int32_t id, std::uint32_t code) {
    H2Stream* s = m_core.ofClient(id);
    if (s == nullptr) {
        return;
    }
    if (!s->said && s->done.failure.empty()) {
        s->done.failure = "client_reset";
    }
    m_core.cancelUpstream(*s, code == 0 ? static_cast<std::uint32_t>(H2Code::Cancel) : code);
    m_core.finish(*s);
}

void H2Core::ClientSide::saidAll(std::int32_t id) {
    H2Stream* s = m_core.ofClient(id);
    if (s == nullptr) {
        return;
    }
    s->said = true;
    // Answered before the request was whole: nothing that could come of the rest would reach the client (RFC 9113 8.1).
    if (!s->clientEnded) {
        m_core.m_client.reset(id, static_cast<std::uint32_t>(H2Code::None));
    }
}

H2Piece H2Core::ClientSide::body(std::int32_t id, std::span<std::uint8_t> room) {
    H2Stream* s = m_core.ofClient(id);
    if (s == nullptr) {
        return {0, H2Piece::After::Reset, static_cast<std::uint32_t>(H2Code::Cancel)};
    }
    const H2Piece piece = s->toClient.take(room);
    s->done.bytesIn += piece.size;
    if (piece.after == H2Piece::After::Trailers) {
        m_core.m_client.trailers(id, s->toClient.trailers());
    }
    m_core.room(s->toClient, m_core.m_upstream, s->upstreamId);
    return piece;
}

void H2Core::requestHead(H2Stream& s, bool whole) {
    const H2Refusal refusal = checkRequest(s.request, m_setup.target);
    if (refusal.status != 0) {
        refuse(s, refusal);
        return;
    }
    // What their windows may hold is this process's memory, which no limit of the run counts.
    if (H2Stream::ofAll > H2Relay::kStreamsOfAll) {
        refuse(s, {503, "overload", "too many requests are under way"});
        return;
    }
    if (s.request.method != "GET" && s.request.method != "HEAD" && isPushPath(s.request.path)) {
        const std::string* coding = s.request.field("content-encoding");
        s.push = m_setup.pushReader && !whole && coding == nullptr ? m_setup.pushReader() : nullptr;
        if (s.push == nullptr) {
            refuse(s, {403, "push_unreadable", "a push that cannot be read is not passed on"});
            return;
        }
        s.phase = Phase::Prefix;
        // The commands are needed before anybody can be asked: the client may begin.
        std::erase_if(s.request.fields, [&](const H2Field& f) {
            const bool expects = f.name == "expect";
            if (expects) {
                const H2Field goOn{":status", "100"};
                m_client.interim(s.clientId, {&goOn, 1});
            }
            return expects;
        });
        return;
    }
    if (whole) {
        s.toUpstream.end();
    }
    ask(s, {});
}

void H2Core::requestPart(H2Stream& s, std::span<const std::uint8_t> bytes) {
    const bool passes = s.toUpstream.feed(bytes);
    if (s.phase == Phase::Local) {
        s.toUpstream.drop();
    } else if (!passes) {
        blocked(s);
    } else if (s.phase == Phase::Prefix) {
        const PushReader::Step step = s.push->feed(bytes);
        // The window is full, and nothing more would come: longer than any list of commands is
        // allowed to be.
        const bool full = s.toUpstream.held() >= static_cast<std::size_t>(kH2ClientWindow);
        if (step == PushReader::Step::Ready) {
            ask(s, s.push->takeRefs());
            s.push.reset();
        } else if (step == PushReader::Step::Bad || full) {
            refuse(s, {403, "push_unreadable", "a push that cannot be read is not passed on"});
        }
    } else if (s.upstreamId >= 0 && s.toUpstream.waits()) {
        m_upstream.resume(s.upstreamId);
    } else if (s.phase == Phase::Upstream && s.upstreamId < 0) {
        s.toUpstream.drop(); // nobody reads it any more
    }
    room(s.toUpstream, m_client, s.clientId);
}

void H2Core::requestEnd(H2Stream& s) {
    if (s.phase == Phase::Prefix) {
        refuse(s, {403, "push_unreadable", "a push that cannot be read is not passed on"});
        return;
    }
    if (s.phase == Phase::Local) {
        return;
    }
    if (!s.toUpstream.end()) {
        blocked(s);
    } else if (s.upstreamId >= 0) {
        m_upstream.resume(s.upstreamId);
    }
}

void H2Core::ask(H2Stream& s, std::vector<wire::RefUpdate> refs) {
    wire::RequestOpen open = openOf(s.request);
    open.pushed = s.push != nullptr;
    open.refs = std::move(refs);
    s.phase = Phase::Waiting;
    m_events.push_back({Event::Kind::Opened, s.exchange, std::move(open), {}, 0, {}});
}

void H2Core::refuse(H2Stream& s, const H2Refusal& refusal) {
    m_events.push_back({Event::Kind::Refused,
                        s.exchange,
                        openOf(s.request),
                        {},
                        refusal.status,
                        std::string(refusal.failure)});
    answer(s, {refusal.status, refusal.detail});
}

} // namespace leadglass::egress
