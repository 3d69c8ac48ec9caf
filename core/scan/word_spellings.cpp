#include "core/scan/word_spellings.h"

#include <algorithm>
#include <cstdint>

namespace leadglass::scan {
namespace {

constexpr std::string_view kBase64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view kBase64Url = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::string_view kBase32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

// The letters that `word` alone decides, `skipped` bytes behind the beginning of a group.
std::string coded(std::string_view word, std::size_t skipped, std::string_view alphabet, std::size_t bits) {
    std::string out;
    for (std::size_t at = (skipped * 8 + bits - 1) / bits; (at + 1) * bits <= (skipped + word.size()) * 8; ++at) {
        std::size_t value = 0;
        for (std::size_t bit = at * bits; bit < (at + 1) * bits; ++bit) {
            value = value << 1 | (static_cast<unsigned char>(word[bit / 8 - skipped]) >> (7 - bit % 8) & 1U);
        }
        out.push_back(alphabet[value]);
    }
    return out;
}

std::string hex(std::string_view word, std::string_view between) {
    std::string out;
    for (const char c : word) {
        const auto byte = static_cast<unsigned char>(c);
        out += (out.empty() ? "" : std::string(between)) + "0123456789abcdef"[byte >> 4] + "0123456789abcdef"[byte & 15];
    }
    return out;
}

} // namespace

std::vector<Spelled> spellingsOf(std::string_view word) {
    std::vector<Spelled> out{{std::string(word), true}};
    if (word.size() < kMinSpelled) {
        return out;
    }
    for (const std::string_view between : {"", " ", ":"}) {
        out.push_back({hex(word, between), true});
    }
    for (std::size_t skipped = 0; skipped < 3; ++skipped) {
        out.push_back({coded(word, skipped, kBase64, 6), false});
        if (std::string url = coded(word, skipped, kBase64Url, 6); url != out.back().text) {
            out.push_back({std::move(url), false});
        }
    }
    for (std::size_t skipped = 0; skipped < 5; ++skipped) {
        out.push_back({coded(word, skipped, kBase32, 5), true});
    }
    std::string wide; // UTF-16, whichever byte comes first
    for (const char c : word) {
        wide += wide.empty() ? "" : std::string(1, '\0');
        wide.push_back(c);
    }
    out.push_back({std::move(wide), true});
    out.push_back({std::string(word.rbegin(), word.rend()), true});
    return out;
}

} // namespace leadglass::scan
