// How rows become terms of the search index, and what a person looks for a query of it. Pure.
#pragma once

#include <string>
#include <string_view>

#include "core/audit/event.h"
#include "core/audit/search_index.h"

namespace leadglass::audit {

// The terms that are looked up whole: kind, verdict, run, profile, and each end of the host at a dot.
std::string facetsOf(const Event& event, std::string_view profile);
// For MATCH (FTS5 "Full-text Query Syntax"); nothing of `wanted` is syntax. Precondition: not isAnything().
std::string matchOf(const Wanted& wanted);
// The host of a row about one ("api.example.com:443"); else empty.
std::string hostOf(const Event& event);

} // namespace leadglass::audit
