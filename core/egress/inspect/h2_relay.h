// Trust: a client inside the run on one side, a server on the network on the other, both behind TLS
//        ends of ours.
// Privilege: none; bytes in, bytes out. Credentials of header edits pass through and are overwritten
//        after use.
// Input: HTTP/2 connections (RFC 9113), both hostile: heads, streams, windows and control frames have
//        bounds.
// Fails: a request that is not exact, or for another host, is answered on its stream; a connection
//        that breaks the protocol, or does nothing but cost, is closed with an error (GOAWAY), and
//        all its exchanges are finished.
//
// Relays HTTP/2 between two connections so that every stream is judged by its head before anything
// of it goes upstream. Bodies of any size in constant memory: what one side has not taken is not
// asked for from the other, stream by stream, and no slow stream holds up another. One connection
// to the client, one to the upstream, for one host.
//
// How to drive it: after any call look at both outputs, then at done(); read from a side only while
// wantsX(). The owner is called from inside fromClient(), fromUpstream(), xEnded(), tick(),
// runEnded() and verdict(), and may call verdict() from there; it must not destroy the relay there.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/egress/inspect/exchange.h"
#include "core/egress/name_check.h"

namespace leadglass::egress {

class H2Core;

// Reads the commands of a push from the beginning of a request body (core/egress/git_push.h behind
// it).
class PushReader {
public:
    enum class Step : std::uint8_t { More, Ready, Bad };
    virtual ~PushReader() = default;
    virtual Step feed(
        std::span<const std::uint8_t> bytes) = 0; // bytes in order, each once, until not More
    virtual std::vector<wire::RefUpdate> takeRefs() = 0; // after Ready
};

class H2Relay {
public:
    struct Setup {
        Target target; // what every :authority must be; the port is named in it unless it is 443
        // Null: a push is not read, and is refused.
        std::function<std::unique_ptr<PushReader>()> pushReader;
    };
    H2Relay(ExchangeOwner& owner, Setup setup); // `owner` outlives the relay
    ~H2Relay();
    H2Relay(const H2Relay&) = delete;
    H2Relay& operator=(const H2Relay&) = delete;

    // More may be read from that side.
    [[nodiscard]] bool wantsClient() const;
    [[nodiscard]] bool wantsUpstream() const;
    void fromClient(std::span<const std::uint8_t> bytes);
    void fromUpstream(std::span<const std::uint8_t> bytes);
    // The connection has ended there, in whatever way.
    void clientEnded();
    void upstreamEnded();

    // What is to be written to that side now: at most some 80 KiB, valid until the next call. Then
    // how much was.
    [[nodiscard]] std::span<const std::uint8_t> toClient();
    [[nodiscard]] std::span<const std::uint8_t> toUpstream();
    void sentToClient(std::size_t bytes);
    void sentToUpstream(std::size_t bytes);

    // The answer to opened(). For an exchange that has ended in the meantime: nothing happens. The
    // relay keeps nothing of `verdict`; the owner wipes it.
    void verdict(std::uint64_t exchange, const wire::RequestVerdict& verdict);
    // Ends all exchanges now; what is left to write says so to both sides.
    void seeks(std::uint64_t exchange); // as Relay
    void runEnded();
    // Of all relays of the process together: each may hold 192 KiB. A request beyond them is answered with 503.
    static constexpr std::size_t kStreamsOfAll = 4096;
    // To be called every few seconds: ends streams whose client has taken nothing for kStall
    // although there was some.
    static constexpr std::chrono::minutes kStall{10};
    void tick(std::chrono::steady_clock::time_point now);

    // Nothing more will come of it: all exchanges are finished, and what the client is to be told
    // was written. Both connections can be closed.
    [[nodiscard]] bool done();
    // Why the connection ended, where it was not in peace: "client_protocol", "upstream_protocol",
    // "flood", "upstream_closed", "run_ended"; else empty.
    [[nodiscard]] std::string_view failure() const;
    [[nodiscard]] std::size_t exchanges() const; // now open
    [[nodiscard]] std::size_t buffered() const;  // bytes of bodies held now, both directions

private:
    std::unique_ptr<H2Core> m_core;
};

} // namespace leadglass::egress
