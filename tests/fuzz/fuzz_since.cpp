// The moments that --since takes: never a crash, never an overflow, never a moment out of range.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/cli/format.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace leadglass;
    constexpr Nanos kNow = 1'800'000'000'000'000'000;
    constexpr Nanos kLatest = 7'400'000'000'000'000'000;  // the year 2204
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto since = cli::parseSince(text, kNow);
    if (since && (*since < -86'400'000'000'000 || *since > kLatest)) {
        std::abort();
    }
    (void)cli::localTime(since ? *since : 0);
    (void)cli::screenWidth(text);
    return 0;
}
