// Answers that hold for a time: which rules of a run's policy end, and when.
//
// By the clock since boot: a machine that sleeps does not lengthen a grant, and nobody who sets the wall clock does either.
// No timer: whoever decides calls expire() first, so the first decision at or after the end is without the rule. What
// was let through before stays open until it is closed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/clock.h"
#include "core/policy/evaluator.h"

namespace leadglass::session {

class TimedRules {
public:
    explicit TimedRules(const Clock& clock) : m_clock(clock) {} // borrowed

    // The rule of this id, which the caller has added to the policy, ends in so many seconds.
    void add(std::string ruleId, policy::Verdict verdict, std::uint32_t seconds);
    // Takes back what is over by now.
    void expire(policy::Evaluator& policy);

private:
    struct Timed {
        std::string ruleId;
        policy::Verdict verdict;
        Nanos until = 0; // since boot
    };
    const Clock& m_clock;
    std::vector<Timed> m_rules;
};

} // namespace leadglass::session
