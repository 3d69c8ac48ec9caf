// Where Leadglass keeps things, and the check that they are ours alone.
//
// XDG Base Directory Specification 0.8. A directory of ours that is a link, is owned by another
// user, or is writable by group or others is refused: nothing in it can be trusted.
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/base/unique_fd.h"

namespace leadglass {

struct Places {
    std::string home;          // the person's home: passwd entry, or $HOME if it is theirs
    std::string data;          // $XDG_DATA_HOME/leadglass: runs/, audit.db, state/
    std::string config;        // $XDG_CONFIG_HOME/leadglass: config.toml, profiles/
    std::string state;         // $XDG_STATE_HOME/leadglass: log
    std::string runtime;       // $XDG_RUNTIME_DIR/leadglass, else /tmp/leadglass-UID: runs/ID/
    std::string site = "/etc/leadglass";
    std::string programs;      // where leadglass-launch and its like lie (beside us, or libexec)
    std::string policies;      // the built-in profiles
};

// Reads the environment; creates nothing.
Result<Places> findPlaces();

// Opens a directory of ours, creating it 0700 (and parents) if missing; checks it as above.
Result<UniqueFd> openOwnDirectory(const std::string& path);

// As above for a file that is read: regular, ours or root's, not writable by others, no link.
Result<UniqueFd> openTrustedFile(const std::string& path);

} // namespace leadglass
