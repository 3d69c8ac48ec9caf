#include "helper/init/agent.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "core/wire/launch_channel.h"
#include "helper/init/lockdown.h"

namespace leadglass::init {
namespace {

char* g_argv[wire::kPlanMaxArgv + 1];
char* g_env[wire::kPlanMaxEnv + 1];

void fill(const wire::PlanList& list, char** out) {
    wire::PlanCursor at = list.first;
    for (std::uint32_t i = 0; i < list.count; ++i) {
        out[i] = const_cast<char*>(wire::nextArgument(at).data); // execve only reads
    }
    out[list.count] = nullptr;
}

[[noreturn]] void giveUp(int outcome, const Problem& problem) {
    const Outcome report{problem.step, problem.detail, problem.sysErrno};
    (void)!write(outcome, &report, sizeof report);
    _exit(wire::kLaunchExitSetup);
}

void resetSignals() {
    for (int signal = 1; signal < NSIG; ++signal) {
        struct sigaction action {};
        action.sa_handler = SIG_DFL;
        (void)sigaction(signal, &action, nullptr);
    }
}

[[noreturn]] void becomeAgent(const wire::LaunchPlan& plan, int outcome) {
    // The one descriptor that stays until execve; everything else of init's goes.
    constexpr int kOutcome = 3;
    if (dup3(outcome, kOutcome, O_CLOEXEC) != kOutcome || close_range(kOutcome + 1, ~0U, 0) != 0) {
        giveUp(outcome, {"descriptors", errno, "close_range"});
    }
    if (setpgid(0, 0) != 0) {
        giveUp(kOutcome, {"process group", errno, ""});
    }
    if (plan.terminal() && tcsetpgrp(0, getpid()) != 0) { // SIGTTOU is still blocked
        giveUp(kOutcome, {"terminal", errno, "foreground"});
    }
    if (chdir(plan.workingDir.data) != 0) {
        giveUp(kOutcome, {"working directory", errno, plan.workingDir.data});
    }
    const Problem missing = checkWalls();
    if (missing.step != nullptr) {
        giveUp(kOutcome, missing);
    }
    const Problem failed = applyLandlock(plan);
    if (failed.step != nullptr) {
        giveUp(kOutcome, failed);
    }
    resetSignals();
    sigset_t none;
    sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, nullptr);
    execve(g_argv[0], g_argv, g_env);
    giveUp(kOutcome, {nullptr, errno, ""});
}

} // namespace

Agent startAgent(const wire::LaunchPlan& plan) {
    fill(plan.argv, g_argv);
    fill(plan.env, g_env);
    int outcome[2];
    Agent agent;
    if (pipe2(outcome, O_CLOEXEC) != 0) {
        return agent;
    }
    agent.pid = fork();
    if (agent.pid == 0) {
        becomeAgent(plan, outcome[1]);
    }
    close(outcome[1]);
    agent.outcome = outcome[0];
    return agent;
}

} // namespace leadglass::init
