#include "core/wire/resolve.h"

#include <algorithm>

#include "core/base/bytes.h"

namespace leadglass::wire {
namespace {
constexpr std::size_t kMaxHost = 253;
}

std::vector<std::uint8_t> encode(const ResolveRequest& message) {
    ByteWriter w;
    w.u64(message.id);
    w.str(message.host);
    return w.take();
}

std::vector<std::uint8_t> encode(const ResolveReply& message) {
    ByteWriter w;
    w.u64(message.id);
    w.u32(static_cast<std::uint32_t>(message.error));
    const std::size_t count = std::min(message.answers.size(), kMaxAnswers);
    w.u32(static_cast<std::uint32_t>(count));
    for (std::size_t i = 0; i < count; ++i) {
        w.u8(message.answers[i].v6 ? 1 : 0);
        w.raw(message.answers[i].bytes);
    }
    return w.take();
}

Result<ResolveRequest> decodeResolveRequest(std::span<const std::uint8_t> bytes) {
    ByteReader r(bytes);
    ResolveRequest m;
    m.id = r.u64();
    m.host = r.str(kMaxHost);
    if (!r.done() || m.host.empty() || m.host.find('\0') != std::string::npos) {
        return makeError(Code::Invalid, "resolver protocol: malformed request");
    }
    return m;
}

Result<ResolveReply> decodeResolveReply(std::span<const std::uint8_t> bytes) {
    ByteReader r(bytes);
    ResolveReply m;
    m.id = r.u64();
    m.error = static_cast<std::int32_t>(r.u32());
    const std::uint32_t count = r.u32();
    bool ok = count <= kMaxAnswers;
    for (std::uint32_t i = 0; ok && i < count && !r.bad(); ++i) {
        ResolvedAddress a;
        const std::uint8_t family = r.u8();
        ok = family <= 1;
        a.v6 = family == 1;
        auto raw = r.raw(a.bytes.size());
        std::copy(raw.begin(), raw.end(), a.bytes.begin());
        m.answers.push_back(a);
    }
    if (!ok || !r.done()) {
        return makeError(Code::Invalid, "resolver protocol: malformed reply");
    }
    return m;
}

} // namespace leadglass::wire
