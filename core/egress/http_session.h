// Trust: a client inside the run on one side, a server on the network on the other.
// Privilege: two sockets, borrowed.
// Input: HTTP/1.x exchanges, one at a time, heads bounded, bodies of any size in constant memory.
// Fails: a request that is not exact, or for another host, is answered and not passed on.
//
// Relays HTTP so that every request on a kept-alive connection is checked anew. The next head is
// looked at only when the exchange before it is complete. Responses are passed on as they come.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/egress/http_body.h"
#include "core/egress/http_head.h"

namespace leadglass::egress {

class HttpOwner {
public:
    virtual ~HttpOwner() = default;
    struct Judgement {
        enum class Kind : std::uint8_t { Forward, Wait, Refused } kind = Kind::Refused;
        std::string target; // Forward: the request target as it goes upstream
    };
    // Wait: the owner calls resume() with an upstream, or refuse(). Refused: it has called
    // refuse().
    virtual Judgement judge(RequestHead& head) = 0;
    // No exact request: the owner calls refuse().
    virtual void badRequest(int status, std::string_view why) = 0;
};

class HttpSession {
public:
    // Again: more can be done at once, after others had their turn.
    enum class Outcome : std::uint8_t { Going, Again, Closed, Opaque, Broken };

    // `first`: bytes already read from the client. upstream -1: none yet.
    HttpSession(HttpOwner& owner, int client, int upstream, std::vector<std::uint8_t> first);

    void endAfterOne();              // before the first step: one exchange, no upgrade
    Outcome step();                  // does all that can be done without blocking
    void resume(int upstream);       // after Wait: look at the same head again
    std::vector<std::uint8_t> takeUnread(); // the client's, the head that waits first; the session is over
    void dropUpstream();             // the owner closes it: between exchanges only
    void refuse(std::string answer); // whole response; everything after it is unread, then Closed

    // Opaque (after a 101): what is left to pass on in each direction.
    std::vector<std::uint8_t> takeToUpstream();
    std::vector<std::uint8_t> takeToClient();

    [[nodiscard]] bool headPending() const; // a request head has begun or is the first awaited
    [[nodiscard]] bool betweenExchanges() const { return m_phase == Phase::Head && m_responseDone; }
    [[nodiscard]] const std::string& leadsTo() const { return m_leadsTo; } // the last answer's Location; endAfterOne() only
    [[nodiscard]] std::uint64_t bytesOut() const { return m_bytesOut; } // to this upstream
    [[nodiscard]] std::uint64_t bytesIn() const { return m_bytesIn; }

private:
    enum class Phase : std::uint8_t { Head, Waiting, Body, Refusing };
    struct Buffer {
        std::vector<std::uint8_t> bytes;
        std::size_t start = 0;
        [[nodiscard]] std::size_t size() const { return bytes.size() - start; }
        [[nodiscard]] std::span<const std::uint8_t> view() const {
            return std::span(bytes).subspan(start);
        }
        void drop(std::size_t n);
        void append(std::span<const std::uint8_t> more);
        std::vector<std::uint8_t> take();
    };
    enum class Io : std::uint8_t { Progress, Idle, End, Error };
    static Io receive(int fd, Buffer& into, std::size_t room);
    static Io flush(int fd, Buffer& from, std::uint64_t* count);

    std::string m_leadsTo;
    bool parseRequests(); // true: something moved
    void startExchange(const RequestHead& head, const std::string& target);
    bool parseResponses();
    bool readSides();
    bool writeSides();

    HttpOwner& m_owner;
    int m_client;
    int m_upstream;
    Buffer m_fromClient;
    Buffer m_toUpstream;
    Buffer m_fromUpstream;
    Buffer m_toClient;
    Phase m_phase = Phase::Head;
    std::size_t m_scanned = 0; // of m_fromClient, for the end of the head
    std::size_t m_responseScanned = 0;
    BodyFramer m_requestBody;
    BodyFramer m_responseBody;
    bool m_inResponseBody = false;
    bool m_responseDone = true;
    bool m_untilClose = false; // no further request on this connection
    bool m_askedUpgrade = false;
    bool m_opaque = false;
    bool m_clientEnded = false;
    bool m_upstreamEnded = false;
    bool m_shutUpstream = false;
    bool m_broken = false;
    bool m_anyRequest = false;
    bool m_onlyOne = false;
    std::string m_method;
    std::uint64_t m_bytesOut = 0;
    std::uint64_t m_bytesIn = 0;
};

} // namespace leadglass::egress
