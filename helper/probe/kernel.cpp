// System calls that reach parts of the kernel which an agent has no use for. Outside only those are tried
// whose success changes nothing: each in a child.
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "helper/probe/probe.h"

namespace leadglass::probe {
namespace {

// The result of `body` in a child of its own: 0, or -1 with the child's errno.
template <class F> long inChild(F body) {
    const pid_t pid = fork();
    if (pid == 0) {
        _exit(body() >= 0 ? 0 : errno & 255);
    }
    int status = 0;
    if (pid < 0 || waitpid(pid, &status, 0) != pid) {
        return -1;
    }
    errno = WIFSIGNALED(status) ? EPERM : WEXITSTATUS(status);
    return errno == 0 ? 0 : -1;
}

long cloneChild(unsigned long flags) {
    const long pid = syscall(SYS_clone, flags | SIGCHLD, 0, 0, 0, 0);
    if (pid == 0) {
        _exit(0);
    }
    if (pid > 0) {
        waitpid(static_cast<pid_t>(pid), nullptr, 0);
    }
    return pid;
}

long clone3Child(std::uint64_t flags) {
    std::uint64_t arguments[11] = {flags, 0, 0, 0, SIGCHLD};
    const long pid = syscall(SYS_clone3, arguments, sizeof arguments);
    if (pid == 0) {
        _exit(0);
    }
    if (pid > 0) {
        waitpid(static_cast<pid_t>(pid), nullptr, 0);
    }
    return pid;
}

void namespaces(const Ground& ground, Tries& tries) {
    tries.add("unshare user", inChild([] { return unshare(CLONE_NEWUSER); }));
    tries.add("clone user", cloneChild(CLONE_NEWUSER));
    tries.add("clone3 user", clone3Child(CLONE_NEWUSER));
    if (ground.outside) {
        return;
    }
    for (const int flag : {CLONE_NEWNET, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWIPC, CLONE_NEWUTS, CLONE_NEWCGROUP, 0x80}) {
        tries.add("unshare", inChild([flag] { return unshare(flag); }));
        tries.add("clone", flag == 0x80 ? -1 : cloneChild(static_cast<unsigned long>(flag)));
        tries.add("unshare with user", inChild([flag] { return unshare(flag | CLONE_NEWUSER); }));
    }
    for (const char* name : {"net", "mnt", "user", "pid", "ipc"}) {
        char path[64];
        for (const char* whose : {"self", "1"}) {
            snprintf(path, sizeof path, "/proc/%s/ns/%s", whose, name);
            tries.add("setns", inChild([&] { return setns(open(path, O_RDONLY | O_CLOEXEC), 0); }));
        }
    }
    tries.add("setns by pidfd", inChild([] {
                  return setns(static_cast<int>(syscall(SYS_pidfd_open, 1, 0)), CLONE_NEWNS);
              }));
}

void mounts(const Ground& /*ground*/, Tries& tries) {
    char bytes[64] = {};
    tries.add("mount", mount("x", "/tmp", "tmpfs", 0, nullptr));
    tries.add("bind", mount("/", "/tmp", nullptr, MS_BIND | MS_REC, nullptr));
    tries.add("remount", mount(nullptr, "/usr", nullptr, MS_REMOUNT | MS_BIND, nullptr));
    tries.add("move", mount("/usr", "/tmp", nullptr, MS_MOVE, nullptr));
    tries.add("propagation", mount(nullptr, "/", nullptr, MS_SHARED | MS_REC, nullptr));
    tries.add("umount", umount2("/tmp", MNT_DETACH));
    tries.add("umount of a cover", umount2("/proc", MNT_DETACH));
    tries.add("chroot", chroot("/"));
    tries.add("pivot_root", syscall(SYS_pivot_root, ".", "."));
    tries.add("fsopen", syscall(430, "tmpfs", 0));
    tries.add("fsconfig", syscall(431, 0, 6, nullptr, nullptr, 0));
    tries.add("fsmount", syscall(432, 0, 0, 0));
    tries.add("fspick", syscall(433, AT_FDCWD, "/", 0));
    tries.add("open_tree", syscall(428, AT_FDCWD, "/", 1));
    tries.add("move_mount", syscall(429, AT_FDCWD, "/usr", AT_FDCWD, "/tmp", 0));
    tries.add("mount_setattr", syscall(442, AT_FDCWD, "/", 0, bytes, 32));
    tries.add("open_tree_attr", syscall(467, AT_FDCWD, "/", 1, bytes, 32));
    tries.add("swapon", syscall(SYS_swapon, "/tmp", 0));
    tries.add("quotactl", syscall(SYS_quotactl, 0, nullptr, 0, nullptr));
    tries.add("name_to_handle_at", syscall(SYS_open_by_handle_at, AT_FDCWD, bytes, 0));
}

void ioUring(const Ground& /*ground*/, Tries& tries) {
    char parameters[128] = {};
    const long fd = syscall(425, 8, parameters);
    tries.add("io_uring_setup", fd);
    close(static_cast<int>(fd));
    tries.add("io_uring_enter", syscall(426, -1, 0, 0, 0, nullptr, 0));
    tries.add("io_uring_register", syscall(427, -1, 0, nullptr, 0));
}

void calls(const Ground& /*ground*/, Tries& tries) {
    char bytes[256] = {};
    tries.add("bpf", syscall(SYS_bpf, 0, bytes, 64));
    tries.add("userfaultfd", syscall(SYS_userfaultfd, 0));
    tries.add("userfaultfd, user mode", syscall(SYS_userfaultfd, 1));
    tries.add("perf_event_open", syscall(SYS_perf_event_open, bytes, 0, -1, -1, 0));
    tries.add("keyctl", syscall(SYS_keyctl, 0, -3, 0));
    tries.add("add_key", syscall(SYS_add_key, "user", "a", "b", 1, -3));
    tries.add("request_key", syscall(SYS_request_key, "user", "a", nullptr, -3));
    tries.add("init_module", syscall(SYS_init_module, bytes, 8, ""));
    tries.add("finit_module", syscall(SYS_finit_module, -1, "", 0));
    tries.add("delete_module", syscall(SYS_delete_module, "x", 0));
    tries.add("kexec_load", syscall(SYS_kexec_load, 0, 0, nullptr, 0));
    tries.add("kexec_file_load", syscall(SYS_kexec_file_load, -1, -1, 0, nullptr, 0));
    tries.add("fanotify_init", syscall(SYS_fanotify_init, 0, 0));
    tries.add("syslog", syscall(SYS_syslog, 3, bytes, 64));
    tries.add("acct", syscall(SYS_acct, nullptr));
    tries.add("reboot", syscall(SYS_reboot, 0, 0, 0, nullptr));
    tries.add("settimeofday", syscall(SYS_settimeofday, nullptr, bytes));
    tries.add("clock_settime", syscall(SYS_clock_settime, 0, bytes));
    tries.add("sethostname", sethostname("x", 1));
    tries.add("lookup_dcookie", syscall(SYS_lookup_dcookie, 0, bytes, 64));
    tries.add("vhangup", syscall(SYS_vhangup));
#ifdef __x86_64__
    tries.add("iopl", syscall(SYS_iopl, 3));
    tries.add("ioperm", syscall(SYS_ioperm, 0, 8, 1));
    tries.add("modify_ldt", syscall(SYS_modify_ldt, 17, bytes, 16));
#endif
}

void init(const Ground& /*ground*/, Tries& tries) {
    tries.add("PTRACE_ATTACH", ptrace(PTRACE_ATTACH, 1, nullptr, nullptr));
    tries.add("PTRACE_SEIZE", ptrace(PTRACE_SEIZE, 1, nullptr, nullptr));
    char memory[8];
    iovec local{memory, sizeof memory};
    iovec remote{reinterpret_cast<void*>(0x400000), sizeof memory};
    tries.add("process_vm_readv", process_vm_readv(1, &local, 1, &remote, 1, 0));
    tries.add("process_vm_writev", process_vm_writev(1, &local, 1, &remote, 1, 0));
    const int pidfd = static_cast<int>(syscall(SYS_pidfd_open, 1, 0));
    for (int fd = 0; fd < 16; ++fd) {
        tries.add("pidfd_getfd", syscall(SYS_pidfd_getfd, pidfd, fd, 0));
    }
    tries.add("process_madvise", syscall(SYS_process_madvise, pidfd, &local, 1, 4, 0));
    for (const char* path : {"/proc/1/mem", "/proc/1/environ", "/proc/1/auxv", "/proc/1/maps", "/proc/1/fd/3", "/proc/1/root/",
                             "/proc/1/cwd/", "/proc/1/exe"}) {
        tries.add(path, open(path, O_RDONLY | O_CLOEXEC));
    }
    // Of the same user: only a filter stands before these.
    const rlimit limit{1024, 1024};
    const sched_param parameters{};
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(0, &one);
    char attributes[48] = {48};
    for (const int ours : {1, 2}) { // init and its spawner
        const bool first = ours == 1;
        tries.add(first ? "prlimit" : "prlimit 2", prlimit(ours, RLIMIT_NOFILE, &limit, nullptr));
        tries.add(first ? "sched_setaffinity" : "sched_setaffinity 2", sched_setaffinity(ours, sizeof one, &one));
        tries.add(first ? "sched_setscheduler" : "sched_setscheduler 2", sched_setscheduler(ours, SCHED_IDLE, &parameters));
        tries.add(first ? "sched_setparam" : "sched_setparam 2", sched_setparam(ours, &parameters));
        tries.add(first ? "sched_setattr" : "sched_setattr 2", syscall(SYS_sched_setattr, ours, attributes, 0));
        tries.add(first ? "setpriority" : "setpriority 2", setpriority(PRIO_PROCESS, static_cast<id_t>(ours), 19));
        tries.add(first ? "ioprio_set" : "ioprio_set 2", syscall(SYS_ioprio_set, 1, ours, 3 << 13));
    }
}

void identity(const Ground& /*ground*/, Tries& tries) {
    tries.add("setuid", inChild([] { return setuid(getuid() == 0 ? 1 : 0); }));
    tries.add("setresuid", inChild([] { return setresuid(12345, 12345, 12345); }));
    tries.add("setgid", inChild([] { return setgid(getgid() == 0 ? 1 : 0); }));
    tries.add("setgroups", inChild([] { return setgroups(0, nullptr); }));
    tries.add("no_new_privs off", prctl(PR_SET_NO_NEW_PRIVS, 0, 0, 0, 0));
    rlimit limit{};
    getrlimit(RLIMIT_NPROC, &limit);
    if (limit.rlim_max != RLIM_INFINITY) { // else there is no higher one
        limit.rlim_cur = limit.rlim_max = limit.rlim_max + 1;
        tries.add("a higher limit", setrlimit(RLIMIT_NPROC, &limit));
    }
    __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
    __user_cap_data_struct sets[2] = {};
    syscall(SYS_capget, &header, sets);
    for (const auto& set : sets) {
        errno = EPERM;
        tries.add("a capability", (set.effective | set.permitted | set.inheritable) != 0 ? 0 : -1);
    }
    for (int capability = 0; capability < 64; ++capability) {
        tries.add("a capability of the bounding set", prctl(PR_CAPBSET_READ, capability, 0, 0, 0) == 1 ? 0 : -1);
    }
    const int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    tries.add("oom_score_adj", write(fd, "-1000", 5));
    close(fd);
}

void otherCalls(const Ground& /*ground*/, Tries& tries) {
    errno = EPERM;
#ifdef __x86_64__
    tries.add("int 0x80", survives([] {
                              prctl(PR_SET_DUMPABLE, 0);
                              long result = 0;
                              __asm__ volatile("int $0x80" : "=a"(result) : "a"(20) : "memory");
                          }) ? 0 : -1);
    errno = EPERM;
    tries.add("an x32 call", survives([] {
                                 prctl(PR_SET_DUMPABLE, 0);
                                 syscall(0x40000000 + 39);
                             }) ? 0 : -1);
#endif
    for (const long number : {470L, 500L, 600L, 900L, 1023L}) {
        tries.add("an unknown call", syscall(number, 0, 0, 0, 0, 0, 0));
    }
}

} // namespace

const Entry kKernelTries[] = {{"kernel-namespaces", namespaces}, {"kernel-mounts", mounts}, {"kernel-io-uring", ioUring},
                              {"kernel-calls", calls},           {"kernel-init", init},     {"kernel-identity", identity},
                              {"kernel-other-calls", otherCalls}, {nullptr, nullptr}};

} // namespace leadglass::probe
