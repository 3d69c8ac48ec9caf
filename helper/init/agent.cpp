#include "helper/init/agent.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/wire/launch_channel.h"

namespace leadglass::init {
namespace {

char* g_argv[wire::kPlanMaxArgv + 1];
char* g_env[wire::kPlanMaxEnv + 2]; // one may be added

void fill(const wire::PlanList& list, char** out) {
    wire::PlanCursor at = list.first;
    for (std::uint32_t i = 0; i < list.count; ++i) {
        out[i] = const_cast<char*>(wire::nextArgument(at).data); // execve only reads
    }
    out[list.count] = nullptr;
}

void resetSignals() {
    for (int signal = 1; signal < NSIG; ++signal) {
        struct sigaction action {};
        action.sa_handler = SIG_DFL;
        (void)sigaction(signal, &action, nullptr);
    }
    sigset_t none;
    sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, nullptr);
}

// As execvp(3), but nothing from the working directory, and no shell for a file without a first line.
void executeFromPath(const Words& words) {
    const char* path = "";
    for (char** entry = words.env; *entry != nullptr; ++entry) {
        path = strncmp(*entry, "PATH=", 5) == 0 ? *entry + 5 : path;
    }
    char full[wire::kPlanMaxPath + 1];
    int problem = ENOENT;
    for (const char* at = path; *at != '\0';) {
        const std::size_t length = strcspn(at, ":");
        const int size = length > 0 && *at == '/'
                             ? snprintf(full, sizeof full, "%.*s/%s", static_cast<int>(length), at, words.argv[0])
                             : 0;
        if (size > 0 && static_cast<std::size_t>(size) < sizeof full) {
            execve(full, words.argv, words.env);
            if (errno != ENOENT && errno != ENOTDIR) {
                problem = errno;
            }
            if (errno != ENOENT && errno != ENOTDIR && errno != EACCES) {
                break;
            }
        }
        at += length + (at[length] == ':' ? 1 : 0);
    }
    errno = problem;
}

} // namespace

void giveUp(int outcome, const Problem& problem) {
    const Outcome report{problem.step, problem.detail, problem.sysErrno};
    (void)!write(outcome, &report, sizeof report);
    _exit(wire::kLaunchExitSetup);
}

Words planWords(const wire::LaunchPlan& plan) {
    fill(plan.argv, g_argv);
    fill(plan.env, g_env);
    return {g_argv, g_env, false};
}

void setArguments(Words& words, const wire::PlanList& argv) {
    fill(argv, words.argv);
}

void setVariable(Words& words, const char* name, char* entry) {
    char** at = words.env;
    while (*at != nullptr && strncmp(*at, name, strlen(name)) != 0) {
        ++at;
    }
    if (*at == nullptr) {
        at[1] = nullptr;
    }
    *at = entry;
}

void becomeCommand(const wire::LaunchPlan& plan, const Words& words, bool terminal, int outcome) {
    // The one descriptor that stays until execve; everything else of init's goes.
    constexpr int kOutcome = 3;
    if (dup3(outcome, kOutcome, O_CLOEXEC) != kOutcome || close_range(kOutcome + 1, ~0U, 0) != 0) {
        giveUp(outcome, {"descriptors", errno, "close_range"});
    }
    if (setpgid(0, 0) != 0) {
        giveUp(kOutcome, {"process group", errno, ""});
    }
    if (terminal && tcsetpgrp(0, getpid()) != 0) { // SIGTTOU is still blocked
        giveUp(kOutcome, {"terminal", errno, "foreground"});
    }
    if (chdir(plan.workingDir.data) != 0) {
        giveUp(kOutcome, {"working directory", errno, plan.workingDir.data});
    }
    const Problem missing = checkWalls();
    if (missing.step != nullptr) {
        giveUp(kOutcome, missing);
    }
    resetSignals();
    if (words.search && strchr(words.argv[0], '/') == nullptr) {
        executeFromPath(words);
    } else {
        execve(words.argv[0], words.argv, words.env);
    }
    giveUp(kOutcome, {nullptr, errno, ""});
}

} // namespace leadglass::init
