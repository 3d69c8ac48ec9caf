// The manifest as JSON text; pure, apart from the file for the fuzz target's sake.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/workspace/run_manifest.h"

namespace leadglass::workspace {

std::string manifestToJson(const RunManifest& manifest);
Result<RunManifest> manifestFromJson(std::string_view text);

} // namespace leadglass::workspace
