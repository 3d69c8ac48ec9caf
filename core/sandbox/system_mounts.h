// The part of a run's view that is the same for everybody: system directories read-only, /etc from
// pieces, private /tmp, /var, /run, /dev, /proc.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/sandbox/plan.h"

namespace leadglass::sandbox {

struct Identities {           // who the agent is inside
    std::uint32_t uid = 0;
    std::uint32_t gid = 0;
    std::string userName;
    std::string groupName;
    std::string home;         // canonical
    std::string shell;        // path inside
};

struct SystemSizes {
    std::uint64_t tmp = 0;    // bytes of /tmp and of /var
    std::uint64_t shm = 0;
};

// /usr, /bin and its like as links or binds as on the host, /opt, /nix/store. `root` is "/" (tests
// give a tree with another layout).
Result<std::vector<Mount>> systemDirectories(const std::string& root = "/");

// Pieces of /etc that programs need and that hold no secret, and those generated for the run.
Result<std::vector<Mount>> etcPieces(const Identities& who, const std::string& root = "/");

// /proc, /dev, /dev/shm, /tmp, /var, /run: private and empty.
std::vector<Mount> privateDirectories(const Identities& who, const SystemSizes& sizes);

} // namespace leadglass::sandbox
