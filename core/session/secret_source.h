// Where the credentials of a policy come from, as their stores take it, and what is to be known of it.
#pragma once

#include <string>
#include <vector>

#include "core/base/places.h"
#include "core/base/result.h"
#include "core/policy/types.h"
#include "core/secrets/source.h"

namespace leadglass::session {

// `state`: the directory of what the agent keeps, for sources in it.
Result<secrets::Source> sourceOf(const policy::SecretSource& source, const policy::Secret& secret, const std::string& state);
// Refused: a file that the run would see as it is: in the project (canonical; an agent may even have written it), in what
// files.read shows, or in what is copied into it.
Status unseenInside(const secrets::Source& source, const policy::EffectivePolicy& policy, const Places& places, const std::string& project);
// What the credentials that could go to `host` can do beyond the policy's rules, in words for people.
std::vector<std::string> staysWideAt(const policy::EffectivePolicy& policy, const std::string& host);

} // namespace leadglass::session
