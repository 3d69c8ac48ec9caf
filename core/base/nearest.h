// "Did you mean": the known word that a mistyped one stands for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace leadglass {

// The word of `words` nearest to `word`, if near enough to be a slip; else empty.
std::string nearest(std::string_view word, const std::vector<std::string>& words);

} // namespace leadglass
