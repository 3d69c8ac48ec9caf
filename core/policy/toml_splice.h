// Changes of a TOML text that touch only the lines they must: every other byte stays. Internal to core/policy.
//
// Each function adds to a list of cuts, which are made together. What is meant is checked afterwards by the parser
// (policy_edit.h), so that a text which these functions misread is refused and never written.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/policy/toml_outline.h"

namespace leadglass::policy {

struct Cut { // [begin, end) is replaced
    std::size_t begin = 0;
    std::size_t end = 0;
    std::string with;
};
// Cuts do not overlap.
std::string withCuts(std::string_view text, std::vector<Cut> cuts);

std::string newLineOf(std::string_view text); // "\r\n" where its first line ends so
// What stands behind `at` on its line as a comment, without '#' and blanks; empty: something else, or nothing.
std::string commentBehind(std::string_view text, std::size_t at);

// A new child at the end. `comment`: behind it on a line of its own; empty: none.
void addChild(std::string_view text, const TomlValue& container, const std::string& child, const std::string& comment, std::vector<Cut>& cuts);
void removeChild(std::string_view text, const TomlValue& container, std::size_t index, std::vector<Cut>& cuts);

// A line below the one that holds `at`, as far in as that one.
void addLineBelow(std::string_view text, std::size_t at, const std::string& line, std::vector<Cut>& cuts);
// All lines from that of `from` to that of `to`.
void removeLines(std::string_view text, std::size_t from, std::size_t to, std::vector<Cut>& cuts);
// At the end of the text, below an empty line.
void addAtEnd(std::string_view text, const std::vector<std::string>& lines, std::vector<Cut>& cuts);

} // namespace leadglass::policy
