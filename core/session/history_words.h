// What a person writes for a run or a kind of row, as the history has it.
#pragma once

#include <optional>
#include <string>

#include "core/audit/event.h"
#include "core/audit/reader.h"
#include "core/base/result.h"

namespace leadglass::session {

// `word`: an id, a unique beginning of one, or "last". Code::NotFound: none in the history.
Result<std::string> resolveRun(audit::Reader& reader, const std::string& word);
// As the list shows it ("run start") or as programs read it ("run_start").
std::optional<audit::Kind> kindFromWord(std::string word);

} // namespace leadglass::session
