// Carries out a plan, or takes it back, operation by operation.
#pragma once

#include "core/workspace/apply.h"

namespace leadglass::workspace {

struct Executed {
    std::vector<std::size_t> done;
    std::vector<LeftPath> left;
};

// Resumed: a crash ended an earlier try, so an operation may already have been done.
enum class Start { Fresh, Resumed };
Executed executePlan(const ApplyPlace& place, const std::vector<Op>& ops, Start start);

// In reverse; only where the project still has what the operation left there.
Executed revertPlan(const ApplyPlace& place, const Session& session, const std::vector<Op>& ops,
                    const std::vector<std::size_t>& done);

} // namespace leadglass::workspace
