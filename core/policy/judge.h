// One question against the rules of every layer. Internal to core/policy; the way in is evaluator.h and request.h.
#pragma once

#include <string>
#include <vector>

#include "core/policy/layer_rules.h"
#include "core/policy/request_match.h"
#include "core/policy/types.h"

namespace leadglass::policy {

// What a rule without `port` covers. An allow is narrow, a denial is wide: a slip never opens.
enum class NoPort { Https, Any };

// A connection, or (with `facts`) one request on it.
struct Question {
    const EgressRequest& to;
    const RequestFacts* facts = nullptr;
    const PushedRef* ref = nullptr; // the one that is judged
    // Of a connection nobody knows yet whether a condition will hold: the verdict is the freest that some request gets.
    // Of a request one that cannot be told is refused where it matters.
    [[nodiscard]] bool freest() const { return facts == nullptr; }
};

// Does the rule cover the connection, whatever its conditions?
bool covers(const EgressRule& rule, const EgressRequest& request, NoPort noPort);

Decision decide(Verdict verdict, std::string reason, const EgressRule* rule = nullptr);
Decision judge(const PolicyRules& policy, const Question& question, const std::vector<Address>& own);
Decision judgeName(const PolicyRules& policy, const std::string& name);

// Must single requests of this connection be seen? Always: for a rule's condition or a secret, and where that cannot be
// the connection is refused. WherePossible: for the scan of [output] alone, which says what it does not see (needs.h).
enum class Inspection { No, WherePossible, Always };
Inspection wantsInspection(const EffectivePolicy& policy, const PolicyRules& rules, const EgressRequest& request);
// Could that be so for any connection at all? (cheap to keep, and then nothing more is looked at)
bool mayWantInspection(const EffectivePolicy& policy);

} // namespace leadglass::policy
