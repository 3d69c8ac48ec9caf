// leadglass secret list|set|remove|test
#pragma once

#include "core/cli/context.h"

namespace leadglass::cli {

void addSecretCommands(CLI::App& app, Context& context);

} // namespace leadglass::cli
