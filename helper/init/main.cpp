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
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/wire/launch_channel.h"
#include "core/wire/launch_plan.h"
#include "helper/init/agent.h"
#include "helper/init/spawner.h"
#include "helper/init/watch.h"

namespace {

using namespace leadglass;

constexpr int kTerminal = 0;

[[noreturn]] void fail(const char* step, const char* detail) {
    wire::failControl(wire::kLaunchControlFd, step, errno, detail);
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

// Why the first command could not even be forked: what the spawner wrote, or errno.
[[noreturn]] void startFailed(int outcome) {
    const int problem = errno;
    init::Outcome report{};
    if (outcome >= 0 && read(outcome, &report, sizeof report) == static_cast<ssize_t>(sizeof report) && report.step != nullptr) {
        errno = report.sysErrno;
        fail(report.step, report.detail);
    }
    errno = problem;
    fail("start", "fork");
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
    sigset_t all;
    sigfillset(&all);
    (void)sigprocmask(SIG_SETMASK, &all, nullptr);
    takeStdio(plan);
    init::Watched command;
    command.first = true;
    command.terminal = plan.terminal();
    command.children = init::watchChildren();
    if (command.children < 0) {
        fail("init", "signalfd");
    }
    const init::First first = init::startFirst(plan);
    if (first.pid < 0) {
        startFailed(first.outcome);
    }
    command.pid = first.pid;
    errno = wire::sendControl(wire::kLaunchControlFd, wire::LaunchPacker(wire::LaunchTag::Commands), &first.commands, 1);
    if (errno != 0) {
        init::endWith(command, wire::kLaunchExitSetup);
    }
    close(first.commands);
    init::awaitStart(command, first.outcome);
    init::releaseStdio((plan.terminal(0) ? 1U : 0U) | (plan.terminal(1) ? 2U : 0U) | (plan.terminal(2) ? 4U : 0U));
    close(wire::kLaunchPlanFd);
    init::watchCommand(command);
}
