#include "core/wire/file_scan.h"

#include "core/base/bytes.h"

namespace leadglass::wire {
namespace {

constexpr std::size_t kMaxText = 255;

Error bad(const char* what) { return makeError(Code::Invalid, std::string("file scan protocol: a bad ") + what); }

} // namespace

std::vector<std::uint8_t> encode(const ScanBegin& m) {
    ByteWriter w;
    w.u8(m.formats ? 1 : 0);
    w.u32(static_cast<std::uint32_t>(m.canaries.size()));
    for (const auto& canary : m.canaries) {
        w.str(canary);
    }
    return w.take();
}

std::vector<std::uint8_t> encode(const ScanFile& m) {
    ByteWriter w;
    w.u64(m.most);
    return w.take();
}

std::vector<std::uint8_t> encode(const ScanFound& m) {
    ByteWriter w;
    w.u8(m.whole ? 1 : 0);
    w.u32(static_cast<std::uint32_t>(m.found.size()));
    for (const auto& one : m.found) {
        w.str(one.id);
        w.u64(one.offset);
        w.u8(one.depth);
    }
    return w.take();
}

Result<ScanBegin> decodeScanBegin(std::span<const std::uint8_t> bytes) {
    ByteReader r(bytes);
    ScanBegin m;
    const std::uint8_t formats = r.u8();
    const std::uint32_t count = r.u32();
    for (std::uint32_t i = 0; i < count && i < kMaxFileCanaries && !r.bad(); ++i) {
        m.canaries.push_back(r.str(kMaxText));
    }
    m.formats = formats == 1;
    return r.done() && formats <= 1 && count <= kMaxFileCanaries ? Result<ScanBegin>(std::move(m)) : bad("beginning");
}

Result<ScanFile> decodeScanFile(std::span<const std::uint8_t> bytes) {
    ByteReader r(bytes);
    ScanFile m;
    m.most = r.u64();
    return r.done() ? Result<ScanFile>(m) : bad("question");
}

Result<ScanFound> decodeScanFound(std::span<const std::uint8_t> bytes) {
    ByteReader r(bytes);
    ScanFound m;
    const std::uint8_t whole = r.u8();
    const std::uint32_t count = r.u32();
    for (std::uint32_t i = 0; i < count && i < kMaxFound && !r.bad(); ++i) {
        Found one;
        one.id = r.str(kMaxText);
        one.offset = r.u64();
        one.depth = r.u8();
        m.found.push_back(std::move(one));
    }
    m.whole = whole == 1;
    return r.done() && whole <= 1 && count <= kMaxFound ? Result<ScanFound>(std::move(m)) : bad("answer");
}

} // namespace leadglass::wire
