// The shape of a secret: a small part of regular expressions, read once, from which come an
// expression for Vectorscan, a match with exact ends, and (in tests) examples.
//
// Read are: literals, \-escapes of punctuation, \d and \s, [classes] with ranges, groups of
// alternatives (a|b), and the counts ? {n} {n,m} behind a byte or class, ? behind a group. "(?i)"
// first: letters of either case. "~" says where the secret begins, where what is before it only
// leads there ("password = ").
#pragma once

#include <bitset>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace leadglass::scan {

using ByteSet = std::bitset<256>;

struct ShapePart {
    ByteSet set;
    std::uint16_t min = 1;
    std::uint16_t max = 1;
    bool secret = false; // it begins here
};
using ShapeRow = std::vector<ShapePart>;

class Shape {
public:
    static constexpr std::size_t kMaxRows = 64;     // after the groups are multiplied out
    static constexpr std::size_t kMaxLength = 4096; // of what matches

    // Invalid: not of the form above, or too much of it.
    static Result<Shape> parse(std::string_view expression);

    // For Vectorscan: ends as soon as the shape is complete (the last count at its least). Of a
    // secret that has a name in front of it, in letters of either case, only the name: the rest
    // would make the expressions ten times as dear.
    [[nodiscard]] std::string expression() const;
    [[nodiscard]] std::size_t shortest() const { return m_shortest; }
    [[nodiscard]] std::size_t longestToFirstEnd() const { return m_longestToFirstEnd; }
    // With "(?i)" and "~": seen from the name on, so that match() may be open and empty.
    [[nodiscard]] bool byName() const { return m_byName; }
    [[nodiscard]] const std::vector<ShapeRow>& rows() const { return m_rows; }

    struct Match {
        std::size_t size = 0;   // 0: none. The longest.
        std::size_t secret = 0; // where in it the secret begins
        std::size_t openSecret =
            0;             // open: where the secret begins, if the match goes that way; or the end
        bool open = false; // ran into the end of the text: could be, or be longer, with more
    };
    // At the beginning of `text`.
    [[nodiscard]] Match match(std::span<const std::uint8_t> text) const;

private:
    std::vector<ShapeRow> m_rows;
    std::vector<bool> m_marked;    // rows with "~"
    std::vector<ShapeRow> m_leads; // what expression() says
    bool m_byName = false;
    std::size_t m_shortest = 0;
    std::size_t m_longestToFirstEnd = 0;
};

} // namespace leadglass::scan
