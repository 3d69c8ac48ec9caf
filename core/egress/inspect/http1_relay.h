// Trust: a client inside the run on one side, a server on the network on the other.
// Privilege: none; bytes in, bytes out. Header edits with credentials pass through and are overwritten after use.
// Input: HTTP/1.x exchanges, one at a time, heads bounded, bodies of any size in constant memory.
// Fails: a request that is not exact, for another host, or not allowed is answered here and nothing of it goes
//        upstream; a response whose framing cannot be trusted is the last of its connection.
//
// Every request on a kept-alive connection is asked about with its whole head; the next head is looked at only when
// the exchange before it is complete. Responses are passed on as they come, scanned where something is to be scanned.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/egress/http_body.h"
#include "core/egress/http_head.h"
#include "core/egress/inspect/h2_relay.h" // PushReader
#include "core/egress/inspect/relay.h"
#include "core/egress/name_check.h"
#include "core/wire/egress_control.h"

namespace leadglass::egress {

// Bytes that wait; used up from the front, overwritten behind itself where they are secret.
class PendingBytes {
public:
    [[nodiscard]] std::size_t size() const { return m_bytes.size() - m_start; }
    [[nodiscard]] std::span<const std::uint8_t> view() const { return std::span(m_bytes).subspan(m_start); }
    void append(std::span<const std::uint8_t> more);
    void append(std::string_view text);
    void drop(std::size_t n);
    std::vector<std::uint8_t> take();
    void keepSecret() { m_secret = true; } // what is in it now

private:
    std::vector<std::uint8_t> m_bytes;
    std::size_t m_start = 0;
    bool m_secret = false;
};

class Http1Relay final : public Relay {
public:
    struct Setup {
        Target target;        // what every Host must be
        bool tls = false;     // scheme of an absolute target
        bool proxied = false; // absolute targets, another host's ends the relay (OtherHost)
        std::function<std::unique_ptr<PushReader>()> pushReader; // null: a push is refused
    };
    Http1Relay(ExchangeOwner& owner, Setup setup); // `owner` outlives the relay

    [[nodiscard]] bool wantsClient() const override;
    [[nodiscard]] bool wantsUpstream() const override;
    void fromClient(std::span<const std::uint8_t> bytes) override;
    void fromUpstream(std::span<const std::uint8_t> bytes) override;
    void clientEnded() override;
    void upstreamEnded(bool cut) override;
    void upstreamRefuses() override;
    std::span<const std::uint8_t> toClient() override { return m_toClient.view(); }
    std::span<const std::uint8_t> toUpstream() override { return m_toUpstream.view(); }
    void sentToClient(std::size_t bytes) override;
    void sentToUpstream(std::size_t bytes) override;
    void verdict(std::uint64_t exchange, const wire::RequestVerdict& verdict) override;
    void seeks(std::uint64_t exchange) override;
    void runEnded() override;
    State state() override { return m_state; }
    [[nodiscard]] bool pending() const override;
    [[nodiscard]] bool scansOpaque() const override { return m_responseScan != nullptr; }
    std::vector<std::uint8_t> takeToUpstream() override;
    std::vector<std::uint8_t> takeToClient() override;

private:
    enum class Phase : std::uint8_t { Head, Push, Asked, Body, Last }; // Last: an answer of ours, or the end
    enum class Part : std::uint8_t { None, Head, Body, UntilClose };   // of the response

    // http1_relay.cpp: requests
    void advance();
    void passOpaque();
    bool stepRequest(); // true: something moved
    bool parseHead();
    bool checkHead(const RequestHead& head);
    bool readPush();
    void ask();
    void allow(const wire::RequestVerdict& verdict);
    bool passRequestBody();
    void badRequest(int status, std::string_view failure, std::string_view why);
    [[nodiscard]] wire::RequestOpen openOf(const RequestHead& head) const;
    void refuse(int status, wire::Refusal refusal, std::string_view decisionId, std::string_view detail = {});
    void failUpstream(std::string_view failure); // it cannot answer any more
    void finishExchange(std::string_view failure);
    void closeNow(); // after what is to be written to the client

    // http1_response.cpp
    bool stepResponse();
    bool parseResponse();
    bool refuseEncoded(std::string_view head, const ResponseHead& parsed);
    void block();
    bool passResponseBody();
    bool scanResponsePart(bool whole); // false: blocked
    void endResponse();

    ExchangeOwner& m_owner;
    Setup m_setup;
    State m_state = State::Going;
    Phase m_phase = Phase::Head;
    PendingBytes m_client; // read, not looked at
    PendingBytes m_upstream;
    PendingBytes m_toUpstream;
    PendingBytes m_toClient;
    bool m_advancing = false;
    bool m_clientEnded = false;
    bool m_upstreamEnded = false;
    bool m_upstreamCut = false;
    bool m_upstreamDeaf = false;
    bool m_answeredEarly = false; // the rest of the request goes nowhere
    bool m_anyResponse = false;
    bool m_anyRequest = false;
    std::size_t m_scanned = 0; // for the end of a head
    std::size_t m_responseScanned = 0;

    // The present exchange.
    std::uint64_t m_exchange = 0;
    bool m_open = false; // opened() was said, finished() was not
    RequestHead m_head;
    std::string m_target; // as it goes upstream
    std::unique_ptr<PushReader> m_push;
    BodyFramer m_pushBody;
    std::size_t m_pushSeen = 0; // of m_client
    BodyFramer m_requestBody;
    BodyFramer m_responseBody;
    Part m_part = Part::None;
    std::unique_ptr<BodyScan> m_requestScan;
    std::unique_ptr<BodyScan> m_responseScan;
    bool m_requestChunked = false;
    bool m_responseChunked = false;
    bool m_asksForUpgrade = false;
    bool m_saidToClient = false; // something of this exchange's response
    bool m_opaqueFinished = false;
    bool m_wantsPlain = false;   // a credential was put in: what comes back is to be read
    bool m_unread = false;       // what comes is encoded, and passes while nothing is to be found
    std::string m_requestTrailers;  // scanned as one where a scan looks on
    std::string m_responseTrailers;
    BodyParts m_parts;
    std::vector<std::uint8_t> m_out;
    wire::RequestDone m_done;
};

} // namespace leadglass::egress
