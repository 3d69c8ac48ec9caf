// A policy as JSON: what `policy show --json` and `policy check --json` print. Never the value of a credential.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/api/policy_service.h"

namespace leadglass::cli {

nlohmann::json originJson(const policy::Origin& origin);
nlohmann::json policyJson(const api::ShownPolicy& shown);

} // namespace leadglass::cli
