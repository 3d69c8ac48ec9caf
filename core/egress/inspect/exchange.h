// One request and its response on an inspected connection, whatever version of HTTP carries them:
// what the relays (HTTP/1 and HTTP/2) tell their owner, and what they are told.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/wire/request_control.h"

namespace leadglass::egress {

// Looks at one direction of one exchange as it passes: of the response its head, then the body,
// then the trailers; of the request (whose head is the owner's to judge) the body, then the
// trailers. Constant memory. The length of a body never changes, since its head has told it.
class BodyScan {
public:
    virtual ~BodyScan() = default;
    // A field of the head or of the trailers. May change the value. False: the exchange is to be
    // ended now.
    virtual bool field(std::string_view /*name*/, std::string& /*value*/) { return true; }
    // Text of a head or of trailers as it stands, before it is taken for fields: lines of HTTP/1 with their ends, or the name of
    // a field. May change bytes, not their number. False: the exchange is to be ended now.
    virtual bool text(std::string& /*lines*/) { return true; }
    // May change bytes (redaction), and may hold some back: `out` is lengthened by what may go on
    // now, in order. False: the exchange is to be ended now; nothing of this piece goes on.
    virtual bool feed(std::span<const std::uint8_t> bytes, std::vector<std::uint8_t>& out) = 0;
    // The body has ended: what was held back.
    virtual bool finish(std::vector<std::uint8_t>& out) = 0;
    // Why it ended the exchange (RequestDone.failure).
    [[nodiscard]] virtual std::string_view failure() const { return "body_blocked"; }
    // So many were replaced until now (RequestDone.redacted).
    [[nodiscard]] virtual std::uint32_t redacted() const { return 0; }
    // Of a response: it is to be read, now or later, so it is asked for without encoding.
    [[nodiscard]] virtual bool reads() const { return false; }
    // There is something to be found already: an encoded answer does not pass.
    [[nodiscard]] virtual bool seeks() const { return false; }
};

class ExchangeOwner {
public:
    virtual ~ExchangeOwner() = default;
    // A head is there. `open.flow` and `open.request` are the owner's to fill; `exchange` is the
    // relay's own number. The owner answers later, or at once from inside, with the relay's
    // verdict().
    virtual void opened(std::uint64_t exchange, wire::RequestOpen open) = 0;
    // Once for every opened(), also where no verdict came: `done.request` is the owner's to fill.
    virtual void finished(std::uint64_t exchange, wire::RequestDone done) = 0;
    // A request that the relay refused by itself, without opened(). `failure`: "name_inconsistent",
    // "bad_request", "head_too_large", "push_unreadable", "overload". `open` is as far as it was read.
    virtual void refused(wire::RequestOpen /*open*/, std::uint16_t /*status*/,
                         std::string_view /*failure*/) {}
    // What is to look at the bodies of an exchange; null: nothing. Both are asked for from inside
    // verdict(), so that the relay keeps nothing of a verdict.
    virtual std::unique_ptr<BodyScan> scanRequest(std::uint64_t exchange) = 0;
    virtual std::unique_ptr<BodyScan> scanResponse(std::uint64_t exchange,
                                                   const wire::RequestVerdict& verdict) = 0;
};

} // namespace leadglass::egress
