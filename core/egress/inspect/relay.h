// What carries the exchanges of one inspected connection, without I/O of its own: bytes in from either side, bytes
// out to either, and a question to its owner for each request. HTTP/1 and HTTP/2 are two of them.
//
// After any call look at both outputs and at state(); read from a side only while it is wanted. The owner is called
// from inside, may call verdict() there, and does not destroy the relay there.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/egress/inspect/exchange.h"

namespace leadglass::egress {

class Relay {
public:
    // Done: both connections can be closed once the outputs are written. Broken: both are to be reset. Opaque: bytes
    // of another protocol go through from now on. OtherHost: see InspectedFlow.
    enum class State : std::uint8_t { Going, Done, Broken, Opaque, OtherHost };

    virtual ~Relay() = default;
    [[nodiscard]] virtual bool wantsClient() const = 0;
    [[nodiscard]] virtual bool wantsUpstream() const = 0;
    virtual void fromClient(std::span<const std::uint8_t> bytes) = 0;
    virtual void fromUpstream(std::span<const std::uint8_t> bytes) = 0;
    virtual void clientEnded() = 0;
    virtual void upstreamEnded(bool cut) = 0; // cut: in the middle of what it said, as far as its transport knows
    virtual void upstreamRefuses() = 0;       // nothing more can be written to it; what it says still counts
    [[nodiscard]] virtual std::span<const std::uint8_t> toClient() = 0;
    [[nodiscard]] virtual std::span<const std::uint8_t> toUpstream() = 0;
    virtual void sentToClient(std::size_t bytes) = 0;
    virtual void sentToUpstream(std::size_t bytes) = 0;
    // The answer to opened(); for an exchange that has ended meanwhile nothing happens. The owner wipes `verdict`.
    virtual void verdict(std::uint64_t exchange, const wire::RequestVerdict& verdict) = 0;
    // The scan of this exchange's response has something to be found from now on: what cannot be read is broken off.
    virtual void seeks(std::uint64_t exchange) = 0;
    virtual void runEnded() = 0; // finishes all exchanges
    virtual void tick() {}       // every few seconds
    [[nodiscard]] virtual State state() = 0;
    [[nodiscard]] virtual bool scansOpaque() const { return false; } // what comes back is still looked through
    [[nodiscard]] virtual bool pending() const = 0; // a head has begun, or the first is awaited
    // Opaque and OtherHost: what was read and not passed on.
    virtual std::vector<std::uint8_t> takeToUpstream() = 0;
    virtual std::vector<std::uint8_t> takeToClient() = 0;
};

} // namespace leadglass::egress
