#include "core/session/hidden_descriptors.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string>

#include "core/base/sys.h"
#include "core/session/run_processes.h"

namespace leadglass::session {
namespace {

constexpr Nanos kMillisecond = 1'000'000;
constexpr unsigned kOneThread = 0200; // PIDFD_THREAD (O_EXCL), Linux 6.9: a thread that leads no process
constexpr std::uint64_t kMostNumbers = 1U << 20;

// How long its table of descriptors is; whoever asks may know.
int tableSize(pid_t pid) {
    const auto status = sys::readFile(procPath(pid, "status"), 16384);
    const std::size_t at = status ? status->find("\nFDSize:") : std::string::npos;
    const std::uint64_t size = at == std::string::npos ? 0 : std::strtoull(status->c_str() + at + 8, nullptr, 10);
    return static_cast<int>(std::min(size, kMostNumbers));
}

constexpr int kPidfd = 3;
constexpr int kOut = 4;
constexpr unsigned kTaken = 5; // the first of those that were taken

// The numbers above become free. False: they are no others than before.
bool arrange(int pidfd, int out) {
    const int first = ::fcntl(pidfd, F_DUPFD_CLOEXEC, 16);
    const int second = ::fcntl(out, F_DUPFD_CLOEXEC, 16);
    return ::dup2(first, kPidfd) == kPidfd && ::dup2(second, kOut) == kOut && ::close_range(kTaken, ~0U, 0) == 0;
}

[[noreturn]] void takeAll(int pidfd, int size, int out) {
    rlimit most{};
    if (::getrlimit(RLIMIT_NOFILE, &most) == 0) {
        most.rlim_cur = most.rlim_max;
        (void)::setrlimit(RLIMIT_NOFILE, &most);
    }
    if (!arrange(pidfd, out)) {
        ::_exit(1);
    }
    for (int number = 0; number < size; ++number) {
        int fd = static_cast<int>(::syscall(SYS_pidfd_getfd, kPidfd, number, 0U));
        if (fd < 0 && errno == EMFILE && ::close_range(kTaken, ~0U, 0) == 0) {
            fd = static_cast<int>(::syscall(SYS_pidfd_getfd, kPidfd, number, 0U));
        }
        if (fd < 0 && errno == EBADF) {
            continue;
        }
        struct stat s {};
        if (fd < 0 || ::fstat(fd, &s) != 0) {
            break;
        }
        if (!S_ISREG(s.st_mode)) {
            continue; // stays open as long as there is room
        }
        const HeldFile file{s.st_dev, s.st_ino, s.st_nlink, static_cast<std::uint64_t>(s.st_blocks)};
        ::close(fd);
        if (::write(kOut, &file, sizeof file) != static_cast<ssize_t>(sizeof file)) {
            break;
        }
    }
    ::close(kOut);
    ::_exit(0);
}

std::vector<HeldFile> readAll(int in, Nanos until) {
    std::vector<HeldFile> files;
    std::array<HeldFile, 128> some; // a pipe never cuts one: PIPE_BUF is far larger, and a multiple is asked for
    for (;;) {
        pollfd p{in, POLLIN, 0};
        const Nanos left = std::max<Nanos>(until - systemClock().awake(), 0);
        if (::poll(&p, 1, static_cast<int>(left / kMillisecond)) <= 0) {
            return files;
        }
        const ssize_t got = ::read(in, some.data(), sizeof some);
        if (got <= 0) {
            return files;
        }
        files.insert(files.end(), some.begin(), some.begin() + got / static_cast<ssize_t>(sizeof(HeldFile)));
    }
}

} // namespace

std::vector<HeldFile> hiddenDescriptors(pid_t pid, Nanos patience) {
    UniqueFd pidfd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0U)));
    if (!pidfd) {
        pidfd.reset(static_cast<int>(::syscall(SYS_pidfd_open, pid, kOneThread)));
    }
    const int size = tableSize(pid);
    std::array<int, 2> ends{};
    if (!pidfd || size == 0 || ::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return {};
    }
    const UniqueFd in(ends[0]);
    UniqueFd out(ends[1]);
    const pid_t child = ::fork();
    if (child == 0) {
        takeAll(pidfd.get(), size, out.get());
    }
    out.reset();
    if (child < 0) {
        return {};
    }
    auto files = readAll(in.get(), systemClock().awake() + patience);
    ::kill(child, SIGKILL);
    while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
    }
    return files;
}

} // namespace leadglass::session
