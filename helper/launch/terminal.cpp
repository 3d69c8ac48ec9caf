#include "helper/launch/terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "helper/launch/report.h"

namespace leadglass::launch {
namespace {

constexpr const char kName[] = "pts"; // kPlanTerminals is STAGE/pts

// As bwrap makes its own.
int newInstance() {
    const int context = fsopen("devpts", FSOPEN_CLOEXEC);
    if (context < 0 || fsconfig(context, FSCONFIG_SET_FLAG, "newinstance", nullptr, 0) != 0 ||
        fsconfig(context, FSCONFIG_SET_STRING, "ptmxmode", "0666", 0) != 0 ||
        fsconfig(context, FSCONFIG_SET_STRING, "mode", "620", 0) != 0 ||
        fsconfig(context, FSCONFIG_CMD_CREATE, nullptr, nullptr, 0) != 0) {
        fail("terminal", "devpts cannot be made");
    }
    const int root = fsmount(context, FSMOUNT_CLOEXEC, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC);
    if (root < 0) {
        fail("terminal", "devpts cannot be mounted");
    }
    close(context);
    return root;
}

} // namespace

int makeTerminal(const Stage& stage, const wire::LaunchPlan& plan) {
    if (!plan.hasTerminal()) {
        return kNoFd;
    }
    if (mkdirat(stage.root, kName, 0755) != 0) {
        fail("terminal", "stage");
    }
    attach(newInstance(), stage.root, kName);
    char path[64];
    snprintf(path, sizeof path, "%s/ptmx", wire::kPlanTerminals);
    const int master = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC);
    unsigned number = 1;
    int unlock = 0;
    if (master < 0 || ioctl(master, TIOCGPTN, &number) != 0 || ioctl(master, TIOCSPTLCK, &unlock) != 0) {
        fail("terminal", "pty");
    }
    if (number != 0) {
        refuse("terminal", "the first pty of a new devpts is not number 0");
    }
    const int slave = ioctl(master, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (slave < 0) {
        fail("terminal", "slave");
    }
    for (int fd = 0; fd < 3; ++fd) {
        if (plan.terminal(fd) && dup2(slave, fd) != fd) {
            fail("terminal", "standard streams");
        }
    }
    close(slave);
    return master;
}

} // namespace leadglass::launch
