// leadglass-init: PID 1 inside.
//
// Trust: started by bwrap as the plan says, with fd 3 = control, 4 = plan, 7 and 8 = the agent's
// stdin
//        and stdout, 2 = stderr. The agent runs beside it and is hostile.
// Privilege: none. Not dumpable: the agent can neither read its memory nor trace it nor take its
//            descriptors; and the kernel lets nobody inside kill PID 1.
// Input: the sealed plan; Signal and Continue from the supervisor.
// Fails: closed. A wall that cannot be put up, or a supervisor that is gone: everything inside
// ends.
//
// When the main child ends, everything else inside is killed: a child left in the background does
// not keep a finished run alive.
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/wire/launch_channel.h"
#include "core/wire/launch_plan.h"
#include "helper/init/agent.h"

namespace {

using namespace leadglass;
using wire::LaunchPacker;
using wire::LaunchTag;

constexpr int kTerminal = 0; // kept open by init only when the run has a terminal

[[noreturn]] void fail(const char* step, const char* detail) {
    wire::failControl(wire::kLaunchControlFd, step, errno, detail);
}

[[noreturn]] void endEverything(int status) {
    (void)kill(-1, SIGKILL);
    _exit(status); // the kernel reaps what is left when PID 1 ends
}

void send(const LaunchPacker& message) {
    if (wire::sendControl(wire::kLaunchControlFd, message) != 0) {
        endEverything(wire::kLaunchExitSetup);
    }
}

// The agent's terminal under the name that it has inside, instead of launch's descriptor, which has
// none: who asks /proc/self/fd for it is told the name. It must be the very same one.
void nameTerminal(const wire::LaunchPlan& plan) {
    const int named = open(wire::kPlanTerminalInside, O_RDWR | O_NOCTTY | O_CLOEXEC);
    struct stat inside {};
    if (named < 0 || fstat(named, &inside) != 0) {
        fail("terminal", wire::kPlanTerminalInside);
    }
    for (int fd = 0; fd < 3; ++fd) {
        struct stat given {};
        if (!plan.terminal(fd)) {
            continue;
        }
        if (fstat(fd, &given) != 0 || given.st_dev != inside.st_dev || given.st_ino != inside.st_ino ||
            given.st_rdev != inside.st_rdev) {
            errno = 0;
            fail("terminal", "the one at /dev/pts/0 is not the one launch made");
        }
        if (dup2(named, fd) != fd) {
            fail("terminal", "standard streams");
        }
    }
    close(named);
}

void takeStdio(const wire::LaunchPlan& plan) {
    // bwrap itself had /dev/null here.
    if (dup2(wire::kPlanStdinFd, 0) != 0 || dup2(wire::kPlanStdoutFd, 1) != 1 ||
        close_range(wire::kLaunchPlanFd + 1, ~0U, 0) != 0 || fcntl(3, F_SETFD, FD_CLOEXEC) != 0 ||
        fcntl(4, F_SETFD, FD_CLOEXEC) != 0) {
        fail("descriptors", "standard streams");
    }
    if (plan.hasTerminal()) {
        nameTerminal(plan);
    }
    (void)setsid(); // bwrap --new-session did it already; then this fails
    if (plan.terminal() && ioctl(kTerminal, TIOCSCTTY, 0) != 0) {
        fail("terminal", "cannot become the controlling terminal");
    }
}

// After the fork nobody but the agent holds its pipes, so that closing them means something. The
// terminal is kept: it does not end because the agent lets go of it for a while.
void releaseStdio(const wire::LaunchPlan& plan) {
    for (int fd = 0; fd < 3; ++fd) {
        if (!plan.terminal(fd)) {
            close(fd);
        }
    }
    close(wire::kLaunchPlanFd);
}

void forwardSignal(int signal, pid_t agent, bool terminal) {
    pid_t group = terminal ? tcgetpgrp(kTerminal) : agent;
    if (group <= 1) { // our own group, or none: nobody of the agent's
        group = agent;
    }
    if (kill(-group, signal) != 0 && group != agent) {
        (void)kill(-agent, signal);
    }
}

void continueAgent(pid_t agent, bool terminal) {
    if (terminal) {
        (void)tcsetpgrp(kTerminal, agent);
    }
    (void)kill(-agent, SIGCONT);
}

void readControl(pid_t agent, bool terminal) {
    std::uint8_t bytes[wire::kLaunchMessageMax];
    const long size = wire::receiveControl(wire::kLaunchControlFd, bytes);
    if (size <= 0) {
        endEverything(wire::kLaunchExitSetup); // the supervisor is gone
    }
    wire::LaunchUnpacker in(bytes, static_cast<std::size_t>(size));
    const auto tag = static_cast<LaunchTag>(in.u8());
    if (tag == LaunchTag::Continue && in.done()) {
        continueAgent(agent, terminal);
        return;
    }
    const std::uint32_t signal = tag == LaunchTag::Signal ? in.u32() : 0;
    if (tag != LaunchTag::Signal || !in.done() || signal == 0 || signal >= NSIG) {
        endEverything(wire::kLaunchExitSetup);
    }
    forwardSignal(static_cast<int>(signal), agent, terminal);
}

[[noreturn]] void reportExit(int status) {
    LaunchPacker message(LaunchTag::Exited);
    const bool signalled = WIFSIGNALED(status);
    const int code = signalled ? WTERMSIG(status) : WEXITSTATUS(status);
    message.u8(signalled ? 1 : 0);
    message.u32(static_cast<std::uint32_t>(code));
    (void)kill(-1, SIGKILL);
    (void)wire::sendControl(wire::kLaunchControlFd, message);
    endEverything(signalled ? 128 + code : code);
}

void reap(pid_t agent) {
    int status = 0;
    pid_t pid = 0;
    while ((pid = waitpid(-1, &status, WNOHANG | WUNTRACED | WCONTINUED)) > 0) {
        if (pid != agent) {
            continue;
        }
        if (WIFSTOPPED(status)) {
            LaunchPacker message(LaunchTag::Stopped);
            message.u32(static_cast<std::uint32_t>(WSTOPSIG(status)));
            send(message);
        } else if (WIFCONTINUED(status)) {
            send(LaunchPacker(LaunchTag::Continued));
        } else {
            reportExit(status);
        }
    }
}

// Started, or the reason why not.
void awaitStart(const init::Agent& agent) {
    init::Outcome outcome{};
    ssize_t size = 0;
    do {
        size = read(agent.outcome, &outcome, sizeof outcome);
    } while (size < 0 && errno == EINTR);
    close(agent.outcome);
    if (size == 0) {
        send(LaunchPacker(LaunchTag::Started));
        return;
    }
    if (size != static_cast<ssize_t>(sizeof outcome)) {
        errno = 0;
        fail("start", "the agent's process died before it began");
    }
    if (outcome.step != nullptr) {
        errno = outcome.sysErrno;
        fail(outcome.step, outcome.detail);
    }
    LaunchPacker message(LaunchTag::ExecFailed);
    message.u32(static_cast<std::uint32_t>(outcome.sysErrno));
    send(message);
    endEverything(outcome.sysErrno == ENOENT ? wire::kLaunchExitNotFound
                                             : wire::kLaunchExitNotExecutable);
}

[[noreturn]] void watch(pid_t agent, bool terminal, int children) {
    struct pollfd waits[2] = {{wire::kLaunchControlFd, POLLIN, 0}, {children, POLLIN, 0}};
    for (;;) {
        if (poll(waits, 2, -1) < 0 && errno != EINTR) {
            endEverything(wire::kLaunchExitSetup);
        }
        if (waits[1].revents != 0) {
            struct signalfd_siginfo info {};
            (void)!read(children, &info, sizeof info);
            reap(agent);
        }
        if (waits[0].revents != 0) {
            readControl(agent, terminal);
        }
    }
}

} // namespace

int main() {
    // First of all: from here on nothing inside can look into this process.
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0 || prctl(PR_SET_NAME, "init", 0, 0, 0) != 0) {
        fail("init", "dumpable");
    }
    if (getpid() != 1) {
        fail("init", "is not the first process of its namespace");
    }
    wire::LaunchPlan plan;
    if (const char* wrong = wire::openLaunchPlan(wire::kLaunchPlanFd, plan)) {
        fail("plan", wrong);
    }
    const bool terminal = plan.terminal();
    sigset_t all;
    sigfillset(&all);
    (void)sigprocmask(SIG_SETMASK, &all, nullptr);
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    takeStdio(plan);
    const int children = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
    if (children < 0) {
        fail("init", "signalfd");
    }
    const init::Agent agent = init::startAgent(plan);
    if (agent.pid < 0) {
        fail("start", "fork");
    }
    awaitStart(agent);
    releaseStdio(plan);
    reap(agent.pid); // a stop or an end before the first poll
    watch(agent.pid, terminal, children);
}
