// JSON of others, before it is parsed: what prints or walks a value calls itself for each level, and a file of
// some million brackets ends the process.
#pragma once

#include <string_view>

namespace leadglass {

constexpr int kMaxJsonDepth = 128;

// Are objects and lists in one another more than kMaxJsonDepth deep? Text that is no JSON gets some answer.
bool isTooDeepJson(std::string_view json);

} // namespace leadglass
