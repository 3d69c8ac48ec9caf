// What a proxy says, in one piece or byte by byte: never more is taken than there is, the outcome is the
// same, and no word of the credentials or of the proxy is in the reason.
#include <cstdint>
#include <string>

#include "core/session/proxy_handshake.h"

namespace {

using leadglass::session::ProxyHandshake;
using State = ProxyHandshake::Step::State;

struct Outcome {
    State state = State::NeedMore;
    std::size_t used = 0;
    bool operator==(const Outcome&) const = default;
};

Outcome run(const leadglass::session::UpstreamProxy& proxy, std::span<const std::uint8_t> bytes, bool byteByByte) {
    ProxyHandshake handshake(proxy, "host.test", 443);
    Outcome out;
    std::size_t there = byteByByte ? 0 : bytes.size();
    while (out.state != State::Done && out.state != State::Failed) {
        const auto step = handshake.take(bytes.subspan(out.used, there - out.used));
        if (step.consumed > there - out.used || step.why.find("secret") != std::string::npos || step.why.size() > 80) {
            __builtin_trap();
        }
        out.used += step.consumed;
        out.state = step.state;
        if (step.state == State::NeedMore) {
            if (there == bytes.size()) {
                return out;
            }
            ++there;
        }
    }
    return out;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0 || size > 4096) {
        return 0;
    }
    leadglass::session::UpstreamProxy proxy;
    proxy.kind = (data[0] & 1) != 0 ? leadglass::session::UpstreamProxy::Kind::Socks5
                                    : leadglass::session::UpstreamProxy::Kind::HttpConnect;
    proxy.credentials = (data[0] & 2) != 0;
    proxy.user = "secret";
    proxy.password = "secret";
    const std::span<const std::uint8_t> bytes(data + 1, size - 1);
    if (!(run(proxy, bytes, false) == run(proxy, bytes, true))) {
        __builtin_trap();
    }
    return 0;
}
