#include "core/base/base64.h"

#include <nettle/base64.h>

#include <cstdint>

namespace leadglass {

std::string base64Encoded(std::string_view bytes) {
    std::string out(BASE64_ENCODE_RAW_LENGTH(bytes.size()), '\0');
    nettle_base64_encode_raw(out.data(), bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
    return out;
}

std::string base64Decoded(std::string_view text) {
    constexpr std::size_t kMaxText = 64 * 1024;
    if (text.size() > kMaxText) {
        return {};
    }
    base64_decode_ctx state{};
    nettle_base64_decode_init(&state);
    std::string out(BASE64_DECODE_LENGTH(text.size()), '\0');
    std::size_t size = out.size();
    if (nettle_base64_decode_update(&state, &size, reinterpret_cast<std::uint8_t*>(out.data()), text.size(), text.data()) != 1 ||
        nettle_base64_decode_final(&state) != 1) {
        return {};
    }
    out.resize(size);
    return out;
}

} // namespace leadglass
