// What a run changed, and what became of it, as JSON.
#pragma once

#include <string>
#include <vector>

#include "core/api/review_service.h"
#include "core/cli/context.h"

namespace leadglass::cli {

nlohmann::json changeJson(const api::ChangeItem& change);
// Under the ref that leads to them, so that the array stays one of changes.
nlohmann::json commitsOf(const api::Review& review, const std::string& path);
nlohmann::json dropsOf(const std::vector<api::RefItem>& refs, const std::string& path = {});
bool isIndex(const std::string& path);
nlohmann::json stagedOf(const api::Review& review);
// `verb`: "applied" or "undone".
nlohmann::json resultJson(const api::ApplyResult& result, const char* verb);

} // namespace leadglass::cli
