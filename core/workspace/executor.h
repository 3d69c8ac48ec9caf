// Carries out a plan, or takes it back, operation by operation.
//
// The order that makes both safe against a crash or a power cut at any point:
//   apply: kept versions and plan.json are synced, then the project is changed batch by batch
//          (staged_batch.h: content before names), then the project is synced, then done.json.
//          Removals that make room for no other type come after what is written, and not at all
//          where their content could not be written under its new name.
//   undo:  undo.json is synced, then the same backwards from the kept versions, then the project
//          is synced, then undone.json.
// So whatever differs from the state before is named in a synced plan whose kept versions are on
// the disk, and a mark that says "finished" is never older than what it speaks of. Nothing needs
// a sync of its own: where an operation stands is read off the project (op_state.h).
#pragma once

#include "core/workspace/apply.h"

namespace leadglass::workspace {

struct Executed {
    std::vector<std::size_t> done;
    std::vector<LeftPath> left;
};

// Resumed: a crash ended an earlier try, so an operation may already have been done.
enum class Start { Fresh, Resumed };
Executed executePlan(const ApplyPlace& place, const Session& session, const std::vector<Op>& ops, Start start);

// In reverse; only where the project still has what the operation left there.
Executed revertPlan(const ApplyPlace& place, const Session& session, const std::vector<Op>& ops,
                    const std::vector<std::size_t>& done);

} // namespace leadglass::workspace
