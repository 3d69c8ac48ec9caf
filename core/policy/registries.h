// Which hosts a package registry has on this machine, read from the client configuration that the
// person owns outside any project; no client is run except npm's own default, asked once.
#pragma once

#include <string>
#include <vector>

#include "core/base/places.h"
#include "core/base/result.h"

namespace leadglass::policy {

// npm, cargo, pip, apt, go, maven. Each entry is HOST[:PORT][/PROTOCOL], as --allow takes it. go's
// default is asked as npm's is. Unknown name: an error. No host configured and no default known
// without asking: an error that says which client file to set.
Result<std::vector<std::string>> registryHosts(const Places& places, const std::string& registry);

struct Registry {
    std::string name;
    std::vector<std::string> hosts; // as above, at least one
};
// Those that have a host here. No client is run: a default counts where it was asked for before.
std::vector<Registry> configuredRegistries(const Places& places);

} // namespace leadglass::policy
