// --events FILE or fd:N.
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/base/unique_fd.h"

namespace leadglass::session {

// Empty: none (an invalid descriptor). A file is made 0600 or appended to; fd:N must be open for
// writing, and is duplicated.
Result<UniqueFd> openEventsOutput(const std::string& target);

} // namespace leadglass::session
