// From chosen changes to ordered operations, with the replaced versions kept in the journal, and what is taken in part.
#pragma once

#include "core/workspace/apply.h"

namespace leadglass::workspace {

// Deletions first, then directories, files and links, then modes; objects of a repository before
// refs, and its index last. What cannot be planned goes to `report.left`.
Result<std::vector<Op>> planApply(const ApplyPlace& place, const std::vector<Change>& chosen,
                                  const Frozen& frozen, const HunksByPath& hunks, const Session& session,
                                  ApplyReport& report);

} // namespace leadglass::workspace
