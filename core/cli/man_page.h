// Manual pages (section 1) out of the tree of commands and its help: man(7), groff_man(7).
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "core/cli/context.h"

namespace leadglass::cli {

// Text as groff prints it letter by letter, whatever it begins with or holds.
std::string roff(std::string_view text);

// File name ("leadglass-audit-list.1") to page, of the app and every command below it.
std::map<std::string, std::string> manPages(CLI::App& app);

} // namespace leadglass::cli
