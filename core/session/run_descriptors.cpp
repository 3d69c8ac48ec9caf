#include "core/session/run_descriptors.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>

#include "core/base/sys.h"
#include "core/session/run_processes.h"

namespace leadglass::session {
namespace {

constexpr std::uint64_t kBlock = 512; // of st_blocks (stat(2))
constexpr int kBetweenLooks = 32;     // at the clock
constexpr Nanos kHiddenPatience = 200'000'000;

} // namespace

dev_t sharedMemoryDevice() {
    static const dev_t device = [] {
        const UniqueFd file(::memfd_create("leadglass-device", MFD_CLOEXEC));
        struct stat s {};
        return file && ::fstat(file.get(), &s) == 0 ? s.st_dev : dev_t{0};
    }();
    return device;
}

void DescriptorScan::count(const HeldFile& file, const std::set<dev_t>& tmpfs) {
    const bool memory = file.device == sharedMemoryDevice();
    const bool deleted = !memory && file.names == 0 && !tmpfs.contains(file.device);
    if ((memory || deleted) && m_seen.emplace(FileId{file.device, file.inode}, 0).second) {
        (memory ? m_found.memoryFiles : m_found.deletedFiles) += file.blocks * kBlock;
        if (memory) {
            m_found.memoryInodes.insert(file.inode);
        }
    }
}

bool DescriptorScan::oneProcess(Nanos until, const std::set<dev_t>& tmpfs) {
    for (int i = 1; const dirent* entry = ::readdir(m_dir.get()); ++i) {
        struct stat s {};
        if (entry->d_name[0] == '.') {
            continue;
        }
        ++m_ofOne;
        if (::fstatat(::dirfd(m_dir.get()), entry->d_name, &s, 0) == 0 && S_ISREG(s.st_mode)) {
            count({s.st_dev, s.st_ino, s.st_nlink, static_cast<std::uint64_t>(s.st_blocks)}, tmpfs);
        }
        if (i % kBetweenLooks == 0 && systemClock().awake() >= until) {
            return false;
        }
    }
    m_found.descriptors += m_ofOne;
    m_found.mostOfOne = std::max(m_found.mostOfOne, m_ofOne);
    m_dir.reset();
    return true;
}

std::optional<DescriptorScan::Found> DescriptorScan::step(Nanos budget, const std::vector<pid_t>& processes,
                                                          const std::set<dev_t>& tmpfs) {
    const Nanos until = systemClock().awake() + budget;
    if (!std::exchange(m_scanning, true)) {
        m_left = processes;
    }
    while (m_dir || !m_left.empty()) {
        if (!m_dir) {
            const pid_t pid = m_left.back();
            m_left.pop_back();
            m_ofOne = 0;
            m_dir.reset(::opendir(procPath(pid, "fd").c_str()));
            if (!m_dir && errno == EACCES) {
                for (const auto& file : hiddenDescriptors(pid, kHiddenPatience)) {
                    ++m_found.descriptors;
                    count(file, tmpfs);
                }
            }
        }
        if ((m_dir && !oneProcess(until, tmpfs)) || (!m_left.empty() && systemClock().awake() >= until)) {
            return std::nullopt;
        }
    }
    m_scanning = false;
    m_seen.clear();
    return std::exchange(m_found, Found{});
}

} // namespace leadglass::session
