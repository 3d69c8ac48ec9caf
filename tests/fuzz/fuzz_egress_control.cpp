// A message that decodes encodes to the same bytes again, in both directions.
#include <algorithm>

#include "core/wire/egress_control.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace leadglass::wire;
    const std::span<const std::uint8_t> bytes(data, size);
    if (auto up = decodeFromEgress(bytes)) {
        const auto again = encode(*up);
        if (!std::equal(again.begin(), again.end(), bytes.begin(), bytes.end())) {
            __builtin_trap();
        }
    }
    if (auto down = decodeToEgress(bytes)) {
        const auto again = encode(*down);
        if (!std::equal(again.begin(), again.end(), bytes.begin(), bytes.end())) {
            __builtin_trap();
        }
    }
    return 0;
}
