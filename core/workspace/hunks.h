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

// Hunks split as far as they go: at every place where unchanged lines stand between edits. Each with its context, up to
// three lines that two may share, and a name of its own kind, as unlike those of hunksOf() as these are to each other;
// what cannot be split stays as it is. In order: the text with any of them taken is withHunks() of `all`.
struct Pieces {
    std::vector<Hunk> all;
    std::vector<std::size_t> of; // of each piece: its hunk, a place in what was split
};
// Precondition: `hunks` is hunksOf(before, after).
Pieces piecesOf(const std::vector<Hunk>& hunks, std::string_view before, std::string_view after);

// Which pieces do these names take, of hunks and of pieces? `unknown`: the first that is neither's, and nothing is taken.
struct Taken {
    std::vector<bool> pieces;
    std::string unknown;
};
Taken takenBy(const std::vector<std::string>& names, const std::vector<Hunk>& hunks, const Pieces& pieces);
// The names of what is taken, and of what is not: of whole hunks where all of one is, else of pieces.
std::vector<std::string> namesOf(const std::vector<Hunk>& hunks, const Pieces& pieces, const std::vector<bool>& taken, bool wanted);

// A unified diff without the header of a file; with the names of the hunks at the end of their first lines, or not.
enum class Names { Shown, Left };
std::string diffText(const std::vector<Hunk>& hunks, Names names);

// `before` with those of its hunks for which `taken` is true. Precondition: `hunks` is hunksOf(before, after), and
// `taken` is as long.
std::string withHunks(std::string_view before, std::string_view after, const std::vector<Hunk>& hunks, const std::vector<bool>& taken);

} // namespace leadglass::workspace
