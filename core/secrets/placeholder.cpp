#include "core/secrets/placeholder.h"

#include <sys/random.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <charconv>

#include "core/base/escape.h"

namespace leadglass::secrets {
namespace {

using Alphabet = Shape::Alphabet;

constexpr std::size_t kMaxPrefix = 40;
constexpr std::size_t kMaxLength = 512;
constexpr std::size_t kUsualLength = 40;

struct AlphabetWords {
    Alphabet alphabet;
    const char* word;
    const char* about;
    std::string_view letters;
};
constexpr std::array<AlphabetWords, 4> kAlphabets{{
    {Alphabet::Base62, "alnum", "letters and digits", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"},
    {Alphabet::Base64Url, "base64url", "letters, digits, '-' and '_'", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"},
    {Alphabet::LowerHex, "hex", "hexadecimal digits", "0123456789abcdef"},
    {Alphabet::Base32, "base32", "capital letters and digits 2 to 7", "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"},
}};

const AlphabetWords& wordsOf(Alphabet alphabet) { return kAlphabets[static_cast<std::size_t>(alphabet)]; }

// What vendors write in public about their kinds of credentials; longest first where one begins with another.
constexpr std::array<std::string_view, 40> kPublic{
    "sk-ant-api03-", "sk-ant-oat01-", "sk-ant-ort01-", "sk-ant-admin01-", "sk-ant-", "sk-proj-", "sk-svcacct-", "sk-or-v1-", "sk_live_", "sk_test_",
    "rk_live_",      "rk_test_",      "sk-",           "github_pat_",     "ghp_",    "gho_",     "ghs_",        "ghu_",      "ghr_",     "glpat-",
    "gldt-",         "xoxb-",         "xoxp-",         "xapp-",           "AKIA",    "ASIA",     "AIza",        "ya29.",     "hf_",      "npm_",
    "pypi-",         "dop_v1_",       "SG.",           "xai-",            "gsk_",    "r8_",      "tskey-",      "eyJ",       "lin_api_", "-----BEGIN "};

std::size_t randomNeeded(const AlphabetWords& words) {
    const auto bits = static_cast<std::size_t>(std::bit_width(words.letters.size())) - 1; // of a letter, rounded down
    return (kRandomBits + bits - 1) / bits;
}

Result<std::string> randomLetters(const AlphabetWords& words, std::size_t count) {
    const std::size_t fair = 256 / words.letters.size() * words.letters.size(); // what is above would make some likelier
    std::string out;
    while (out.size() < count) {
        std::array<unsigned char, 256> bytes{};
        if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
            return ioError("no random bytes for a placeholder", errno);
        }
        for (const unsigned char byte : bytes) {
            if (byte < fair && out.size() < count) {
                out += words.letters[byte % words.letters.size()];
            }
        }
    }
    return out;
}

bool printable(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](unsigned char c) { return c > 0x20 && c < 0x7F && c != '"' && c != '\\' && c != '%'; });
}

Error badShape(std::string_view hint) {
    return makeError(Code::Invalid, "'" + forScreen(hint, 80) + "' is no shape of a credential",
                     "write PREFIX* or PREFIX*LENGTH, ALPHABET:LENGTH or ALPHABET:PREFIX*LENGTH, with ALPHABET one of alnum, base64url, hex, base32");
}

} // namespace

Result<Shape> parseShape(std::string_view hint) {
    Shape out;
    std::string_view rest = hint;
    const auto colon = rest.find(':');
    std::string_view number;
    if (colon != std::string_view::npos) {
        const auto* found = std::find_if(kAlphabets.begin(), kAlphabets.end(), [&](const auto& each) { return rest.substr(0, colon) == each.word; });
        if (found == kAlphabets.end()) {
            return badShape(hint);
        }
        out.alphabet = found->alphabet;
        rest.remove_prefix(colon + 1);
    }
    const auto star = rest.find('*');
    if (star != std::string_view::npos) {
        out.prefix = rest.substr(0, star);
        number = rest.substr(star + 1);
    } else if (colon != std::string_view::npos) {
        number = rest;
    } else {
        return badShape(hint);
    }
    if (!number.empty()) {
        const auto read = std::from_chars(number.data(), number.data() + number.size(), out.length);
        if (read.ec != std::errc() || read.ptr != number.data() + number.size() || out.length == 0 || out.length > kMaxLength) {
            return badShape(hint);
        }
    }
    if (out.prefix.size() > kMaxPrefix || !printable(out.prefix)) {
        return badShape(hint);
    }
    return out;
}

Shape shapeOf(std::string_view value) {
    Shape out;
    const auto* prefix = std::find_if(kPublic.begin(), kPublic.end(), [&](std::string_view each) { return value.starts_with(each); });
    if (prefix != kPublic.end()) {
        out.prefix = *prefix;
    }
    const auto rest = value.substr(out.prefix.size());
    out.alphabet = Alphabet::Base64Url;
    for (const Alphabet each : {Alphabet::LowerHex, Alphabet::Base32, Alphabet::Base62}) {
        if (rest.find_first_not_of(wordsOf(each).letters) == std::string_view::npos) {
            out.alphabet = each;
            break;
        }
    }
    constexpr std::size_t kClass = 20; // the exact length is the value's own
    out.length = (value.size() + kClass - 1) / kClass * kClass;
    return out;
}

std::string describeShape(const Shape& shape) {
    constexpr std::size_t kClass = 20;
    if (shape.prefix.starts_with("-----")) {
        return "a PEM block";
    }
    return (shape.prefix.empty() ? "" : "begins with " + forScreen(shape.prefix) + ", then ") + std::string(wordsOf(shape.alphabet).about) +
           (shape.length == 0 ? "" : ", at most " + std::to_string((shape.length + kClass - 1) / kClass * kClass) + " long");
}

Result<std::string> makePlaceholder(const Shape& shape) {
    const auto& words = wordsOf(shape.alphabet);
    const std::size_t wanted = std::min(shape.length == 0 ? kUsualLength : shape.length, kMaxLength);
    const std::size_t prefix = std::min(shape.prefix.size(), kMaxPrefix);
    const std::size_t random = std::max(wanted > prefix ? wanted - prefix : 0, randomNeeded(words));
    return shape.prefix.substr(0, prefix) + LG_TRY(randomLetters(words, random));
}

} // namespace leadglass::secrets
