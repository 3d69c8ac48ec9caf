// The whole command line as one tree: every command, its options and its help. What parses it, completes it or
// writes its manual asks here, so that there is one list of all of it.
#pragma once

#include <string_view>

#include "core/cli/context.h"

namespace leadglass::cli {

// Options before the command.
struct Globals {
    std::string logLevel;
    int verbosity = 0;
};

// Fills an app that is new and named "leadglass". `context` and `globals` must outlive it. `only`: the first
// word of a line that will be parsed. Where it is a command, its group alone is made, which knows of no other.
void buildTree(CLI::App& app, Context& context, Globals& globals, std::string_view only = {});

} // namespace leadglass::cli
