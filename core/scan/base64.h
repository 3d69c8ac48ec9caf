// Letters of base64, of both alphabets (RFC 4648 4 and 5).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace leadglass::scan {

constexpr std::array<std::int8_t, 256> kBase64Values = [] {
    std::array<std::int8_t, 256> values{};
    values.fill(-1);
    std::int8_t v = 0;
    for (unsigned char c = 'A'; c <= 'Z'; ++c)
        values[c] = v++;
    for (unsigned char c = 'a'; c <= 'z'; ++c)
        values[c] = v++;
    for (unsigned char c = '0'; c <= '9'; ++c)
        values[c] = v++;
    values['+'] = values['-'] = 62;
    values['/'] = values['_'] = 63;
    return values;
}();

constexpr bool isBase64(char c) {
    return kBase64Values[static_cast<unsigned char>(c)] >= 0;
}

// Up to the first other character; a rest of less than a byte is left out.
inline std::string decodeBase64(std::string_view text) {
    std::string out;
    std::uint32_t bits = 0;
    int have = 0;
    for (char c : text) {
        if (!isBase64(c)) {
            break;
        }
        bits = bits << 6 | static_cast<std::uint32_t>(kBase64Values[static_cast<unsigned char>(c)]);
        have += 6;
        if (have >= 8) {
            have -= 8;
            out.push_back(static_cast<char>(bits >> have & 0xff));
        }
    }
    return out;
}

} // namespace leadglass::scan
