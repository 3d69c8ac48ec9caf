#include "core/egress/dns_message.h"

namespace leadglass::egress {
namespace {

constexpr std::size_t kHeader = 12;
constexpr std::uint16_t kTypeOpt = 41;
constexpr std::uint16_t kClassIn = 1;

std::uint16_t read16(std::span<const std::uint8_t> b, std::size_t at) {
    return static_cast<std::uint16_t>(b[at] << 8 | b[at + 1]);
}
void put16(std::vector<std::uint8_t>& out, unsigned v) {
    out.push_back(static_cast<std::uint8_t>(v >> 8));
    out.push_back(static_cast<std::uint8_t>(v));
}

// False: not a well-formed uncompressed name of at most 255 bytes.
bool readName(std::span<const std::uint8_t> packet, std::size_t& at, DnsQuestion& q) {
    const std::size_t start = at;
    for (;;) {
        if (at >= packet.size()) {
            return false;
        }
        const std::size_t length = packet[at++];
        if (length == 0) {
            return at - start <= 255;
        }
        if (length > 63 || at + length > packet.size() || at + length - start > 255) {
            return false;
        }
        if (!q.name.empty()) {
            q.name.push_back('.');
        }
        for (std::uint8_t b : packet.subspan(at, length)) {
            q.hostLike = q.hostLike && b > 0x20 && b < 0x7f && b != '.';
            q.name.push_back(static_cast<char>(b >= 'A' && b <= 'Z' ? b + 32 : b));
        }
        at += length;
    }
}

} // namespace

std::optional<DnsQuestion> parseDnsQuery(std::span<const std::uint8_t> packet) {
    if (packet.size() < kHeader || packet.size() > kMaxDnsPacket) {
        return std::nullopt;
    }
    const std::uint16_t flags = read16(packet, 2);
    // A query (QR 0) of opcode 0 with one question and no answers.
    if ((flags & 0xf800U) != 0 || read16(packet, 4) != 1 || read16(packet, 6) != 0 ||
        read16(packet, 8) != 0 || read16(packet, 10) > 1) {
        return std::nullopt;
    }
    DnsQuestion q;
    q.id = read16(packet, 0);
    q.recursionDesired = (flags & 0x0100U) != 0;
    std::size_t at = kHeader;
    if (!readName(packet, at, q) || at + 4 > packet.size() || read16(packet, at + 2) != kClassIn) {
        return std::nullopt;
    }
    q.type = read16(packet, at);
    at += 4;
    q.wire.assign(packet.begin() + kHeader, packet.begin() + static_cast<std::ptrdiff_t>(at));
    if (read16(packet, 10) == 1) {
        // The one additional record: OPT has the root as its name.
        if (at + 11 > packet.size() || packet[at] != 0 || read16(packet, at + 1) != kTypeOpt ||
            at + 11 + read16(packet, at + 9) > packet.size()) {
            return std::nullopt;
        }
        q.edns = true;
    }
    return q;
}

std::vector<std::uint8_t> buildDnsResponse(const DnsQuestion& question, DnsCode code,
                                           std::span<const std::uint8_t> address) {
    std::vector<std::uint8_t> out;
    out.reserve(kHeader + question.wire.size() + 40);
    put16(out, question.id);
    // QR, RD as asked, RA.
    put16(out, 0x8000U | (question.recursionDesired ? 0x0100U : 0U) | 0x0080U |
                   static_cast<unsigned>(code));
    put16(out, 1);
    put16(out, address.empty() ? 0 : 1);
    put16(out, 0);
    put16(out, question.edns ? 1 : 0);
    out.insert(out.end(), question.wire.begin(), question.wire.end());
    if (!address.empty()) {
        put16(out, 0xc000U | kHeader); // the question's name
        put16(out, question.type);
        put16(out, kClassIn);
        put16(out, kDnsTtl >> 16);
        put16(out, kDnsTtl & 0xffffU);
        put16(out, static_cast<unsigned>(address.size()));
        out.insert(out.end(), address.begin(), address.end());
    }
    if (question.edns) {
        out.push_back(0);
        put16(out, kTypeOpt);
        put16(out, 1232); // payload size without fragments
        put16(out, 0);
        put16(out, 0);
        put16(out, 0);
    }
    return out;
}

} // namespace leadglass::egress
