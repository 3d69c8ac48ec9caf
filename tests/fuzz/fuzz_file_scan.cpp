// Whatever leadglass-scan or who asks it may send: read whole and written again as it was, or refused.
#include <algorithm>
#include <vector>

#include "core/wire/file_scan.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace leadglass::wire;
    const std::span<const std::uint8_t> bytes(data, size);
    const auto same = [&](const std::vector<std::uint8_t>& again) { return std::equal(again.begin(), again.end(), bytes.begin(), bytes.end()); };
    if (const auto m = decodeScanBegin(bytes); m && !same(encode(*m))) __builtin_trap();
    if (const auto m = decodeScanFile(bytes); m && !same(encode(*m))) __builtin_trap();
    if (const auto m = decodeScanFound(bytes); m && (m->found.size() > kMaxFound || !same(encode(*m)))) __builtin_trap();
    return 0;
}
