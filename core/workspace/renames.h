// Renames by content: an added file that equals a deleted one.
#pragma once

#include "core/workspace/change_list.h"

namespace leadglass::workspace {

// Never fails: what cannot be read, is empty, or goes over the budget (32 MiB a file, 256 MiB in
// all) stays an added and a deleted path. Both halves stay in the list, so each can be refused.
void pairRenames(const Trees& trees, ChangeList& list);

} // namespace leadglass::workspace
