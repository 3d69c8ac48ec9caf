// One row of the history as JSON: the keys of `audit list --json` and of --events.
//
// Every key is there in every row; `detail` is null, an object, or text that is no JSON or too deep.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/audit/event.h"

namespace leadglass::session {

nlohmann::json rowJson(const audit::Row& row);
// On one line, valid UTF-8, without a line feed at its end.
std::string rowLine(const audit::Row& row);

} // namespace leadglass::session
