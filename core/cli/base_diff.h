// Of a change in conflict: what the person and the run each did to the file that the run began with.
#pragma once

#include <string>

#include "core/api/review_service.h"
#include "core/cli/context.h"

namespace leadglass::cli {

Status printBase(api::ReviewService& service, const std::string& run, const api::ChangeItem& change);
// {"why"}, or {"host_diff", "run_diff"}.
Result<nlohmann::json> baseJson(api::ReviewService& service, const std::string& run, const api::ChangeItem& change);

} // namespace leadglass::cli
