// Trust: bytes of a client inside the run, or of a server on the network.
// Privilege: none; pure.
// Input: one HTTP/1.x head of at most kMaxHead bytes and kMaxFields fields.
// Fails: anything two parsers could read in two ways is refused with a status and a reason.
//
// RFC 9112 request and response heads. The request side is strict: what we check is what the
// server will read, because the head that goes upstream is written anew from what was parsed.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace leadglass::egress {

constexpr std::size_t kMaxHead = 64 * 1024;
constexpr std::size_t kMaxFields = 200;

enum class BodyKind : std::uint8_t { None, Length, Chunked, UntilClose };
struct BodyLength {
    BodyKind kind = BodyKind::None;
    std::uint64_t length = 0;
};

struct HeaderField {
    std::string name;  // as spelled
    std::string value; // without blanks around it
};

struct RequestHead {
    std::string method;
    std::string target;
    int minor = 1; // HTTP/1.minor
    std::vector<HeaderField> fields;
    BodyLength body;
    // The value of the first field of that name, without regard to case; null: none.
    [[nodiscard]] const std::string* field(std::string_view name) const;
};

struct ResponseHead {
    int status = 0;
    BodyLength body;
    std::string location; // of a redirection (RFC 9110 section 15.4), as it is written; empty: none
};

// Where the head ends (just after its empty line), or 0: not there yet. `from`: how many bytes an
// earlier call has seen, so that a head that comes byte by byte costs linear time.
std::size_t findHeadEnd(std::span<const std::uint8_t> bytes, std::size_t from);

struct ParsedRequest {
    bool ok = false;
    int status = 400;     // !ok: what to answer
    std::string_view why; // !ok
    RequestHead head;
};
// `bytes` is exactly one head, its empty line included.
ParsedRequest parseRequestHead(std::span<const std::uint8_t> bytes);

// Lenient, since the bytes go to the client as they are: a head whose framing is not certain is
// read as UntilClose, after which no further request may use the connection. Status 0: no HTTP.
ResponseHead parseResponseHead(std::span<const std::uint8_t> bytes, std::string_view method);

// The head as it goes upstream, with `target` in place of the head's own. Left out: Proxy-* fields,
// HTTP2-Settings, an upgrade to HTTP in another form (h2c, TLS within: whose hosts could not be checked), and what
// Connection names besides close, keep-alive, upgrade and te (a proxy behind us would take those fields out).
std::string writeRequestHead(const RequestHead& head, std::string_view target);

// The head asks for another protocol that would be relayed unread after a 101.
bool asksForUpgrade(const RequestHead& head);

struct AbsoluteTarget {
    std::string scheme;    // lower case
    std::string authority; // host[:port], never empty, no userinfo
    std::string path;      // origin form, begins with '/' (or "*" for OPTIONS)
};
// "http://host:port/path?query". False: not in absolute form, or userinfo or an empty host.
bool parseAbsoluteTarget(std::string_view target, AbsoluteTarget& out);

bool equalsIgnoringCase(std::string_view a, std::string_view b);

} // namespace leadglass::egress
