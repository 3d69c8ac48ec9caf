// Trust: the site's and the person's own settings; nothing inside a run can see or change them.
// Privilege: reads /etc/leadglass/config.toml and $XDG_CONFIG_HOME/leadglass/config.toml.
// Input: TOML, at most 64 KiB; LEADGLASS_* variables.
// Fails: an unknown key or value is an error with file, line and column; nothing is ignored.
//
// Settings, not policy: how Leadglass behaves towards the person. A flag beats LEADGLASS_*, which
// beats the person's file, which beats the site's, which beats what is built in.
#pragma once

#include <cstdint>
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
    std::string scope;    // scope          LEADGLASS_SCOPE     auto | off | require: a systemd scope around a run
    // Over all live runs of the person; see totalsOf().
    std::string totalRuns;      // total_runs       LEADGLASS_TOTAL_RUNS       a number
    std::string totalMemory;    // total_memory     LEADGLASS_TOTAL_MEMORY     a size
    std::string totalProcesses; // total_processes  LEADGLASS_TOTAL_PROCESSES  a number
    std::string logLevel; // log_level      LEADGLASS_LOG       debug | info | warning | error | off
};

struct Totals {
    std::uint64_t runs = 32;
    std::uint64_t memory = 0;       // bytes; unless said, three quarters of this machine's memory
    std::uint64_t processes = 8192; // tasks
};
// With what is built in, where nothing is said. The texts were checked when they were read.
Totals totalsOf(const Settings& settings);

Result<Settings> parseSettings(std::string_view toml, const std::string& file);
Result<Settings> loadSettings(const Places& places); // files and environment together

} // namespace leadglass::policy
