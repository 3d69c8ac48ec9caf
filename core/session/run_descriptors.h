// What the processes of a run hold only by descriptors, counted in slices: memory files
// (memfd_create(2)), which no resident size shows until they are mapped, and files that were deleted
// while open, which no walk of a tree finds.
//
// What is on its way in a socket (SCM_RIGHTS) and open nowhere is not seen; unix(7) bounds how many.
#pragma once

#include <dirent.h>
#include <sys/types.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "core/base/clock.h"
#include "core/session/hidden_descriptors.h"

namespace leadglass::session {

// The device of shared memory without a file system of its own: memfd, System V, MAP_SHARED without
// a file (all of the kernel's own tmpfs). 0 if it cannot be told.
dev_t sharedMemoryDevice();

class DescriptorScan {
public:
    using FileId = std::pair<dev_t, ino_t>;
    struct Found {
        std::uint64_t descriptors = 0;      // of all processes
        std::uint64_t mostOfOne = 0;        // of the process that has most
        std::uint64_t memoryFiles = 0;      // bytes
        std::uint64_t deletedFiles = 0;     // bytes, not on a tmpfs
        std::set<ino_t> memoryInodes;       // on sharedMemoryDevice()
    };

    // Goes on for about `budget`; begins anew over `processes` after a result.
    std::optional<Found> step(Nanos budget, const std::vector<pid_t>& processes, const std::set<dev_t>& tmpfs);

private:
    struct Closer {
        void operator()(DIR* dir) const { ::closedir(dir); }
    };
    void count(const HeldFile& file, const std::set<dev_t>& tmpfs);
    bool oneProcess(Nanos until, const std::set<dev_t>& tmpfs); // false: the time is over

    std::vector<pid_t> m_left;
    bool m_scanning = false;
    std::unique_ptr<DIR, Closer> m_dir;
    std::uint64_t m_ofOne = 0;
    std::map<FileId, std::uint64_t> m_seen;
    Found m_found;
};

} // namespace leadglass::session
