#include "core/egress/inspect/der.h"

#include <array>
#include <chrono>
#include <cstdio>

namespace leadglass::egress::der {

std::string element(std::uint8_t tag, std::string_view content) {
    const std::size_t size = content.size();
    std::string out;
    out.reserve(size + 5);
    out.push_back(static_cast<char>(tag));
    if (size < 0x80) {
        out.push_back(static_cast<char>(size));
    } else {
        const int bytes = size < 0x100 ? 1 : size < 0x10000 ? 2 : 3;
        out.push_back(static_cast<char>(0x80 | bytes));
        for (int i = bytes - 1; i >= 0; --i) {
            out.push_back(static_cast<char>(size >> (8 * i)));
        }
    }
    return out.append(content);
}

std::string sequence(std::string_view content) {
    return element(0x30, content);
}

std::string oid(std::string_view content) {
    return element(0x06, content);
}

std::string positive(std::string_view bytes) {
    while (bytes.size() > 1 && bytes.front() == 0) {
        bytes.remove_prefix(1);
    }
    const bool sign = (static_cast<unsigned char>(bytes.front()) & 0x80U) != 0;
    return element(0x02, sign ? std::string(1, '\0').append(bytes) : std::string(bytes));
}

std::string bits(std::string_view bytes, std::uint8_t unused) {
    return element(0x03, std::string(1, static_cast<char>(unused)).append(bytes));
}

std::string octets(std::string_view bytes) {
    return element(0x04, bytes);
}

std::string commonName(std::string_view text) {
    return sequence(element(0x31, sequence(oid("\x55\x04\x03") + element(0x0c, text))));
}

std::string time(std::int64_t seconds) {
    // Not gmtime(3), which reads the machine's time zone: there are no files any more.
    const std::chrono::sys_seconds at{std::chrono::seconds(seconds)};
    const auto day = std::chrono::floor<std::chrono::days>(at);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss clock(at - day);
    const int year = static_cast<int>(date.year());
    const bool utc = year >= 1950 && year < 2050;
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%0*d%02u%02u%02d%02d%02dZ", utc ? 2 : 4, utc ? year % 100 : year,
                  static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                  static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
                  static_cast<int>(clock.seconds().count()));
    return element(utc ? 0x17 : 0x18, text.data());
}

std::string extension(std::string_view encodedOid, bool critical, std::string_view value) {
    return sequence(oid(encodedOid) + (critical ? std::string("\x01\x01\xff", 3) : std::string()) + octets(value));
}

} // namespace leadglass::egress::der
