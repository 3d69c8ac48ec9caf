// Trust: both sides may be the agent's.
// Privilege: none; pure.
// Input: two texts, bounded by the caller and as editScript() says.
// Fails: never; too large or too different becomes one hunk.
//
// The places in which two texts differ, as a unified diff shows them, each with a name. The one text with any of them
// taken is a text of its own; compared with the other again, the rest of them are found under the names that they had.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace leadglass::workspace {

struct Hunk {
    // Of what it says, with its lines of context: 128 bits of a SHA-256, so that nobody can make two of one name. Of
    // hunks that say the same, also of both texts: a decision about the one never becomes one about the other.
    std::string id;
    std::string range;                         // "@@ -1,3 +1,4 @@"
    std::string body;                          // lines with their sign, as diff(1) has them
    std::size_t before = 0, beforeCount = 0;   // lines from the first edit to the last, from 0, without context
    std::size_t after = 0, afterCount = 0;
};

// With three lines of context. None: the texts are equal.
std::vector<Hunk> hunksOf(std::string_view before, std::string_view after);

// A unified diff without the header of a file; with the names of the hunks at the end of their first lines, or not.
enum class Names { Shown, Left };
std::string diffText(const std::vector<Hunk>& hunks, Names names);

// `before` with those of its hunks for which `taken` is true. Precondition: `hunks` is hunksOf(before, after), and
// `taken` is as long.
std::string withHunks(std::string_view before, std::string_view after, const std::vector<Hunk>& hunks, const std::vector<bool>& taken);

} // namespace leadglass::workspace
