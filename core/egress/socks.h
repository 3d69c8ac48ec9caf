// Trust: bytes of a client inside the run.
// Privilege: none; pure.
// Input: SOCKS5 greeting and request (RFC 1928), at most 262 bytes each.
// Fails: another version, command, or a name with control bytes: Bad, with the reply code to send.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "core/wire/egress_control.h"

namespace leadglass::egress {

enum class SocksState : std::uint8_t { NeedMore, Done, Bad };

struct SocksGreeting {
    SocksState state = SocksState::NeedMore;
    std::size_t size = 0; // bytes used
};
// Done only where "no authentication" (0) is offered.
SocksGreeting parseSocksGreeting(std::span<const std::uint8_t> bytes);

struct SocksRequest {
    SocksState state = SocksState::NeedMore;
    std::size_t size = 0;
    std::uint8_t reply = 1; // Bad: the reply code
    std::string name;       // address type 3; else empty
    wire::Endpoint target;  // address types 1 and 4; port always
};
SocksRequest parseSocksRequest(std::span<const std::uint8_t> bytes);

// RFC 1928 6; 0 granted, 1 general failure, 2 not allowed by rule set, 4 unreachable,
// 7 command not supported, 8 address type not supported.
std::array<std::uint8_t, 10> socksReply(std::uint8_t code);
std::uint8_t socksCode(wire::Refusal refusal);

} // namespace leadglass::egress
