#include <nghttp2/nghttp2.h>

#include <algorithm>
#include <utility>

#include "tests/unit/egress/inspect/h2_rig.h"

namespace h2test {

struct PeerCalls {
    static Peer& of(void* user) { return *static_cast<Peer*>(user); }
    static int begin(nghttp2_session*, const nghttp2_frame* f, void* user) {
        Seen& s = of(user).streams[f->hd.stream_id];
        // An interim head, or trailers after the head.
        if (!s.head.empty() && s.head.front().first == ":status" && s.head.front().second[0] == '1') {
            s.interims.push_back(std::move(s.head));
            s.head.clear();
        }
        return 0;
    }
    static int field(nghttp2_session*, const nghttp2_frame* f, const std::uint8_t* n, std::size_t ns, const std::uint8_t* v, std::size_t vs, std::uint8_t,
                     void* user) {
        Peer& p = of(user);
        Seen& s = p.streams[f->hd.stream_id];
        const std::string name(reinterpret_cast<const char*>(n), ns);
        const bool trailer = f->headers.cat == NGHTTP2_HCAT_HEADERS && !s.head.empty() && s.head.front().first[0] == ':' && s.ended == false &&
                             (p.m_client ? std::any_of(s.head.begin(), s.head.end(), [](const auto& h) { return h.first == ":status" && h.second[0] != '1'; }) : true) &&
                             (f->hd.flags & NGHTTP2_FLAG_END_STREAM) != 0;
        (trailer ? s.trailers : s.head).emplace_back(name, std::string(reinterpret_cast<const char*>(v), vs));
        return 0;
    }
    static int recv(nghttp2_session*, const nghttp2_frame* f, void* user) {
        Peer& p = of(user);
        const bool ends = (f->hd.flags & NGHTTP2_FLAG_END_STREAM) != 0;
        switch (f->hd.type) {
        case NGHTTP2_HEADERS:
            if (f->headers.cat == NGHTTP2_HCAT_REQUEST) p.fresh.push_back(f->hd.stream_id);
            p.streams[f->hd.stream_id].ended |= ends;
            break;
        case NGHTTP2_DATA: p.streams[f->hd.stream_id].ended |= ends; break;
        case NGHTTP2_PING: p.pongs += (f->hd.flags & NGHTTP2_FLAG_ACK) != 0 ? 1 : 0; break;
        case NGHTTP2_GOAWAY:
            ++p.goAways;
            p.goAwayCode = f->goaway.error_code;
            p.goAwayLast = f->goaway.last_stream_id;
            break;
        case NGHTTP2_SETTINGS:
            for (std::size_t i = 0; i < f->settings.niv; ++i) {
                p.settings[static_cast<std::uint16_t>(f->settings.iv[i].settings_id)] = f->settings.iv[i].value;
            }
            break;
        default: break;
        }
        return 0;
    }
    static int data(nghttp2_session* session, std::uint8_t, std::int32_t id, const std::uint8_t* bytes, std::size_t size, void* user) {
        Peer& p = of(user);
        p.streams[id].body.append(reinterpret_cast<const char*>(bytes), size);
        nghttp2_session_consume_connection(session, size);
        if (p.m_reads || p.m_reading[id]) {
            nghttp2_session_consume_stream(session, id, size);
        } else {
            p.m_unread[id] += size;
        }
        return 0;
    }
    static int closed(nghttp2_session*, std::int32_t id, std::uint32_t code, void* user) {
        Seen& s = of(user).streams[id];
        s.closed = true;
        s.code = code;
        return 0;
    }
    static ssize_t body(nghttp2_session* session, std::int32_t id, std::uint8_t* room, std::size_t size, std::uint32_t* flags, nghttp2_data_source*, void* user) {
        Seen& s = of(user).streams[id];
        const std::size_t n = std::min(size, s.send.size() - s.sent);
        std::copy_n(s.send.data() + s.sent, n, room);
        s.sent += n;
        if (s.sent < s.send.size()) return static_cast<ssize_t>(n);
        if (!s.sendEnds) return n > 0 ? static_cast<ssize_t>(n) : static_cast<ssize_t>(NGHTTP2_ERR_DEFERRED);
        *flags |= NGHTTP2_DATA_FLAG_EOF;
        if (!s.sendTrailers.empty()) {
            *flags |= NGHTTP2_DATA_FLAG_NO_END_STREAM;
            const auto nva = pairs(s.sendTrailers);
            nghttp2_submit_trailer(session, id, nva.data(), nva.size());
        }
        return static_cast<ssize_t>(n);
    }
    static std::vector<nghttp2_nv> pairs(const Fields& fields) {
        std::vector<nghttp2_nv> out;
        for (const auto& [n, v] : fields) {
            out.push_back({reinterpret_cast<std::uint8_t*>(const_cast<char*>(n.data())), reinterpret_cast<std::uint8_t*>(const_cast<char*>(v.data())), n.size(),
                           v.size(), NGHTTP2_NV_FLAG_NONE});
        }
        return out;
    }
};

std::string Seen::value(const std::string& name) const {
    for (const auto& [n, v] : head) {
        if (n == name) return v;
    }
    return {};
}

Peer::Peer(bool client, bool readsBodies) : m_client(client), m_reads(readsBodies) {
    nghttp2_session_callbacks* c = nullptr;
    nghttp2_option* o = nullptr;
    nghttp2_session_callbacks_new(&c);
    nghttp2_option_new(&o);
    nghttp2_session_callbacks_set_on_begin_headers_callback(c, PeerCalls::begin);
    nghttp2_session_callbacks_set_on_header_callback(c, PeerCalls::field);
    nghttp2_session_callbacks_set_on_frame_recv_callback(c, PeerCalls::recv);
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(c, PeerCalls::data);
    nghttp2_session_callbacks_set_on_stream_close_callback(c, PeerCalls::closed);
    nghttp2_option_set_no_auto_window_update(o, 1);
    (client ? nghttp2_session_client_new2 : nghttp2_session_server_new2)(&m_session, c, this, o);
    nghttp2_submit_settings(m_session, 0, nullptr, 0);
    nghttp2_session_callbacks_del(c);
    nghttp2_option_del(o);
}

Peer::~Peer() {
    nghttp2_session_del(m_session);
}

std::int32_t Peer::request(const Fields& head, std::string body, bool ends, Fields trailers) {
    const auto nva = PeerCalls::pairs(head);
    nghttp2_data_provider provider{{.ptr = nullptr}, PeerCalls::body};
    const bool any = !body.empty() || !ends || !trailers.empty();
    const std::int32_t id = nghttp2_submit_request(m_session, nullptr, nva.data(), nva.size(), any ? &provider : nullptr, nullptr);
    Seen& s = streams[id];
    s.send = std::move(body);
    s.sendEnds = ends;
    s.sendTrailers = std::move(trailers);
    return id;
}

void Peer::respond(std::int32_t id, const Fields& head, std::string body, bool ends, Fields trailers) {
    const auto nva = PeerCalls::pairs(head);
    nghttp2_data_provider provider{{.ptr = nullptr}, PeerCalls::body};
    const bool any = !body.empty() || !ends || !trailers.empty();
    Seen& s = streams[id];
    s.send = std::move(body);
    s.sendEnds = ends;
    s.sendTrailers = std::move(trailers);
    nghttp2_submit_response(m_session, id, nva.data(), nva.size(), any ? &provider : nullptr);
}

void Peer::interim(std::int32_t id, const Fields& head) {
    const auto nva = PeerCalls::pairs(head);
    nghttp2_submit_headers(m_session, NGHTTP2_FLAG_NONE, id, nullptr, nva.data(), nva.size(), nullptr);
}

void Peer::give(std::int32_t id, const std::string& more, bool ends) {
    Seen& s = streams[id];
    s.send += more;
    s.sendEnds = ends;
    nghttp2_session_resume_data(m_session, id);
}

void Peer::reset(std::int32_t id, std::uint32_t code) {
    nghttp2_submit_rst_stream(m_session, NGHTTP2_FLAG_NONE, id, code);
}

void Peer::read(std::int32_t id) {
    m_reading[id] = true;
    nghttp2_session_consume_stream(m_session, id, std::exchange(m_unread[id], 0));
}

void Peer::goAway(std::int32_t last) {
    nghttp2_submit_goaway(m_session, NGHTTP2_FLAG_NONE, last, NGHTTP2_NO_ERROR, nullptr, 0);
}

void Peer::ping() {
    nghttp2_submit_ping(m_session, NGHTTP2_FLAG_NONE, nullptr);
}

std::string Peer::output() {
    std::string out;
    const std::uint8_t* bytes = nullptr;
    while (out.size() < 200'000) {
        const ssize_t n = nghttp2_session_mem_send(m_session, &bytes);
        if (n <= 0) break;
        out.append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(n));
    }
    out += std::exchange(m_raw, {});
    return out;
}

void Peer::input(std::string_view bytes) {
    failed |= nghttp2_session_mem_recv(m_session, reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()) < 0;
}

} // namespace h2test
