#include "core/secrets/forms.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/secrets/secret_writer.h"

namespace leadglass::secrets {
namespace {

constexpr std::string_view kStandard = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view kUrl = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

int sextet(char c) {
    const auto at = kStandard.find(c);
    if (at != std::string_view::npos) {
        return static_cast<int>(at);
    }
    return c == '-' ? 62 : c == '_' ? 63 : -1;
}

int hexValue(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    const char low = static_cast<char>(c | 0x20);
    return low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
}

// The digit at `at` of the base64 of `skipped` unknown bytes and then `bytes`.
char digitAt(std::string_view bytes, std::size_t skipped, std::size_t at, std::string_view alphabet) {
    unsigned bits = 0;
    for (std::size_t bit = at * 6; bit < at * 6 + 6; ++bit) {
        const std::size_t byte = bit / 8;
        const bool known = byte >= skipped && byte - skipped < bytes.size();
        const unsigned value = known ? static_cast<unsigned char>(bytes[byte - skipped]) : 0;
        bits = bits << 1 | ((value >> (7 - bit % 8)) & 1);
    }
    return alphabet[bits];
}

// The digits that `bytes` alone decides.
Status addAligned(SecretList& list, std::string_view bytes, std::size_t skipped, std::string_view alphabet) {
    const std::size_t first = (skipped * 8 + 5) / 6;
    const std::size_t end = (skipped + bytes.size()) * 8 / 6;
    if (end < first + kShortest) {
        return {};
    }
    auto w = LG_TRY(SecretWriter::make(end - first));
    for (std::size_t at = first; at < end; ++at) {
        const char digit = digitAt(bytes, skipped, at, alphabet);
        w.raw({&digit, 1});
    }
    return list.add(LG_TRY(w.take()).reveal());
}

// How servers write what they were sent into addresses, pages and JSON: which characters are not left as they are, and what
// stands in their place.
enum class Style : std::uint8_t { Percent, Form, Json, Page };
struct Spelling {
    Style style;
    const char* digits;          // of a number in base 16; null: in base 10
    std::string_view escaped;    // empty: all that are not in `left`
    std::string_view left;       // besides letters and digits
    std::string_view quote = {}; // Page: &quot; and what stands for ' in the place of numbers
};
constexpr const char* kUpper = "0123456789ABCDEF";
constexpr const char* kLower = "0123456789abcdef";
constexpr std::string_view kUnreserved = "-_.~"; // RFC 3986 2.3
// Of most values these are the same, and one is kept.
constexpr std::array<Spelling, 28> kSpellings{{
    {Style::Percent, kUpper, {}, kUnreserved},
    {Style::Percent, kLower, {}, kUnreserved},
    {Style::Percent, kUpper, {}, "-_.~/"}, // of a path, as Python has it
    {Style::Percent, kLower, {}, "-_.~/"},
    {Style::Percent, kUpper, {}, "-_.~!*'()"}, // encodeURIComponent() and encodeURI() of ECMAScript
    {Style::Percent, kUpper, {}, "-_.~!*'();/?:@&=+$,#"},
    {Style::Percent, kUpper, {}, "-_.~!$&'()*+,;=:@/"}, // of a path, as RFC 3986 3.3 has it
    {Style::Form, kUpper, {}, "-_.*"},  // application/x-www-form-urlencoded
    {Style::Form, kUpper, {}, "-_.~"},
    {Style::Form, kUpper, {}, "-_."},
    {Style::Json, kLower, "\"\\", {}},  // RFC 8259 7: what must be
    {Style::Json, kLower, "\"\\/", {}}, // PHP
    {Style::Json, kLower, "\"\\<>&", {}}, // Go, Rails
    {Style::Json, kLower, "\"\\<>&='", {}}, // Gson
    {Style::Json, kUpper, "\"\\<>&'+`", {}}, // .NET
    {Style::Json, kUpper, {}, "-_."},
    {Style::Json, kLower, {}, "-_."},
    {Style::Page, nullptr, "&<>", {}},
    {Style::Page, nullptr, "&<>\"'", {}, "&#39;"}, // PHP has &#039;, Python &#x27;, Go no name for either
    {Style::Page, nullptr, "&<>\"'", {}, "&#039;"},
    {Style::Page, nullptr, "&<>\"'", {}, "&#x27;"},
    {Style::Page, nullptr, "&<>\"'", {}},
    {Style::Page, kUpper, "&<>\"'`=", {}, "&#x27;"}, // Handlebars
    {Style::Page, kUpper, "&<>\"'`=/", {}, "&#39;"}, // Mustache
    {Style::Page, kUpper, "&<>\"'+", {}, "&#x27;"},  // .NET
    {Style::Page, kUpper, {}, "-_."},
    {Style::Page, kLower, {}, "-_."},
    {Style::Page, nullptr, {}, "-_."},
}};

bool isPlain(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

void spell(SecretWriter& w, const Spelling& how, char c) {
    const auto byte = static_cast<unsigned char>(c);
    const auto* digits = how.digits;
    const auto hex = [&] {
        const std::array<char, 2> two{digits[byte >> 4], digits[byte & 15]};
        w.raw(std::string_view(two.data(), byte < 16 && how.style == Style::Page ? 1 : 2));
    };
    switch (how.style) {
    case Style::Form:
    case Style::Percent:
        w.raw(how.style == Style::Form && c == ' ' ? "+" : "%");
        if (how.style != Style::Form || c != ' ') {
            hex();
        }
        return;
    case Style::Json:
        if (!how.escaped.empty() && (c == '"' || c == '\\' || c == '/')) {
            w.raw("\\");
            w.raw({&c, 1});
        } else {
            w.raw("\\u00");
            hex();
        }
        return;
    case Style::Page: break;
    }
    const bool named = !how.escaped.empty();
    if (named && (c == '&' || c == '<' || c == '>')) {
        w.raw(c == '&' ? "&amp;" : c == '<' ? "&lt;" : "&gt;");
    } else if (named && !how.quote.empty() && (c == '"' || c == '\'')) {
        w.raw(c == '"' ? "&quot;" : how.quote);
    } else if (digits != nullptr) {
        w.raw("&#x");
        hex();
        w.raw(";");
    } else {
        w.raw("&#" + std::to_string(byte) + ";");
    }
}

// Forms besides the value itself and its base64 have their place as far as there is room: a message takes all forms of a request.
constexpr std::size_t kRoom = 24 * 1024;
constexpr std::size_t kShort = 1024;

Status addSpelled(SecretList& list, std::string_view bytes, const Spelling& how) {
    constexpr std::size_t kLongest = 6; // of one character
    const auto changes = [&](char c) {
        const bool named = (how.escaped.empty() ? how.left : how.escaped).find(c) != std::string_view::npos;
        return !isPlain(c) && named != how.escaped.empty();
    };
    const auto changed = static_cast<std::size_t>(std::count_if(bytes.begin(), bytes.end(), changes));
    const bool must = how.style == Style::Percent && how.left == kUnreserved;
    const std::size_t most = bytes.size() + changed * (kLongest - 1);
    if (changed == 0 || (!must && list.bytes() + most > kRoom)) {
        return {};
    }
    if (most > SecretBytes::kMax) {
        return makeError(Code::Invalid, "a credential is too long");
    }
    auto w = LG_TRY(SecretWriter::make(most));
    for (const char c : bytes) {
        if (changes(c)) {
            spell(w, how, c);
        } else {
            w.raw({&c, 1});
        }
    }
    return list.add(LG_TRY(w.take()).reveal());
}

Status addHex(SecretList& list, std::string_view bytes, const char* digits) {
    if (bytes.size() > kShort || list.bytes() + 2 * bytes.size() > kRoom) {
        return {};
    }
    auto w = LG_TRY(SecretWriter::make(2 * bytes.size()));
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        const std::array<char, 2> two{digits[byte >> 4], digits[byte & 15]};
        w.raw(std::string_view(two.data(), two.size()));
    }
    return list.add(LG_TRY(w.take()).reveal());
}

bool holdsPlain(std::string_view text, const SecretList& needles) {
    for (std::size_t i = 0; i < needles.size(); ++i) {
        if (text.find(needles.at(i)) != std::string_view::npos) {
            return true;
        }
    }
    return false;
}

} // namespace

Status SecretList::add(std::string_view bytes) {
    if (bytes.empty()) {
        return {};
    }
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        if (at(i) == bytes) {
            return {};
        }
    }
    if (m_used + bytes.size() > m_bytes.size()) {
        auto more = LG_TRY(SecretBytes::ofSize(std::max<std::size_t>(1024, std::min((m_used + bytes.size()) * 2, SecretBytes::kMax))));
        if (m_used + bytes.size() > more.size()) {
            return makeError(Code::Invalid, "a credential has too many forms to look for");
        }
        const auto old = m_bytes.reveal().substr(0, m_used);
        std::copy(old.begin(), old.end(), more.writable().begin());
        m_bytes = std::move(more);
    }
    std::copy(bytes.begin(), bytes.end(), m_bytes.writable().begin() + static_cast<std::ptrdiff_t>(m_used));
    m_parts.emplace_back(m_used, bytes.size());
    m_used += bytes.size();
    return {};
}

Result<SecretBytes> base64(std::string_view bytes) {
    auto w = LG_TRY(SecretWriter::make((bytes.size() + 2) / 3 * 4));
    const std::size_t digits = (bytes.size() * 8 + 5) / 6;
    for (std::size_t at = 0; at < (digits + 3) / 4 * 4; ++at) {
        const char digit = at < digits ? digitAt(bytes, 0, at, kStandard) : '=';
        w.raw({&digit, 1});
    }
    return w.take();
}

Result<SecretBytes> unbase64(std::string_view text) {
    while (text.ends_with('=')) {
        text.remove_suffix(1);
    }
    auto out = LG_TRY(SecretBytes::ofSize(text.size() * 3 / 4));
    std::uint32_t bits = 0;
    int have = 0;
    std::size_t used = 0;
    for (const char c : text) {
        const int value = sextet(c);
        if (value < 0) {
            return makeError(Code::Invalid, "this is no base64");
        }
        bits = bits << 6 | static_cast<std::uint32_t>(value);
        have += 6;
        if (have >= 8 && used < out.size()) {
            have -= 8;
            out.writable()[used++] = static_cast<std::uint8_t>(bits >> have);
        }
    }
    return out;
}

Result<SecretBytes> percentDecoded(std::string_view text) {
    auto out = LG_TRY(SecretBytes::ofSize(text.size()));
    std::size_t used = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const int high = text[i] == '%' && i + 2 < text.size() ? hexValue(text[i + 1]) : -1;
        const int low = high >= 0 ? hexValue(text[i + 2]) : -1;
        out.writable()[used++] = low >= 0 ? static_cast<std::uint8_t>(high << 4 | low) : static_cast<std::uint8_t>(text[i]);
        i += low >= 0 ? 2 : 0;
    }
    out.shrink(used);
    return out;
}

Status addForms(SecretList& list, std::string_view value) {
    const bool whole = value.size() >= kShortest;
    if (whole) {
        LG_TRY(list.add(value));
    }
    for (std::size_t skipped = 0; skipped < 3; ++skipped) {
        LG_TRY(addAligned(list, value, skipped, kStandard));
        LG_TRY(addAligned(list, value, skipped, kUrl));
    }
    for (std::size_t i = 0; whole && i < kSpellings.size(); ++i) {
        LG_TRY(addSpelled(list, value, kSpellings[i]));
    }
    if (whole) {
        LG_TRY(addHex(list, value, kUpper));
        LG_TRY(addHex(list, value, kLower));
    }
    return {};
}

bool holdsAny(std::string_view text, const SecretList& needles) {
    if (holdsPlain(text, needles)) {
        return true;
    }
    if (text.find('%') == std::string_view::npos || text.size() > SecretBytes::kMax) {
        return false;
    }
    auto once = percentDecoded(text);
    if (!once || holdsPlain(once->reveal(), needles)) {
        return true; // what cannot be looked at is not passed on
    }
    auto twice = percentDecoded(once->reveal());
    return !twice || holdsPlain(twice->reveal(), needles);
}

} // namespace leadglass::secrets
