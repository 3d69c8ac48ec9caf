#include "helper/launch/namespaces.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/wire/launch_control.h"
#include "helper/launch/report.h"

namespace leadglass::launch {
namespace {

void writeProc(const char* path, const char* text, const char* step) {
    const int fd = open(path, O_WRONLY | O_CLOEXEC);
    const auto size = static_cast<ssize_t>(strlen(text));
    if (fd < 0 || write(fd, text, static_cast<std::size_t>(size)) != size) {
        failPath(step, path);
    }
    close(fd);
}

void writeMap(const char* path, std::uint32_t inside, std::uint32_t outside) {
    char line[64];
    snprintf(line, sizeof line, "%u %u 1", inside, outside);
    writeProc(path, line, "user namespace");
}

void makeMountsPrivate() {
    if (mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) {
        fail("mount namespace", "cannot make mounts private");
    }
}

} // namespace

void bindLifeToSupervisor() {
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) {
        fail("parent death signal");
    }
    // The supervisor may have died before the call; then its end of the socket is closed.
    char byte = 0;
    const ssize_t size = recv(wire::kLaunchControlFd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    if (size == 0 || (size < 0 && errno != EAGAIN && errno != EINTR)) {
        _exit(wire::kLaunchExitSetup);
    }
}

void checkIdentity(const wire::LaunchPlan& plan) {
    const bool root = getuid() == 0 || geteuid() == 0;
    if (getuid() != geteuid() || getgid() != getegid()) {
        refuse("identity", "launch must not be installed setuid");
    }
    if (root != (plan.root() || plan.unsafeRoot())) {
        refuse("identity", root ? "started as root with a plan for an ordinary user"
                                : "started as an ordinary user with a plan for root");
    }
    if (!root && (getuid() != plan.uid || getgid() != plan.gid)) {
        refuse("identity", "the plan is for another user");
    }
}

void prepareProcess() {
    writeProc("/proc/self/oom_score_adj", "1000", "out-of-memory score");
    const struct rlimit none { 0, 0 };
    if (setrlimit(RLIMIT_CORE, &none) != 0) {
        fail("limits", "core dumps");
    }
    (void)setsid(); // fails only if we lead one already
    for (int signal = 1; signal < NSIG; ++signal) {
        struct sigaction action {};
        action.sa_handler = SIG_DFL;
        (void)sigaction(signal, &action, nullptr);
    }
    sigset_t none_blocked;
    sigemptyset(&none_blocked);
    (void)sigprocmask(SIG_SETMASK, &none_blocked, nullptr);
}

void enterRootStaging() {
    if (unshare(CLONE_NEWNS) != 0) {
        fail("mount namespace", "root without CAP_SYS_ADMIN? run as an ordinary user");
    }
    makeMountsPrivate();
}

void becomeAgentUser(const wire::LaunchPlan& plan) {
    if (setgroups(0, nullptr) != 0 || setresgid(plan.gid, plan.gid, plan.gid) != 0 ||
        setresuid(plan.uid, plan.uid, plan.uid) != 0) {
        fail("identity", "cannot become the agent's user");
    }
    if (setuid(0) == 0 || getgid() != plan.gid) {
        refuse("identity", "root could be had back");
    }
    // Else /proc/self/uid_map belongs to root and cannot be written.
    if (prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) != 0) {
        fail("identity", "dumpable");
    }
    bindLifeToSupervisor();
}

std::uint32_t ownUid(const wire::LaunchPlan& plan) {
    return plan.unsafeRoot() ? kUnsafeRootId : plan.uid;
}
std::uint32_t ownGid(const wire::LaunchPlan& plan) {
    return plan.unsafeRoot() ? kUnsafeRootId : plan.gid;
}

void enterNamespaces(const wire::LaunchPlan& plan) {
    if (plan.unsafeRoot() && setgroups(0, nullptr) != 0) {
        fail("identity", "supplementary groups");
    }
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWPID) != 0) {
        fail("user namespace",
             "this system does not let users make namespaces; see leadglass doctor");
    }
    writeProc("/proc/self/setgroups", "deny", "user namespace");
    writeMap("/proc/self/uid_map", ownUid(plan), plan.uid);
    writeMap("/proc/self/gid_map", ownGid(plan), plan.gid);
    makeMountsPrivate();
    bindLifeToSupervisor();
}

void applyLimits(const wire::LaunchPlan& plan) {
    wire::PlanCursor at = plan.rlimits.first;
    for (std::uint32_t i = 0; i < plan.rlimits.count; ++i) {
        const wire::PlanRlimit limit = wire::nextRlimit(at);
        const auto resource = static_cast<__rlimit_resource>(limit.resource);
        struct rlimit now {};
        if (getrlimit(resource, &now) != 0) {
            fail("limits", "unknown resource");
        }
        const rlim_t value = limit.value < now.rlim_max ? limit.value : now.rlim_max;
        const struct rlimit next { value, value };
        if (setrlimit(resource, &next) != 0) {
            fail("limits");
        }
    }
}

} // namespace leadglass::launch
