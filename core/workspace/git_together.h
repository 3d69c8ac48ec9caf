// Trust: refs that an agent wrote, or the host.
// Privilege: none beyond reading the trees; git is never run.
// Input: the changes of a run with their conflicts and marks.
// Fails: towards holding: a part that is left takes the others with it.
//
// What git reads together: HEAD, the branch that it names (and the one which that
// names, git-symbolic-ref(1)), and the index. Where only some of them move, `git status`
// shows the reverse of the run's commits, or of the person's, as staged, and the next commit undoes them.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "core/workspace/change_list.h"

namespace leadglass::workspace {

struct GitTogether {
    std::set<std::string> parts; // paths of changes of which all are written, or none
    std::set<std::string> logs;  // of these refs: written only with them
};

GitTogether findTogether(const Trees& trees, const ChangeList& list);

// Where one part is in conflict, cannot be applied, or is risky, the others are so, too, and say why.
void markTogether(const Trees& trees, ChangeList& list);

} // namespace leadglass::workspace
