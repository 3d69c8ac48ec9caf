// The history written out for others: lines of JSON as of `audit list --json`, CSV (RFC 4180), one page of HTML.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/api/activity_service.h"
#include "core/session/activity_history.h"

namespace leadglass::session {

// As ActivityService::exportRows(). `slice`: rows taken into the index at a time.
Result<api::ActivityExported> exportHistory(ActivityHistory& history, const api::ActivitySought& sought, api::ExportForm form, int slice,
                                            const std::function<bool(std::string_view)>& write,
                                            const std::function<bool(std::int64_t done, std::int64_t total)>& progress);

// One cell: in quotes, and never a formula where a spreadsheet opens it (OWASP "CSV Injection").
std::string csvCell(std::string_view text);
// Text of an element or of an attribute in double quotes.
std::string htmlText(std::string_view text);

} // namespace leadglass::session
