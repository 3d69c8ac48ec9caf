// What a run must be able to do so that the policy holds.
#pragma once

#include <string>
#include <vector>

#include "core/policy/types.h"

namespace leadglass::policy {

struct Abilities {
    bool inspection = false;
    bool secrets = false;
    bool minting = false;
    bool scan = false;
};
constexpr Abilities kThisVersion{true, true, true, true};
// Lines that such a run could not enforce: it does not start.
std::vector<NotEnforced> notEnforcedBy(const EffectivePolicy& policy, const Abilities& abilities = kThisVersion);

struct Needs {
    bool inspection = false; // some connection is opened: leadglass-inspect, a run's own authority
    bool secrets = false;
    bool scan = false;
    bool anyHost = false;    // scanning opens whatever is reached: the authority cannot be held to names known beforehand
    std::vector<std::string> hosts; // "a.example", "*.a.example": what the authority must be able to vouch for
};
Needs needs(const EffectivePolicy& policy);

// Rules whose connections the scan of [output] does not look into, and why. None where nothing is scanned.
struct Unseen {
    const EgressRule* rule = nullptr; // of `policy`
    const char* why = "";
};
std::vector<Unseen> unseenByScan(const EffectivePolicy& policy);

// Takes a secret out, as if its lines were not there (its source has no value). No such name: nothing changes.
void dropSecret(EffectivePolicy& policy, const std::string& name);

} // namespace leadglass::policy
