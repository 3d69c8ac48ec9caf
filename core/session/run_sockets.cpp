#include "core/session/run_sockets.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>

#include "core/base/sys.h"

namespace leadglass::session {
namespace {

constexpr std::uint8_t kMade = 1;

// In the child. The first half of what is passed is IPv4, or nothing is passed.
int makeBatch(int userNamespace, int netNamespace, int out, std::size_t count) {
    if ((userNamespace >= 0 && ::setns(userNamespace, CLONE_NEWUSER) != 0) ||
        ::setns(netNamespace, CLONE_NEWNET) != 0) {
        return 1;
    }
    std::vector<int> made;
    for (std::size_t i = 0; i < 2 * count; ++i) {
        const int fd = ::socket(i < count ? AF_INET : AF_INET6, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
        if (fd < 0 && i < count) {
            return 1;
        }
        if (fd >= 0) { // a kernel without IPv6 has none
            made.push_back(fd);
        }
    }
    const std::array<std::uint8_t, 1> said{kMade};
    return sys::sendMessage(out, said, made) ? 0 : 1;
}

} // namespace

Result<RunSockets> RunSockets::enter(pid_t member) {
    RunSockets out;
    const std::string base = "/proc/" + std::to_string(member) + "/ns/";
    out.m_netNamespace = LG_TRY(sys::open(base + "net", O_RDONLY | O_CLOEXEC));
    auto theirs = LG_TRY(sys::open(base + "user", O_RDONLY | O_CLOEXEC));
    const auto ours = LG_TRY(sys::open("/proc/self/ns/user", O_RDONLY | O_CLOEXEC));
    if (LG_TRY(sys::stat(theirs.get())).st_ino != LG_TRY(sys::stat(ours.get())).st_ino) {
        out.m_userNamespace = std::move(theirs);
    }
    return out;
}

Status RunSockets::refill() {
    auto pair = LG_TRY(sys::seqpacketPair());
    const pid_t child = ::fork();
    if (child < 0) {
        return ioError("cannot start a process", errno);
    }
    if (child == 0) {
        ::_exit(makeBatch(m_userNamespace.get(), m_netNamespace.get(), pair.theirs.get(), kBatch));
    }
    pair.theirs.reset();
    auto message = sys::receiveMessage(pair.ours.get());
    while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
    }
    if (!message || message->fds.size() < kBatch) {
        return makeError(Code::Io, "cannot make sockets in the run's network namespace");
    }
    for (std::size_t i = 0; i < message->fds.size(); ++i) {
        (i < kBatch ? m_v4 : m_v6).push_back(std::move(message->fds[i]));
    }
    return {};
}

Result<UniqueFd> RunSockets::take(bool v6) {
    auto& from = v6 ? m_v6 : m_v4;
    if (from.empty() && m_netNamespace) {
        LG_TRY(refill());
    }
    if (from.empty()) {
        return makeError(Code::NotFound, "no socket of that family in the run");
    }
    UniqueFd out = std::move(from.back());
    from.pop_back();
    return out;
}

} // namespace leadglass::session
