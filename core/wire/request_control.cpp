#include "core/wire/request_control.h"

namespace leadglass::wire {
namespace {

constexpr std::size_t kMaxName = 255;
constexpr std::size_t kMaxValue = kMaxEditValue;
constexpr std::size_t kMaxDer = 8 * 1024;
constexpr std::size_t kMaxCanaries = 64;
constexpr std::uint8_t kLastRefusal = 13;

std::string_view clipped(const std::string& text, std::size_t most = kMaxName) {
    return std::string_view(text).substr(0, most);
}
void putBytes(ByteWriter& w, const std::vector<std::uint8_t>& bytes) {
    w.str({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}
std::vector<std::uint8_t> readBytes(ByteReader& r) {
    const auto view = r.strView(kMaxDer);
    return {view.begin(), view.end()};
}
void putTexts(ByteWriter& w, const std::vector<std::string>& texts, std::size_t most) {
    w.u32(static_cast<std::uint32_t>(texts.size()));
    for (const auto& text : texts) {
        w.str(clipped(text, most));
    }
}
std::vector<std::string> readTexts(ByteReader& r, std::size_t count, std::size_t most, bool& ok) {
    std::vector<std::string> out;
    const std::uint32_t size = r.u32();
    ok = ok && size <= count;
    for (std::uint32_t i = 0; ok && !r.bad() && i < size; ++i) {
        out.push_back(r.str(most));
    }
    return out;
}
bool readBool(ByteReader& r, bool& ok) {
    const std::uint8_t v = r.u8();
    ok = ok && v <= 1;
    return v == 1;
}
std::uint8_t readAtMost(ByteReader& r, std::uint8_t last, bool& ok) {
    const std::uint8_t v = r.u8();
    ok = ok && v <= last;
    return v;
}

} // namespace

void put(ByteWriter& w, const Begin& m) {
    putTexts(w, m.hosts, kMaxName);
    putBytes(w, m.certificate);
    putBytes(w, m.key);
    w.u8(static_cast<std::uint8_t>(m.scan));
    putTexts(w, m.canaries, kMaxName);
    w.u64(m.maxBody);
}
Begin readBegin(ByteReader& r, bool& ok) {
    Begin m;
    m.hosts = readTexts(r, kMaxInspected, kMaxName, ok);
    m.certificate = readBytes(r);
    m.key = readBytes(r);
    m.scan = static_cast<ScanAction>(readAtMost(r, static_cast<std::uint8_t>(ScanAction::Block), ok));
    m.canaries = readTexts(r, kMaxCanaries, kMaxName, ok);
    m.maxBody = r.u64();
    ok = ok && m.certificate.empty() == m.key.empty();
    return m;
}

void put(ByteWriter& w, const RequestVerdict& m) {
    w.u64(m.request);
    w.u8(m.allow ? 1 : 0);
    w.u8(m.refusal);
    w.str(clipped(m.decisionId));
    w.u32(static_cast<std::uint32_t>(m.edits.size()));
    for (const auto& edit : m.edits) {
        w.str(clipped(edit.name));
        w.str(clipped(edit.value, kMaxValue));
        w.u8(edit.remove ? 1 : 0);
        w.u8(edit.secret ? 1 : 0);
    }
    putTexts(w, m.redact, kMaxValue);
}
RequestVerdict readRequestVerdict(ByteReader& r, bool& ok) {
    RequestVerdict m;
    m.request = r.u64();
    m.allow = readBool(r, ok);
    m.refusal = readAtMost(r, kLastRefusal, ok);
    m.decisionId = r.str(kMaxName);
    const std::uint32_t size = r.u32();
    ok = ok && size <= kMaxHeaderEdits;
    for (std::uint32_t i = 0; ok && !r.bad() && i < size; ++i) {
        HeaderEdit edit;
        edit.name = r.str(kMaxName);
        edit.value = r.str(kMaxValue);
        edit.remove = readBool(r, ok);
        edit.secret = readBool(r, ok);
        m.edits.push_back(std::move(edit));
    }
    m.redact = readTexts(r, kMaxRedact, kMaxValue, ok);
    return m;
}

void put(ByteWriter& w, const RequestWatch& m) {
    w.u64(m.request);
    putTexts(w, m.texts, kMaxValue);
}
RequestWatch readRequestWatch(ByteReader& r, bool& ok) {
    RequestWatch m;
    m.request = r.u64();
    m.texts = readTexts(r, kMaxRedact, kMaxValue, ok);
    return m;
}

void put(ByteWriter& w, const Authority& m) {
    putBytes(w, m.certificate);
    putBytes(w, m.key);
}
Authority readAuthority(ByteReader& r, bool& ok) {
    Authority m;
    m.certificate = readBytes(r);
    m.key = readBytes(r);
    ok = ok && !m.certificate.empty() && !m.key.empty();
    return m;
}

void put(ByteWriter& w, const RequestOpen& m) {
    w.u64(m.flow);
    w.u64(m.request);
    w.str(clipped(m.method));
    w.str(clipped(m.target, kMaxRequestText));
    w.str(clipped(m.host));
    w.u8(m.version);
    w.u32(static_cast<std::uint32_t>(m.headers.size()));
    for (const auto& header : m.headers) {
        w.str(clipped(header.name));
        w.str(clipped(header.value, kMaxRequestText));
    }
    w.u8(m.pushed ? 1 : 0);
    w.u32(static_cast<std::uint32_t>(m.refs.size()));
    for (const auto& ref : m.refs) {
        w.str(clipped(ref.ref));
        w.u8(ref.create ? 1 : 0);
        w.u8(ref.remove ? 1 : 0);
    }
}
RequestOpen readRequestOpen(ByteReader& r, bool& ok) {
    RequestOpen m;
    m.flow = r.u64();
    m.request = r.u64();
    m.method = r.str(kMaxName);
    m.target = r.str(kMaxRequestText);
    m.host = r.str(kMaxName);
    m.version = r.u8();
    ok = ok && (m.version == 10 || m.version == 11 || m.version == 20);
    const std::uint32_t headers = r.u32();
    ok = ok && headers <= kMaxHeaders;
    for (std::uint32_t i = 0; ok && !r.bad() && i < headers; ++i) {
        Header header;
        header.name = r.str(kMaxName);
        header.value = r.str(kMaxRequestText);
        m.headers.push_back(std::move(header));
    }
    m.pushed = readBool(r, ok);
    const std::uint32_t refs = r.u32();
    ok = ok && refs <= kMaxRefs;
    for (std::uint32_t i = 0; ok && !r.bad() && i < refs; ++i) {
        RefUpdate ref;
        ref.ref = r.str(kMaxName);
        ref.create = readBool(r, ok);
        ref.remove = readBool(r, ok);
        m.refs.push_back(std::move(ref));
    }
    return m;
}

void put(ByteWriter& w, const RequestDone& m) {
    w.u64(m.request);
    w.u16(m.status);
    w.u64(m.bytesOut);
    w.u64(m.bytesIn);
    w.u32(m.redacted);
    w.str(clipped(m.failure));
}
RequestDone readRequestDone(ByteReader& r, bool&) {
    RequestDone m;
    m.request = r.u64();
    m.status = r.u16();
    m.bytesOut = r.u64();
    m.bytesIn = r.u64();
    m.redacted = r.u32();
    m.failure = r.str(kMaxName);
    return m;
}

void put(ByteWriter& w, const Sighting& m) {
    w.u64(m.flow);
    w.u64(m.request);
    w.str(clipped(m.what));
    w.u8(m.where);
    w.u64(m.offset);
    w.u8(m.blocked ? 1 : 0);
}
Sighting readSighting(ByteReader& r, bool& ok) {
    Sighting m;
    m.flow = r.u64();
    m.request = r.u64();
    m.what = r.str(kMaxName);
    m.where = readAtMost(r, 4, ok);
    m.offset = r.u64();
    m.blocked = readBool(r, ok);
    return m;
}

void put(ByteWriter& w, const TlsFailed& m) {
    w.u64(m.flow);
    w.u8(m.upstream ? 1 : 0);
    w.str(clipped(m.reason));
    w.str(clipped(m.detail));
}
TlsFailed readTlsFailed(ByteReader& r, bool& ok) {
    TlsFailed m;
    m.flow = r.u64();
    m.upstream = readBool(r, ok);
    m.reason = r.str(kMaxName);
    m.detail = r.str(kMaxName);
    return m;
}

} // namespace leadglass::wire
