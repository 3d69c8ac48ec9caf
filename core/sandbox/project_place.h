// Trust: the project path is typed by the person; what lies there may be an agent's.
// Privilege: opens directories with O_PATH.
// Input: any path.
// Fails: a place where a run could change more than a project is refused (125), by device and
//        inode of the directory and of everything above it, never by its spelling.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/places.h"
#include "core/base/result.h"

namespace leadglass::sandbox {

struct ProjectPlace {
    std::string canonical; // no link in it
    std::string typed;     // absolute, as the person spelled it
    // Where the command starts: the caller's directory, as spelled, where that is in the project;
    // else `typed`.
    std::string workingDir;
    std::uint64_t dev = 0;
    std::uint64_t ino = 0;
};

// `typed` may be relative: then it is below the logical working directory ($PWD where that is the
// working directory, as a shell has it). Empty: the working directory.
Result<ProjectPlace> checkProjectPlace(const Places& places, const std::string& typed);

// An error if this process is inside a run already.
Status refuseNestedRun();

} // namespace leadglass::sandbox
