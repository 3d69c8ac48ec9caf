// The table of secret formats. What a format is like is public documentation of its maker or what
// its tokens show; the shapes are ours. Rows of one text: the more exact one comes first.
#pragma once

#include <cstdint>
#include <span>

#include "core/scan/check.h"

namespace leadglass::scan {

struct Pattern {
    const char* id; // stands in policies, reports and the history: never changes its meaning
    const char* name;
    const char* shape; // core/scan/shape.h
    Check check = Check::None;
    std::uint8_t entropyTenths = 0; // bits per character of the secret, at least
    bool borders = true;            // no letter, digit or '_' right before or behind it
};

std::span<const Pattern> cloudPatterns();
std::span<const Pattern> codePatterns();    // forges, registries, build and deploy services
std::span<const Pattern> modelPatterns();   // model makers and their tools
std::span<const Pattern> talkPatterns();    // messages, mail, telephones
std::span<const Pattern> moneyPatterns();   // payments, shops, coins
std::span<const Pattern> servicePatterns(); // watching, analytics, offices and all others
std::span<const Pattern> storePatterns();   // keys, data bases, passwords

} // namespace leadglass::scan

// NAME ... = "VALUE in YAML, JSON (also inside of a string), TOML, environment files and most
// languages. Behind a "(?i)".
#define LEADGLASS_IS R"([a-z0-9_.\- ]{0,24}\\?["']?\s{0,3}(=|:|=>|:=)\s{0,3}\\?["'`]?~)"
