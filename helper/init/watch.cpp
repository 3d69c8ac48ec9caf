#include "helper/init/watch.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/wire/launch_channel.h"
#include "helper/init/agent.h"

namespace leadglass::init {
namespace {

using wire::LaunchPacker;
using wire::LaunchTag;

constexpr int kTerminal = 0; // kept open only when the command has a terminal

void send(const Watched& command, const LaunchPacker& message) {
    if (wire::sendControl(wire::kLaunchControlFd, message) != 0) {
        endWith(command, wire::kLaunchExitSetup);
    }
}

void forwardSignal(const Watched& command, int signal) {
    pid_t group = command.terminal ? tcgetpgrp(kTerminal) : command.pid;
    if (group <= 1 || group == getpgrp()) { // our own group, or none: nobody of the command's
        group = command.pid;
    }
    const bool sent = kill(-group, signal) == 0;
    // A terminal that hangs up tells the shell, too, not only the job in the foreground.
    if (group != command.pid && (!sent || signal == SIGHUP)) {
        (void)kill(-command.pid, signal);
    }
}

void continueCommand(const Watched& command) {
    if (command.terminal) {
        (void)tcsetpgrp(kTerminal, command.pid);
    }
    (void)kill(-command.pid, SIGCONT);
}

void readControl(const Watched& command) {
    std::uint8_t bytes[wire::kLaunchMessageMax];
    const long size = wire::receiveControl(wire::kLaunchControlFd, bytes);
    if (size <= 0) {
        endWith(command, wire::kLaunchExitSetup); // the supervisor is gone
    }
    wire::LaunchUnpacker in(bytes, static_cast<std::size_t>(size));
    const auto tag = static_cast<LaunchTag>(in.u8());
    if (tag == LaunchTag::Continue && in.done()) {
        continueCommand(command);
        return;
    }
    const std::uint32_t signal = tag == LaunchTag::Signal ? in.u32() : 0;
    if (tag != LaunchTag::Signal || !in.done() || signal == 0 || signal >= NSIG) {
        endWith(command, wire::kLaunchExitSetup);
    }
    forwardSignal(command, static_cast<int>(signal));
}

[[noreturn]] void reportExit(const Watched& command, int status) {
    LaunchPacker message(LaunchTag::Exited);
    const bool signalled = WIFSIGNALED(status);
    const int code = signalled ? WTERMSIG(status) : WEXITSTATUS(status);
    message.u8(signalled ? 1 : 0);
    message.u32(static_cast<std::uint32_t>(code));
    if (command.first) {
        (void)kill(-1, SIGKILL);
    }
    (void)wire::sendControl(wire::kLaunchControlFd, message);
    if (command.first) {
        endWith(command, signalled ? 128 + code : code);
    }
    _exit(0); // what a further command left in the background goes on until the run ends
}

void reap(const Watched& command) {
    int status = 0;
    pid_t pid = 0;
    while ((pid = waitpid(-1, &status, WNOHANG | WUNTRACED | WCONTINUED)) > 0) {
        if (pid != command.pid) {
            continue;
        }
        if (WIFSTOPPED(status)) {
            LaunchPacker message(LaunchTag::Stopped);
            message.u32(static_cast<std::uint32_t>(WSTOPSIG(status)));
            send(command, message);
        } else if (WIFCONTINUED(status)) {
            send(command, LaunchPacker(LaunchTag::Continued));
        } else {
            reportExit(command, status);
        }
    }
}

} // namespace

void endWith(const Watched& command, int status) {
    if (command.first) {
        (void)kill(-1, SIGKILL); // the kernel reaps what is left when PID 1 ends
    } else if (command.pid > 0) {
        (void)kill(-command.pid, SIGKILL);
    }
    _exit(status);
}

int watchChildren() {
    struct sigaction standard {};
    standard.sa_handler = SIG_DFL; // ignored, it would take the children's statuses away
    (void)sigaction(SIGCHLD, &standard, nullptr);
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    return signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
}

void awaitStart(const Watched& command, int outcome) {
    Outcome report{};
    ssize_t size = 0;
    do {
        size = read(outcome, &report, sizeof report);
    } while (size < 0 && errno == EINTR);
    close(outcome);
    if (size == 0) {
        send(command, LaunchPacker(LaunchTag::Started));
        return;
    }
    if (size != static_cast<ssize_t>(sizeof report)) {
        wire::failControl(wire::kLaunchControlFd, "start", 0, "the command's process died before it began");
    }
    if (report.step != nullptr) {
        wire::failControl(wire::kLaunchControlFd, report.step, report.sysErrno, report.detail);
    }
    LaunchPacker message(LaunchTag::ExecFailed);
    message.u32(static_cast<std::uint32_t>(report.sysErrno));
    send(command, message);
    endWith(command, report.sysErrno == ENOENT ? wire::kLaunchExitNotFound : wire::kLaunchExitNotExecutable);
}

void releaseStdio(unsigned terminals) {
    for (int fd = 0; fd < 3; ++fd) {
        if ((terminals & (1U << fd)) == 0) {
            close(fd);
        }
    }
}

void watchCommand(const Watched& command) {
    reap(command); // a stop or an end before the first poll
    struct pollfd waits[2] = {{wire::kLaunchControlFd, POLLIN, 0}, {command.children, POLLIN, 0}};
    for (;;) {
        if (poll(waits, 2, -1) < 0 && errno != EINTR) {
            endWith(command, wire::kLaunchExitSetup);
        }
        if (waits[1].revents != 0) {
            struct signalfd_siginfo info {};
            (void)!read(command.children, &info, sizeof info);
            reap(command);
        }
        if (waits[0].revents != 0) {
            readControl(command);
        }
    }
}

} // namespace leadglass::init
