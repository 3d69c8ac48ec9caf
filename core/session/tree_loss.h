// Whether a run deleted most of a project: an alarm, since one wrong `rm` looks like a long list.
#pragma once

#include "core/base/result.h"
#include "core/workspace/change_list.h"

namespace leadglass::session {

// More of the project's files would be gone than would stay, and at least ten. .git does not count. Costs no more than
// looking at twice as many files as are deleted, and at most 200,000: beyond that a project is not mostly deleted.
Result<bool> losesMost(workspace::Root project, const workspace::ChangeList& list);

} // namespace leadglass::session
