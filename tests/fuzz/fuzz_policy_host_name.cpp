// A canonical name is stable, bounded, lower-case ASCII, and no address in any spelling.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/policy/address.h"
#include "core/policy/host_name.h"

using namespace leadglass::policy;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (const auto name = canonicalHost(text)) {
        const auto again = canonicalHost(*name);
        if (!again || *again != *name || name->size() > 253 || parseAddressInAnySpelling(*name)) {
            std::abort();
        }
        for (const char c : *name) {
            if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.')) {
                std::abort();
            }
        }
        const std::string domain = registrableDomain(*name);
        if (!domain.empty() && !name->ends_with(domain)) {
            std::abort();
        }
    }
    if (const auto pattern = parseHostPattern(text)) {
        if (matches(*pattern, pattern->name) == pattern->below) {
            std::abort(); // exact: itself; below: never the apex
        }
    }
    if (const auto parts = splitHostPort(text)) {
        if (parts->host.empty()) {
            std::abort();
        }
    }
    return 0;
}
