// The file that an agent keeps its own sign-in in, as a run sees it: of its values only those that the policy names, and a
// placeholder for the token. The token itself never leaves SecretBytes.
#pragma once

#include <string>

#include "core/base/places.h"
#include "core/base/result.h"
#include "core/policy/types.h"
#include "core/secrets/source.h"

namespace leadglass::session {

// Of a file in the agent's state whose value cannot be used: may there be one in it all the same?
bool mayHoldSignIn(const secrets::Source& source, const Places& places);

// `source`: where the value comes from; of a file also what is copied. A value that is not there to be copied is left out.
Result<std::string> signInFile(const policy::Secret& secret, const secrets::Source& source, const std::string& placeholder, const Places& places);

} // namespace leadglass::session
