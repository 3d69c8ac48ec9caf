// A request that is done used no more than was there, and no prefix of it was done before.
#include "core/egress/socks.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace leadglass::egress;
    const std::span<const std::uint8_t> bytes(data, size);
    const SocksGreeting greeting = parseSocksGreeting(bytes);
    if (greeting.size > size) {
        __builtin_trap();
    }
    const SocksRequest request = parseSocksRequest(bytes);
    if (request.state == SocksState::Done) {
        if (request.size > size || request.name.find('\0') != std::string::npos ||
            parseSocksRequest(bytes.first(request.size - 1)).state != SocksState::NeedMore) {
            __builtin_trap();
        }
    }
    return 0;
}
