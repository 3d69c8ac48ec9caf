// Trust: the project's .leadglass.toml is written by the agent.
// Privilege: reads that one file, beneath the project's directory and through no link.
// Input: TOML, at most 1 MiB.
// Fails: a link, a special file, or an error in it: no run.
//
// Layer 4. It may only tighten; what would loosen is not taken, and the person is told.
#pragma once

#include <string>

#include "core/base/places.h"
#include "core/base/result.h"
#include "core/policy/types.h"

namespace leadglass::policy {

constexpr const char* kProjectFile = ".leadglass.toml";

// Adds the project's own file, if there is one; its content, else nothing.
Result<std::string> addProject(EffectivePolicy& policy, const std::string& projectDir);
// As if that file, at `path`, held `content`.
Status addProjectText(EffectivePolicy& policy, const std::string& path, const std::string& content);

// Fills `ignored` with the file's rules that change no verdict (registries are expanded by now),
// and tells of all that is ignored in one notice.
void noteWithoutEffect(EffectivePolicy& policy, const Places& places);

} // namespace leadglass::policy
