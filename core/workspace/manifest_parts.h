// Trust: manifests of packages as an agent may have written them.
// Privilege: none; pure.
// Input: package.json, composer.json, deno.json, tsconfig*.json and jsconfig*.json, pyproject.toml, Cargo.toml.
// Fails: closed: what cannot be told apart counts as running something.
//
// Every agent edits these all day, for a version or a dependency. Only the rest can run something
// without being built: scripts, build back ends, tools' settings and plugins.
#pragma once

#include <string>
#include <string_view>

namespace leadglass::workspace {

// `name` is folded (folded_name.h).
bool isManifest(std::string_view name);
// Of two texts of one such file: those whose results are equal run the same.
std::string partsThatRun(std::string_view name, const std::string& text);

} // namespace leadglass::workspace
