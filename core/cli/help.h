// The help of every command: CLI11's page in words for people, with what each command adds to it.
#pragma once

#include "core/cli/context.h"

namespace leadglass::cli {

// Call before the first subcommand is added: subcommands take over what is set here.
void prepareHelp(CLI::App& app);

// Call after the last one: each command gets its own last paragraphs, examples or exit statuses.
void finishHelp(CLI::App& app);

} // namespace leadglass::cli
