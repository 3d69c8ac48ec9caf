#include "core/session/peer_check.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>

#include "core/base/escape.h"
#include "core/base/proc_stat.h"
#include "core/base/sys.h"
#include "core/base/unique_fd.h"

#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif

namespace leadglass::session {
namespace {

Error refused(const std::string& why) {
    return makeError(Code::Refused, "control socket: peer refused: " + why);
}

// The pid that a pidfd of ours names (proc_pid_fdinfo(5)), or -1.
pid_t pidOf(int pidfd) {
    const auto info = sys::readFile("/proc/self/fdinfo/" + std::to_string(pidfd), 4096);
    if (!info) {
        return -1;
    }
    const std::size_t at = info->find("Pid:");
    return at == std::string::npos ? -1
                                   : static_cast<pid_t>(std::strtol(info->c_str() + at + 4, nullptr, 10));
}

// pidfd_open(2): readable once the process has ended.
bool alive(int pidfd) {
    pollfd p{pidfd, POLLIN, 0};
    return ::poll(&p, 1, 0) == 0;
}

// 0: it has ended.
std::uint64_t startTime(pid_t pid) {
    const auto stat = procStat(static_cast<std::uint64_t>(pid));
    return stat ? stat->start : 0;
}

bool sameNamespace(pid_t pid, const char* name) {
    struct stat ours {};
    struct stat theirs {};
    const std::string tail = std::string("/ns/") + name;
    return ::stat(("/proc/self" + tail).c_str(), &ours) == 0 &&
           ::stat(("/proc/" + std::to_string(pid) + tail).c_str(), &theirs) == 0 &&
           ours.st_dev == theirs.st_dev && ours.st_ino == theirs.st_ino;
}

} // namespace

Result<std::string> checkPeer(int socket) {
    ucred peer{};
    socklen_t size = sizeof peer;
    if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) {
        return refused("its credentials cannot be read");
    }
    if (peer.uid != ::geteuid()) {
        return refused("it is of user " + std::to_string(peer.uid));
    }
    if (peer.pid <= 0) {
        return refused("it is not in our process namespace");
    }
    int raw = -1;
    size = sizeof raw;
    if (::getsockopt(socket, SOL_SOCKET, SO_PEERPIDFD, &raw, &size) != 0) {
        if (errno != ENOPROTOOPT) {
            return refused("it has ended");
        }
        raw = static_cast<int>(::syscall(SYS_pidfd_open, peer.pid, 0U));
    }
    const UniqueFd pidfd(raw);
    if (!pidfd) {
        return refused("it has ended");
    }
    const std::uint64_t started = startTime(peer.pid);
    if (pidOf(pidfd.get()) != peer.pid || started == 0) {
        return refused("it is not in our process namespace");
    }
    for (const char* name : {"user", "pid", "mnt"}) {
        if (!sameNamespace(peer.pid, name)) {
            return refused(std::string("it is in another ") + name + " namespace");
        }
    }
    auto comm = sys::readFile("/proc/" + std::to_string(peer.pid) + "/comm", 64);
    // While the pidfd lives, the pid was not given to another: what was read above was the peer's.
    if (!alive(pidfd.get()) || startTime(peer.pid) != started) {
        return refused("it has ended");
    }
    std::string program = comm ? *comm : std::string("?");
    while (!program.empty() && program.back() == '\n') {
        program.pop_back();
    }
    return "pid " + std::to_string(peer.pid) + " " + forScreen(program, 64);
}

} // namespace leadglass::session
