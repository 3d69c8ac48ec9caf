// A live run as people and programs read it: processes, limits, hosts. Pure.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/api/run_detail_service.h"

namespace leadglass::cli {

// Behind what `runs show` says of every run. Empty of a run that is not live.
std::string runNowText(const api::RunNow& now);
// Members of the same object.
void addRunNow(nlohmann::json& out, const api::RunNow& now);

} // namespace leadglass::cli
