// The run service in this process.
#pragma once

#include <memory>

#include "core/api/run_service.h"

namespace leadglass::session {

std::unique_ptr<api::RunService> makeLocalRunService(const Places& places);

} // namespace leadglass::session
