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

Status addPercent(SecretList& list, std::string_view bytes, std::string_view digits) {
    if (bytes.size() * 3 > SecretBytes::kMax) {
        return makeError(Code::Invalid, "a credential is too long");
    }
    auto w = LG_TRY(SecretWriter::make(bytes.size() * 3));
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        const bool unreserved = kUrl.find(c) != std::string_view::npos || c == '.' || c == '~'; // RFC 3986 2.3
        const std::array<char, 3> escape{'%', digits[byte >> 4], digits[byte & 15]};
        w.raw(unreserved ? std::string_view(&c, 1) : std::string_view(escape.data(), escape.size()));
    }
    return list.add(LG_TRY(w.take()).reveal());
}

// In a string of JSON, where a slash may be escaped and by some is (RFC 8259 7).
Status addJson(SecretList& list, std::string_view bytes, bool slash) {
    if (bytes.size() * 2 > SecretBytes::kMax) {
        return makeError(Code::Invalid, "a credential is too long");
    }
    auto w = LG_TRY(SecretWriter::make(bytes.size() * 2));
    for (const char c : bytes) {
        if (c == '"' || c == '\\' || (slash && c == '/')) {
            w.raw("\\");
        }
        w.raw({&c, 1});
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
    if (value.size() >= kShortest) {
        LG_TRY(list.add(value));
        LG_TRY(addPercent(list, value, "0123456789ABCDEF"));
        LG_TRY(addPercent(list, value, "0123456789abcdef"));
        LG_TRY(addJson(list, value, false));
        LG_TRY(addJson(list, value, true));
    }
    for (std::size_t skipped = 0; skipped < 3; ++skipped) {
        LG_TRY(addAligned(list, value, skipped, kStandard));
        LG_TRY(addAligned(list, value, skipped, kUrl));
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
