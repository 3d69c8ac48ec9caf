// A question that parses is echoed byte for byte, in an answer that is no query itself.
#include <algorithm>
#include <array>

#include "core/egress/dns_message.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace leadglass::egress;
    const std::span<const std::uint8_t> bytes(data, size);
    const auto question = parseDnsQuery(bytes);
    if (!question) {
        return 0;
    }
    if (question->name.size() > 255) {
        __builtin_trap();
    }
    const std::array<std::uint8_t, 4> address{198, 18, 0, 1};
    const auto answer = buildDnsResponse(*question, DnsCode::NoError, address);
    if (parseDnsQuery(answer) ||
        !std::equal(question->wire.begin(), question->wire.end(), answer.begin() + 12) ||
        !std::equal(question->wire.begin(), question->wire.end(), bytes.begin() + 12)) {
        __builtin_trap();
    }
    return 0;
}
