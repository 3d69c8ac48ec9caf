// What became of questions that are gone, from the history: for the digest after an absence and after a run. Read only.
#pragma once

#include "core/api/approval_service.h"
#include "core/base/places.h"

namespace leadglass::session {

// As the functions of api::ApprovalService. No history: nothing.
Result<api::Missed> missedSince(std::int64_t after, const Places& places);
Result<api::Hindsight> hindsightOf(const std::string& run, const Places& places);
// Writes it to the person's grants.
Status keepForProject(const api::ProjectRule& rule, const std::string& now, const Places& places);

} // namespace leadglass::session
