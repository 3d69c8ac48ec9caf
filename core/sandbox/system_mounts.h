// The part of a run's view that is the same for everybody: system directories read-only, /etc from
// pieces, private /tmp, /var, /run, /dev, /proc.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/places.h"
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

// Links among these pieces whose way on the host goes through what no run sees (/var, /srv, another link
// of /etc): they lead to the same file or directory by the way that is there, else it is shown in their
// place. Not where it lies in the person's home or is not everybody's: then the link dangles. `mounts`
// holds all of the system's already.
void leadEtcLinks(std::vector<Mount>& mounts, const Places& places);

// /proc, /dev, /dev/shm, /tmp, /var, /run: private and empty.
std::vector<Mount> privateDirectories(const Identities& who, const SystemSizes& sizes);

} // namespace leadglass::sandbox
