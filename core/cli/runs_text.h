// The list of runs as people read it. Pure: what the screen is like comes in.
#pragma once

#include <string>
#include <vector>

#include "core/api/review_service.h"
#include "core/cli/audit_text.h"

namespace leadglass::cli {

std::string commandLine(const api::RunInfo& run);
std::string stateWords(const std::string& state); // "partly applied"

// `~` for `home`; at most `width` columns, shortened in the middle so that both ends stay.
std::string shortPath(const std::string& path, const std::string& home, std::size_t width,
                      bool utf8);

// On a terminal with a header and no line wider than it; else whole, for other programs.
std::string runsText(const std::vector<api::RunInfo>& runs, const Screen& screen,
                     const std::string& home);

} // namespace leadglass::cli
