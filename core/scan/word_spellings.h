// A word in the ways that a stream may have it without a layer to undo: other letters of case, hex, base64 and base32 wherever
// it begins in them, letters of two bytes, from behind.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace leadglass::scan {

struct Spelled {
    std::string text;
    bool anyCase = false;
};

// The word itself first. Of one that is shorter than kMinSpelled nothing else: it would be in many a stream by chance.
constexpr std::size_t kMinSpelled = 16;
std::vector<Spelled> spellingsOf(std::string_view word);

} // namespace leadglass::scan
