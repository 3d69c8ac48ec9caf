// Policy + request -> decision. Pure; the last line denies.
#pragma once

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

} // namespace leadglass::policy
