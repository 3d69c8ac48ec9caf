// Trust: the upper of a live run is the agent's, and changes while we look.
// Privilege: the person's; reads names, types, sizes and times, no content.
// Input: at most kMostEntriesNow entries, at most kDeepestNow directories deep; no link followed, no mount crossed.
// Fails: what cannot be looked at is left out; a walk that was cut says so.
//
// Which files a live run has changed so far: enough to see what it is at. What a review would say (conflicts, risks, same
// content) takes reading; core/workspace/change_list.h.
#pragma once

#include <vector>

#include "core/api/run_detail_service.h"
#include "core/base/clock.h"
#include "core/workspace/copy_tree.h"
#include "core/workspace/run_manifest.h"

namespace leadglass::session {

constexpr std::size_t kMostEntriesNow = 50'000;
constexpr std::size_t kDeepestNow = 128;

struct ChangesNow {
    std::vector<api::ChangedNow> last; // at most api::kMostChangedNow, the last changed first
    std::uint64_t count = 0;
    bool whole = true;
};

// Of mode "copy" and "direct": what in `tree`, the copy or the project itself, is not as `began` says (copy_tree.h). Of a
// project that is everybody's change since then. What was written and is the same again counts: no content is read.
ChangesNow changesSince(int tree, const std::vector<workspace::CopiedEntry>& began, Nanos budget);

// Of mode "overlay": `upper` as workspace::openWritten() gives it, `project` as openProject(). Walks for about `budget`.
ChangesNow changesNow(int upper, int project, const workspace::RunManifest& manifest, Nanos budget);

} // namespace leadglass::session
