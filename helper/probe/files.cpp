// Files of the host: read, changed, or reached by another name.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cstddef>
#include <initializer_list>

#include "helper/probe/probe.h"

namespace leadglass::probe {
namespace {

// Reads a file: it worked if the canary is there. Something else under the name is no way out.
void readCanary(const Ground& ground, Tries& tries, const char* path) {
    const long found = holdsCanary(ground, path);
    if (found == 0) {
        tries.refused("other content");
    } else {
        tries.add(path, found < 0 ? -1 : 0);
    }
}

void openTo(Tries& tries, const char* path, int flags) {
    const int fd = open(path, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0600);
    tries.add(path, fd);
    close(fd);
}

constexpr const char* kSecrets[] = {"home/.ssh/id_ed25519", "home/.aws/credentials", "home/.netrc", "outside/file"};

void home(const Ground& ground, Tries& tries) {
    for (const char* secret : kSecrets) {
        readCanary(ground, tries, below(ground, secret));
    }
    if (ground.outside) {
        return;
    }
    for (const char* name : {".ssh/id_ed25519", ".aws/credentials", ".netrc"}) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", getenv("HOME") != nullptr ? getenv("HOME") : "", name);
        readCanary(ground, tries, path);
    }
    for (const char* path : {"/root/.ssh/id_rsa", "/root/.bashrc", "/etc/shadow", "/etc/gshadow", "/etc/sudoers",
                             "/etc/ssh/ssh_host_ed25519_key", "/var/log/syslog", "/var/lib/dpkg/lock"}) {
        openTo(tries, path, O_RDONLY);
    }
}

void procRoot(const Ground& ground, Tries& tries) {
    const char* target = below(ground, "home/.ssh/id_ed25519");
    for (const char* root : {"/proc/self/root", "/proc/1/root", "/proc/thread-self/root", "/proc/self/task/1/root",
                             "/proc/1/cwd/../../../../../..", "/proc/self/cwd/../../../../../..", "/proc/self/fd/../root",
                             "/../../../../..", "/dev/fd/../root"}) {
        char path[4200];
        snprintf(path, sizeof path, "%s%s", root, target);
        readCanary(ground, tries, path);
    }
    for (int fd = 0; fd < 64 && !ground.outside; ++fd) {
        char path[4200];
        snprintf(path, sizeof path, "/proc/1/fd/%d/../../../../../..%s", fd, target);
        readCanary(ground, tries, path);
    }
}

void links(const Ground& ground, Tries& tries) {
    char link[4200];
    char hard[4200];
    snprintf(link, sizeof link, "%s", below(ground, "project/link"));
    snprintf(hard, sizeof hard, "%s", below(ground, "project/hard"));
    for (const char* secret : kSecrets) {
        unlink(link);
        unlink(hard);
        tries.add("making a link", symlink(below(ground, secret), link) == 0 && holdsCanary(ground, link) == 1 ? 0 : -1);
        if (::link(below(ground, secret), hard) == 0) {
            readCanary(ground, tries, hard);
        } else {
            tries.add("a hard link", -1);
        }
    }
    unlink(link);
    unlink(hard);
    // To a place that is missing: a write makes it where it is allowed to.
    if (symlink(below(ground, "outside/new"), link) == 0) {
        openTo(tries, link, O_WRONLY | O_CREAT);
    }
    unlink(link);
}

void hidden(const Ground& ground, Tries& tries) {
    char hard[4200];
    snprintf(hard, sizeof hard, "%s", below(ground, "project/hard"));
    for (const char* name : {"project/.env", "project/./.env", "project/sub/../.env", "project/sub/.env"}) {
        readCanary(ground, tries, below(ground, name));
        unlink(hard);
        tries.add("a hard link", ::link(below(ground, name), hard) == 0 ? holdsCanary(ground, hard) - 1 : -1);
        tries.add("renaming", rename(below(ground, name), hard) == 0 && holdsCanary(ground, hard) == 1 ? 0 : -1);
        if (ground.outside) {
            rename(hard, below(ground, name));
        }
    }
    unlink(hard);
    if (ground.outside) {
        return;
    }
    readCanary(ground, tries, "/proc/self/cwd/.env");
    // Moved as a whole, or made anew, a directory shows no more than before.
    rename(below(ground, "project/sub"), below(ground, "project/moved"));
    readCanary(ground, tries, below(ground, "project/moved/.env"));
    mkdir(below(ground, "project/sub"), 0755);
    readCanary(ground, tries, below(ground, "project/sub/.env"));
}

// All of it works inside, on a copy: whether it came through is seen from outside.
void repository(const Ground& ground, Tries& tries) {
    rename(below(ground, "project/.git"), below(ground, "project/.git2"));
    mkdir(below(ground, "project/.git"), 0755);
    mkdir(below(ground, "project/.git/hooks"), 0755);
    const int fd = open(below(ground, "project/.git/hooks/pre-commit"), O_WRONLY | O_CREAT | O_TRUNC, 0755);
    dprintf(fd, "#!/bin/sh\n");
    close(fd);
    tries.refused("copied");
}

void ours(const Ground& ground, Tries& tries) {
    for (const char* path : {"data/leadglass", "data/leadglass/audit.db", "data/leadglass/runs", "state/leadglass",
                             "runtime/leadglass", "runtime/leadglass/runs"}) {
        openTo(tries, below(ground, path), O_RDONLY);
    }
    if (ground.outside) {
        return;
    }
    char runtime[64];
    snprintf(runtime, sizeof runtime, "/tmp/leadglass-%u", getuid());
    for (const char* path : {const_cast<const char*>(runtime), "/etc/leadglass", "/run/leadglass"}) {
        openTo(tries, path, O_RDONLY);
    }
}

void system(const Ground& /*ground*/, Tries& tries) {
    for (const char* path : {"/usr/bin/leadglass-attack", "/etc/leadglass-attack", "/bin/leadglass-attack",
                             "/lib/leadglass-attack", "/leadglass-attack", "/dev/leadglass-attack"}) {
        openTo(tries, path, O_WRONLY | O_CREAT | O_EXCL);
    }
    for (const char* path : {"/etc/passwd", "/etc/resolv.conf", "/etc/hosts", "/usr/bin/env", "/.leadglass/init",
                             "/proc/self/exe", "/proc/1/exe"}) {
        openTo(tries, path, O_WRONLY);
    }
    tries.add("chmod", chmod("/usr/bin/env", 0777));
    tries.add("rename", rename("/usr/bin/env", "/usr/bin/leadglass-attack"));
    tries.add("truncate", truncate("/etc/passwd", 0));
}

void kernel(const Ground& /*ground*/, Tries& tries) {
    for (const char* path : {"/proc/sys/kernel/core_pattern", "/proc/sys/kernel/modprobe", "/proc/sysrq-trigger",
                             "/proc/sys/net/ipv4/ip_forward", "/proc/sys/net/ipv4/ip_unprivileged_port_start",
                             "/proc/sys/vm/drop_caches", "/proc/sys/kernel/yama/ptrace_scope", "/sys/kernel/uevent_helper",
                             "/proc/irq/default_smp_affinity", "/proc/mtrr", "/sys/power/state", "/proc/acpi/wakeup",
                             "/sys/fs/cgroup/cgroup.procs", "/sys/fs/cgroup/release_agent"}) {
        openTo(tries, path, O_WRONLY);
    }
    for (const char* path : {"/proc/kcore", "/proc/vmcore", "/proc/kpageflags", "/proc/slabinfo", "/proc/1/stack",
                             "/sys/kernel/debug", "/sys/kernel/security", "/sys/firmware", "/sys/kernel/tracing",
                             "/dev/kmsg"}) {
        openTo(tries, path, O_RDONLY);
    }
    // Of the same user everywhere on the machine, with their names.
    for (const char* path : {"/proc/keys", "/proc/key-users"}) {
        char byte = 0;
        const int fd = open(path, O_RDONLY | O_CLOEXEC);
        const ssize_t size = fd < 0 ? -1 : read(fd, &byte, 1);
        if (size == 0) {
            tries.refused("empty");
        } else {
            tries.add(path, size);
        }
        close(fd);
    }
}

void devices(const Ground& ground, Tries& tries) {
    for (const char* path : {"/dev/sda", "/dev/vda", "/dev/nvme0n1", "/dev/dm-0", "/dev/loop0", "/dev/loop-control",
                             "/dev/mem", "/dev/port", "/dev/kmem", "/dev/kvm", "/dev/fuse", "/dev/net/tun", "/dev/vhost-net",
                             "/dev/uinput", "/dev/input/event0", "/dev/dri/card0", "/dev/snd/controlC0", "/dev/video0",
                             "/dev/mapper/control", "/dev/rtc", "/dev/hpet", "/dev/btrfs-control", "/dev/autofs"}) {
        openTo(tries, path, O_RDWR);
    }
    for (const dev_t device : {makedev(1, 1), makedev(8, 0), makedev(254, 0), makedev(5, 1), makedev(10, 229)}) {
        tries.add("mknod", mknod("/tmp/leadglass-device", S_IFCHR | 0600, device));
        tries.add("mknod", mknod(below(ground, "project/device"), S_IFBLK | 0600, device));
    }
}

void processes(const Ground& ground, Tries& tries) {
    char path[64];
    for (const char* name : {"environ", "maps", "mem", "root", "cwd", "fd", "status"}) {
        snprintf(path, sizeof path, "/proc/%d/%s", ground.victim, name);
        openTo(tries, path, O_RDONLY);
    }
    tries.add("a signal", kill(ground.victim, 0));
    tries.add("a pidfd", syscall(SYS_pidfd_open, ground.victim, 0));
    char bytes[8];
    iovec local{bytes, sizeof bytes};
    iovec remote{bytes, sizeof bytes};
    tries.add("its memory", process_vm_readv(ground.victim, &local, 1, &remote, 1, 0));
    if (ground.outside) {
        return;
    }
    DIR* all = opendir("/proc");
    while (const dirent* entry = all == nullptr ? nullptr : readdir(all)) {
        if (atoi(entry->d_name) > 0) {
            snprintf(path, sizeof path, "/proc/%d/environ", atoi(entry->d_name));
            readCanary(ground, tries, path);
        }
    }
    if (all != nullptr) {
        closedir(all);
    }
}

} // namespace

const Entry kFileTries[] = {{"files-home", home},         {"files-proc-root", procRoot}, {"files-links", links},
                            {"files-hidden", hidden},     {"files-repository", repository}, {"files-ours", ours},
                            {"files-system", system},     {"files-kernel", kernel},      {"files-devices", devices},
                            {"files-processes", processes}, {nullptr, nullptr}};

} // namespace leadglass::probe
