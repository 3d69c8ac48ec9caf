#include "core/session/run_processes.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <memory>
#include <optional>
#include <unordered_set>

#include "core/base/proc_stat.h"
#include "core/base/sys.h"

namespace leadglass::session {
namespace {

constexpr std::uint64_t kKiB = 1024;
constexpr std::size_t kStatusBytes = 16384;
constexpr int kTries = 20; // to find a thread that lives until it is looked at

struct DirCloser {
    void operator()(DIR* dir) const { ::closedir(dir); }
};

std::uint64_t numberAfter(const std::string& text, const char* key) {
    const std::size_t at = text.find(key);
    return at == std::string::npos ? 0 : std::strtoull(text.c_str() + at + std::char_traits<char>::length(key), nullptr, 10);
}

// A name is escaped there ("Name:" stands first, its line ends are "\n" in words), so that no process
// can forge the lines that follow.
std::optional<RunProcess> readStatus(pid_t pid) {
    const auto text = sys::readFile(procPath(pid, "status"), kStatusBytes);
    if (!text) {
        return std::nullopt;
    }
    RunProcess process;
    process.pid = pid;
    const std::size_t state = text->find("\nState:\t");
    process.state = state != std::string::npos && state + 8 < text->size() ? (*text)[state + 8] : '?';
    const std::size_t inner = text->find("\nNSpid:");
    if (inner != std::string::npos) { // the last of its numbers
        const std::size_t last = text->rfind('\t', text->find('\n', inner + 1));
        process.inner = static_cast<pid_t>(std::strtol(text->c_str() + last + 1, nullptr, 10));
    }
    process.zombie = state != std::string::npos && state + 8 < text->size() &&
                     ((*text)[state + 8] == 'Z' || (*text)[state + 8] == 'X');
    process.parent = static_cast<pid_t>(numberAfter(*text, "\nPPid:"));
    process.tasks = std::max<std::uint64_t>(1, numberAfter(*text, "\nThreads:"));
    process.own = kKiB * (numberAfter(*text, "\nRssAnon:") + numberAfter(*text, "\nVmSwap:") + numberAfter(*text, "\nVmPTE:"));
    process.shared = kKiB * (numberAfter(*text, "\nRssFile:") + numberAfter(*text, "\nRssShmem:"));
    return process;
}

// A thread of the process that lives. Its first one may have ended before the others: then the process looks
// like a zombie, and all that /proc says of it under its own number is empty. 0: it has ended as a whole.
pid_t livingThread(pid_t pid) {
    const std::unique_ptr<DIR, DirCloser> dir(::opendir(procPath(pid, "task").c_str()));
    while (const dirent* entry = dir ? ::readdir(dir.get()) : nullptr) {
        const auto thread = static_cast<pid_t>(std::strtol(entry->d_name, nullptr, 10));
        struct stat s {};
        if (thread > 0 && thread != pid && ::stat(procPath(thread, "ns/net").c_str(), &s) == 0) {
            return thread;
        }
    }
    return 0;
}

enum class Found { Member, Ended, Unseen };

// Calls `found(pid, place, what)` for members (`place`: where in /proc to look), for what has no namespace
// any more, the zombies of all, and for what does not show its own.
template <class Tell> void scan(pid_t member, const Tell& tell) {
    struct stat own {};
    if (member <= 0 || ::stat(procPath(member, "ns/net").c_str(), &own) != 0) {
        return;
    }
    const std::unique_ptr<DIR, DirCloser> dir(::opendir("/proc"));
    while (const dirent* entry = dir ? ::readdir(dir.get()) : nullptr) {
        const auto pid = static_cast<pid_t>(std::strtol(entry->d_name, nullptr, 10));
        struct stat s {};
        if (pid <= 0) {
            continue;
        }
        pid_t place = pid;
        bool seen = ::stat(procPath(pid, "ns/net").c_str(), &s) == 0;
        const bool ended = !seen && errno == ENOENT;
        const bool closed = !seen && !ended;
        if (ended) {
            place = livingThread(pid);
            seen = place > 0 && ::stat(procPath(place, "ns/net").c_str(), &s) == 0;
        }
        if (seen && s.st_ino == own.st_ino && s.st_dev == own.st_dev) {
            tell(pid, place, Found::Member);
        } else if (!seen && (ended || closed)) {
            tell(pid, pid, ended ? Found::Ended : Found::Unseen);
        }
    }
}

} // namespace

bool isOuter(pid_t pid) {
    struct stat own {};
    struct stat theirs {};
    return ::stat("/proc/self/ns/ipc", &own) == 0 && ::stat(procPath(pid, "ns/ipc").c_str(), &theirs) == 0 &&
           own.st_ino == theirs.st_ino;
}

std::string procPath(pid_t pid, const char* what) { return "/proc/" + std::to_string(pid) + "/" + what; }

std::vector<pid_t> runProcesses(pid_t member) {
    std::vector<pid_t> out;
    scan(member, [&out](pid_t /*pid*/, pid_t place, Found what) {
        if (what == Found::Member && out.size() < kMaxRunProcesses) {
            out.push_back(place);
        }
    });
    return out;
}

std::vector<RunProcess> lookAtRun(pid_t member, Unseen& unseen) {
    std::vector<RunProcess> out;
    std::vector<RunProcess> byParent;
    std::unordered_set<pid_t> members;
    std::vector<pid_t> closed;
    scan(member, [&](pid_t pid, pid_t place, Found what) {
        if (what == Found::Unseen) {
            closed.push_back(pid);
            return;
        }
        if (out.size() + byParent.size() >= kMaxRunProcesses) {
            return;
        }
        auto process = readStatus(place);
        for (int i = 0; i < kTries && what == Found::Member && place != pid && !process; ++i) { // that one has ended just now
            place = livingThread(pid);
            process = place > 0 ? readStatus(place) : std::nullopt;
        }
        if (process && what == Found::Member) {
            process->firstEnded = place != pid;
            members.insert(pid);
            out.push_back(*process);
        } else if (process && process->zombie) {
            byParent.push_back(*process);
        }
    });
    const bool search = systemClock().awake() >= unseen.next;
    for (const pid_t pid : search ? closed : unseen.pids) {
        if (auto process = readStatus(pid)) {
            byParent.push_back(*process);
        }
    }
    if (search) {
        unseen.next = systemClock().awake() + kSearchInterval;
        unseen.pids.clear();
    }
    for (bool more = true; more;) { // parents before their children, in whatever order they are listed
        const auto rest = std::stable_partition(byParent.begin(), byParent.end(),
                                                [&](const RunProcess& process) { return members.contains(process.parent); });
        more = rest != byParent.begin();
        for (auto process = byParent.begin(); process != rest && out.size() < kMaxRunProcesses; ++process) {
            members.insert(process->pid);
            if (search && !process->zombie) {
                unseen.pids.push_back(process->pid);
            }
            out.push_back(*process);
        }
        byParent.erase(byParent.begin(), rest);
    }
    return out;
}

std::uint64_t cpuTimeOf(pid_t pid) {
    const auto stat = procStat(static_cast<std::uint64_t>(pid));
    constexpr std::uint64_t kSecond = 1'000'000'000;
    return stat ? stat->ticks * (kSecond / static_cast<std::uint64_t>(::sysconf(_SC_CLK_TCK))) : 0;
}

} // namespace leadglass::session
