// The memory of a whole run, also what belongs to no process: files of its tmpfs file systems, memory
// files, System V shared memory. Each page counts once.
//
// Cheap at first: an upper bound out of sizes that the kernel keeps. Only where that is above the
// limit are the mappings of each process read (smaps, proc(5)), a slice at a time.
//
// What the kernel holds for a run is estimated, by constants below; buffers of sockets and pipes are
// not seen. Only a cgroup counts those (scope.h).
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/base/clock.h"
#include "core/base/unique_fd.h"
#include "core/session/run_descriptors.h"
#include "core/session/run_processes.h"

namespace leadglass::session {

class RunMemory {
public:
    static constexpr std::uint64_t kPerTask = 16 * 1024;     // kernel stack (x86-64)
    static constexpr std::uint64_t kPerTmpfsInode = 1024;    // inode and name
    static constexpr std::uint64_t kPerDescriptor = 256;     // struct file and its place in the table

    // `inside`: a process in the namespaces that the command has. When the command begins; false: it cannot
    // be looked at, try another or later. `whatever`: what cannot be looked at counts with all its size.
    bool enter(pid_t inside, bool whatever);

    struct Reading {
        std::uint64_t bytes = 0;
        std::uint64_t filesBytes = 0; // of that, in no process: tmpfs, memory files, System V
        bool exact = false;           // counted a short while ago, with what came since; else an upper bound
    };
    // Nothing: still counting exactly, ask again soon. A Reading that is not exact is at most `limit`.
    std::optional<Reading> read(const std::vector<RunProcess>& processes, const DescriptorScan::Found& held,
                                std::uint64_t limit, Nanos budget);

    // A tmpfs of the run that is full: where it is mounted inside, and its size. Each once.
    struct Full {
        std::string place;
        std::uint64_t size = 0;
    };
    std::optional<Full> takeFull();
    // Bytes in /tmp or /dev/shm of the run, whichever holds more, when last read; nothing: not known.
    [[nodiscard]] std::optional<std::uint64_t> inTmp() const;
    [[nodiscard]] const std::set<dev_t>& tmpfsDevices() const { return m_devices; }

private:
    struct Tmpfs {
        std::string place;
        UniqueFd fd; // O_PATH; not valid: could not be opened, counts with all its size
        std::uint64_t size = 0;
        std::optional<std::uint64_t> used;
        bool full = false;
        bool told = false;
    };
    std::uint64_t inFiles(const DescriptorScan::Found& held);
    std::uint64_t systemV();
    bool countMappings(const DescriptorScan::Found& held, Nanos budget); // true: done

    std::vector<Tmpfs> m_tmpfs;
    std::set<dev_t> m_devices;
    UniqueFd m_systemV;
    std::vector<RunProcess> m_left; // of the exact count
    std::uint64_t m_mapped = 0;
    bool m_counting = false;
    std::uint64_t m_upperThen = 0; // when the last exact count was made
    std::uint64_t m_exactThen = 0;
    Nanos m_exactAt = 0;
};

} // namespace leadglass::session
