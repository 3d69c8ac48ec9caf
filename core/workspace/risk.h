// Marks on what could run on the person's machine later, or says something it should not.
//
// A marked change is off by default: it is applied only when the person asks for it. Names are
// compared in any ASCII case, without zero-width characters and trailing dots and blanks, because
// case-folding and normalising file systems take such spellings for the same name.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/workspace/change_list.h"

namespace leadglass::workspace {

using ProtectMatcher = std::function<bool(std::string_view projectRelativePath)>;

// By name alone; empty: none.
std::string riskOfName(std::string_view path);
// The name as a careless file system would read it.
std::string foldedName(std::string_view path);
// What looks like a credential in `content`; empty: none.
std::string secretIn(std::string_view content);
// Does a link at `path` with this target lead out of the project?
bool leavesProject(std::string_view path, std::string_view target);

// Fills `risks` and `history`, and drops what git makes again by itself (locks, caches).
void markRisks(const Trees& trees, ChangeList& list, const ProtectMatcher& isProtected);

} // namespace leadglass::workspace
