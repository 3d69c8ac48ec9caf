// Trust: supervisor <-> leadglass-resolve. The resolver reads answers of hostile name servers, so
//        the supervisor checks every field of its replies.
// Privilege: none; encoding only.
// Input: one SOCK_SEQPACKET message; a host of at most 253 bytes, at most kMaxAnswers addresses.
// Fails: a malformed message ends the resolver; the look-ups in flight fail.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace leadglass::wire {

constexpr std::size_t kMaxAnswers = 64;

struct ResolveRequest {
    std::uint64_t id = 0;
    std::string host; // canonical name
};
struct ResolvedAddress {
    bool v6 = false;
    std::array<std::uint8_t, 16> bytes{}; // network order
};
struct ResolveReply {
    std::uint64_t id = 0;
    std::int32_t error = 0; // getaddrinfo(3)'s code; 0: answers follow
    std::vector<ResolvedAddress> answers;
};

std::vector<std::uint8_t> encode(const ResolveRequest& message);
std::vector<std::uint8_t> encode(const ResolveReply& message);
Result<ResolveRequest> decodeResolveRequest(std::span<const std::uint8_t> bytes);
Result<ResolveReply> decodeResolveReply(std::span<const std::uint8_t> bytes);

} // namespace leadglass::wire
