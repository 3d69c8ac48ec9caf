#include "core/session/run_memory.h"

#include <fcntl.h>
#include <linux/kcmp.h>
#include <linux/nsfs.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>

#include "core/base/log.h"
#include "core/base/sys.h"
#include "core/session/mount_table.h"

namespace leadglass::session {
namespace {

constexpr std::uint64_t kKiB = 1024;
constexpr Nanos kExactHolds = 5'000'000'000;
constexpr std::size_t kSystemVBytes = 4U << 20; // 4096 segments (SHMMNI), a line each

struct FileCloser {
    void operator()(std::FILE* file) const { (void)std::fclose(file); }
};

// /proc/sysvipc/shm of the run's IPC namespace: it shows that of whoever opened it (proc(5)).
UniqueFd openSystemV(pid_t inside) {
    const auto ipc = sys::open(procPath(inside, "ns/ipc"), O_RDONLY);
    // The one that owns it, in which we have every capability; the process itself may be in one below.
    const UniqueFd user(ipc ? ::ioctl(ipc->get(), NS_GET_USERNS) : -1);
    auto pair = sys::seqpacketPair();
    if (!user || !pair) {
        return {};
    }
    const pid_t child = ::fork();
    if (child == 0) {
        if (::setns(user.get(), CLONE_NEWUSER) != 0 || ::setns(ipc->get(), CLONE_NEWIPC) != 0) {
            ::_exit(1);
        }
        const int fd = ::open("/proc/sysvipc/shm", O_RDONLY | O_CLOEXEC);
        const std::array<std::uint8_t, 1> said{1};
        const std::array<int, 1> fds{fd};
        ::_exit(fd >= 0 && sys::sendMessage(pair->theirs.get(), said, fds) ? 0 : 1);
    }
    pair->theirs.reset();
    auto message = child > 0 ? sys::receiveMessage(pair->ours.get()) : Result<sys::Message>(ioError("fork", errno));
    while (child > 0 && ::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
    }
    return message && message->fds.size() == 1 ? std::move(message->fds.front()) : UniqueFd();
}

// A child between vfork(2) and exec has the memory of its parent.
bool sharesMemory(const RunProcess& process) {
    return ::syscall(SYS_kcmp, process.pid, process.parent, KCMP_VM, 0, 0) == 0;
}

// One mapping's first line: "START-END PERMS OFFSET MAJOR:MINOR INODE PATH".
struct Mapping {
    dev_t device = 0;
    ino_t inode = 0;
    bool systemV = false;
};
std::optional<Mapping> readMapping(const char* line) {
    unsigned major = 0;
    unsigned minor = 0;
    unsigned long inode = 0;
    int path = 0;
    if (std::sscanf(line, "%*x-%*x %*4s %*x %x:%x %lu %n", &major, &minor, &inode, &path) < 3) {
        return std::nullopt;
    }
    return Mapping{::makedev(major, minor), inode,
                   path > 0 && std::string_view(line + path).starts_with("/SYSV")};
}

} // namespace

bool RunMemory::enter(pid_t inside, bool whatever) {
    const auto root = sys::open(procPath(inside, "root"), O_PATH | O_DIRECTORY);
    std::set<dev_t> ours;
    for (const auto& mount : readMountTable("/proc/self/mountinfo")) {
        ours.insert(mount.device);
    }
    m_tmpfs.clear();
    m_devices.clear();
    for (const auto& mount : readMountTable(procPath(inside, "mountinfo"))) {
        // A tmpfs that is here, too, is shown to the run, and not its own.
        if (mount.type != "tmpfs" || ours.contains(mount.device) || !m_devices.insert(mount.device).second) {
            continue;
        }
        Tmpfs one;
        one.place = mount.place;
        one.size = mount.sizeBytes;
        auto fd = root ? sys::openBeneath(root->get(), mount.place == "/" ? "." : mount.place.substr(1), O_PATH | O_DIRECTORY)
                       : Result<UniqueFd>(root.error());
        const auto s = fd ? sys::stat(fd->get()) : Result<struct stat>(fd.error());
        if (s && s->st_dev == mount.device) {
            one.fd = std::move(*fd);
        } else if (!whatever) {
            log::info("a tmpfs of the run cannot be looked at yet: " + (fd ? "another one" : fd.error().text()));
            return false;
        }
        m_tmpfs.push_back(std::move(one));
    }
    if (m_tmpfs.empty() && !whatever) {
        return false; // a run has some; the process has ended
    }
    m_systemV = openSystemV(inside);
    if (!m_systemV) {
        log::warning("System V shared memory of the run is not counted");
    }
    return true;
}

std::uint64_t RunMemory::systemV() {
    if (!m_systemV || ::lseek(m_systemV.get(), 0, SEEK_SET) != 0) {
        return 0;
    }
    const auto text = sys::readAll(m_systemV.get(), kSystemVBytes);
    std::uint64_t sum = 0;
    for (std::size_t at = text ? text->find('\n') : std::string::npos; at != std::string::npos && at + 1 < text->size();
         at = text->find('\n', at + 1)) {
        // key shmid perms size cpid lpid nattch uid gid cuid cgid atime dtime ctime rss swap
        std::uint64_t resident = 0;
        std::uint64_t swapped = 0;
        if (std::sscanf(text->c_str() + at + 1, "%*d %*u %*o %*u %*d %*d %*u %*u %*u %*u %*u %*u %*u %*u %lu %lu", &resident,
                        &swapped) == 2) {
            sum += resident + swapped;
        }
    }
    return sum;
}

std::uint64_t RunMemory::inFiles(const DescriptorScan::Found& held) {
    std::uint64_t sum = held.memoryFiles + systemV();
    for (auto& one : m_tmpfs) {
        struct statfs s {};
        if (!one.fd || ::fstatfs(one.fd.get(), &s) != 0) {
            sum += one.size;
            continue;
        }
        const auto block = static_cast<std::uint64_t>(s.f_bsize);
        sum += (s.f_blocks - s.f_bfree) * block + (s.f_files - s.f_ffree) * kPerTmpfsInode;
        one.used = (s.f_blocks - s.f_bfree) * block;
        one.full = (s.f_blocks > 0 && s.f_bfree == 0) || (s.f_files > 0 && s.f_ffree == 0);
        one.size = s.f_blocks * block;
    }
    return sum;
}

std::optional<std::uint64_t> RunMemory::inTmp() const {
    std::optional<std::uint64_t> out;
    for (const auto& one : m_tmpfs) {
        if (one.used && (one.place == "/tmp" || one.place == "/dev/shm")) {
            out = std::max(out.value_or(0), *one.used);
        }
    }
    return out;
}

std::optional<RunMemory::Full> RunMemory::takeFull() {
    for (auto& one : m_tmpfs) {
        if (one.full && !std::exchange(one.told, true)) {
            return Full{one.place, one.size};
        }
    }
    return std::nullopt;
}

bool RunMemory::countMappings(const DescriptorScan::Found& held, Nanos budget) {
    const Nanos until = systemClock().awake() + budget;
    while (!m_left.empty()) {
        const RunProcess process = m_left.back();
        m_left.pop_back();
        if (process.zombie || sharesMemory(process)) {
            continue;
        }
        if (process.firstEnded) { // the thread by which it can be looked into may end, too, while one looks
            m_mapped += process.resident();
            continue;
        }
        const std::unique_ptr<std::FILE, FileCloser> smaps(std::fopen(procPath(process.pid, "smaps").c_str(), "re"));
        if (!smaps) {
            // One that has ended is gone; one whose program may not be read (0111) is not to be looked into.
            m_mapped += errno == EACCES || errno == EPERM ? process.resident() : 0;
            continue;
        }
        std::array<char, 8192> line{};
        bool counts = true;
        bool ended = true;
        while (std::fgets(line.data(), static_cast<int>(line.size()), smaps.get()) != nullptr) {
            // What follows in a line that is longer is of a file's name, and may look like anything.
            if (!std::exchange(ended, std::string_view(line.data()).ends_with('\n'))) {
                continue;
            }
            unsigned long kib = 0;
            if (std::sscanf(line.data(), "Pss: %lu kB", &kib) == 1 || std::sscanf(line.data(), "SwapPss: %lu kB", &kib) == 1) {
                m_mapped += counts ? kib * kKiB : 0;
            } else if (const auto mapping = readMapping(line.data())) {
                counts = !m_devices.contains(mapping->device) && // counted as files
                         !(mapping->device == sharedMemoryDevice() &&
                           (mapping->systemV || held.memoryInodes.contains(mapping->inode)));
            }
        }
        if (systemClock().awake() >= until) {
            break;
        }
    }
    return m_left.empty();
}

std::optional<RunMemory::Reading> RunMemory::read(const std::vector<RunProcess>& processes,
                                                  const DescriptorScan::Found& held, std::uint64_t limit,
                                                  Nanos budget) {
    const std::uint64_t files = inFiles(held);
    std::uint64_t kernel = held.descriptors * kPerDescriptor;
    std::uint64_t resident = 0;
    for (const auto& process : processes) {
        resident += process.resident();
        kernel += process.tasks * kPerTask;
    }
    const std::uint64_t upper = files + kernel + resident;
    const Nanos now = systemClock().awake();
    // Since the last exact count the run cannot have grown by more than the upper bound did.
    const bool holds = m_exactAt != 0 && now < m_exactAt + kExactHolds && m_exactThen <= limit &&
                       upper <= m_upperThen + (limit - m_exactThen);
    if (!m_counting && holds) {
        return Reading{m_exactThen + (upper > m_upperThen ? upper - m_upperThen : 0), files, true};
    }
    if (!m_counting && upper <= limit) {
        return Reading{upper, files, false};
    }
    if (!std::exchange(m_counting, true)) {
        m_left = processes;
        m_mapped = 0;
    }
    if (!countMappings(held, budget)) {
        return std::nullopt;
    }
    m_counting = false;
    m_upperThen = upper;
    m_exactThen = files + kernel + m_mapped;
    m_exactAt = now;
    return Reading{m_exactThen, files, true};
}

} // namespace leadglass::session
