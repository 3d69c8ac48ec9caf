// What leadglass-inspect has and leadglass-egress has not: the end of TLS in the middle, and a question for each
// request. The server knows it by these interfaces only; where there is no Inspector, a verdict that asks for
// inspection is refused.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/egress/name_check.h"
#include "core/wire/egress_control.h"

namespace leadglass::egress {

// What one inspected connection tells; the flow that carries it fills in the flow's number.
class InspectOwner {
public:
    virtual ~InspectOwner() = default;
    // The request's number; 0: the supervisor is too far behind, nothing was sent.
    virtual std::uint64_t openRequest(wire::RequestOpen message) = 0;
    virtual void requestDone(wire::RequestDone message) = 0;
    virtual void sighted(wire::Sighting message) = 0;
    virtual void tlsFailed(wire::TlsFailed message) = 0;
    // A request that was answered here without a question: another host's, or none that can be read.
    virtual void requestRefused(wire::Refusal refusal, std::string_view seen) = 0;
};

// One inspected connection: both ends from the verdict on. Borrows the two sockets, which do not block.
class InspectedFlow {
public:
    // Closed: all is said, the client is to read it to its end. Broken: both sides are to be reset. Opaque: another
    // protocol was agreed in plain HTTP; takeToUpstream() and takeToClient() go first. OtherHost: a client of the
    // proxy port asks for another host next; takeToUpstream() is what it said.
    enum class Outcome : std::uint8_t { Going, Again, Closed, Broken, Opaque, OtherHost };

    virtual ~InspectedFlow() = default;
    virtual void clientEvent(std::uint32_t epollEvents) = 0;
    virtual void upstreamEvent(std::uint32_t epollEvents) = 0;
    virtual Outcome step() = 0; // does all that can be done without blocking
    virtual void verdict(wire::RequestVerdict verdict) = 0; // step() follows
    virtual void watch(wire::RequestWatch watch) = 0;       // step() follows
    // A handshake or a head has begun and is to end in time.
    [[nodiscard]] virtual bool pending() const = 0;
    virtual void timedOut() = 0; // says so where that is of use; the flow is closed next
    virtual void tick() = 0;     // every few seconds; step() follows
    // The end, by whatever cause: every request that was opened is reported as done.
    virtual void end() = 0;
    virtual std::vector<std::uint8_t> takeToUpstream() = 0;
    virtual std::vector<std::uint8_t> takeToClient() = 0;
    [[nodiscard]] virtual std::uint64_t bytesOut() const = 0; // over the upstream's socket
    [[nodiscard]] virtual std::uint64_t bytesIn() const = 0;
};

struct InspectStart {
    int client = -1;
    int upstream = -1;
    std::vector<std::uint8_t> first; // already read from the client; with `tls` a whole ClientHello
    Target target;
    bool tls = false;
    bool proxied = false;               // absolute-form HTTP on the proxy port
    std::vector<std::string> protocols; // ALPN that the client offers
};

class Inspector {
public:
    virtual ~Inspector() = default;
    // Makes or takes the run's authority. `roots`: PEM. Once.
    virtual Result<wire::Authority> begin(wire::Begin begin, std::string_view roots) = 0;
    // Null: cannot be inspected (no authority yet, an address without a name): the flow is to be refused.
    virtual std::unique_ptr<InspectedFlow> inspect(InspectOwner& owner, InspectStart start) = 0;
};

// The program's own; null in leadglass-egress. To be called before the self-sandbox is on: it reads what it needs.
std::unique_ptr<Inspector> makeInspector();

} // namespace leadglass::egress
