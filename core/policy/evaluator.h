// Policy + request -> decision. Pure; the last line denies.
#pragma once

#include "core/policy/request.h"
#include "core/policy/rule_index.h"
#include "core/policy/types.h"

namespace leadglass::policy {

// Before anything is resolved. `ownAddresses` matter for literals only.
Decision evaluateEgress(const EffectivePolicy& policy, const EgressRequest& request,
                        const std::vector<Address>& ownAddresses);

// May the name be looked up at all? Deny: NXDOMAIN. Allow or Ask: it gets an address of the book.
// Allow if any rule could allow some port of it; the port is judged when it is connected to.
Decision evaluateName(const EffectivePolicy& policy, const std::string& canonicalName);

// After resolving: is this one answer permitted under `decision`? Empty: yes; else the reason code.
std::string checkResolved(const Decision& decision, const Address& answer,
                          const std::vector<Address>& ownAddresses);

// A grant made while the run goes on (an answered question): adds a rule of layer Run or Grant.
void addRule(EffectivePolicy& policy, const EgressRule& rule, Verdict verdict);

// One policy that is asked often: the functions' own answers, with rules found by name. Never a
// rule changed in place: policy() is for reading, add() is the only way in, remove() the only way out.
class Evaluator {
public:
    explicit Evaluator(EffectivePolicy policy);
    Evaluator(const Evaluator&) = delete;
    Evaluator& operator=(const Evaluator&) = delete;

    [[nodiscard]] const EffectivePolicy& policy() const { return m_policy; }
    [[nodiscard]] Decision egress(const EgressRequest& request,
                                  const std::vector<Address>& ownAddresses) const; // evaluateEgress()
    [[nodiscard]] Decision request(const EgressRequest& connection, const HttpRequest& request,
                                   const std::vector<Address>& ownAddresses) const; // evaluateRequest()
    [[nodiscard]] Decision name(const std::string& canonicalName) const;           // evaluateName()
    void add(const EgressRule& rule, Verdict verdict);                             // addRule()
    // A grant that held for a time: takes back what add() gave under this id. Nothing of that id: nothing changes.
    void remove(const std::string& ruleId, Verdict verdict);

private:
    EffectivePolicy m_policy;
    LayerIndex m_merged;
    std::vector<LayerIndex> m_restrictions;
    bool m_mayInspect = false; // never too small: remove() leaves it
};

} // namespace leadglass::policy
