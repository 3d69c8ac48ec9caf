// Text and bytes as addresses: text forms are stable, and no wrapping of a hard-denied address is
// judged better than the address itself.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "core/policy/address.h"

using namespace leadglass::policy;

namespace {

void wrapAndJudge(const std::uint8_t* v4) {
    Address plain;
    std::memcpy(plain.bytes.data(), v4, 4);
    const AddressClass kind = classify(plain, {}).kind;
    for (const char* prefix : {"::ffff:0:0", "64:ff9b::", "::ffff:0:0:0", "2001:db8::5efe:0:0"}) {
        Address wrapped = *parseAddress(prefix);
        std::memcpy(wrapped.bytes.data() + 12, v4, 4);
        const AddressClass judged = classify(wrapped, {}).kind;
        if (static_cast<int>(judged) < static_cast<int>(kind)) {
            std::abort();
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (const auto address = parseAddressInAnySpelling(text)) {
        const auto again = parseAddress(toText(*address));
        if (!again || !(*again == *address)) {
            std::abort();
        }
        static_cast<void>(classify(*address, {*address}).kind);
    }
    if (const auto range = parseRange(text)) {
        if (!inRange(range->base, *range)) {
            std::abort();
        }
    }
    if (size >= 4) {
        wrapAndJudge(data);
    }
    if (size >= 16) {
        Address address;
        address.v6 = true;
        std::memcpy(address.bytes.data(), data, 16);
        const auto again = parseAddress(toText(address));
        if (!again || !(*again == address)) {
            std::abort();
        }
        static_cast<void>(classify(address, {}).kind);
    }
    return 0;
}
