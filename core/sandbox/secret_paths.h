// Where a person's credentials lie. No plan ever shows one of these inside, whoever asks.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/places.h"
#include "core/sandbox/plan.h"

namespace leadglass::sandbox {

// Would showing `canonical` (and all below it) show a credential store, or a directory of
// Leadglass's? The path of the thing that would be seen, or nothing. HOME itself and what lies
// above it always count.
std::optional<std::string> exposedSecret(const Places& places, const std::string& canonical);

// Is `name` one that holds credentials wherever it lies (".npmrc", "id_ed25519", "auth.json")?
bool isCredentialName(const std::string& name);

// All of those names, as patterns.
std::vector<std::string> credentialNames();

// Empty read-only mounts over credential files and directories that lie below the bound directory
// `bind` (three levels deep, at most 20,000 entries looked at).
std::vector<Mount> maskCredentials(const Mount& bind);

// The credential places relative to HOME; for tests and for the state store's seeding.
const std::vector<std::string>& secretHomePaths();

} // namespace leadglass::sandbox
