// Trust: supervisor <-> leadglass-egress. The egress process reads hostile bytes from both sides
//        and may be hijacked: the supervisor treats every message as hostile.
// Privilege: none; encoding only.
// Input: one SOCK_SEQPACKET message, at most sys::kMaxMessage bytes, names at most 255 bytes.
// Fails: a message that does not parse ends the egress process; nothing is guessed.
//
// Version kEgressProtocol is the first field of Setup; another version ends the process.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "core/base/result.h"
#include "core/wire/request_control.h"

namespace leadglass::wire {

constexpr std::uint32_t kEgressProtocol = 3;

// ---- supervisor to egress ------------------------------------------------------------------

// What each passed listening socket is for; the same order as the message's descriptors.
enum class Listener : std::uint8_t {
    Captured4 = 1, // TCP, nft redirect or AnyIP: original destination is the target
    Captured6 = 2,
    Proxy = 3,     // CONNECT, absolute-form HTTP and SOCKS5 on one port, told apart by first byte
    Dns4 = 4,      // UDP
    Dns6 = 5,
    Loopback = 6   // one granted port of the host's loopback
};
struct ListenerInfo {
    Listener kind = Listener::Captured4;
    std::uint16_t port = 0; // Loopback: the port
};
// Answered at the proxy port itself, to a program that has the token: what stands for an AWS credential inside, as the
// SDKs' container provider expects it. No value of a person's is among it.
constexpr const char* kCredentialsPath = "/leadglass/aws/credentials";
struct CredentialEndpoint {
    // Printable ASCII without blanks, quotes and backslashes, 1 to kMaxEndpointText each.
    std::string token; // of the header Authorization
    std::string keyId;
    std::string secret;
    std::string session;
};
constexpr std::size_t kMaxEndpointText = 1024;
struct Setup {
    std::uint32_t protocol = kEgressProtocol;
    bool redirected = true; // true: SO_ORIGINAL_DST (nft); false: getsockname (AnyIP)
    std::uint32_t maxFlows = 4096;
    std::uint32_t handshakeSeconds = 10; // ClientHello, request head, SOCKS greeting
    std::optional<CredentialEndpoint> credentials;
    std::vector<ListenerInfo> listeners;
};

enum class FlowProtocol : std::uint8_t { Tls = 1, Http = 2, Ssh = 3, Tcp = 4 };
// Why a flow is refused: shapes what the client sees (RST, TLS alert, 403 body, SOCKS code).
enum class Refusal : std::uint8_t {
    None = 0,
    PolicyDenied = 1,
    UserDenied = 2,
    NotAnswered = 3,   // nobody answered in time
    NobodyToAsk = 4,
    HardDenied = 5,
    Unresolvable = 6,
    Unreachable = 7,   // dial failed
    Inconsistent = 8,  // SNI or Host differs from the name
    BadProtocol = 9,   // not what the rule's protocol says
    Overload = 10,
    BadName = 11,      // not a host name at all
    TooLarge = 12,     // a request's body, by policy [output] max_bytes
    MustNotLeave = 13  // a canary, or a secret that is scanned for
};
struct FlowVerdict {
    std::uint64_t flow = 0;
    bool allow = false; // true: exactly one descriptor, the connected upstream socket, comes along
    Refusal refusal = Refusal::None;
    FlowProtocol protocol = FlowProtocol::Tls;
    bool sniAny = false;
    bool inspect = false;   // Tls or Http: each request is asked about (RequestOpen); TLS is ended here
    std::string host;       // canonical name; empty for a literal
    std::string decisionId; // shown to the client as Leadglass-Decision
};
struct DnsVerdict {
    std::uint64_t query = 0;
    enum class Kind : std::uint8_t { Address = 1, NoName = 2, ServerFailure = 3, NoData = 4 } kind =
        Kind::ServerFailure;
    std::array<std::uint8_t, 4> v4{};
    std::array<std::uint8_t, 16> v6{};
};

// Somebody on this machine connected to a published port. Two descriptors come along: that connection,
// and one to the run's server. HTTP on it must name this machine.
struct Published {
    std::uint64_t flow = 0; // the supervisor's number: 1 << 63 and more
    std::uint16_t port = 0;
    bool once = false; // HTTP: one request and its answer, and no other protocol after it
};

// ---- egress to supervisor ------------------------------------------------------------------

enum class Entry : std::uint8_t { Captured = 1, Connect = 2, HttpProxy = 3, Socks = 4, Loopback = 5 };
struct Endpoint {
    bool v6 = false;
    std::array<std::uint8_t, 16> bytes{};
    std::uint16_t port = 0;
};
// A flow wants out. Exactly one of `name` (Connect, HttpProxy, Socks by name: as the client spelled
// it, at most 255 bytes, NOT canonical) or `target` (Captured, Socks by address) counts.
struct FlowOpen {
    std::uint64_t flow = 0;
    Entry entry = Entry::Captured;
    std::string name;
    std::uint16_t port = 0; // with name, and for Loopback
    Endpoint target;
    Endpoint client;        // the client's end, for attribution
    Endpoint local;         // what the client connected to (its view)
};
struct FlowRefused { // egress itself refused after an allow: name or protocol did not hold
    std::uint64_t flow = 0;
    Refusal refusal = Refusal::Inconsistent;
    std::string detail; // the SNI or Host seen, hostile text, at most 255 bytes
};
struct FlowClosed { // every FlowOpen that was allowed ends with one; others may too (client went away)
    std::uint64_t flow = 0;
    std::uint64_t bytesOut = 0; // agent to upstream
    std::uint64_t bytesIn = 0;
    bool leadsBack = false;     // of Published::once: its answer sends the client to the same port
};
struct DnsQuery {
    std::uint64_t query = 0;
    std::string name;  // as in the packet, lower-cased ASCII, dots between labels, NOT canonical
    bool v6 = false;   // AAAA
    Endpoint client;   // who asks, for attribution; port 0: not known
};
struct Crowded { // connections reset because there were maxFlows already, since the last such message
    std::uint32_t count = 0;
};
struct Ready {}; // self-sandbox is on, listeners accepted

using ToEgress = std::variant<Setup, FlowVerdict, DnsVerdict, Published, Begin, RequestVerdict, RequestWatch>;
using FromEgress = std::variant<Ready, FlowOpen, FlowRefused, FlowClosed, DnsQuery, Crowded, Authority, RequestOpen,
                                RequestDone, Sighting, TlsFailed>;

std::vector<std::uint8_t> encode(const ToEgress& message);
std::vector<std::uint8_t> encode(const FromEgress& message);
Result<ToEgress> decodeToEgress(std::span<const std::uint8_t> bytes);
Result<FromEgress> decodeFromEgress(std::span<const std::uint8_t> bytes);

} // namespace leadglass::wire
