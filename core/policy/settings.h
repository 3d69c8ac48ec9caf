// Trust: the site's and the person's own settings; nothing inside a run can see or change them.
// Privilege: reads /etc/leadglass/config.toml and $XDG_CONFIG_HOME/leadglass/config.toml.
// Input: TOML, at most 64 KiB; LEADGLASS_* variables.
// Fails: an unknown key or value is an error with file, line and column; nothing is ignored.
//
// Settings, not policy: how Leadglass behaves towards the person. A flag beats LEADGLASS_*, which
// beats the person's file, which beats the site's, which beats what is built in.
#pragma once

#include <string>
#include <string_view>

#include "core/base/places.h"
#include "core/base/result.h"

namespace leadglass::policy {

constexpr std::size_t kMaxSettingsBytes = 64 * 1024;

struct Settings { // empty: not said
    std::string profile;  // profile        LEADGLASS_PROFILE   where the command chooses none
    std::string ask;      // ask            LEADGLASS_ASK       auto | app | terminal | deny
    std::string apply;    // apply          LEADGLASS_APPLY     never | clean | ask
    std::string logLevel; // log_level      LEADGLASS_LOG       debug | info | warning | error | off
};

Result<Settings> parseSettings(std::string_view toml, const std::string& file);
Result<Settings> loadSettings(const Places& places); // files and environment together

} // namespace leadglass::policy
