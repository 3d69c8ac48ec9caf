// Runs inside the box and asks the kernel. Prints one line per question: NAME=ok, or NAME=ERRNO.
//
//   probe all HOSTPID ABSTRACT SOCKET   every question; the arguments name things on the host
//   probe env                           the environment, NUL bytes as newlines
//   probe sleep SECONDS CHILDREN        so many processes that wait (for tests that kill)
//   and the modes of probe_modes.h
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>

#include "tests/escape/i386_call.h"
#include "tests/escape/probe_modes.h"

extern char** environ;

namespace {

void say(const std::string& name, long result) {
    const int saved = errno;
    const char* text = result >= 0 ? "ok" : strerrorname_np(saved);
    printf("%s=%s\n", name.c_str(), text != nullptr ? text : "?");
    fflush(stdout);
}
void sayText(const std::string& name, const std::string& text) {
    printf("%s=%s\n", name.c_str(), text.c_str());
    fflush(stdout);
}

long openPath(const char* path, int flags) {
    const int fd = open(path, flags | O_CLOEXEC, 0600);
    if (fd >= 0) {
        close(fd);
    }
    return fd;
}
// Open may work for a file whose reading is refused.
long readPath(const char* path) {
    char byte = 0;
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    return fd < 0 ? -1 : read(fd, &byte, 1);
}
long writePath(const char* path, const char* text) {
    const int fd = open(path, O_WRONLY | O_CLOEXEC);
    return fd < 0 ? -1 : write(fd, text, strlen(text));
}
void socketOf(const char* name, int family, int type, int protocol) {
    const int fd = socket(family, type, protocol);
    say(name, fd);
    if (fd >= 0) {
        close(fd);
    }
}
long connectUnix(const std::string& path, bool abstract) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::size_t skip = abstract ? 1 : 0;
    memcpy(address.sun_path + skip, path.data(), path.size());
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + skip + path.size());
    return connect(fd, reinterpret_cast<sockaddr*>(&address), size);
}
sockaddr_in v4(const char* address, int port) {
    sockaddr_in out{};
    out.sin_family = AF_INET;
    out.sin_port = htons(static_cast<std::uint16_t>(port));
    inet_pton(AF_INET, address, &out.sin_addr);
    return out;
}
long udpAnswer(const char* address, int port) {
    const int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    const auto to = v4(address, port);
    if (connect(fd, reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0 || send(fd, "x", 1, 0) < 0) {
        return -1;
    }
    pollfd wait{fd, POLLIN, 0};
    if (poll(&wait, 1, 1500) == 0) {
        errno = ETIMEDOUT;
        return -1;
    }
    char byte = 0;
    return recv(fd, &byte, 1, 0);
}
long tcpConnect(const char* address, int port) {
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const auto to = v4(address, port);
    if (connect(fd, reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0) {
        return -1;
    }
    char byte = 0;
    const ssize_t size = recv(fd, &byte, 1, 0);
    if (size == 0) {
        errno = ECONNRESET;
        return -1;
    }
    return size;
}

void firstProcess() {
    say("proc1-environ", readPath("/proc/1/environ"));
    say("proc1-mem", openPath("/proc/1/mem", O_RDWR));
    say("proc1-fd", opendir("/proc/1/fd") != nullptr ? 0 : -1);
    char link[64];
    say("proc1-root", readlink("/proc/1/root", link, sizeof link));
    say("proc1-ptrace", ptrace(PTRACE_ATTACH, 1, nullptr, nullptr));
    say("proc1-ptrace-seize", ptrace(PTRACE_SEIZE, 1, nullptr, nullptr));
    char memory[8];
    iovec local{memory, sizeof memory};
    iovec remote{reinterpret_cast<void*>(0x400000), sizeof memory};
    say("proc1-process-vm-readv", process_vm_readv(1, &local, 1, &remote, 1, 0));
    const int pidfd = static_cast<int>(syscall(SYS_pidfd_open, 1, 0));
    say("proc1-pidfd-getfd", syscall(SYS_pidfd_getfd, pidfd, 3, 0));
    say("proc1-kill", kill(1, SIGKILL));
    const rlimit limit{1024, 1024};
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(0, &one);
    say("proc1-prlimit", prlimit(1, RLIMIT_NOFILE, &limit, nullptr));
    say("proc1-affinity", sched_setaffinity(1, sizeof one, &one));
    say("proc1-priority", setpriority(PRIO_PROCESS, 1, 19));
    say("spawner-prlimit", prlimit(2, RLIMIT_NOFILE, &limit, nullptr));
    say("spawner-affinity", sched_setaffinity(2, sizeof one, &one));
    say("spawner-priority", setpriority(PRIO_PROCESS, 2, 19));
}

void processes(pid_t hostPid) {
    int visible = 0;
    DIR* proc = opendir("/proc");
    while (const dirent* entry = readdir(proc)) {
        visible += atoi(entry->d_name) > 0 ? 1 : 0;
    }
    closedir(proc);
    sayText("visible-processes", std::to_string(visible));
    say("host-pid-kill", kill(hostPid, 0));
    say("host-pid-proc", openPath(("/proc/" + std::to_string(hostPid) + "/status").c_str(), O_RDONLY));
}

void terminal() {
    char letter = 'x';
    say("dev-tty", openPath("/dev/tty", O_RDWR));
    say("tiocsti-stdin", ioctl(0, TIOCSTI, &letter));
    const int own = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC);
    say("own-pty", own);
    say("tiocsti-own-pty", ioctl(own, TIOCSTI, &letter));
    say("tiocsti-high-bits", syscall(SYS_ioctl, own, 0x100005412UL, &letter));
    say("tioclinux", ioctl(own, 0x541C, &letter));
    const int discipline = 2;
    say("tiocsetd", ioctl(own, TIOCSETD, &discipline));
    say("tioccons", ioctl(own, TIOCCONS, nullptr));
}

void kernelSurface() {
    char bytes[256] = {};
    say("keyctl", syscall(SYS_keyctl, 0, -3, 0));
    say("add-key", syscall(SYS_add_key, "user", "a", "b", 1, -3));
    say("request-key", syscall(SYS_request_key, "user", "a", nullptr, -3));
    say("mount", mount("x", "/tmp", "tmpfs", 0, nullptr));
    say("umount", umount2("/tmp", MNT_DETACH));
    say("remount-usr", mount(nullptr, "/usr", nullptr, MS_REMOUNT | MS_BIND, nullptr));
    say("fsopen", syscall(430, "tmpfs", 0));
    say("open-tree", syscall(428, AT_FDCWD, "/", 1));
    say("mount-setattr", syscall(442, AT_FDCWD, "/", 0, bytes, 32));
    say("pivot-root", syscall(SYS_pivot_root, ".", "."));
    say("chroot", chroot("/"));
    say("unshare-user", unshare(CLONE_NEWUSER));
    say("unshare-net", unshare(CLONE_NEWNET));
    say("unshare-mount", unshare(CLONE_NEWNS));
    const long child = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
    if (child == 0) {
        _exit(0);
    }
    say("clone-user", child);
    say("clone3", syscall(SYS_clone3, nullptr, 0));
    say("setns", setns(open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC), 0));
    say("io-uring", syscall(425, 8, bytes));
    say("bpf", syscall(SYS_bpf, 0, bytes, 64));
    say("perf", syscall(SYS_perf_event_open, bytes, 0, -1, -1, 0));
    say("userfaultfd", syscall(SYS_userfaultfd, 0));
    say("open-by-handle", syscall(SYS_open_by_handle_at, AT_FDCWD, bytes, 0));
    say("init-module", syscall(SYS_init_module, bytes, 8, ""));
    say("kexec", syscall(SYS_kexec_load, 0, 0, nullptr, 0));
    say("iopl", syscall(SYS_iopl, 3));
    say("future-call", syscall(900, 0));
}

void identity() {
    say("setuid-0", setuid(getuid() == 0 ? 1 : 0));
    say("setgroups", syscall(SYS_setgroups, 0, nullptr));
    rlimit limit{};
    getrlimit(RLIMIT_NPROC, &limit);
    limit.rlim_cur = limit.rlim_max = limit.rlim_max + 1;
    say("raise-rlimit", setrlimit(RLIMIT_NPROC, &limit));
    say("oom-score-lower", writePath("/proc/self/oom_score_adj", "-1000"));
    say("sethostname", sethostname("x", 1));
    say("no-new-privs-off", prctl(PR_SET_NO_NEW_PRIVS, 0, 0, 0, 0));
}

void files() {
    say("write-usr", openPath("/usr/bin/zz", O_CREAT | O_WRONLY));
    say("write-root-directory", mkdir("/zz", 0700));
    say("write-etc", openPath("/etc/passwd", O_WRONLY));
    say("write-init", openPath("/.leadglass/init", O_WRONLY));
    say("read-init", openPath("/.leadglass/init", O_RDONLY));
    say("write-own-exe", openPath("/proc/self/exe", O_WRONLY));
    say("write-dev", mkdir("/dev/zz", 0700));
    say("sys", openPath("/sys", O_RDONLY));
    say("sysrq", openPath("/proc/sysrq-trigger", O_WRONLY));
    say("core-pattern", openPath("/proc/sys/kernel/core_pattern", O_WRONLY));
    say("ip-forward", openPath("/proc/sys/net/ipv4/ip_forward", O_WRONLY));
    say("unprivileged-port", openPath("/proc/sys/net/ipv4/ip_unprivileged_port_start", O_WRONLY));
    say("kcore", openPath("/proc/kcore", O_RDONLY));
    say("root-home", openPath("/root", O_RDONLY));
    say("shadow", openPath("/etc/shadow", O_RDONLY));
    const long keys = readPath("/proc/keys"); // of the same user outside, where there are any
    keys == 0 ? sayText("proc-keys", "empty") : say("proc-keys", keys);
    say("mknod-device", mknod("/tmp/device", S_IFCHR | 0600, makedev(1, 3)));
    sayText("inherited-descriptors", [] {
        std::string list;
        for (int fd = 0; fd < 1024; ++fd) {
            if (fcntl(fd, F_GETFD) >= 0) {
                list += std::to_string(fd) + " ";
            }
        }
        return list;
    }());
}

void sockets(const std::string& abstract, const std::string& path) {
    socketOf("af-vsock", 40, SOCK_STREAM, 0);
    socketOf("af-packet", AF_PACKET, SOCK_RAW, 0);
    socketOf("af-alg", AF_ALG, SOCK_SEQPACKET, 0);
    socketOf("af-xdp", 44, SOCK_RAW, 0);
    socketOf("af-bluetooth", AF_BLUETOOTH, SOCK_RAW, 1);
    socketOf("inet-raw", AF_INET, SOCK_RAW, 1);
    socketOf("inet-ping", AF_INET, SOCK_DGRAM, IPPROTO_ICMP);
    socketOf("netlink-route", AF_NETLINK, SOCK_RAW, 0);
    socketOf("netlink-netfilter", AF_NETLINK, SOCK_RAW, 12);
    socketOf("netlink-uevent", AF_NETLINK, SOCK_RAW, 15);
    socketOf("netlink-audit", AF_NETLINK, SOCK_RAW, 9);
    say("host-abstract-socket", connectUnix(abstract, true));
    say("host-path-socket", connectUnix(path, false));
    for (const char* known : {"/run/dbus/system_bus_socket", "/var/run/docker.sock",
                              "/tmp/.X11-unix/X0", "/run/systemd/resolve/io.systemd.Resolve",
                              "/var/run/nscd/socket"}) {
        say(std::string("socket ") + known, connectUnix(known, false));
    }
    const int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    ifreq request{};
    strcpy(request.ifr_name, "lo");
    say("lo-down", ioctl(fd, SIOCSIFFLAGS, &request));
    const int on = 1;
    say("ip-transparent", setsockopt(fd, SOL_IP, 19, &on, sizeof on));
    say("so-mark", setsockopt(fd, SOL_SOCKET, SO_MARK, &on, sizeof on));
    const int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const auto low = v4("0.0.0.0", 80);
    say("bind-80", bind(server, reinterpret_cast<const sockaddr*>(&low), sizeof low));
    say("tcp-unlisted-port", tcpConnect("203.0.113.9", 2222));
    say("tcp-metadata", tcpConnect("169.254.169.254", 80));
    say("tcp-own-closed-port", tcpConnect("127.0.0.1", 3333));
    say("udp-quic", udpAnswer("203.0.113.9", 443));
}

void otherArchitectures() {
    // By name of the signal: a kernel without the entry answers SIGSEGV, and that is no wall of ours.
    const auto ends = [](auto call) {
        const pid_t pid = fork();
        if (pid == 0) {
            prctl(PR_SET_DUMPABLE, 0);
            signal(SIGSEGV, SIG_DFL); // a sanitizer's handler would exit
            call();
            _exit(0);
        }
        int status = 0;
        waitpid(pid, &status, 0);
        return WIFSIGNALED(status) ? std::string("SIG") + sigabbrev_np(WTERMSIG(status)) : std::string("ran");
    };
    sayText("i386-call", ends(leadglass::test::callAsI386));
    sayText("x32-call", ends([] { syscall(0x40000000 + 39); }));
}

int waitForever(int seconds, int children) {
    for (int i = 0; i < children; ++i) {
        if (fork() == 0) {
            setsid(); // also out of the agent's process group
            break;
        }
    }
    sleep(static_cast<unsigned>(seconds));
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    const std::string mode = argc > 1 ? argv[1] : "";
    if (mode == "env") {
        for (char** variable = environ; *variable != nullptr; ++variable) {
            puts(*variable);
        }
        return 0;
    }
    if (mode == "sleep" && argc == 4) {
        puts("ready");
        fflush(stdout);
        return waitForever(atoi(argv[2]), atoi(argv[3]));
    }
    if (const int status = leadglass::test::probeMode(argc, argv); status >= 0) {
        return status;
    }
    if (mode != "all" || argc != 5) {
        return 2;
    }
    files(); // first: before anything else opens a descriptor
    firstProcess();
    processes(atoi(argv[2]));
    terminal();
    kernelSurface();
    identity();
    sockets(argv[3], argv[4]);
    otherArchitectures();
    return 0;
}
