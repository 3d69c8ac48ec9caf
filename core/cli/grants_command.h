// leadglass policy grants|revoke|reach
#pragma once

#include "core/cli/context.h"

namespace leadglass::cli {

// Below `policy`.
void addGrantCommands(CLI::App& policy, Context& context);

} // namespace leadglass::cli
