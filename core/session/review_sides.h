// The two sides of a change, read for people to look at. Both may be the agent's: every path is opened beneath its root, no link followed, nothing but regular files read.
#pragma once

#include <optional>
#include <string>

#include "core/api/review_service.h"
#include "core/base/result.h"
#include "core/session/landed_changes.h"
#include "core/workspace/change_list.h"
#include "core/workspace/run_manifest.h"

namespace leadglass::session {

// Can some of the hunks of this change be taken without the others? Both are files, and none of git's own.
bool hasHunks(const workspace::Trees& trees, const std::string& path);
// The text of one side; nullopt: too large for a diff. Nothing there is the empty text.
Result<std::optional<std::string>> side(workspace::Root root, const std::string& path);
Result<std::optional<std::string>> sideOf(const KeptVersion& kept);
// Is this the run's side of what the review had? Its permissions are not looked at.
bool isVersion(const api::ChangeItem& reviewed, const std::string& text);
// The same of what sides() read of the run's side.
bool isSide(const api::ChangeItem& reviewed, const api::FileSide& side, std::uint64_t maxBytes);
inline constexpr const char* kOtherVersion = "the run changed it after it was reviewed: review the run again";
Result<api::BaseDiff> baseDiffOf(const workspace::RunDir& run, const workspace::Trees& trees, const api::ChangeItem& change);
// api::ReviewService::split().
Result<std::vector<api::HunkItem>> splitHunk(const workspace::Trees& trees, const api::ChangeItem& change, const std::string& name);
// Its type and size, and the bytes of a file of at most `maxBytes`.
Result<api::FileSide> fileSide(workspace::Root root, const std::string& path, std::uint64_t maxBytes);

} // namespace leadglass::session
