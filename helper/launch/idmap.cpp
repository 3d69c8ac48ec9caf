#include "helper/launch/idmap.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "helper/launch/report.h"

namespace leadglass::launch {
namespace {

void writeMap(pid_t child, const char* name, std::uint32_t inside, std::uint32_t outside) {
    char path[64];
    char line[64];
    snprintf(path, sizeof path, "/proc/%d/%s", child, name);
    const int size = snprintf(line, sizeof line, "%u %u 1", inside, outside);
    const int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0 || write(fd, line, static_cast<std::size_t>(size)) != size) {
        failPath("idmapped mount", path);
    }
    close(fd);
}

// A user namespace that exists only as a mapping; a child holds it until it is written and opened.
int mappingNamespace(const struct stat& owner, const wire::LaunchPlan& plan) {
    int ready[2];
    if (pipe2(ready, O_CLOEXEC) != 0) {
        fail("idmapped mount", "pipe");
    }
    const pid_t parent = getpid();
    const pid_t child = fork();
    if (child < 0) {
        fail("idmapped mount", "fork");
    }
    if (child == 0) {
        // Ends with launch, also if launch is killed meanwhile: then nobody reads.
        const bool bound = prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) == 0 && getppid() == parent;
        const char ok = bound && unshare(CLONE_NEWUSER) == 0 ? 1 : 0;
        (void)!write(ready[1], &ok, 1);
        while (ok == 1) {
            pause();
        }
        _exit(1);
    }
    close(ready[1]); // else a child that is killed leaves us waiting for our own end of the pipe
    char ok = 0;
    if (read(ready[0], &ok, 1) != 1 || ok != 1) {
        kill(child, SIGKILL);
        refuse("idmapped mount", "cannot make a user namespace");
    }
    writeMap(child, "uid_map", owner.st_uid, plan.uid);
    writeMap(child, "gid_map", owner.st_gid, plan.gid);
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/ns/user", child);
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    const int saved = errno;
    kill(child, SIGKILL);
    (void)waitpid(child, nullptr, 0);
    close(ready[0]);
    errno = saved;
    if (fd < 0) {
        fail("idmapped mount", "user namespace");
    }
    return fd;
}

} // namespace

void mapOwner(int tree, const struct stat& source, const wire::LaunchPlan& plan, const char* path) {
    const int mapping = mappingNamespace(source, plan);
    struct mount_attr attributes {};
    attributes.attr_set = MOUNT_ATTR_IDMAP;
    attributes.userns_fd = static_cast<std::uint64_t>(mapping);
    if (mount_setattr(tree, "", AT_EMPTY_PATH, &attributes, sizeof attributes) != 0) {
        failPath("idmapped mount", path,
                 "this file system cannot show root's files as another user's; "
                 "run as an ordinary user, or with --unsafe-root");
    }
    close(mapping);
}

} // namespace leadglass::launch
