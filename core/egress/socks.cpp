#include "core/egress/socks.h"

#include <algorithm>

namespace leadglass::egress {

SocksGreeting parseSocksGreeting(std::span<const std::uint8_t> bytes) {
    SocksGreeting out;
    if (!bytes.empty() && bytes[0] != 5) {
        out.state = SocksState::Bad;
        return out;
    }
    if (bytes.size() < 2 || bytes.size() < 2U + bytes[1]) {
        return out;
    }
    out.size = 2U + bytes[1];
    const auto methods = bytes.subspan(2, bytes[1]);
    const bool open = std::find(methods.begin(), methods.end(), 0) != methods.end();
    out.state = open ? SocksState::Done : SocksState::Bad;
    return out;
}

SocksRequest parseSocksRequest(std::span<const std::uint8_t> bytes) {
    SocksRequest out;
    const auto bad = [&](std::uint8_t reply) {
        out.state = SocksState::Bad;
        out.reply = reply;
        return out;
    };
    if (!bytes.empty() && bytes[0] != 5) {
        return bad(1);
    }
    if (bytes.size() < 5) {
        return out;
    }
    if (bytes[1] != 1) {
        return bad(7);
    }
    if (bytes[2] != 0) {
        return bad(1);
    }
    const std::uint8_t type = bytes[3];
    if (type != 1 && type != 3 && type != 4) {
        return bad(8);
    }
    const std::size_t start = type == 3 ? 5 : 4;
    const std::size_t length = type == 1 ? 4 : type == 4 ? 16 : bytes[4];
    if (length == 0) {
        return bad(1);
    }
    if (bytes.size() < start + length + 2) {
        return out;
    }
    const auto address = bytes.subspan(start, length);
    if (type == 3) {
        // A NUL would end the name for one reader and not for another.
        if (std::any_of(address.begin(), address.end(),
                        [](std::uint8_t b) { return b <= 0x20 || b == 0x7f; })) {
            return bad(2);
        }
        out.name.assign(reinterpret_cast<const char*>(address.data()), address.size());
    } else {
        out.target.v6 = type == 4;
        std::copy(address.begin(), address.end(), out.target.bytes.begin());
    }
    const auto port = bytes.subspan(start + length, 2);
    out.target.port = static_cast<std::uint16_t>(port[0] << 8 | port[1]);
    out.size = start + length + 2;
    out.state = SocksState::Done;
    return out;
}

std::array<std::uint8_t, 10> socksReply(std::uint8_t code) {
    return {5, code, 0, 1};
}

std::uint8_t socksCode(wire::Refusal refusal) {
    switch (refusal) {
    case wire::Refusal::None: return 0;
    case wire::Refusal::Unresolvable:
    case wire::Refusal::Unreachable: return 4;
    case wire::Refusal::Overload: return 1;
    default: return 2;
    }
}

} // namespace leadglass::egress
