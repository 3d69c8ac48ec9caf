// api::RunDetailService in this process: over the run's directory, its control socket, /proc and the history.
#pragma once

#include <memory>

#include "core/api/run_detail_service.h"
#include "core/base/places.h"

namespace leadglass::session {

std::unique_ptr<api::RunDetailService> makeLocalRunDetailService(const Places& places);

} // namespace leadglass::session
