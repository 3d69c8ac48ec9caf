// Select graphic rendition (CSI ... m), in the words that libvterm knows: numbers with semicolons, few at a time.
#pragma once

#include <string>
#include <vector>

namespace leadglass::app {

// `groups`: parameters, each with its parts between colons; -1: left out. Colours in both spellings (38;2;R;G;B and
// 38:2::R:G:B), curly underlines as plain ones, faint text as the first
// alternative font; the colour of an underline is left out, with its numbers.
void passColours(const std::vector<std::vector<int>>& groups, std::string& out);

} // namespace leadglass::app
