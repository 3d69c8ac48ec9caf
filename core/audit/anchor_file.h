// Trust: a file of ours that another program of the same person may have edited.
// Privilege: the person's; one file in the state directory.
// Input: lines; the last kMaxAnchorBytes are read.
// Fails: a line that is not ours is counted, not believed; a link or foreign owner is refused.
//
// $XDG_STATE_HOME/leadglass/anchors: what the history's head was at the end of each run, kept
// outside the history so that verify finds truncation. Append-only lines "TIME COUNT HEAD HISTORY
// PLACE"; lines of versions without ids end after HEAD. One file serves all histories of a person.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/audit/writer.h"
#include "core/base/clock.h"
#include "core/base/result.h"

namespace leadglass::audit {

constexpr std::size_t kMaxAnchorBytes = 4 * 1024 * 1024;

// Call with Writer::anchor() once a run has ended. Synced; mode 0600.
Status appendAnchor(const std::string& stateDirectory, const Anchor& anchor, Nanos wall);

struct KnownAnchors {
    std::vector<Anchor> anchors;  // oldest first
    std::int64_t badLines = 0;
};
// No file: none.
Result<KnownAnchors> readAnchors(const std::string& stateDirectory);

}  // namespace leadglass::audit
