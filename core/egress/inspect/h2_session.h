// One end of an HTTP/2 connection over nghttp2, without I/O: bytes in, bytes out, calls of H2Sink
// in between. All that is ours to say about frames, limits and floods is set here; what streams
// mean is the sink's.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/egress/inspect/h2_flood.h"

struct nghttp2_session;

namespace leadglass::egress {

constexpr std::size_t kH2Streams = 100; // at once, of the client's
constexpr std::int32_t kH2ClientWindow =
    64 * 1024 - 1; // of a stream at its beginning: what the client may send
constexpr std::int32_t kH2UpstreamWindow = 128 * 1024; // and what the upstream may
constexpr std::size_t kH2Output = 64 * 1024; // asked for from nghttp2 before some of it is written
constexpr std::size_t kH2Queue = 512;        // control frames that wait to be written

// Codes of RFC 9113 section 7 that are ours to send.
enum class H2Code : std::uint32_t {
    None = 0,
    Protocol = 1,
    Internal = 2,
    Refused = 7, // not processed: may be sent again
    Cancel = 8,
    Calm = 11
};

struct H2Field {
    std::string name; // lower case
    std::string value;
    bool sensitive = false; // never into a table of the header compression
};

// What of a body can be sent now.
struct H2Piece {
    std::size_t size = 0;
    enum class After : std::uint8_t { More, Wait, End, Trailers, Reset } after = After::Wait;
    std::uint32_t code = 0; // Reset
};

class H2Sink {
public:
    virtual ~H2Sink() = default;
    virtual void beginHead(std::int32_t id, bool opensStream) = 0;
    virtual void field(std::int32_t id, std::string_view name, std::string_view value,
                       bool sensitive) = 0;
    virtual void endHead(std::int32_t id, bool endsStream) = 0;
    virtual void data(std::int32_t id, std::span<const std::uint8_t> bytes) = 0;
    virtual void endData(std::int32_t id) = 0;
    virtual void closed(std::int32_t id, std::uint32_t code) = 0;
    // The last frame of ours on that stream has been written to the output.
    virtual void saidAll(std::int32_t id) = 0;
    virtual void goingAway() = 0; // the other end takes no further stream
    virtual H2Piece body(std::int32_t id, std::span<std::uint8_t> room) = 0;
};

class H2Session {
public:
    enum class Role : std::uint8_t { ToClient, ToUpstream };
    H2Session(Role role, H2Sink& sink);
    ~H2Session();
    H2Session(const H2Session&) = delete;
    H2Session& operator=(const H2Session&) = delete;

    void receive(std::span<const std::uint8_t> bytes);
    [[nodiscard]] std::span<const std::uint8_t> output(); // not from inside a call of the sink
    void sent(std::size_t bytes);
    void end(); // the connection is gone: no more in or out

    [[nodiscard]] bool wantsInput() const;
    [[nodiscard]] bool clogged() const; // control frames wait to be written
    [[nodiscard]] bool over();          // nothing to write, and nothing to be expected
    [[nodiscard]] bool broken() const { return m_broken; }
    [[nodiscard]] bool flooded() const { return m_flood.over(); }

    // -1: the connection takes no more.
    std::int32_t request(std::span<const H2Field> fields, bool body);
    void response(std::int32_t id, std::span<const H2Field> fields, bool body);
    void interim(std::int32_t id, std::span<const H2Field> fields);
    void trailers(std::int32_t id,
                  std::span<const H2Field> fields); // from inside body(), with After::Trailers
    void reset(std::int32_t id, std::uint32_t code);
    void resume(std::int32_t id); // body() has something after Wait
    void taken(std::int32_t id,
               std::size_t bytes); // gives the other end that much room on the stream
    void widen(std::int32_t id, std::int32_t window);
    void goAway();               // no further streams; those that are go on
    void terminate(H2Code code); // nothing further at all

private:
    friend struct H2Callbacks;
    void look();

    Role m_role;
    H2Sink& m_sink;
    nghttp2_session* m_session = nullptr;
    H2Flood m_flood;
    std::vector<std::uint8_t> m_out;
    std::size_t m_outStart = 0;
    bool m_broken = false;  // the other end broke the protocol, or nghttp2 gave up
    bool m_leaving = false; // one of both has said that it goes away
    bool m_ended = false;
    bool m_inside = false; // of nghttp2
};

} // namespace leadglass::egress
