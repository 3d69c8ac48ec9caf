// How one text becomes another, line by line (Myers, "An O(ND) Difference Algorithm", 1986).
//
// Of all shortest scripts the first is taken, where a line that stays comes before one that goes, and that before one
// that comes. So it depends on nothing but the texts on either side of each place: where some of its edits are made and
// the texts are compared again, the others are found as they were. That is not so where the search was given up.
// Pure.
#pragma once

#include <string_view>
#include <vector>

namespace leadglass::workspace {

constexpr std::size_t kMaxDiffLines = 20000; // beyond what both begin and end with alike; more is replaced as a whole

using Lines = std::vector<std::string_view>; // each with its '\n', but perhaps for the last
Lines splitLines(std::string_view text);

enum class Step : char { Keep, Drop, Add };
std::vector<Step> editScript(const Lines& before, const Lines& after);

} // namespace leadglass::workspace
