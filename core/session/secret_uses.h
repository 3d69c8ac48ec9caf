// What is known of kept credentials besides their stores: where policies let each go, and when it last went.
//
// A profile that does not load, or a history that cannot be read, adds nothing: `policy check` and `audit verify` say why.
#pragma once

#include <string>
#include <vector>

#include "core/api/secret_service.h"
#include "core/base/places.h"

namespace leadglass::session {

// Fills `bound`, and `lastUse` where a policy has another name for it. `folder`: of the credentials in files.
void addBounds(const Places& places, const std::string& folder, std::vector<api::KeptSecret>& secrets);

} // namespace leadglass::session
