// What the history is told of an apply, an undo and a discard: a row for the beginning, one for each path, one for the end.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/api/review_service.h"
#include "core/audit/event.h"
#include "core/workspace/journal.h"
#include "core/workspace/run_manifest.h"

namespace leadglass::session {

audit::Event changeRow(audit::Kind kind, const workspace::RunManifest& manifest, std::string subject, std::string reason);

// Of each path, and of the end. Of those in `partly` which hunks were taken and which are left, at most
// workspace::PartNames::kMostNamed of each and how many more.
std::vector<audit::Event> changeRows(audit::Kind kind, const workspace::RunManifest& manifest, const api::ApplyResult& result, const char* reason,
                                     const std::map<std::string, workspace::PartNames>& partly);

} // namespace leadglass::session
