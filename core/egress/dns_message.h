// Trust: UDP datagrams of a client inside the run.
// Privilege: none; pure.
// Input: one datagram; one question of class IN (RFC 1035), EDNS tolerated (RFC 6891).
// Fails: anything else is dropped without an answer; nothing is compressed in a question.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace leadglass::egress {

constexpr std::uint16_t kDnsTypeA = 1;
constexpr std::uint16_t kDnsTypeAaaa = 28;
constexpr std::uint32_t kDnsTtl = 60;
constexpr std::size_t kMaxDnsPacket = 4096;

struct DnsQuestion {
    std::uint16_t id = 0;
    bool recursionDesired = false;
    bool edns = false;
    std::uint16_t type = 0;
    std::string name;     // lower-cased ASCII, dots between labels, no last dot; empty: the root
    bool hostLike = true; // false: a label holds a dot, blank, control or 8-bit byte
    std::vector<std::uint8_t> wire; // the question section as it came, for the echo
};
std::optional<DnsQuestion> parseDnsQuery(std::span<const std::uint8_t> packet);

enum class DnsCode : std::uint8_t { NoError = 0, ServerFailure = 2, NoName = 3 };
// With `address` (4 or 16 bytes, fitting the question's type) one answer with kDnsTtl; else none.
std::vector<std::uint8_t> buildDnsResponse(const DnsQuestion& question, DnsCode code,
                                           std::span<const std::uint8_t> address = {});

} // namespace leadglass::egress
