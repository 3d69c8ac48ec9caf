// One question in the queue. Included by approval_queue.cpp and approval_answers.cpp only.
#pragma once

#include <vector>

#include "core/session/approval_queue.h"

namespace leadglass::session {

struct ApprovalQueue::Entry {
    Question shown;
    std::string apart; // AskRequest
    std::vector<std::uint64_t> flows;
    std::vector<std::uint64_t> trees; // of every flow that was shown
    Nanos deadline = 0;               // awake
    bool hadApprover = false;
    bool countsUntold = false;
};

} // namespace leadglass::session
