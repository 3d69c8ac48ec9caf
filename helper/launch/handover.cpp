#include "helper/launch/handover.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/securebits.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/wire/launch_control.h"
#include "helper/launch/namespaces.h"
#include "helper/launch/report.h"

namespace leadglass::launch {
namespace {

constexpr int kAboveFixed = 32; // out of the way of the numbers that are agreed on

// At `fd`, inherited by bwrap, at offset 0.
void giveBytes(const wire::PlanText& bytes, const char* name, int fd) {
    const int low = memfd_create(name, MFD_CLOEXEC);
    const int memory = low < 0 ? low : fcntl(low, F_DUPFD_CLOEXEC, kAboveFixed);
    if (memory < 0) {
        fail("handover", name);
    }
    close(low);
    std::size_t done = 0;
    while (done < bytes.size) {
        const ssize_t size = write(memory, bytes.data + done, bytes.size - done);
        if (size <= 0) {
            fail("handover", name);
        }
        done += static_cast<std::size_t>(size);
    }
    if (lseek(memory, 0, SEEK_SET) != 0 || dup2(memory, fd) != fd) {
        fail("handover", name);
    }
    close(memory);
}

void arrangeDescriptors(const wire::LaunchPlan& plan, int bwrap) {
    // Everything of launch's own lies above or is gone; 3 and 4 stay.
    const auto keep = static_cast<unsigned>(bwrap);
    if (close_range(wire::kPlanArgsFd, keep - 1, 0) != 0 || close_range(keep + 1, ~0U, 0) != 0) {
        fail("handover", "close_range");
    }
    if (dup2(0, wire::kPlanStdinFd) < 0 || dup2(1, wire::kPlanStdoutFd) < 0) {
        fail("handover", "standard streams");
    }
    const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (null < 0 || dup2(null, 0) != 0 || dup2(null, 1) != 1) {
        fail("handover", "/dev/null");
    }
    close(null);
    giveBytes(plan.bwrapArgs, "bwrap-arguments", wire::kPlanArgsFd);
    giveBytes(plan.seccomp, "filter", wire::kPlanSeccompFd);
}

void dropEverything() {
    if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) != 0) {
        fail("capabilities", "ambient set");
    }
    for (unsigned long capability = 0;; ++capability) {
        if (prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0) {
            if (errno == EINVAL && capability > 0) {
                break; // above the last one this kernel knows
            }
            fail("capabilities", "bounding set");
        }
    }
    if (prctl(PR_SET_SECUREBITS,
              SECBIT_NOROOT | SECBIT_NOROOT_LOCKED | SECBIT_NO_SETUID_FIXUP |
                  SECBIT_NO_SETUID_FIXUP_LOCKED | SECBIT_KEEP_CAPS_LOCKED |
                  SECBIT_NO_CAP_AMBIENT_RAISE | SECBIT_NO_CAP_AMBIENT_RAISE_LOCKED,
              0, 0, 0) != 0) {
        fail("capabilities", "securebits");
    }
    struct __user_cap_header_struct head {
        _LINUX_CAPABILITY_VERSION_3, 0
    };
    struct __user_cap_data_struct none[2] = {};
    if (syscall(SYS_capset, &head, none) != 0) {
        fail("capabilities", "permitted set");
    }
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
        fail("capabilities", "no-new-privileges");
    }
}

// Waits for the process that became bwrap and ends as it did. Holds nothing but `alive`.
[[noreturn]] void standBy(pid_t child) {
    int status = 0;
    while (waitpid(child, &status, 0) != child) {
        if (errno != EINTR) {
            _exit(wire::kLaunchExitSetup);
        }
    }
    _exit(WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status));
}

// Forks; returns in the child, the first process of its own process namespace. bwrap's own child
// waits for bwrap without end if bwrap is killed early; the namespace takes it along.
void enterProcessNamespace() {
    int alive[2];
    if (pipe2(alive, O_CLOEXEC) != 0) {
        fail("process namespace", "pipe");
    }
    const int low = alive[1]; // out of the way of the descriptors for bwrap
    alive[1] = fcntl(low, F_DUPFD_CLOEXEC, kAboveFixed);
    close(low);
    const pid_t child = fork();
    if (child < 0) {
        fail("process namespace", "fork");
    }
    if (child > 0) {
        if (close_range(0, static_cast<unsigned>(alive[1]) - 1, 0) != 0) {
            _exit(wire::kLaunchExitSetup);
        }
        standBy(child);
    }
    close(alive[1]);
    if (getpid() != 1) {
        refuse("process namespace", "is not ours");
    }
    bindLifeToSupervisor(); // here: to the parent, which is bound to the supervisor
    struct pollfd parent {
        alive[0], 0, 0
    };
    if (poll(&parent, 1, 0) != 0) {
        _exit(wire::kLaunchExitSetup); // it died before the call above
    }
    close(alive[0]);
}

} // namespace

int openBwrap(const wire::LaunchPlan& plan) {
    const int low = open(plan.bwrap.data, O_PATH | O_CLOEXEC);
    const int fd = low < 0 ? low : fcntl(low, F_DUPFD_CLOEXEC, kAboveFixed);
    struct stat info {};
    if (fd < 0 || fstat(fd, &info) != 0) {
        failPath("bwrap", plan.bwrap.data, "install the package bubblewrap");
    }
    close(low);
    errno = 0;
    if (!S_ISREG(info.st_mode) || (info.st_mode & (S_ISUID | S_ISGID)) != 0) {
        failPath("bwrap", plan.bwrap.data, "is setuid, which Leadglass refuses");
    }
    return fd;
}

void becomeBwrap(const wire::LaunchPlan& plan, int bwrap) {
    arrangeDescriptors(plan, bwrap);
    dropEverything();
    bindLifeToSupervisor();
    enterProcessNamespace();
    char name[] = "bwrap";
    char option[] = "--args";
    char fd[8];
    char end[] = "--";
    char init[sizeof wire::kPlanInitInside];
    snprintf(fd, sizeof fd, "%d", wire::kPlanArgsFd);
    memcpy(init, wire::kPlanInitInside, sizeof init);
    char* const arguments[] = {name, option, fd, end, init, nullptr};
    char* const environment[] = {nullptr};
    syscall(SYS_execveat, bwrap, "", arguments, environment, AT_EMPTY_PATH);
    failPath("bwrap", plan.bwrap.data, "cannot be executed");
}

} // namespace leadglass::launch
