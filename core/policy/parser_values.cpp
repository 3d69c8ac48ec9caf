#include "core/policy/parser_values.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

namespace leadglass::policy {
namespace {

std::optional<std::pair<std::uint64_t, std::string_view>> splitUnit(std::string_view text) {
    std::uint64_t value = 0;
    const char* end = text.data() + text.size();
    const auto [rest, fault] = std::from_chars(text.data(), end, value);
    if (fault != std::errc()) {
        return std::nullopt;
    }
    std::string_view unit(rest, static_cast<std::size_t>(end - rest));
    if (unit.starts_with(' ')) {
        unit.remove_prefix(1);
    }
    return std::pair(value, unit);
}

std::optional<std::uint64_t> scaled(std::uint64_t value, std::uint64_t factor) {
    if (value > std::numeric_limits<std::int64_t>::max() / factor) {
        return std::nullopt;
    }
    return value * factor;
}

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }

} // namespace

std::optional<std::uint64_t> parseSize(std::string_view text) {
    const auto parts = splitUnit(text);
    if (!parts) {
        return std::nullopt;
    }
    constexpr std::pair<std::string_view, std::uint64_t> kUnits[] = {
        {"B", 1},
        {"KiB", 1ULL << 10}, {"MiB", 1ULL << 20}, {"GiB", 1ULL << 30}, {"TiB", 1ULL << 40},
        {"kB", 1000}, {"MB", 1000000}, {"GB", 1000000000}, {"TB", 1000000000000}};
    for (const auto& [unit, factor] : kUnits) {
        if (parts->second == unit) {
            return scaled(parts->first, factor);
        }
    }
    return std::nullopt;
}

std::optional<std::uint64_t> parseDuration(std::string_view text) {
    const auto parts = splitUnit(text);
    if (!parts || parts->first == 0 || parts->second.size() != 1) {
        return std::nullopt;
    }
    switch (parts->second[0]) {
    case 's': return scaled(parts->first, 1);
    case 'm': return scaled(parts->first, 60);
    case 'h': return scaled(parts->first, 3600);
    case 'd': return scaled(parts->first, 86400);
    default: return std::nullopt;
    }
}

std::optional<std::string> cleanRelative(std::string_view text) {
    // "$HOME/x": no variable is put in, so it would name what is not there.
    if (text.empty() || text.front() == '/' || text.front() == '~' || text.front() == '$' || text.size() > 1024) {
        return std::nullopt;
    }
    std::string out;
    while (!text.empty()) {
        const std::size_t slash = text.find('/');
        const std::string_view part = text.substr(0, slash);
        text = slash == std::string_view::npos ? std::string_view() : text.substr(slash + 1);
        if (part.empty()) {
            continue;
        }
        if (part == "." || part == ".." || part.size() > 255) {
            return std::nullopt;
        }
        out += out.empty() ? "" : "/";
        out += part;
    }
    return out.empty() ? std::nullopt : std::optional(out);
}

bool isVariableName(std::string_view text, bool pattern) {
    if (pattern && text.ends_with('*')) {
        text.remove_suffix(1);
        if (text.size() < 3) {
            return false;
        }
    }
    return !text.empty() && text.size() <= 128 && isLetter(text.front()) &&
           std::all_of(text.begin(), text.end(), [](char c) { return isLetter(c) || isDigit(c); });
}

bool isProfileName(std::string_view text) {
    return !text.empty() && text.size() <= 64 && text.front() != '.' && text.front() != '-' &&
           std::all_of(text.begin(), text.end(), [](char c) {
               return (c >= 'a' && c <= 'z') || isDigit(c) || c == '-' || c == '_' || c == '.';
           });
}

} // namespace leadglass::policy
