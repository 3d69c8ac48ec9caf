// How core/secrets starts programs: as every child of the supervisor is (child.h).
#pragma once

#include "core/secrets/process.h"

namespace leadglass::session {

// Main thread only, as Child.
Result<std::unique_ptr<secrets::Process>> startSecretProcess(const secrets::ProcessSpec& spec);

} // namespace leadglass::session
