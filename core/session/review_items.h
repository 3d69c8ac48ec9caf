// From what core/workspace knows of a run to the plain values of core/api.
#pragma once

#include <string>
#include <vector>

#include "core/api/review_service.h"
#include "core/workspace/decisions.h"
#include "core/workspace/freeze.h"
#include "core/workspace/git_commit_risk.h"
#include "core/workspace/git_view.h"
#include "core/workspace/run_manifest.h"

namespace leadglass::session {

// Can undo take something back?
bool isTouched(const workspace::RunDir& dir, const workspace::Decisions& decisions);
// Of mode "direct": was all of it taken back, and waits nothing of it?
bool isUndone(const workspace::RunDir& dir, const workspace::RunManifest& manifest);
api::RunInfo infoOf(const workspace::RunDir& dir, const workspace::RunManifest& manifest);
api::ChangeItem itemOf(const workspace::Change& change, bool decided = false); // without `version`
std::string versionOf(const workspace::FrozenEntry& entry); // ChangeItem::version
std::string versionOf(const workspace::Node& node);         // ChangeItem::hostVersion
api::CommitItem commitOf(const workspace::Commit& commit, const workspace::HeldCommits& held = {});
api::RefItem refOf(const workspace::RefChange& ref);

// Those of `refs` that an apply which wrote `applied` moved off commits.
std::vector<api::RefItem> movedRefs(const std::vector<workspace::RefChange>& refs, const std::vector<std::string>& applied);

} // namespace leadglass::session
