// Trust: both sides may be the agent's.
// Privilege: none; pure.
// Input: two texts, bounded by the caller and by kMaxDiffLines.
// Fails: never; too large or too different becomes one replaced block.
//
// Our own unified diff (edit_script.h): no program runs, no filter, no attribute of the project counts.
#pragma once

#include <string>
#include <string_view>

namespace leadglass::workspace {

constexpr std::size_t kMaxDiffBytes = 1 << 20;

// A NUL byte in the first 8000 bytes, as git counts it.
bool isBinary(std::string_view text);

// Hunks with three lines of context; no file header. Empty: the texts are equal. Lines keep their
// bytes; a missing last newline is told as diff(1) does.
std::string unifiedDiff(std::string_view before, std::string_view after);

} // namespace leadglass::workspace
