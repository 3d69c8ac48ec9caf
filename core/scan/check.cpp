#include "core/scan/check.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <string>

#include "core/scan/base64.h"

namespace leadglass::scan {
namespace {

bool githubCrc(std::string_view secret) {
    const std::size_t at = secret.find('_');
    if (at == std::string_view::npos || secret.size() < at + 1 + 6 + 8) {
        return false;
    }
    const auto body = secret.substr(at + 1, secret.size() - at - 1 - 6);
    char want[6];
    crc62(body, want);
    return std::equal(want, want + 6, secret.end() - 6);
}

bool jwt(std::string_view secret) {
    const std::string head = decodeBase64(secret.substr(0, secret.find('.')));
    return head.size() > 8 && head.front() == '{' && head.find("\"alg\"") != std::string::npos;
}

bool snowflake(std::string_view secret) {
    const std::string id = decodeBase64(secret.substr(0, secret.find('.')));
    return id.size() >= 17 && id.size() <= 20 &&
           std::all_of(id.begin(), id.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::uint32_t bech32Step(std::uint32_t checksum, std::uint32_t value) {
    constexpr std::array<std::uint32_t, 5> kGenerator{0x3b6a57b2, 0x26508e6d, 0x1ea119fa,
                                                      0x3d4233dd, 0x2a1462b3};
    const std::uint32_t top = checksum >> 25;
    checksum = (checksum & 0x1ffffff) << 5 ^ value;
    for (std::size_t i = 0; i < kGenerator.size(); ++i) {
        checksum ^= ((top >> i) & 1) != 0 ? kGenerator[i] : 0;
    }
    return checksum;
}

bool bech32(std::string_view secret) {
    constexpr std::string_view kDigits = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
    const std::size_t one = secret.rfind('1');
    if (one == std::string_view::npos || one == 0 || one + 7 > secret.size()) {
        return false;
    }
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
    std::uint32_t sum = 1;
    for (char c : secret.substr(0, one)) {
        sum = bech32Step(sum, static_cast<unsigned char>(lower(c)) >> 5);
    }
    sum = bech32Step(sum, 0);
    for (char c : secret.substr(0, one)) {
        sum = bech32Step(sum, static_cast<unsigned char>(lower(c)) & 31);
    }
    for (char c : secret.substr(one + 1)) {
        const std::size_t digit = kDigits.find(lower(c));
        if (digit == std::string_view::npos) {
            return false;
        }
        sum = bech32Step(sum, static_cast<std::uint32_t>(digit));
    }
    return sum == 1;
}

// Between lines there may be anything that people put there: ends of lines, blanks, "\n" written
// out, quotes.
bool pemBody(std::string_view secret) {
    const std::size_t head = secret.find("KEY");
    const std::size_t dashes = head == std::string_view::npos ? head : secret.find("-----", head);
    if (dashes == std::string_view::npos) {
        return false;
    }
    std::string letters;
    for (std::size_t i = dashes + 5; i < secret.size(); ++i) {
        if (secret[i] == '\\') {
            ++i; // \n
        } else if (isBase64(secret[i])) {
            letters.push_back(secret[i]);
        }
    }
    return letters.size() >= 40 && entropy(letters) > 3.0;
}

bool base58(std::string_view secret) {
    constexpr std::string_view kNot = "0OIl";
    return secret.find_first_of(kNot) == std::string_view::npos;
}

} // namespace

double entropy(std::string_view text) {
    std::array<unsigned, 256> counts{};
    for (char c : text) {
        ++counts[static_cast<unsigned char>(c)];
    }
    double bits = 0;
    for (unsigned n : counts) {
        if (n > 0) {
            const double share = static_cast<double>(n) / static_cast<double>(text.size());
            bits -= share * std::log2(share);
        }
    }
    return bits;
}

bool looksLikePlaceholder(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    }
    constexpr std::array<std::string_view, 20> kWords{
        "example", "placeholder", "changeme", "change_me", "redacted", "dummy", "your_",
        "your-",   "yourtoken",   "insert",   "xxxx",      "****",     "....",  "${",
        "{{",      "abcdefgh",    "01234567", "12345678",  "todo",     "<"};
    if (std::any_of(kWords.begin(), kWords.end(),
                    [&](std::string_view w) { return lower.find(w) != std::string::npos; })) {
        return true;
    }
    std::size_t same = 1;
    for (std::size_t i = 1; i < lower.size(); ++i) {
        same = lower[i] == lower[i - 1] ? same + 1 : 1;
        if (same >= 8) {
            return true;
        }
    }
    return false;
}

bool passes(Check check, unsigned entropyTenths, std::string_view secret) {
    // A key in PEM has long rows of zeros in it.
    if (check != Check::PemBody && looksLikePlaceholder(secret.substr(0, 128))) {
        return false;
    }
    if (entropyTenths > 0 && entropy(secret) * 10 < entropyTenths) {
        return false;
    }
    // What is drawn from letters and digits has a digit; words that were put together have none.
    constexpr std::size_t kLong = 20;
    constexpr unsigned kMixed = 33; // tenths of a bit; hex has less
    if (check == Check::None && entropyTenths >= kMixed && secret.size() >= kLong &&
        std::none_of(secret.begin(), secret.end(), [](char c) { return c >= '0' && c <= '9'; })) {
        return false;
    }
    switch (check) {
    case Check::None:
    case Check::Letters: return true;
    case Check::Crc62: return githubCrc(secret);
    case Check::Jwt: return jwt(secret);
    case Check::Bech32: return bech32(secret);
    case Check::PemBody: return pemBody(secret);
    case Check::Snowflake: return snowflake(secret);
    case Check::Base58: return base58(secret);
    }
    return false;
}

void crc62(std::string_view body, char out[6]) {
    constexpr std::string_view kDigits =
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    auto value =
        ::crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size()));
    for (int i = 5; i >= 0; --i) {
        out[i] = kDigits[value % 62];
        value /= 62;
    }
}

} // namespace leadglass::scan
