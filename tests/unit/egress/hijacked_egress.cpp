// What a hijacked leadglass-egress could try: runs the real self-sandbox, then one attempt.
//
// Usage: hijacked_egress ATTEMPT CONNECTED_FD. Exit 0: refused with EPERM; 1: it worked;
// 2: refused in another way than the filter's; 3: no such attempt. Killed by SIGSYS: refused.
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "helper/egress/self_sandbox.h"

namespace {

long attempt(std::string_view what, int fd) {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    to.sin_port = htons(80);
    auto* address = reinterpret_cast<sockaddr*>(&to);
    char byte = 'x';
    iovec part{&byte, 1};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_name = &to;
    message.msg_namelen = sizeof to;
    const int on = 1;
    const char* const argv[] = {"/bin/sh", nullptr};
    if (what == "socket") return ::socket(AF_INET, SOCK_STREAM, 0);
    if (what == "socketpair") {
        int two[2];
        return ::socketpair(AF_UNIX, SOCK_STREAM, 0, two);
    }
    if (what == "connect") return ::connect(fd, address, sizeof to);
    if (what == "disconnect") {
        to.sin_family = AF_UNSPEC;
        return ::connect(fd, address, sizeof to);
    }
    if (what == "fastopen") return ::sendmsg(fd, &message, MSG_FASTOPEN);
    if (what == "fastopen-sendto") return ::sendto(fd, &byte, 1, MSG_FASTOPEN, address, sizeof to);
    if (what == "sendto-address") return ::sendto(fd, &byte, 1, 0, address, sizeof to);
    if (what == "sendmmsg") {
        mmsghdr many{message, 0};
        return ::sendmmsg(fd, &many, 1, 0);
    }
    if (what == "bind") return ::bind(fd, address, sizeof to);
    if (what == "listen") return ::listen(fd, 1);
    if (what == "open") return ::open("/etc/passwd", O_RDONLY);
    if (what == "openat2") return ::syscall(437, AT_FDCWD, "/", nullptr, 0);
    if (what == "stat") {
        struct stat* none = nullptr;
        return ::syscall(SYS_newfstatat, AT_FDCWD, "/etc", none, 0);
    }
    if (what == "execve") return ::execve(argv[0], const_cast<char* const*>(argv), nullptr);
    if (what == "execveat") return ::syscall(SYS_execveat, AT_FDCWD, argv[0], argv, nullptr, 0);
    if (what == "fork") return ::syscall(SYS_fork);
    if (what == "clone") return ::syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (what == "clone3") return ::syscall(SYS_clone3, nullptr, 0);
    if (what == "unshare") return ::unshare(CLONE_NEWUSER);
    if (what == "setns") return ::setns(fd, 0);
    if (what == "ptrace") return ::ptrace(PTRACE_ATTACH, ::getppid(), nullptr, nullptr);
    if (what == "kill") return ::kill(::getppid(), 0);
    if (what == "pidfd") return ::syscall(SYS_pidfd_open, ::getppid(), 0);
    if (what == "io_uring") return ::syscall(SYS_io_uring_setup, 1, nullptr);
    if (what == "ioctl") {
        int left = 0;
        return ::ioctl(fd, FIONREAD, &left);
    }
    if (what == "exec-memory") {
        return ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED
                   ? -1
                   : 0;
    }
    if (what == "reuse-address") return ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (what == "bind-device") return ::setsockopt(fd, SOL_SOCKET, SO_BINDTODEVICE, "lo", 3);
    if (what == "memfd") return ::syscall(SYS_memfd_create, "x", 0);
    if (what == "raise-limit") {
        rlimit* none = nullptr;
        return ::syscall(SYS_prlimit64, ::getppid(), 7, none, none);
    }
    std::_Exit(3);
}

} // namespace

#if defined(__SANITIZE_ADDRESS__)
// The leak check forks and traces, which the filter rightly ends (see helper/egress/main.cpp).
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() { return "detect_leaks=0"; }
#endif

int main(int argc, char** argv) {
    if (argc != 3) {
        return 3;
    }
    // The self-sandbox closes everything above 3, so the socket to abuse is put there.
    const int fd = 3;
    if (::dup2(std::atoi(argv[2]), fd) != fd) {
        return 3;
    }
    const auto place = leadglass::egress_helper::enterEmptyPlace();
    const bool emptyRoot = ::access("/etc", F_OK) != 0 && ::access("/proc", F_OK) != 0;
    const int probe = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in out{};
    out.sin_family = AF_INET;
    out.sin_port = htons(80);
    out.sin_addr.s_addr = htonl(0x01010101);
    const bool noNetwork = ::connect(probe, reinterpret_cast<sockaddr*>(&out), sizeof out) != 0 &&
                           (errno == ENETUNREACH || errno == EACCES); // EACCES: Landlock was first
    ::close(probe);
    if (!place.ok() || !emptyRoot || !noNetwork || !leadglass::egress_helper::loadFilter().ok()) {
        return 4;
    }
    const long result = attempt(argv[1], fd);
    return result >= 0 ? 1 : errno == EPERM ? 0 : 2;
}
