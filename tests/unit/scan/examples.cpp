#include "tests/unit/scan/examples.h"

#include <vector>

namespace scantest {
namespace {

using namespace leadglass::scan;

unsigned next(std::mt19937& random) {
    return static_cast<unsigned>(random());
}

std::string base64(const std::string& text) {
    static const char kLetters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    std::string out;
    unsigned bits = 0;
    int have = 0;
    for (unsigned char c : text) {
        bits = bits << 8 | c;
        for (have += 8; have >= 6; have -= 6) out.push_back(kLetters[bits >> (have - 6) & 63]);
    }
    if (have > 0) out.push_back(kLetters[bits << (6 - have) & 63]);
    return out;
}

std::string fill(const ShapeRow& row, std::mt19937& random) {
    std::string out;
    for (const ShapePart& part : row) {
        std::vector<char> letters;
        for (int c = 0x21; c < 0x7f; ++c) {
            if (part.set[static_cast<std::size_t>(c)]) letters.push_back(static_cast<char>(c));
        }
        if (letters.empty()) letters.push_back(' ');
        // Not so long that a test takes long, not so short that there is nothing in it.
        const unsigned most = std::max<unsigned>(part.min, std::min<unsigned>(part.max, part.min + 40U));
        const unsigned n = part.max == 1 && part.min == 0 ? next(random) % 2 : part.min + next(random) % (most - part.min + 1);
        for (unsigned i = 0; i < n; ++i) out.push_back(letters[next(random) % letters.size()]);
    }
    return out;
}

// What random letters cannot be.
void mend(const Pattern& pattern, std::string& text, std::mt19937& random) {
    switch (pattern.check) {
    case Check::Crc62: {
        char sum[6];
        const std::size_t at = text.find('_') + 1;
        crc62(std::string_view(text).substr(at, text.size() - at - 6), sum);
        text.replace(text.size() - 6, 6, sum, 6);
        break;
    }
    case Check::Jwt: text = base64("{\"typ\":\"JWT\",\"alg\":\"HS256\"}") + text.substr(text.find('.')); break;
    case Check::Snowflake: {
        std::string id = "1";
        for (int i = 0; i < 17; ++i) id.push_back(static_cast<char>('0' + next(random) % 10));
        text = base64(id) + text.substr(text.find('.'));
        break;
    }
    case Check::Bech32: {
        // The last six of the data are whatever makes the sum right: found one after another would take long, so computed.
        static const std::string kDigits = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
        const std::string human = "age-secret-key-";
        std::vector<unsigned> v;
        for (char c : human) v.push_back(static_cast<unsigned>(c) >> 5);
        v.push_back(0);
        for (char c : human) v.push_back(static_cast<unsigned>(c) & 31);
        text = human + "1";
        for (int i = 0; i < 52; ++i) {
            v.push_back(next(random) % 32);
            text.push_back(kDigits[v.back()]);
        }
        v.insert(v.end(), 6, 0U);
        std::uint32_t sum = 1;
        for (unsigned x : v) {
            const std::uint32_t top = sum >> 25;
            sum = (sum & 0x1ffffff) << 5 ^ x;
            const std::uint32_t g[] = {0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3};
            for (int i = 0; i < 5; ++i) sum ^= ((top >> i) & 1) != 0 ? g[i] : 0;
        }
        sum ^= 1;
        for (int i = 0; i < 6; ++i) text.push_back(kDigits[sum >> (5 * (5 - i)) & 31]);
        for (char& c : text) c = static_cast<char>(std::toupper(c));
        break;
    }
    default: break;
    }
}

} // namespace

std::string example(const Format& format, std::mt19937& random) {
    const auto& rows = format.shape.rows();
    for (int tries = 0; tries < 200; ++tries) {
        std::string text = fill(rows[next(random) % rows.size()], random);
        mend(*format.pattern, text, random);
        const auto match = format.shape.match({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
        if (match.size == text.size() && passes(format.pattern->check, format.pattern->entropyTenths, std::string_view(text).substr(match.secret))) return text;
    }
    return {};
}

std::size_t secretStart(const Format& format, const std::string& text) {
    return format.shape.match({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}).secret;
}

} // namespace scantest
