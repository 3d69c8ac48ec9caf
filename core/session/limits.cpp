#include "core/session/limits.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <memory>

#include "core/base/sys.h"
#include "core/session/run_processes.h"

namespace leadglass::session {
namespace {

constexpr Nanos kSecond = 1'000'000'000;
constexpr Nanos kDiskInterval = 2 * kSecond;
constexpr std::uint64_t kMiB = 1024 * 1024;
constexpr std::uint64_t kLastNoticeSeconds = 300;
constexpr int kMaxDepth = 512;

struct DirCloser {
    void operator()(DIR* dir) const { ::closedir(dir); }
};

std::uint64_t treeBytesAt(int dirFd, std::uint64_t enough, int depth) {
    std::uint64_t sum = 0;
    auto copy = sys::openBeneath(dirFd, ".", O_RDONLY | O_DIRECTORY);
    const std::unique_ptr<DIR, DirCloser> dir(copy ? ::fdopendir(copy->get()) : nullptr);
    if (!dir) {
        return 0;
    }
    const int fd = copy->release();
    while (const dirent* entry = ::readdir(dir.get())) {
        const std::string name = entry->d_name;
        struct stat s {};
        if (name == "." || name == ".." ||
            ::fstatat(fd, name.c_str(), &s, AT_SYMLINK_NOFOLLOW) != 0) {
            continue;
        }
        constexpr std::uint64_t kBlock = 512;
        sum += static_cast<std::uint64_t>(s.st_blocks) * kBlock;
        if (S_ISDIR(s.st_mode) && depth < kMaxDepth) {
            auto child = sys::openBeneath(fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
            if (child) {
                sum += treeBytesAt(child->get(), enough, depth + 1);
            }
        }
        if (sum > enough) {
            break;
        }
    }
    return sum;
}

} // namespace

std::uint64_t treeBytes(int dirFd, std::uint64_t enough) { return treeBytesAt(dirFd, enough, 0); }

LimitWatch::LimitWatch(EventLoop& loop, const policy::Limits& limits, pid_t member, int upperFd,
                       std::uint64_t before, Callbacks callbacks)
    : m_loop(loop), m_limits(limits), m_member(member), m_upperFd(upperFd), m_before(before),
      m_callbacks(std::move(callbacks)), m_started(systemClock().awake()) {
    if (m_limits.memory || m_limits.disk || m_limits.wallClockSeconds) {
        m_timer = m_loop.after(kInterval, [this] { look(); });
    }
}

LimitWatch::~LimitWatch() { m_loop.cancel(m_timer); }

bool LimitWatch::memoryExceeded() {
    if (!m_limits.memory) {
        return false;
    }
    const auto processes = runProcesses(m_member);
    std::uint64_t resident = 0;
    for (const pid_t pid : processes) {
        resident += residentBytes(pid);
    }
    if (resident <= *m_limits.memory) {
        return false;
    }
    // Resident counts shared pages once per process; before ending a run count them fairly.
    std::uint64_t fair = 0;
    for (const pid_t pid : processes) {
        const std::uint64_t pss = proportionalBytes(pid);
        fair += pss != 0 ? pss : residentBytes(pid);
    }
    m_detail = std::to_string(fair / kMiB) + " MiB in " + std::to_string(processes.size()) +
               " processes, limit " + std::to_string(*m_limits.memory / kMiB) + " MiB";
    return fair > *m_limits.memory;
}

bool LimitWatch::diskExceeded() {
    const Nanos now = systemClock().awake();
    if (!m_limits.disk || m_upperFd < 0 || now < m_nextDisk) {
        return false;
    }
    const std::uint64_t all = treeBytes(m_upperFd, m_before + *m_limits.disk);
    const std::uint64_t used = all > m_before ? all - m_before : 0;
    // A large tree is walked less often: never more than a tenth of the time.
    const Nanos took = systemClock().awake() - now;
    m_nextDisk = now + std::max(kDiskInterval, took * 10);
    m_detail = std::to_string(used / kMiB) + " MiB written, limit " +
               std::to_string(*m_limits.disk / kMiB) + " MiB";
    return used > *m_limits.disk;
}

void LimitWatch::look() {
    if (memoryExceeded()) {
        m_callbacks.exceeded("memory", m_detail);
        return;
    }
    if (diskExceeded()) {
        m_callbacks.exceeded("disk", m_detail);
        return;
    }
    if (m_limits.wallClockSeconds) {
        const auto limit = static_cast<Nanos>(*m_limits.wallClockSeconds) * kSecond;
        const Nanos used = systemClock().awake() - m_started;
        if (used >= limit) {
            m_callbacks.exceeded("wall_clock", std::to_string(limit / kSecond) + (limit == kSecond ? " s is over" : " s are over"));
            return;
        }
        const Nanos left = limit - used;
        if (m_noticesGiven == 0 && used * 10 >= limit * 9) {
            m_noticesGiven = 1;
            m_callbacks.notice("the run ends in " + std::to_string(left / kSecond) +
                               " s (limit wall_clock)");
        } else if (m_noticesGiven == 1 && *m_limits.wallClockSeconds > 10 * kLastNoticeSeconds &&
                   left <= static_cast<Nanos>(kLastNoticeSeconds) * kSecond) {
            m_noticesGiven = 2;
            m_callbacks.notice("the run ends in five minutes (limit wall_clock)");
        }
    }
    m_timer = m_loop.after(kInterval, [this] { look(); });
}

} // namespace leadglass::session
