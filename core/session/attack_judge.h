// Trust: what the probe says from inside, where everything may be hostile; what we saw ourselves.
// Privilege: none, pure.
// Input: the probe's lines, contacts and damage on the ground, rows of the run's history.
// Fails: what is missing, garbled or contradictory is "not tried" or "open", never "contained".
//
// The verdict about one technique. Refused inside is not enough: nothing may have arrived or changed here,
// and the history may hold no decision that would have let it through.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/api/attack_service.h"
#include "core/audit/event.h"
#include "core/wire/techniques.h"

namespace leadglass::session {

struct ProbeAnswer {
    bool worked = false;
    unsigned ways = 0;
    std::string text; // fit for a screen
};
// Lines of leadglass-probe, by technique. A line that is not one, or a second one for a technique that says
// less than the first, is left out.
std::map<std::string, ProbeAnswer> readProbe(std::string_view output);

struct AttackFacts {
    std::optional<ProbeAnswer> inside;
    std::optional<ProbeAnswer> outside;
    std::optional<int> contacts;          // during the run; nothing: no listener is for this technique
    std::optional<int> contactsOutside;   // during the control
    std::string damage;                   // empty: none
};
api::AttackResult judge(const wire::Technique& technique, const AttackFacts& facts, const std::vector<audit::Row>& history);

} // namespace leadglass::session
