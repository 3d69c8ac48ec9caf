#include "core/egress/inspect/h2_session.h"

#include <malloc.h>
#include <nghttp2/nghttp2.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include "core/base/secret_bytes.h"

namespace leadglass::egress {
namespace {

constexpr std::int32_t kConnectionWindow =
    16 * 1024 * 1024;                     // streams have the bounds; this one is given back at once
constexpr std::size_t kContinuations = 8; // CVE-2024-28182
constexpr std::size_t kAcknowledgements = 500;
constexpr std::uint32_t kHeadList = 48 * 1024; // advice to the other end, in its way of counting

// Heads with credentials go through nghttp2's own copies: none of its memory stays behind as it
// was.
void* takeMemory(std::size_t size, void*) {
    return std::malloc(size);
}
void* takeZeros(std::size_t count, std::size_t size, void*) {
    return std::calloc(count, size);
}
void giveBack(void* memory, void*) {
    if (memory != nullptr) {
        wipe(memory, malloc_usable_size(memory));
        std::free(memory);
    }
}
void* resize(void* memory, std::size_t size, void*) {
    void* larger = std::malloc(size);
    if (larger != nullptr && memory != nullptr) {
        const std::size_t had = malloc_usable_size(memory);
        std::copy_n(static_cast<const char*>(memory), std::min(had, size),
                    static_cast<char*>(larger));
        giveBack(memory, nullptr);
    }
    return larger;
}

std::vector<nghttp2_nv> asPairs(std::span<const H2Field> fields) {
    std::vector<nghttp2_nv> pairs;
    pairs.reserve(fields.size());
    for (const H2Field& f : fields) {
        // nghttp2 takes pointers to what it does not change.
        auto* name = reinterpret_cast<std::uint8_t*>(const_cast<char*>(f.name.data()));
        auto* value = reinterpret_cast<std::uint8_t*>(const_cast<char*>(f.value.data()));
        const auto flags = f.sensitive ? NGHTTP2_NV_FLAG_NO_INDEX : NGHTTP2_NV_FLAG_NONE;
        pairs.push_back(
            {name, value, f.name.size(), f.value.size(), static_cast<std::uint8_t>(flags)});
    }
    return pairs;
}

} // namespace

struct H2Callbacks {
    static H2Session& of(void* user) { return *static_cast<H2Session*>(user); }

    static int beginHead(nghttp2_session*, const nghttp2_frame* frame, void* user) {
        H2Session& self = of(user);
        if (frame->hd.type != NGHTTP2_HEADERS) {
            return 0;
        }
        self.m_flood.head();
        const bool opens = frame->headers.cat == NGHTTP2_HCAT_REQUEST;
        if (opens) {
            // Fair between streams whatever the client says: an endless one must not hold up the
            // others.
            const nghttp2_extpri fair{NGHTTP2_EXTPRI_DEFAULT_URGENCY, 1};
            nghttp2_session_change_extpri_stream_priority(self.m_session, frame->hd.stream_id,
                                                          &fair, 1);
        }
        self.m_sink.beginHead(frame->hd.stream_id, opens);
        return 0;
    }
    static int field(nghttp2_session*, const nghttp2_frame* frame, const std::uint8_t* name,
                     std::size_t nameSize, const std::uint8_t* value, std::size_t valueSize,
                     std::uint8_t flags, void* user) {
        if (frame->hd.type == NGHTTP2_HEADERS) {
            of(user).m_sink.field(frame->hd.stream_id,
                                  {reinterpret_cast<const char*>(name), nameSize},
                                  {reinterpret_cast<const char*>(value), valueSize},
                                  (flags & NGHTTP2_NV_FLAG_NO_INDEX) != 0);
        }
        return 0;
    }
    // A field that nghttp2 would leave out in silence: what a server made of it nobody knows.
    static int badField(nghttp2_session*, const nghttp2_frame*, const std::uint8_t*, std::size_t,
                        const std::uint8_t*, std::size_t, std::uint8_t, void* user) {
        return of(user).m_role == H2Session::Role::ToClient ? NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE
                                                            : 0;
    }
    // Counted here, since what nghttp2 ignores is never told of again.
    static int beginFrame(nghttp2_session*, const nghttp2_frame_hd* head, void* user) {
        H2Session& self = of(user);
        const bool empty = head->type == NGHTTP2_DATA && head->length == 0 &&
                           (head->flags & NGHTTP2_FLAG_END_STREAM) == 0;
        if (empty || (head->type != NGHTTP2_DATA && head->type != NGHTTP2_HEADERS)) {
            self.m_flood.frame();
        }
        return self.m_flood.over() ? NGHTTP2_ERR_CALLBACK_FAILURE : 0;
    }
    static int frame(nghttp2_session*, const nghttp2_frame* frame, void* user) {
        H2Session& self = of(user);
        const bool ends = (frame->hd.flags & NGHTTP2_FLAG_END_STREAM) != 0;
        switch (frame->hd.type) {
        case NGHTTP2_HEADERS: self.m_sink.endHead(frame->hd.stream_id, ends); return 0;
        case NGHTTP2_DATA:
            if (ends) {
                self.m_sink.endData(frame->hd.stream_id);
            }
            return 0;
        case NGHTTP2_GOAWAY:
            self.m_leaving = true;
            self.m_sink.goingAway();
            return 0;
        default: return 0;
        }
    }
    static int data(nghttp2_session* session, std::uint8_t, std::int32_t id,
                    const std::uint8_t* bytes, std::size_t size, void* user) {
        H2Session& self = of(user);
        self.m_flood.carried(size);
        nghttp2_session_consume_connection(session, size);
        self.m_sink.data(id, {bytes, size});
        return 0;
    }
    static int closed(nghttp2_session*, std::int32_t id, std::uint32_t code, void* user) {
        of(user).m_sink.closed(id, code);
        return 0;
    }
    static int sent(nghttp2_session*, const nghttp2_frame* frame, void* user) {
        const bool carries = frame->hd.type == NGHTTP2_DATA || frame->hd.type == NGHTTP2_HEADERS;
        if (carries && (frame->hd.flags & NGHTTP2_FLAG_END_STREAM) != 0) {
            of(user).m_sink.saidAll(frame->hd.stream_id);
        }
        return 0;
    }
    // A request that could not be sent any more: the other end has said that it goes away.
    static int notSent(nghttp2_session*, const nghttp2_frame* frame, int, void* user) {
        if (frame->hd.type == NGHTTP2_HEADERS && frame->headers.cat == NGHTTP2_HCAT_REQUEST) {
            of(user).m_sink.closed(frame->hd.stream_id, NGHTTP2_REFUSED_STREAM);
        }
        return 0;
    }
    static ssize_t body(nghttp2_session* session, std::int32_t id, std::uint8_t* room,
                        std::size_t size, std::uint32_t* flags, nghttp2_data_source*, void* user) {
        H2Session& self = of(user);
        const H2Piece piece = self.m_sink.body(id, {room, size});
        self.m_flood.said(piece.size);
        switch (piece.after) {
        case H2Piece::After::Trailers:
            *flags |= NGHTTP2_DATA_FLAG_EOF | NGHTTP2_DATA_FLAG_NO_END_STREAM;
            break;
        case H2Piece::After::End: *flags |= NGHTTP2_DATA_FLAG_EOF; break;
        case H2Piece::After::Reset:
            nghttp2_submit_rst_stream(session, NGHTTP2_FLAG_NONE, id, piece.code);
            return NGHTTP2_ERR_DEFERRED;
        case H2Piece::After::Wait: return NGHTTP2_ERR_DEFERRED;
        case H2Piece::After::More: break;
        }
        return static_cast<ssize_t>(piece.size);
    }
};

H2Session::H2Session(Role role, H2Sink& sink) : m_role(role), m_sink(sink) {
    nghttp2_session_callbacks* callbacks = nullptr;
    nghttp2_option* options = nullptr;
    if (nghttp2_session_callbacks_new(&callbacks) != 0 || nghttp2_option_new(&options) != 0) {
        std::abort(); // no memory
    }
    nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks, H2Callbacks::beginHead);
    nghttp2_session_callbacks_set_on_header_callback(callbacks, H2Callbacks::field);
    nghttp2_session_callbacks_set_on_invalid_header_callback(callbacks, H2Callbacks::badField);
    nghttp2_session_callbacks_set_on_begin_frame_callback(callbacks, H2Callbacks::beginFrame);
    nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, H2Callbacks::frame);
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, H2Callbacks::data);
    nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, H2Callbacks::closed);
    nghttp2_session_callbacks_set_on_frame_send_callback(callbacks, H2Callbacks::sent);
    nghttp2_session_callbacks_set_on_frame_not_send_callback(callbacks, H2Callbacks::notSent);
    nghttp2_option_set_no_auto_window_update(options, 1);
    nghttp2_option_set_no_closed_streams(options,
                                         1); // else kept for a priority tree that is not used
    nghttp2_option_set_max_continuations(options, kContinuations);
    nghttp2_option_set_max_outbound_ack(options, kAcknowledgements);
    nghttp2_mem memory{nullptr, takeMemory, giveBack, takeZeros, resize};
    std::vector<nghttp2_settings_entry> settings{
        {NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, kHeadList}};
    int rc = 0;
    if (role == Role::ToClient) {
        rc = nghttp2_session_server_new3(&m_session, callbacks, this, options, &memory);
        settings.push_back({NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, kH2Streams});
        settings.push_back(
            {NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, static_cast<std::uint32_t>(kH2ClientWindow)});
        settings.push_back({NGHTTP2_SETTINGS_NO_RFC7540_PRIORITIES, 1});
    } else {
        rc = nghttp2_session_client_new3(&m_session, callbacks, this, options, &memory);
        settings.push_back({NGHTTP2_SETTINGS_ENABLE_PUSH, 0});
        settings.push_back({NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, 0});
        settings.push_back(
            {NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, static_cast<std::uint32_t>(kH2UpstreamWindow)});
    }
    nghttp2_session_callbacks_del(callbacks);
    nghttp2_option_del(options);
    if (rc != 0 ||
        nghttp2_submit_settings(m_session, NGHTTP2_FLAG_NONE, settings.data(), settings.size()) !=
            0 ||
        nghttp2_session_set_local_window_size(m_session, NGHTTP2_FLAG_NONE, 0, kConnectionWindow) !=
            0) {
        std::abort(); // no memory
    }
}

H2Session::~H2Session() {
    nghttp2_session_del(m_session);
    wipe(m_out.data(), m_out.size());
}

void H2Session::receive(std::span<const std::uint8_t> bytes) {
    if (m_ended || m_broken) {
        return;
    }
    m_inside = true;
    const ssize_t used = nghttp2_session_mem_recv(m_session, bytes.data(), bytes.size());
    m_inside = false;
    if (used < 0) {
        const bool flood = used == NGHTTP2_ERR_FLOODED || m_flood.over();
        m_broken = true;
        nghttp2_session_terminate_session(
            m_session, flood ? NGHTTP2_ENHANCE_YOUR_CALM : NGHTTP2_PROTOCOL_ERROR);
    }
    look();
}

void H2Session::look() {
    // nghttp2 has ended it by itself, and says why in a GOAWAY.
    m_broken = m_broken || (!m_leaving && nghttp2_session_want_read(m_session) == 0);
}

std::span<const std::uint8_t> H2Session::output() {
    while (!m_ended && !m_inside && m_out.size() - m_outStart < kH2Output) {
        const std::uint8_t* bytes = nullptr;
        m_inside = true;
        const ssize_t size = nghttp2_session_mem_send(m_session, &bytes);
        m_inside = false;
        if (size <= 0) {
            m_broken = m_broken || size < 0;
            break;
        }
        m_out.insert(m_out.end(), bytes, bytes + size);
    }
    look();
    return std::span(m_out).subspan(m_outStart);
}

void H2Session::sent(std::size_t bytes) {
    // What went to the upstream may have had a credential in it.
    wipe(m_out.data() + m_outStart, bytes);
    m_outStart += bytes;
    if (m_outStart == m_out.size() || m_outStart > kH2Output) {
        m_out.erase(m_out.begin(), m_out.begin() + static_cast<std::ptrdiff_t>(m_outStart));
        m_outStart = 0;
    }
}

void H2Session::end() {
    m_ended = true;
    wipe(m_out.data(), m_out.size());
    m_out.clear();
    m_outStart = 0;
}

bool H2Session::wantsInput() const {
    return !m_ended && !m_broken && nghttp2_session_want_read(m_session) != 0;
}

bool H2Session::clogged() const {
    return !m_ended && nghttp2_session_get_outbound_queue_size(m_session) > kH2Queue;
}

bool H2Session::over() {
    return m_ended || (output().empty() && (m_broken || nghttp2_session_want_read(m_session) == 0));
}

std::int32_t H2Session::request(std::span<const H2Field> fields, bool body) {
    const auto pairs = asPairs(fields);
    nghttp2_data_provider provider{{.ptr = nullptr}, H2Callbacks::body};
    const std::int32_t id =
        m_ended || m_broken ? -1
                            : nghttp2_submit_request(m_session, nullptr, pairs.data(), pairs.size(),
                                                     body ? &provider : nullptr, nullptr);
    return id < 0 ? -1 : id;
}

void H2Session::response(std::int32_t id, std::span<const H2Field> fields, bool body) {
    const auto pairs = asPairs(fields);
    nghttp2_data_provider provider{{.ptr = nullptr}, H2Callbacks::body};
    nghttp2_submit_response(m_session, id, pairs.data(), pairs.size(), body ? &provider : nullptr);
}

void H2Session::interim(std::int32_t id, std::span<const H2Field> fields) {
    const auto pairs = asPairs(fields);
    nghttp2_submit_headers(m_session, NGHTTP2_FLAG_NONE, id, nullptr, pairs.data(), pairs.size(),
                           nullptr);
}

void H2Session::trailers(std::int32_t id, std::span<const H2Field> fields) {
    const auto pairs = asPairs(fields);
    nghttp2_submit_trailer(m_session, id, pairs.data(), pairs.size());
}

void H2Session::reset(std::int32_t id, std::uint32_t code) {
    nghttp2_submit_rst_stream(m_session, NGHTTP2_FLAG_NONE, id, code);
}

void H2Session::resume(std::int32_t id) {
    nghttp2_session_resume_data(m_session, id);
}

void H2Session::taken(std::int32_t id, std::size_t bytes) {
    nghttp2_session_consume_stream(m_session, id, bytes);
}

void H2Session::widen(std::int32_t id, std::int32_t window) {
    nghttp2_session_set_local_window_size(m_session, NGHTTP2_FLAG_NONE, id, window);
}

void H2Session::goAway() {
    if (std::exchange(m_leaving, true)) {
        return;
    }
    const std::int32_t last = nghttp2_session_get_last_proc_stream_id(m_session);
    nghttp2_submit_goaway(m_session, NGHTTP2_FLAG_NONE, last, NGHTTP2_NO_ERROR, nullptr, 0);
}

void H2Session::terminate(H2Code code) {
    m_leaving = true;
    nghttp2_session_terminate_session(m_session, static_cast<std::uint32_t>(code));
}

} // namespace leadglass::egress
