// Trust: supervisor <-> leadglass-egress, as core/wire/egress_control.h.
// Privilege: none; encoding only. Authority, RequestVerdict and RequestWatch carry keys and credentials: whoever holds the
//        bytes wipes them (core/base/secret_bytes.h).
// Input: one message of at most sys::kMaxMessage bytes; every text and list has a bound of its own below.
// Fails: a message that does not parse ends the egress process; nothing is guessed.
//
// What inspection adds to the egress protocol: a run's own certificate authority, and one question and one
// answer for each request on an inspected connection.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/bytes.h"

namespace leadglass::wire {

constexpr std::size_t kMaxInspected = 1024;        // host patterns
constexpr std::size_t kMaxHeaders = 128;           // of one request
constexpr std::size_t kMaxRequestText = 32 * 1024; // target, names and values together
constexpr std::size_t kMaxHeaderEdits = 32;
constexpr std::size_t kMaxEditValue = 16 * 1024;
constexpr std::size_t kMaxRedact = 128;            // forms of credentials in one message
constexpr std::size_t kMaxRefs = 256;              // of one push

// What the scan of bodies does with a credential that it knows (policy [output] secrets).
enum class ScanAction : std::uint8_t { Off = 0, Flag = 1, Redact = 2, Block = 3 };

// ---- supervisor to egress ------------------------------------------------------------------

// Before Setup, once in an egress process's life, and only where the run inspects. One descriptor comes along:
// a sealed memfd with this machine's trusted roots (PEM), against which servers are verified.
// Answered with Authority. A process that takes the place of one that died gets the same authority back.
struct Begin {
    std::vector<std::string> hosts;     // canonical names, "*.NAME" for those below: what the authority may vouch for
    std::vector<std::uint8_t> certificate; // DER; empty: make one
    std::vector<std::uint8_t> key;         // DER (PKCS 8); empty with it
    ScanAction scan = ScanAction::Off;
    std::vector<std::string> canaries;  // tokens that must never be seen; at most 64 of at most 255 bytes
    std::uint64_t maxBody = 0;          // of one request, in bytes; 0: any (policy [output] max_bytes)
};

// One header of the request as it goes upstream: set (any of that name are replaced) or taken away.
struct HeaderEdit {
    std::string name; // lower case
    std::string value;
    bool remove = false;
    bool secret = false; // `value` is a credential: wiped after use, redacted where a response has it
};
struct RequestVerdict {
    std::uint64_t request = 0;
    bool allow = false;
    std::uint8_t refusal = 0; // wire::Refusal
    std::string decisionId;
    std::vector<HeaderEdit> edits;
    // Further byte strings that must not come back in the response (a credential in another form).
    std::vector<std::string> redact;
};

// Of a request that is open, before its verdict or after it; several add up. What comes back for it must be readable (it
// is asked for without encoding), and from now on must not have these byte strings in it: credentials that other requests
// were given. What is encoded all the same passes while there are none. Whoever holds `texts` wipes them.
struct RequestWatch {
    std::uint64_t request = 0;
    std::vector<std::string> texts; // may be empty
};

// ---- egress to supervisor ------------------------------------------------------------------

struct Authority {
    std::vector<std::uint8_t> certificate; // DER
    std::vector<std::uint8_t> key;         // DER (PKCS 8)
};

struct Header {
    std::string name; // lower case
    std::string value;
};
struct RefUpdate { // one command of a push (git's pack protocol, receive-pack)
    std::string ref;
    bool create = false;
    bool remove = false;
};
// The head of a request on an inspected flow is there; the body waits. Everything in it is hostile.
struct RequestOpen {
    std::uint64_t flow = 0;    // of an allowed FlowVerdict with `inspect`
    std::uint64_t request = 0; // rises through the egress process's life
    std::string method;
    std::string target;        // path and query as sent, not normalised
    std::string host;          // Host or :authority, already equal to the flow's name
    std::uint8_t version = 11; // 10, 11 or 20
    std::vector<Header> headers;
    bool pushed = false;       // the body is a push: `refs` are all of its commands
    std::vector<RefUpdate> refs;
};
// Each RequestOpen ends with one, allowed or not.
struct RequestDone {
    std::uint64_t request = 0;
    std::uint16_t status = 0;  // 0: no response
    std::uint64_t bytesOut = 0; // of bodies
    std::uint64_t bytesIn = 0;
    std::uint32_t redacted = 0; // credentials taken out of the response
    std::string failure;        // reason code of ours; empty: none ("name_inconsistent", "body_blocked", "body_too_large", ...)
};
// Something that must not leave was seen in what leaves, or a canary anywhere.
struct Sighting {
    std::uint64_t flow = 0;
    std::uint64_t request = 0; // 0: not within a request
    std::string what;          // id of the pattern, "canary:N", or "placeholder"
    std::uint8_t where = 0;    // 0 target, 1 header, 2 request body, 3 response, 4 ref of a push
    std::uint64_t offset = 0;  // in the decoded bytes
    bool blocked = false;
};
// TLS failed on one side of an inspected flow.
struct TlsFailed {
    std::uint64_t flow = 0;
    bool upstream = false;     // false: the client did not accept our certificate, or ended the handshake
    std::string reason;        // code: "untrusted", "wrong_name", "expired", "revoked", "protocol", "client_rejected"
    std::string detail;        // hostile text, at most 255 bytes
};

void put(ByteWriter& w, const Begin& m);
void put(ByteWriter& w, const RequestVerdict& m);
void put(ByteWriter& w, const RequestWatch& m);
void put(ByteWriter& w, const Authority& m);
void put(ByteWriter& w, const RequestOpen& m);
void put(ByteWriter& w, const RequestDone& m);
void put(ByteWriter& w, const Sighting& m);
void put(ByteWriter& w, const TlsFailed& m);
// `ok` turns false, or `r` bad, where it is not exact; what was read until then is returned.
Begin readBegin(ByteReader& r, bool& ok);
RequestVerdict readRequestVerdict(ByteReader& r, bool& ok);
RequestWatch readRequestWatch(ByteReader& r, bool& ok);
Authority readAuthority(ByteReader& r, bool& ok);
RequestOpen readRequestOpen(ByteReader& r, bool& ok);
RequestDone readRequestDone(ByteReader& r, bool& ok);
Sighting readSighting(ByteReader& r, bool& ok);
TlsFailed readTlsFailed(ByteReader& r, bool& ok);

} // namespace leadglass::wire
