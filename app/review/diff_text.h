// Trust: the text of both sides may be the agent's; the hunks around it are ours.
// Privilege: none; pure.
// Input: a unified diff as api::ReviewService::diff() has it, any size; at most kMaxDiffRows are kept.
// Fails: never; what is no hunk is a message, what is too much is cut with a mark.
//
// A unified diff as rows to show: numbered, fit for a screen, and in pairs for two columns.
#pragma once

#include <QString>

#include <string>
#include <string_view>
#include <vector>

namespace leadglass::app {

constexpr std::size_t kMaxDiffRows = 100'000;

struct DiffRow {
    enum class Kind : char { Hunk, Same, Drop, Add, Note, Filler };
    Kind kind = Kind::Filler;
    int before = 0; // line number, from 1; 0: it has none on that side
    int after = 0;
    int hunk = -1;  // which one it is of; -1: none
    QString text;   // fit for a screen, without its sign
    // Of a line that was replaced by another: what differs, as a place in `text`. length 0: all of it, or nothing.
    int markStart = 0, markLength = 0;
};

struct DiffText {
    std::vector<DiffRow> rows;
    std::size_t added = 0, dropped = 0, hunks = 0;
    std::vector<std::string> names; // of each hunk, where all have one: those can be taken without the others
    bool cut = false;
    QString message; // instead of rows: why there is no diff
};

DiffText parseDiff(std::string_view diff);

struct DiffColumns {
    std::vector<DiffRow> before, after; // of equal length; a Filler where the other side has more
};
DiffColumns inColumns(const std::vector<DiffRow>& rows);

// A line of source text: tabs stay, and so do backslashes; all else as forScreen() has it, at most 4000 bytes.
QString shownLine(std::string_view line);

} // namespace leadglass::app
