#include "core/session/child.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

#include "core/base/escape.h"

namespace leadglass::session {
namespace {

// Only async-signal-safe calls, and nothing of the parent's memory is changed: runs between vfork(2)
// and exec, in the parent's memory, while the parent waits.
[[noreturn]] void becomeProgram(const char* program, char* const* argv, char* const* envp,
                                const int* descriptors, int count, int report, pid_t parent,
                                mode_t fileMask, const char* directory) {
    constexpr int kFirstFree = 64;
    const auto give_up = [&] {
        const int error = errno;
        (void)!::write(report, &error, sizeof error);
        ::_exit(125);
    };
    if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || ::getppid() != parent) {
        give_up();
    }
    // No part of the person's session: a Ctrl-C or Ctrl-Z on their terminal is ours to hand on, and
    // /dev/tty is not there to open.
    if (::setsid() < 0) {
        give_up();
    }
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    // Out of the way first, so that no target number overwrites a source still needed.
    std::array<int, 16> moved{};
    const int reportMoved = ::fcntl(report, F_DUPFD_CLOEXEC, kFirstFree);
    for (int i = 0; i < count; ++i) {
        moved[static_cast<std::size_t>(i)] = ::fcntl(descriptors[i], F_DUPFD_CLOEXEC, kFirstFree);
        if (moved[static_cast<std::size_t>(i)] < 0) {
            give_up();
        }
    }
    report = reportMoved;
    for (int i = 0; i < count; ++i) {
        if (::dup2(moved[static_cast<std::size_t>(i)], i) != i) {
            give_up();
        }
    }
    // Everything else goes: close-on-exec, so that `report` tells a failed exec.
    ::syscall(SYS_close_range, static_cast<unsigned>(count), ~0U, CLOSE_RANGE_CLOEXEC);
    for (int signal = 1; signal < NSIG; ++signal) {
        ::signal(signal, SIG_DFL);
    }
    ::umask(fileMask);
    if (directory != nullptr && ::chdir(directory) != 0) {
        give_up();
    }
    sigset_t empty;
    ::sigemptyset(&empty);
    ::sigprocmask(SIG_SETMASK, &empty, nullptr);
    ::execve(program, argv, envp);
    give_up();
    ::_exit(125);
}

std::vector<char*> pointers(const std::vector<std::string>& strings) {
    std::vector<char*> out;
    out.reserve(strings.size() + 1);
    for (const auto& s : strings) {
        out.push_back(const_cast<char*>(s.c_str()));
    }
    out.push_back(nullptr);
    return out;
}

} // namespace

Result<Child> Child::start(const ChildSpec& spec) {
    if (::getpid() != static_cast<pid_t>(::syscall(SYS_gettid))) {
        __builtin_trap(); // the contract: main thread only
    }
    constexpr std::size_t kMaxDescriptors = 16;
    if (spec.descriptors.size() > kMaxDescriptors) {
        return makeError(Code::Invalid, "too many descriptors for a child");
    }
    std::array<int, 2> pipeEnds{};
    if (::pipe2(pipeEnds.data(), O_CLOEXEC) != 0) {
        return ioError("cannot create a pipe", errno);
    }
    UniqueFd readEnd(pipeEnds[0]);
    UniqueFd writeEnd(pipeEnds[1]);
    std::vector<std::string> all{spec.program.substr(spec.program.rfind('/') + 1)};
    all.insert(all.end(), spec.arguments.begin(), spec.arguments.end());
    auto argv = pointers(all);
    auto envp = pointers(spec.environment);
    const pid_t parent = ::getpid();
    const pid_t pid = ::vfork(); // fork(2) would copy the page tables of a process that grows
    if (pid < 0) {
        return ioError("cannot start a process", errno);
    }
    if (pid == 0) {
        becomeProgram(spec.program.c_str(), argv.data(), envp.data(), spec.descriptors.data(),
                      static_cast<int>(spec.descriptors.size()), writeEnd.get(), parent,
                      spec.fileMask, spec.directory.empty() ? nullptr : spec.directory.c_str());
    }
    Child child;
    child.m_pid = pid;
    child.m_pidFd.reset(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
    writeEnd.reset();
    int failure = 0;
    ssize_t got = 0;
    do {
        got = ::read(readEnd.get(), &failure, sizeof failure);
    } while (got < 0 && errno == EINTR);
    if (got == static_cast<ssize_t>(sizeof failure)) {
        return ioError("cannot start '" + forScreen(spec.program) + "'", failure);
    }
    if (!child.m_pidFd) {
        return ioError("cannot watch a process (pidfd_open)", errno, "Linux 5.3 or newer is needed");
    }
    ::fcntl(child.m_pidFd.get(), F_SETFD, FD_CLOEXEC);
    return child;
}

Child::~Child() {
    if (m_pid > 0 && m_pidFd.valid() && !poll()) {
        kill(SIGKILL);
        int status = 0;
        while (::waitpid(m_pid, &status, 0) < 0 && errno == EINTR) {
        }
    }
}

void Child::kill(int signal) const {
    if (m_pidFd.valid() && !m_status) {
        ::syscall(SYS_pidfd_send_signal, m_pidFd.get(), signal, nullptr, 0);
    }
}

std::optional<int> Child::poll() {
    if (!m_status && m_pid > 0) {
        int status = 0;
        if (::waitpid(m_pid, &status, WNOHANG) == m_pid) {
            m_status = status;
        }
    }
    return m_status;
}

} // namespace leadglass::session
