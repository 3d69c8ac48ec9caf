// Trust: a .git file in a project may be the agent's work; what it points to is not.
// Privilege: reads a few small files as the person; git is never run.
// Input: pointer files of at most 4 KiB (gitrepository-layout(5), "gitdir" and "commondir"), a git configuration.
// Fails: a pointer that the other side does not return widens nothing: the place is not shown, and why is said.
//
// Where git keeps what belongs to a project when that is not below it: a linked worktree, a submodule.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/places.h"
#include "core/base/result.h"

namespace leadglass::sandbox {

struct GitPlace {
    bool worktree = false;  // else a submodule
    std::string directory;  // canonical; what git needs lies at or below it
    std::string name;       // a worktree's: directory/worktrees/NAME is its own
};

// The path in a pointer file, after `head` ("gitdir: " or nothing); empty: not such a file.
std::string pointerIn(std::string_view text, std::string_view head);

// nullopt: nothing of git's lies elsewhere. An Error tells why what lies elsewhere cannot be shown.
Result<std::optional<GitPlace>> findGitPlace(const Places& places, const std::string& project);

} // namespace leadglass::sandbox
