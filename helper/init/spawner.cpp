#include "helper/init/spawner.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "core/wire/command_request.h"
#include "core/wire/launch_channel.h"
#include "helper/init/agent.h"
#include "helper/init/further.h"

namespace leadglass::init {
namespace {

// Says on the command's own control socket that it cannot be started.
void tellFailed(int control, const char* step, int sysErrno) {
    wire::LaunchPacker message(wire::LaunchTag::Failed);
    message.text(step, __builtin_strlen(step), wire::kLaunchStepMax);
    message.u32(static_cast<std::uint32_t>(sysErrno));
    message.text("", 0, 0);
    (void)wire::sendControl(control, message);
}

void serveOne(const wire::LaunchPlan& plan, int commands, int terminals) {
    std::uint8_t message[wire::kLaunchMessageMax];
    int fds[wire::kLaunchMessageFds];
    std::size_t count = 0;
    const long size = wire::receiveControl(commands, message, fds, &count);
    if (size <= 0 && size != -EPROTO) { // that one is a message that does not fit, and is dropped
        _exit(0);
    }
    if (size == 1 && message[0] == static_cast<std::uint8_t>(wire::LaunchTag::Command) && count == wire::kCommandFds) {
        const pid_t child = fork();
        if (child == 0) {
            becomeFurther(plan, terminals, fds);
        }
        if (child < 0) { // the limit of processes of the run holds here, too
            tellFailed(fds[0], "process", errno);
        }
    }
    for (std::size_t i = 0; i < count; ++i) {
        close(fds[i]);
    }
}

[[noreturn]] void serve(const wire::LaunchPlan& plan, int commands, int terminals) {
    struct sigaction ignored {};
    ignored.sa_handler = SIG_IGN; // the kernel reaps what it starts
    (void)sigaction(SIGCHLD, &ignored, nullptr);
    for (;;) {
        serveOne(plan, commands, terminals);
    }
}

// PID 1 is the parent of what this returns in, twice, as of fork(2).
pid_t forkForInit() {
    return static_cast<pid_t>(syscall(SYS_clone, static_cast<unsigned long>(CLONE_PARENT | SIGCHLD), 0, 0, 0, 0));
}

[[noreturn]] void beSpawner(const wire::LaunchPlan& plan, int outcome, int report, int commands) {
    // Held open: inside, the names may come to mean something else.
    const int terminals = open("/dev/pts", O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    const Problem failed = terminals < 0 ? Problem{"terminals", errno, "/dev/pts"} : applyLandlock(plan);
    if (failed.step != nullptr) {
        giveUp(outcome, failed);
    }
    const Words words = planWords(plan);
    const pid_t first = forkForInit();
    if (first == 0) {
        becomeCommand(plan, words, plan.terminal(), outcome);
    }
    if (first < 0) {
        giveUp(outcome, {"start", errno, "fork"});
    }
    close(outcome); // PID 1 waits for its end; whatever becomes of this process
    if (write(report, &first, sizeof first) != static_cast<ssize_t>(sizeof first)) {
        _exit(wire::kLaunchExitSetup);
    }
    // 0-2 are the first command's, 3 is PID 1's alone.
    constexpr int kCommands = 0;
    constexpr int kTerminals = 1;
    if (dup3(commands, kCommands, O_CLOEXEC) != kCommands || dup3(terminals, kTerminals, O_CLOEXEC) != kTerminals ||
        close_range(kTerminals + 1, ~0U, 0) != 0) {
        _exit(wire::kLaunchExitSetup);
    }
    serve(plan, kCommands, kTerminals);
}

} // namespace

First startFirst(const wire::LaunchPlan& plan) {
    First first;
    int outcome[2];
    int report[2];
    int commands[2];
    if (pipe2(outcome, O_CLOEXEC) != 0 || pipe2(report, O_CLOEXEC) != 0 ||
        socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, commands) != 0) {
        return first;
    }
    const pid_t spawner = fork();
    if (spawner == 0) {
        close(commands[0]);
        beSpawner(plan, outcome[1], report[1], commands[1]);
    }
    const int problem = errno;
    close(outcome[1]);
    close(report[1]);
    close(commands[1]);
    first.outcome = outcome[0];
    first.commands = commands[0];
    if (spawner > 0 && read(report[0], &first.pid, sizeof first.pid) != static_cast<ssize_t>(sizeof first.pid)) {
        first.pid = -1;
    }
    close(report[0]);
    errno = problem;
    return first;
}

} // namespace leadglass::init
