// What tells a secret from what only looks like one: checksums, structure, entropy. Pure.
#pragma once

#include <cstdint>
#include <string_view>

namespace leadglass::scan {

enum class Check : std::uint8_t {
    None,
    Letters,   // has no digits by its nature
    Crc62,     // the last six characters are the CRC-32 of those between the first '_' and them, in
               // base 62 (GitHub, npm)
    Jwt,       // the first part is a JSON object with "alg"
    Bech32,    // BIP 173 checksum (age)
    PemBody,   // after the BEGIN line: base64, at least 40 characters of it
    Snowflake, // the first part is a decimal number in base64 (Discord)
    Base58     // letters of base 58, and more than one kind of them
};

// Bits per character, by how often each occurs in the text.
double entropy(std::string_view text);

// Words that people write in place of a secret, one character again and again, counting up.
bool looksLikePlaceholder(std::string_view text);

// `entropyTenths`: at least so many tenths of a bit per character; 0: any.
bool passes(Check check, unsigned entropyTenths, std::string_view secret);

// As the checksum of GitHub's tokens is written: six characters.
void crc62(std::string_view body, char out[6]);

} // namespace leadglass::scan
