// SHA-256 (FIPS 180-4) by nettle: small, and without a start-up of its own. One place, so that every
// part hashes and spells a hash the same way.
#pragma once

#include <nettle/sha2.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace leadglass {

using Sha256Hash = std::array<std::uint8_t, 32>;

// Lower-case hexadecimal digits.
std::string hexDigits(const std::uint8_t* bytes, std::size_t size);

// Bytes in, in any number of pieces. finish() starts anew.
class Sha256 {
public:
    Sha256() { nettle_sha256_init(&m_state); }
    void update(const void* bytes, std::size_t size) {
        nettle_sha256_update(&m_state, size, static_cast<const std::uint8_t*>(bytes));
    }
    void update(std::string_view bytes) { update(bytes.data(), bytes.size()); }
    Sha256Hash finish();
    std::string finishHex();

private:
    sha256_ctx m_state{};
};

std::string sha256Hex(std::string_view bytes);

// Only for formats that fix it (of git objects and indexes, of trust stores); never for a decision of ours.
std::string sha1Bytes(std::string_view bytes);
std::string sha256Bytes(std::string_view bytes);

} // namespace leadglass
