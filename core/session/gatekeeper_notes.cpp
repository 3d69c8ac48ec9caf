// What the gatekeeper keeps count of, tells, and sums up, besides the rows of single decisions.
#include "core/base/escape.h"
#include "core/policy/describe.h"
#include "core/policy/refusal.h"
#include "core/session/gatekeeper.h"

namespace leadglass::session {

void Gatekeeper::noteRefused(const std::string& object, const std::string& reason, const policy::EgressRequest& request,
                             const policy::Decision& decision) {
    auto it = m_refused.find(object);
    if (it == m_refused.end()) {
        if (m_refused.size() >= kMaxRefusedObjects) {
            return;
        }
        const std::string line = decision.origin ? policy::describe(*decision.origin) : std::string();
        it = m_refused.emplace(object, Refused{reason, 0, policy::allowFlagFor(request, reason),
                                               policy::placeInWords(decision.origin, decision.ruleId),
                                               policy::wayOut(request, reason, line)}).first;
    }
    ++it->second.count;
    it->second.allowedLater = false;
}

// Once for each host and cause: nothing else on the person's screen says why the command fails.
void Gatekeeper::noteUnreached(const std::string& object, const std::string& why) {
    if (!m_tell || m_unreachedTold.size() > kMaxUnreachedTold ||
        !m_unreachedTold.insert(object + " " + why).second) {
        return;
    }
    m_tell(m_unreachedTold.size() > kMaxUnreachedTold
               ? "more that is allowed cannot be reached: leadglass audit list --kind egress_end"
               : object + " is allowed but cannot be reached: " + forScreen(why, 200));
}

void Gatekeeper::onCrowded(const wire::Crowded& crowded) {
    constexpr const char* kReason = "too_many_connections";
    noteRefused("connections beyond what one run may hold open", kReason, {}, {});
    if (!mayWrite(m_flowRows, "connections")) {
        return;
    }
    audit::Event event;
    event.kind = audit::Kind::Egress;
    event.verdict = "deny";
    event.outcome = "denied_by_policy";
    event.reason = kReason;
    event.subject = std::to_string(crowded.count) + (crowded.count == 1 ? " connection" : " connections");
    m_parts.trail.record(std::move(event));
}

void Gatekeeper::noteUsed(const policy::Decision& decision) {
    if (!m_used || !decision.origin || decision.origin->layer != policy::Layer::Grant) {
        return;
    }
    const auto& merged = m_parts.policy.policy().merged;
    for (const auto& [list, verdict] : {std::pair(&merged.allow, policy::Verdict::Allow),
                                        std::pair(&merged.deny, policy::Verdict::Deny)}) {
        for (const auto& rule : *list) {
            if (rule.id == decision.ruleId && rule.origin.layer == policy::Layer::Grant) {
                m_used(rule, verdict);
            }
        }
    }
}

bool Gatekeeper::mayWrite(RowBudget& budget, const char* what) {
    if (!budget.take()) {
        return false;
    }
    recordSuppressed(budget, what);
    return true;
}

void Gatekeeper::recordSuppressed(RowBudget& budget, const char* what) {
    const std::uint64_t count = budget.takeSuppressed();
    if (count == 0) {
        return;
    }
    audit::Event event;
    event.kind = audit::Kind::Fault;
    event.reason = "refusals_summed_up";
    event.subject = std::to_string(count) + (count == 1 ? " more refusal of " : " more refusals of ") + what + " than rows";
    m_parts.trail.record(std::move(event));
}

} // namespace leadglass::session
