// Trust: names, texts and diffs are the agent's; what is typed, and the options, are the person's.
// Privilege: none.
// Input: values of --hunks; a review, and lines of standard input.
// Fails: an Error that names the value; nothing is chosen where standard input ends in the middle.
//
// Which hunks of a run's changes an apply takes: as named by --hunks, or as answered to one question after another.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/api/review_service.h"

namespace leadglass::cli {

struct HunkText {
    std::string id;   // empty: it cannot be taken by itself
    std::string text; // from its "@@" on
};
// Do unchanged lines stand between edits of it, so that api::ReviewService::split() makes more than one of it?
bool canBeSplit(std::string_view hunk);
// api::ReviewService::diff() in its hunks. None: it is a line that says why there is no diff.
std::vector<HunkText> hunksIn(std::string_view diff);

// "PATH:ID[,ID...]", each of them; a path may be there again.
Result<std::map<std::string, std::vector<std::string>>> parseHunks(const std::vector<std::string>& values);

// Standard input, output and error are a terminal: else an Error that says what to do instead.
Status canAsk();

// Asks about all changes, or those at or below `paths` (Code::NotFound: it did not change one), a risky one only with
// `includeRisky`. Taking some of a change in conflict decides for these. nullopt: nothing is taken.
Result<std::optional<api::ApplyRequest>> askForHunks(api::ReviewService& service, const api::Review& review,
                                                     const std::vector<std::string>& paths, bool includeRisky);

} // namespace leadglass::cli
