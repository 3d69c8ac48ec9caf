#include "core/base/digest.h"

#include <nettle/sha1.h>

namespace leadglass {

std::string hexDigits(const std::uint8_t* bytes, std::size_t size) {
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string out;
    out.reserve(size * 2);
    for (std::size_t i = 0; i < size; ++i) {
        out += kHex[bytes[i] >> 4U];
        out += kHex[bytes[i] & 15U];
    }
    return out;
}

Sha256Hash Sha256::finish() {
    Sha256Hash hash{};
    nettle_sha256_digest(&m_state, hash.size(), hash.data());
    return hash;
}

std::string Sha256::finishHex() {
    const Sha256Hash hash = finish();
    return hexDigits(hash.data(), hash.size());
}

std::string sha256Hex(std::string_view bytes) {
    Sha256 digest;
    digest.update(bytes);
    return digest.finishHex();
}

std::string sha1Bytes(std::string_view bytes) {
    sha1_ctx state{};
    nettle_sha1_init(&state);
    nettle_sha1_update(&state, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
    std::array<std::uint8_t, SHA1_DIGEST_SIZE> hash{};
    nettle_sha1_digest(&state, hash.size(), hash.data());
    return {reinterpret_cast<const char*>(hash.data()), hash.size()};
}

std::string sha256Bytes(std::string_view bytes) {
    Sha256 digest;
    digest.update(bytes);
    const Sha256Hash hash = digest.finish();
    return {reinterpret_cast<const char*>(hash.data()), hash.size()};
}

} // namespace leadglass
