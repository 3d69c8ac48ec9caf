// Text for people: aligned columns, local times, colours, marks. And times as people type them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/clock.h"
#include "core/base/result.h"

namespace leadglass::cli {

// "2026-11-29 17:05:09" in the person's time zone.
std::string localTime(Nanos wall);

// A moment: RFC 3339 with an offset or Z ("2026-11-29T16:40:30Z", a fraction may follow the
// seconds; without an offset: local time; without a time: midnight), or how long ago:
// a number and s, m, h, d or w ("90s", "2h", "7d"). Nanoseconds since the epoch.
Result<Nanos> parseSince(std::string_view text, Nanos now);

// Columns a terminal needs for `text` (UTF-8, already fit for a screen).
std::size_t screenWidth(std::string_view text);

// A line of a file: tabs and backslashes stay, since code has them. What forScreen() would escape is <1b>, <U+202e>
// or ^M, which no backslash of the line can be taken for.
std::string lineForScreen(std::string_view hostile, std::size_t maxBytes);

// "1 path", "2 paths".
std::string counted(std::uint64_t count, const std::string& what);

enum class Colour { None, Red, Green, Yellow, Dim };
std::string coloured(const std::string& text, Colour colour, bool useIt);

// "partly applied" for "partly_applied": a code as people read it.
std::string spaced(std::string code);

// Does the locale of standard output write UTF-8? Else marks are ASCII.
bool utf8Output();

// A column is padded to its widest cell that has another behind it: one long last cell moves nothing. No trailing blanks.
class Table {
public:
    void add(std::vector<std::string> cells, Colour colour = Colour::None);
    // `colourColumn` alone is coloured.
    [[nodiscard]] std::string text(bool useColour, std::size_t colourColumn) const;
    // For programs: a tab between cells, nothing filled up.
    [[nodiscard]] std::string tabbed() const;

private:
    struct Line {
        std::vector<std::string> cells;
        Colour colour;
    };
    std::vector<Line> m_lines;
};

}  // namespace leadglass::cli
