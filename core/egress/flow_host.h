// What a Flow needs from the server that owns it.
#pragma once

#include <cstdint>

#include "core/base/event_loop.h"
#include "core/egress/inspector.h"
#include "core/egress/pump.h"
#include "core/wire/egress_control.h"

namespace leadglass::egress {

class Flow;

class FlowHost {
public:
    virtual ~FlowHost() = default;
    virtual EventLoop& loop() = 0;
    virtual PipePool& pipes() = 0;
    virtual const wire::Setup& setup() const = 0;
    // Sends a FlowOpen under a new id and remembers who asked. 0: overloaded, nothing was sent.
    virtual std::uint64_t open(Flow& flow, wire::FlowOpen message) = 0;
    // The end of an opened flow; a later verdict for it is dropped.
    virtual void close(std::uint64_t flow, std::uint64_t bytesOut, std::uint64_t bytesIn, bool leadsBack) = 0;
    virtual void refused(wire::FlowRefused message) = 0;
    virtual Inspector* inspector() = 0; // null: this program inspects nothing
    // Sends a RequestOpen under a new number and remembers who asked. 0: overloaded, nothing was sent.
    virtual std::uint64_t openRequest(Flow& flow, wire::RequestOpen message) = 0;
    virtual void requestDone(wire::RequestDone message) = 0;
    virtual void tell(const wire::FromEgress& message) = 0; // Sighting, TlsFailed
    // The flow may be destroyed after the present callback.
    virtual void finished(Flow& flow) = 0;
};

} // namespace leadglass::egress
