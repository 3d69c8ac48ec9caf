#include "core/session/run_processes.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <string>

#include "core/base/sys.h"

namespace leadglass::session {
namespace {

struct DirCloser {
    void operator()(DIR* dir) const { ::closedir(dir); }
};

std::string procPath(pid_t pid, const char* what) {
    return "/proc/" + std::to_string(pid) + "/" + what;
}

} // namespace

std::vector<pid_t> runProcesses(pid_t member) {
    std::vector<pid_t> out;
    struct stat own {};
    if (member <= 0 || ::stat(procPath(member, "ns/net").c_str(), &own) != 0) {
        return out;
    }
    const std::unique_ptr<DIR, DirCloser> dir(::opendir("/proc"));
    while (const dirent* entry = dir ? ::readdir(dir.get()) : nullptr) {
        const long pid = std::strtol(entry->d_name, nullptr, 10);
        struct stat s {};
        if (pid > 0 && out.size() < kMaxRunProcesses &&
            ::stat(procPath(static_cast<pid_t>(pid), "ns/net").c_str(), &s) == 0 &&
            s.st_ino == own.st_ino && s.st_dev == own.st_dev) {
            out.push_back(static_cast<pid_t>(pid));
        }
    }
    return out;
}

std::uint64_t residentBytes(pid_t pid) {
    auto statm = sys::readFile(procPath(pid, "statm"), 4096);
    if (!statm) {
        return 0;
    }
    const char* text = statm->c_str();
    char* end = nullptr;
    std::strtoull(text, &end, 10);
    return std::strtoull(end, nullptr, 10) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

std::uint64_t proportionalBytes(pid_t pid) {
    auto rollup = sys::readFile(procPath(pid, "smaps_rollup"), 65536);
    const std::size_t at = rollup ? rollup->find("\nPss:") : std::string::npos;
    if (at == std::string::npos) {
        return 0;
    }
    constexpr std::uint64_t kKib = 1024;
    return std::strtoull(rollup->c_str() + at + 5, nullptr, 10) * kKib;
}

} // namespace leadglass::session
