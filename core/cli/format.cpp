#include "core/cli/format.h"

#include <langinfo.h>
#include <locale.h>
#include <wchar.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <optional>

#include "core/base/escape.h"

namespace leadglass::cli {
namespace {

constexpr Nanos kSecond = 1'000'000'000;
constexpr Nanos kMaxSeconds = INT64_MAX / kSecond;

Error sinceError(std::string_view text) {
    return makeError(Code::Invalid, "--since: '" + forScreen(text, 60) + "' is no time",
                     "for example 2h, 7d or 2026-11-29T16:40:00Z");
}

std::optional<Nanos> parseAgo(std::string_view text, Nanos now) {
    if (text.size() < 2) {
        return std::nullopt;
    }
    Nanos unit = 0;
    switch (text.back()) {
        case 's': unit = 1; break;
        case 'm': unit = 60; break;
        case 'h': unit = 3600; break;
        case 'd': unit = 86400; break;
        case 'w': unit = 7 * 86400; break;
        default: return std::nullopt;
    }
    Nanos count = 0;
    const char* end = text.data() + text.size() - 1;
    const auto [stop, problem] = std::from_chars(text.data(), end, count);
    if (problem != std::errc() || stop != end || count < 0 || count > kMaxSeconds / unit) {
        return std::nullopt;
    }
    const Nanos ago = count * unit * kSecond;
    return ago > now ? 0 : now - ago;  // before the epoch: everything
}

// Fixed digits at the front of `rest`; advances.
bool takeDigits(std::string_view& rest, std::size_t digits, int low, int high, int& out) {
    if (rest.size() < digits) {
        return false;
    }
    const char* end = rest.data() + digits;
    const auto [stop, problem] = std::from_chars(rest.data(), end, out);
    const bool signedNumber = rest.front() == '-';
    rest.remove_prefix(digits);
    return problem == std::errc() && stop == end && !signedNumber && out >= low && out <= high;
}

bool take(std::string_view& rest, char c) {
    if (rest.empty() || rest.front() != c) {
        return false;
    }
    rest.remove_prefix(1);
    return true;
}

// ".123": at most nine digits count, more are ignored.
bool takeFraction(std::string_view& rest, Nanos& out) {
    out = 0;
    if (!take(rest, '.')) {
        return true;
    }
    Nanos unit = kSecond / 10;
    std::size_t digits = 0;
    for (; digits < rest.size() && rest[digits] >= '0' && rest[digits] <= '9'; ++digits) {
        out += unit * (rest[digits] - '0');
        unit /= 10;
    }
    rest.remove_prefix(digits);
    return digits > 0;
}

// Seconds east of UTC; nothing for local time.
bool takeOffset(std::string_view& rest, std::optional<long>& out) {
    if (rest.empty()) {
        return true;
    }
    if (take(rest, 'Z') || take(rest, 'z')) {
        out = 0;
        return rest.empty();
    }
    const bool west = rest.front() == '-';
    int hours = 0;
    int minutes = 0;
    if (!take(rest, '+') && !take(rest, '-')) {
        return false;
    }
    if (!takeDigits(rest, 2, 0, 23, hours) || !take(rest, ':') ||
        !takeDigits(rest, 2, 0, 59, minutes)) {
        return false;
    }
    out = (west ? -1L : 1L) * (hours * 3600L + minutes * 60L);
    return rest.empty();
}

bool dayExists(const tm& asked, time_t made, bool local) {
    tm back{};
    if (local) {
        ::localtime_r(&made, &back);
    } else {
        ::gmtime_r(&made, &back);
    }
    return back.tm_mday == asked.tm_mday && back.tm_mon == asked.tm_mon;
}

std::optional<Nanos> parseMoment(std::string_view rest) {
    tm t{};
    t.tm_isdst = -1;
    Nanos fraction = 0;
    std::optional<long> offset;
    if (!takeDigits(rest, 4, 1970, 2200, t.tm_year) || !take(rest, '-') ||
        !takeDigits(rest, 2, 1, 12, t.tm_mon) || !take(rest, '-') ||
        !takeDigits(rest, 2, 1, 31, t.tm_mday)) {
        return std::nullopt;
    }
    t.tm_year -= 1900;
    t.tm_mon -= 1;
    if (!rest.empty()) {
        if (!(take(rest, 'T') || take(rest, 't') || take(rest, ' ')) ||
            !takeDigits(rest, 2, 0, 23, t.tm_hour) || !take(rest, ':') ||
            !takeDigits(rest, 2, 0, 59, t.tm_min)) {
            return std::nullopt;
        }
        if (take(rest, ':') &&
            (!takeDigits(rest, 2, 0, 60, t.tm_sec) || !takeFraction(rest, fraction))) {
            return std::nullopt;
        }
        if (!takeOffset(rest, offset)) {
            return std::nullopt;
        }
    }
    tm made = t;
    const time_t seconds = offset ? ::timegm(&made) : ::mktime(&made);
    if (t.tm_sec < 60 && !dayExists(t, seconds, !offset)) {
        return std::nullopt;  // 31 February
    }
    return (static_cast<Nanos>(seconds) - offset.value_or(0)) * kSecond + fraction;
}

}  // namespace

std::string localTime(Nanos wall) {
    const auto seconds = static_cast<time_t>(wall / kSecond - (wall % kSecond < 0 ? 1 : 0));
    tm parts{};
    std::array<char, 64> out{};
    ::localtime_r(&seconds, &parts);
    const std::size_t size = std::strftime(out.data(), out.size(), "%Y-%m-%d %H:%M:%S", &parts);
    return {out.data(), size};
}

Result<Nanos> parseSince(std::string_view text, Nanos now) {
    if (auto ago = parseAgo(text, now)) {
        return *ago;
    }
    if (auto moment = parseMoment(text)) {
        return *moment;
    }
    return sinceError(text);
}

std::size_t screenWidth(std::string_view text) {
    static const locale_t kUtf8 = ::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
    const locale_t before = kUtf8 != nullptr ? ::uselocale(kUtf8) : nullptr;
    std::size_t width = 0;
    mbstate_t state{};
    for (std::size_t at = 0; at < text.size();) {
        wchar_t character = 0;
        const std::size_t size = ::mbrtowc(&character, text.data() + at, text.size() - at, &state);
        if (size == 0 || size > text.size() - at) {  // not UTF-8: bytes
            width += text.size() - at;
            break;
        }
        const int columns = ::wcwidth(character);
        width += columns > 0 ? static_cast<std::size_t>(columns) : 0;
        at += size;
    }
    if (kUtf8 != nullptr) {
        ::uselocale(before);
    }
    return width;
}

namespace {

// As less(1) and git show them: a backslash of the line itself could be taken for the one of an escape.
std::string inBrackets(const std::string& escaped) {
    std::string out;
    for (std::size_t at = 0; at < escaped.size();) {
        if (escaped[at] != '\\' || at + 1 == escaped.size()) {
            out += escaped[at++];
            continue;
        }
        const char kind = escaped[at + 1];
        const std::size_t end = kind == 'x' ? at + 4 : kind == 'u' ? escaped.find('}', at) + 1 : at + 2;
        if (end == 0 || end > escaped.size()) {
            return escaped;
        }
        out += kind == 'x' ? "<" + escaped.substr(at + 2, 2) + ">"
               : kind == 'u' ? "<U+" + escaped.substr(at + 3, end - at - 4) + ">"
               : kind == 'r' ? std::string("^M")
                             : escaped.substr(at, 2);
        at = end;
    }
    return out;
}

} // namespace

std::string lineForScreen(std::string_view hostile, std::size_t maxBytes) {
    std::string out;
    for (std::size_t at = 0; at <= hostile.size() && out.size() < maxBytes;) {
        const std::size_t end = std::min(hostile.find_first_of("\t\\", at), hostile.size());
        out += inBrackets(forScreen(hostile.substr(at, end - at), maxBytes - out.size()));
        out += hostile.substr(end, end < hostile.size() ? 1 : 0);
        at = end + 1;
    }
    return out;
}

std::string counted(std::uint64_t count, const std::string& what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::string coloured(const std::string& text, Colour colour, bool useIt) {
    if (!useIt || colour == Colour::None || text.empty()) {
        return text;
    }
    static constexpr std::array<const char*, 5> kCodes{"", "31", "32", "33", "2"};
    return std::string("\x1b[") + kCodes[static_cast<std::size_t>(colour)] + "m" + text + "\x1b[0m";
}

std::string spaced(std::string code) {
    std::replace(code.begin(), code.end(), '_', ' ');
    return code;
}

bool utf8Output() {
    for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {  // locale(7): the first that is set
        const char* value = std::getenv(name);
        if (value != nullptr && *value != '\0') {
            return ::strcasestr(value, "utf-8") != nullptr ||
                   ::strcasestr(value, "utf8") != nullptr;
        }
    }
    return false;
}

void Table::add(std::vector<std::string> cells, Colour colour) {
    m_lines.push_back({std::move(cells), colour});
}

std::string Table::tabbed() const {
    std::string out;
    for (const auto& line : m_lines) {
        for (std::size_t i = 0; i < line.cells.size(); ++i) {
            out += (i == 0 ? "" : "\t") + line.cells[i];
        }
        out += '\n';
    }
    return out;
}

std::string Table::text(bool useColour, std::size_t colourColumn) const {
    std::vector<std::size_t> widths;
    for (const Line& line : m_lines) {
        widths.resize(std::max(widths.size(), line.cells.size()));
        std::size_t filled = line.cells.size();
        while (filled > 0 && line.cells[filled - 1].empty()) {
            --filled;
        }
        for (std::size_t i = 0; i + 1 < filled; ++i) {
            widths[i] = std::max(widths[i], screenWidth(line.cells[i]));
        }
    }
    std::string out;
    for (const Line& line : m_lines) {
        std::string text;
        std::size_t pad = 0;
        for (std::size_t i = 0; i < line.cells.size(); ++i) {
            const std::string& cell = line.cells[i];
            if (!cell.empty()) {
                text.append(pad, ' ');
                pad = 0;
                text += coloured(cell, line.colour, useColour && i == colourColumn);
            }
            pad += std::max(widths[i], screenWidth(cell)) - screenWidth(cell) + 2;
        }
        out += text + "\n";
    }
    return out;
}

}  // namespace leadglass::cli
