// Internal: asks a package client once for its own default registry, and keeps the answer.
//
// The client runs as the person, from an empty folder outside any project, without the person's
// npm_config_*, GO* and like variables, for at most ten seconds.
#pragma once

#include <string>
#include <vector>

#include "core/base/places.h"
#include "core/base/result.h"

namespace leadglass::policy {

// `key`: name in the kept file ($XDG_STATE_HOME/leadglass/registries, 0600). `command`: argv with a
// bare program name, found on PATH in absolute folders only. The answer is the first line.
Result<std::string> clientDefault(const Places& places, const std::string& key,
                                  const std::vector<std::string>& command);
// What was kept of it. NotFound: it was never asked.
Result<std::string> keptClientDefault(const Places& places, const std::string& key);

} // namespace leadglass::policy
