// The digest that ties an answer to what was shown.
#pragma once

#include <string>

#include "core/wire/run_control.h"

namespace leadglass::session {

// Hex SHA-256 over id, run, project, object, members, scopes, patterns and registries, each with its length.
// Counts and times are not in it: they change while a person reads.
std::string questionDigest(const wire::Question& question);

} // namespace leadglass::session
