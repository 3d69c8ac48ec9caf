// The names that tools run something for, as data. How names match: risk.h.
//
// Held: without the person asking for just that (an editor that opens the folder, a shell that
// enters it, a hook, an agent), or with their next build. Not applied unasked.
// Told: only in tests, images and infrastructure that the person starts by hand, where the files
// that are tested or built run, too. Applied, and said in review.
#pragma once

#include <span>
#include <string_view>

#include "core/base/why_codes.h"

namespace leadglass::workspace {

enum class Grade { None, Told, Held };

enum class Match {
    Directory, // any component of the path, and so everything below
    Below,     // a path of two components anywhere, and everything below
    File,      // the last component of what is not a directory
    Stem,      // the same, alone or followed by an extension that tools read configuration from
    Prefix,    // the same, and what begins so
    Suffix     // the same, and what ends so
};

struct RiskRule {
    Match match;
    Grade grade;
    WhyCode why;
    std::string_view names;  // folded (folded_name.h), divided by blanks
};

std::span<const RiskRule> riskRules();

} // namespace leadglass::workspace
