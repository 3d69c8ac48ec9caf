#include "core/wire/egress_control.h"

#include <algorithm>
#include <optional>
#include <type_traits>

#include "core/base/bytes.h"
#include "core/base/sys.h"

namespace leadglass::wire {
namespace {

constexpr std::size_t kMaxName = 255;
constexpr std::size_t kMaxListeners = 60;

enum class Tag : std::uint8_t {
    Setup = 1, FlowVerdict = 2, DnsVerdict = 3, Published = 4, Begin = 5, RequestVerdict = 6,
    RequestWatch = 7,
    Ready = 16, FlowOpen = 17, FlowRefused = 18, FlowClosed = 19, DnsQuery = 20, Crowded = 21,
    Authority = 22, RequestOpen = 23, RequestDone = 24, Sighting = 25, TlsFailed = 26
};

std::string_view clipped(const std::string& text) {
    return std::string_view(text).substr(0, kMaxName);
}

void put(ByteWriter& w, const Setup& m) {
    w.u8(static_cast<std::uint8_t>(Tag::Setup));
    w.u32(m.protocol);
    w.u8(m.redirected ? 1 : 0);
    w.u32(m.maxFlows);
    w.u32(m.handshakeSeconds);
    w.u8(m.credentials ? 1 : 0);
    if (m.credentials) {
        for (const auto* text : {&m.credentials->token, &m.credentials->keyId, &m.credentials->secret, &m.credentials->session}) {
            w.str(*text);
        }
    }
    w.u32(static_cast<std::uint32_t>(m.listeners.size()));
    for (const auto& l : m.listeners) {
        w.u8(static_cast<std::uint8_t>(l.kind));
        w.u16(l.port);
    }
}
void put(ByteWriter& w, const FlowVerdict& m) {
    w.u8(static_cast<std::uint8_t>(Tag::FlowVerdict));
    w.u64(m.flow);
    w.u8(m.allow ? 1 : 0);
    w.u8(static_cast<std::uint8_t>(m.refusal));
    w.u8(static_cast<std::uint8_t>(m.protocol));
    w.u8(m.sniAny ? 1 : 0);
    w.u8(m.inspect ? 1 : 0);
    w.str(clipped(m.host));
    w.str(clipped(m.decisionId));
}
void put(ByteWriter& w, const DnsVerdict& m) {
    w.u8(static_cast<std::uint8_t>(Tag::DnsVerdict));
    w.u64(m.query);
    w.u8(static_cast<std::uint8_t>(m.kind));
    w.raw(m.v4);
    w.raw(m.v6);
}
void put(ByteWriter& w, const Published& m) {
    w.u8(static_cast<std::uint8_t>(Tag::Published));
    w.u64(m.flow);
    w.u16(m.port);
    w.u8(m.once ? 1 : 0);
}
void put(ByteWriter& w, const Ready&) { w.u8(static_cast<std::uint8_t>(Tag::Ready)); }
void putEndpoint(ByteWriter& w, const Endpoint& e) {
    w.u8(e.v6 ? 1 : 0);
    w.raw(e.bytes);
    w.u16(e.port);
}
void put(ByteWriter& w, const FlowOpen& m) {
    w.u8(static_cast<std::uint8_t>(Tag::FlowOpen));
    w.u64(m.flow);
    w.u8(static_cast<std::uint8_t>(m.entry));
    w.str(clipped(m.name));
    w.u16(m.port);
    putEndpoint(w, m.target);
    putEndpoint(w, m.client);
    putEndpoint(w, m.local);
}
void put(ByteWriter& w, const FlowRefused& m) {
    w.u8(static_cast<std::uint8_t>(Tag::FlowRefused));
    w.u64(m.flow);
    w.u8(static_cast<std::uint8_t>(m.refusal));
    w.str(clipped(m.detail));
}
void put(ByteWriter& w, const FlowClosed& m) {
    w.u8(static_cast<std::uint8_t>(Tag::FlowClosed));
    w.u64(m.flow);
    w.u64(m.bytesOut);
    w.u64(m.bytesIn);
    w.u8(m.leadsBack ? 1 : 0);
}
void put(ByteWriter& w, const DnsQuery& m) {
    w.u8(static_cast<std::uint8_t>(Tag::DnsQuery));
    w.u64(m.query);
    w.str(clipped(m.name));
    w.u8(m.v6 ? 1 : 0);
    putEndpoint(w, m.client);
}
void put(ByteWriter& w, const Crowded& m) {
    w.u8(static_cast<std::uint8_t>(Tag::Crowded));
    w.u32(m.count);
}

// The messages of core/wire/request_control.h have no tag of their own.
template <class M> constexpr std::optional<Tag> tagOf() {
    if constexpr (std::is_same_v<M, Begin>) return Tag::Begin;
    else if constexpr (std::is_same_v<M, RequestVerdict>) return Tag::RequestVerdict;
    else if constexpr (std::is_same_v<M, RequestWatch>) return Tag::RequestWatch;
    else if constexpr (std::is_same_v<M, Authority>) return Tag::Authority;
    else if constexpr (std::is_same_v<M, RequestOpen>) return Tag::RequestOpen;
    else if constexpr (std::is_same_v<M, RequestDone>) return Tag::RequestDone;
    else if constexpr (std::is_same_v<M, Sighting>) return Tag::Sighting;
    else if constexpr (std::is_same_v<M, TlsFailed>) return Tag::TlsFailed;
    else return std::nullopt;
}
template <class M> void putTagged(ByteWriter& w, const M& m) {
    if constexpr (constexpr auto tag = tagOf<M>(); tag.has_value()) {
        w.u8(static_cast<std::uint8_t>(*tag));
    }
    put(w, m);
}

// An enumerator read from the wire; anything outside [first, last] makes `ok` false.
template <class E> E readEnum(ByteReader& r, E first, E last, bool& ok) {
    const std::uint8_t v = r.u8();
    if (v < static_cast<std::uint8_t>(first) || v > static_cast<std::uint8_t>(last)) {
        ok = false;
        return first;
    }
    return static_cast<E>(v);
}
bool readBool(ByteReader& r, bool& ok) {
    const std::uint8_t v = r.u8();
    ok = ok && v <= 1;
    return v == 1;
}
template <std::size_t N> void readArray(ByteReader& r, std::array<std::uint8_t, N>& out) {
    auto part = r.raw(N);
    std::copy(part.begin(), part.end(), out.begin());
}
Endpoint readEndpoint(ByteReader& r, bool& ok) {
    Endpoint e;
    e.v6 = readBool(r, ok);
    readArray(r, e.bytes);
    e.port = r.u16();
    return e;
}

template <class V, class M> Result<V> finish(const ByteReader& r, bool ok, M message) {
    if (!ok || !r.done()) {
        return makeError(Code::Invalid, "egress protocol: malformed message");
    }
    return V(std::move(message));
}

bool isPlain(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < 0x7f && c != '"' && c != '\\'; });
}

Setup readSetup(ByteReader& r, bool& ok) {
    Setup m;
    m.protocol = r.u32();
    m.redirected = readBool(r, ok);
    m.maxFlows = r.u32();
    m.handshakeSeconds = r.u32();
    if (readBool(r, ok)) {
        auto& to = m.credentials.emplace();
        for (auto* text : {&to.token, &to.keyId, &to.secret, &to.session}) {
            *text = r.str(kMaxEndpointText);
            ok = ok && isPlain(*text);
        }
    }
    const std::uint32_t count = r.u32();
    ok = ok && count <= kMaxListeners;
    for (std::uint32_t i = 0; ok && !r.bad() && i < count; ++i) {
        ListenerInfo l;
        l.kind = readEnum(r, Listener::Captured4, Listener::Loopback, ok);
        l.port = r.u16();
        m.listeners.push_back(l);
    }
    return m;
}

// A writer that grows leaves what it held where nobody wipes it.
template <class... Secret, class Message> void reserveForSecrets(ByteWriter& w, const Message& message) {
    if ((std::holds_alternative<Secret>(message) || ...)) {
        w.reserve(sys::kMaxMessage);
    }
}

} // namespace

std::vector<std::uint8_t> encode(const ToEgress& message) {
    ByteWriter w;
    reserveForSecrets<Begin, RequestVerdict, RequestWatch>(w, message);
    std::visit([&](const auto& m) { putTagged(w, m); }, message);
    return w.take();
}

std::vector<std::uint8_t> encode(const FromEgress& message) {
    ByteWriter w;
    reserveForSecrets<Authority>(w, message);
    std::visit([&](const auto& m) { putTagged(w, m); }, message);
    return w.take();
}

Result<ToEgress> decodeToEgress(std::span<const std::uint8_t> bytes) {
    ByteReader r(bytes);
    bool ok = true;
    switch (static_cast<Tag>(r.u8())) {
    case Tag::Setup: {
        Setup m = readSetup(r, ok);
        return finish<ToEgress>(r, ok, std::move(m));
    }
    case Tag::FlowVerdict: {
        FlowVerdict m;
        m.flow = r.u64();
        m.allow = readBool(r, ok);
        m.refusal = readEnum(r, Refusal::None, Refusal::MustNotLeave, ok);
        m.protocol = readEnum(r, FlowProtocol::Tls, FlowProtocol::Tcp, ok);
        m.sniAny = readBool(r, ok);
        m.inspect = readBool(r, ok);
        m.host = r.str(kMaxName);
        m.decisionId = r.str(kMaxName);
        return finish<ToEgress>(r, ok, std::move(m));
    }
    case Tag::DnsVerdict: {
        DnsVerdict m;
        m.query = r.u64();
        m.kind = readEnum(r, DnsVerdict::Kind::Address, DnsVerdict::Kind::NoData, ok);
        readArray(r, m.v4);
        readArray(r, m.v6);
        return finish<ToEgress>(r, ok, m);
    }
    case Tag::Begin: {
        Begin m = readBegin(r, ok);
        return finish<ToEgress>(r, ok, std::move(m));
    }
    case Tag::RequestVerdict: {
        RequestVerdict m = readRequestVerdict(r, ok);
        return finish<ToEgress>(r, ok, std::move(m));
    }
    case Tag::RequestWatch: {
        RequestWatch m = readRequestWatch(r, ok);
        return finish<ToEgress>(r, ok, std::move(m));
    }
    case Tag::Published: {
        Published m;
        m.flow = r.u64();
        m.port = r.u16();
        m.once = readBool(r, ok);
        return finish<ToEgress>(r, ok, m);
    }
    default: break;
    }
    return makeError(Code::Invalid, "egress protocol: unknown message");
}

Result<FromEgress> decodeFromEgress(std::span<const std::uint8_t> bytes) {
    ByteReader r(bytes);
    bool ok = true;
    switch (static_cast<Tag>(r.u8())) {
    case Tag::Ready: return finish<FromEgress>(r, ok, Ready{});
    case Tag::FlowOpen: {
        FlowOpen m;
        m.flow = r.u64();
        m.entry = readEnum(r, Entry::Captured, Entry::Loopback, ok);
        m.name = r.str(kMaxName);
        m.port = r.u16();
        m.target = readEndpoint(r, ok);
        m.client = readEndpoint(r, ok);
        m.local = readEndpoint(r, ok);
        return finish<FromEgress>(r, ok, std::move(m));
    }
    case Tag::FlowRefused: {
        FlowRefused m;
        m.flow = r.u64();
        m.refusal = readEnum(r, Refusal::None, Refusal::MustNotLeave, ok);
        m.detail = r.str(kMaxName);
        return finish<FromEgress>(r, ok, std::move(m));
    }
    case Tag::FlowClosed: {
        FlowClosed m;
        m.flow = r.u64();
        m.bytesOut = r.u64();
        m.bytesIn = r.u64();
        m.leadsBack = readBool(r, ok);
        return finish<FromEgress>(r, ok, m);
    }
    case Tag::Authority: {
        Authority m = readAuthority(r, ok);
        return finish<FromEgress>(r, ok, std::move(m));
    }
    case Tag::RequestOpen: {
        RequestOpen m = readRequestOpen(r, ok);
        return finish<FromEgress>(r, ok, std::move(m));
    }
    case Tag::RequestDone: {
        RequestDone m = readRequestDone(r, ok);
        return finish<FromEgress>(r, ok, std::move(m));
    }
    case Tag::Sighting: {
        Sighting m = readSighting(r, ok);
        return finish<FromEgress>(r, ok, std::move(m));
    }
    case Tag::TlsFailed: {
        TlsFailed m = readTlsFailed(r, ok);
        return finish<FromEgress>(r, ok, std::move(m));
    }
    case Tag::Crowded: {
        Crowded m;
        m.count = r.u32();
        return finish<FromEgress>(r, ok, m);
    }
    case Tag::DnsQuery: {
        DnsQuery m;
        m.query = r.u64();
        m.name = r.str(kMaxName);
        m.v6 = readBool(r, ok);
        m.client = readEndpoint(r, ok);
        return finish<FromEgress>(r, ok, std::move(m));
    }
    default: break;
    }
    return makeError(Code::Invalid, "egress protocol: unknown message");
}

} // namespace leadglass::wire
