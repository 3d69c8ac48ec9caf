// The log front: spdlog behind four functions. Never a secret, never an argument list.
//
// Off on a terminal unless asked for (-v, --log-level, LEADGLASS_LOG). The file
// $XDG_STATE_HOME/leadglass/leadglass.log is rotated at 10 MiB x 5, mode 0600.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"

namespace leadglass::log {

enum class Level { Debug, Info, Warning, Error, Off };

Result<Level> parseLevel(std::string_view word); // debug | info | warning | error | off

struct Options {
    std::string directory;             // empty: no file
    Level fileLevel = Level::Info;
    Level screenLevel = Level::Off;    // standard error
};
Status start(const Options& options);

// Text goes through forScreen().
void debug(std::string_view text);
void info(std::string_view text);
void warning(std::string_view text);
void error(std::string_view text);

} // namespace leadglass::log
