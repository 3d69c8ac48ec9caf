// Trust: the grants file is the person's alone; nothing inside a run can see it.
// Privilege: reads and replaces $XDG_CONFIG_HOME/leadglass/grants.toml (0600).
// Input: TOML, at most 1 MiB, written by us and edited by people.
// Fails: a file that others can read or write, or that does not parse, means no run.
//
// What a person wrote into it (comments, order, spelling) stays, byte for byte, but for the entries that go; it is
// written anew only where it is spelled in a way that cannot be changed in place.
//
// Layer 3: what a person answered for good. A grant covers what it means: a subset of it never
// asks again.
#pragma once

#include <string>
#include <vector>

#include "core/base/places.h"
#include "core/base/result.h"
#include "core/policy/types.h"

namespace leadglass::policy {

struct Grant {
    std::string profile;
    std::string project;  // canonical root; empty: every project ("always")
    Verdict verdict = Verdict::Allow;
    EgressRule rule;      // Kind::Host, Kind::Loopback, or Kind::Registry without port and protocol
    std::string origin;   // who said so, where: "answer in run 7f3a", at most 200 bytes
    std::string date;     // RFC 3339
    std::string lastUse;  // RFC 3339; empty: never
};

// Grants that hold for this profile and project. No file: none.
Result<std::vector<Grant>> loadGrants(const Places& places, const std::string& profile,
                                      const std::string& project);

// All of them, of whatever profile and project, in the order of the file.
Result<std::vector<Grant>> loadAllGrants(const Places& places);

// Takes one back; false: there is no such grant any more. Profile, project, verdict and rule must be the grant's own.
Result<bool> removeGrant(const Places& places, const Grant& grant);

// Adds one and drops those it covers; covered already: only its last use changes. Refused: address
// literals, public suffixes and what lies above a registrable domain, private or unsafe rules.
Status appendGrant(const Places& places, const Grant& grant);

// Sets the last use of these grants, in one rewrite; none if no such grant is there any more. `project`
// and rule must be the grant's own.
Status markGrantsUsed(const Places& places, const std::vector<Grant>& used, const std::string& now);

// Does `wide` say at least what `narrow` says (same verdict, profile, project or every project)?
bool coversGrant(const Grant& wide, const Grant& narrow);

} // namespace leadglass::policy
