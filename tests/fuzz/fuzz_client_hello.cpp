// The same bytes give the same answer however they are cut; a name found is printable.
#include <algorithm>

#include "core/egress/client_hello.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using leadglass::egress::ClientHelloReader;
    const std::span<const std::uint8_t> bytes(data, size);
    ClientHelloReader whole;
    whole.feed(bytes);
    ClientHelloReader split;
    for (std::size_t i = 0; i < size; i += 3) {
        split.feed(bytes.subspan(i, std::min<std::size_t>(3, size - i)));
    }
    if (whole.state() != split.state() || whole.serverName() != split.serverName()) {
        __builtin_trap();
    }
    for (char c : whole.serverName().value_or("")) {
        if (c <= 0x20 || c == 0x7f) {
            __builtin_trap();
        }
    }
    return 0;
}
