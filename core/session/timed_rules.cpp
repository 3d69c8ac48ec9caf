#include "core/session/timed_rules.h"

#include <utility>

namespace leadglass::session {

void TimedRules::add(std::string ruleId, policy::Verdict verdict, std::uint32_t seconds) {
    constexpr Nanos kSecond = 1'000'000'000;
    m_rules.push_back({std::move(ruleId), verdict, m_clock.sinceBoot() + seconds * kSecond});
}

void TimedRules::expire(policy::Evaluator& policy) {
    if (m_rules.empty()) {
        return;
    }
    const Nanos now = m_clock.sinceBoot();
    std::erase_if(m_rules, [&](const Timed& timed) {
        if (now < timed.until) {
            return false;
        }
        policy.remove(timed.ruleId, timed.verdict);
        return true;
    });
}

} // namespace leadglass::session
