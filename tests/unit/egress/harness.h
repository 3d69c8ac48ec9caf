// Starts the real leadglass-egress and plays its supervisor. Listeners are on loopback in a network
// namespace of the test's own, so that ports 80 and 443 can be used.
#pragma once

#include <arpa/inet.h>
#include <fcntl.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "core/base/sys.h"
#include "core/wire/egress_control.h"
#include "tests/support/require.h"

namespace leadglass::test {

inline void writeLine(const char* path, const std::string& text) {
    UniqueFd fd(::open(path, O_WRONLY));
    if (!fd || ::write(fd.get(), text.data(), text.size()) < 0) {
        missing("userns", path);
    }
}

inline void enterOwnNetwork() {
    const unsigned uid = ::geteuid();
    const unsigned gid = ::getegid();
    if (::unshare(CLONE_NEWNET | (uid == 0 ? 0 : CLONE_NEWUSER)) != 0) {
        missing("userns", std::strerror(errno));
    }
    if (uid != 0) {
        writeLine("/proc/self/setgroups", "deny");
        writeLine("/proc/self/uid_map", std::to_string(uid) + " " + std::to_string(uid) + " 1");
        writeLine("/proc/self/gid_map", std::to_string(gid) + " " + std::to_string(gid) + " 1");
    }
    UniqueFd s(::socket(AF_INET, SOCK_DGRAM, 0));
    ifreq lo{};
    std::strcpy(lo.ifr_name, "lo");
    lo.ifr_flags = IFF_UP;
    if (::ioctl(s.get(), SIOCSIFFLAGS, &lo) != 0) {
        missing("userns", "cannot bring up lo");
    }
}

inline sockaddr_in at(std::uint16_t port) {
    sockaddr_in a{};
    a.sin_family = AF_INET;
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    a.sin_port = htons(port);
    return a;
}
inline UniqueFd listenOn(std::uint16_t port) {
    UniqueFd s(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const int on = 1;
    ::setsockopt(s.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    const sockaddr_in a = at(port);
    if (::bind(s.get(), reinterpret_cast<const sockaddr*>(&a), sizeof a) != 0 ||
        ::listen(s.get(), 128) != 0) {
        return {};
    }
    return s;
}
inline std::uint16_t portOf(int fd) {
    sockaddr_in a{};
    socklen_t n = sizeof a;
    ::getsockname(fd, reinterpret_cast<sockaddr*>(&a), &n);
    return ntohs(a.sin_port);
}
inline UniqueFd dial(std::uint16_t port) {
    UniqueFd s(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const timeval patience{10, 0};
    ::setsockopt(s.get(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    const sockaddr_in a = at(port);
    if (::connect(s.get(), reinterpret_cast<const sockaddr*>(&a), sizeof a) != 0) {
        return {};
    }
    return s;
}

// A connected TCP pair: `passed` goes to egress, `server` is the far end.
struct Upstream {
    UniqueFd passed;
    UniqueFd server;
    Upstream() {
        UniqueFd l = listenOn(0);
        passed = dial(portOf(l.get()));
        server.reset(::accept4(l.get(), nullptr, nullptr, SOCK_CLOEXEC));
        const timeval patience{10, 0};
        ::setsockopt(server.get(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    }
};

inline bool sendText(int fd, std::string_view text) {
    return ::send(fd, text.data(), text.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(text.size());
}
// Reads until `marker` is in it, `size` bytes are there, or the end.
inline std::string readUntil(int fd, std::string_view marker, std::size_t size = SIZE_MAX) {
    std::string out;
    char chunk[65536];
    while (out.size() < size && (marker.empty() || out.find(marker) == out.npos)) {
        const ssize_t n = ::recv(fd, chunk, std::min(sizeof chunk, size - out.size()), 0);
        if (n <= 0) {
            break;
        }
        out.append(chunk, static_cast<std::size_t>(n));
    }
    return out;
}
// 0: end of stream, errno of the failure else; ECONNRESET for a reset.
inline int endOf(int fd) {
    char byte = 0;
    const ssize_t n = ::recv(fd, &byte, 1, 0);
    return n == 0 ? 0 : n < 0 ? errno : -1;
}

// What leadglass-inspect is started with.
struct Inspecting {
    wire::Begin begin;
    std::string roots; // PEM
};

class Egress {
public:
    std::uint16_t captured = 0, tls = 0, http = 0, proxy = 0, loopback = 0, dns = 0;
    UniqueFd control;
    pid_t pid = -1;

    wire::Authority authority; // of leadglass-inspect

    explicit Egress(std::uint32_t handshakeSeconds = 3, std::uint32_t maxFlows = 4096,
                    const Inspecting* inspecting = nullptr, std::optional<wire::CredentialEndpoint> credentials = {})
        : m_credentials(std::move(credentials)) {
        auto pair = sys::seqpacketPair();
        pid = ::fork();
        if (pid == 0) {
            const int theirs = ::fcntl(pair->theirs.get(), F_DUPFD, 10);
            ::dup2(theirs, 3);
            const char* program = inspecting != nullptr ? LEADGLASS_BIN_DIR "/leadglass-inspect"
                                                        : LEADGLASS_BIN_DIR "/leadglass-egress";
            char* const argv[] = {const_cast<char*>(program), nullptr};
            char* const envp[] = {nullptr};
            ::execve(program, argv, envp);
            ::_exit(127);
        }
        control = std::move(pair->ours);
        pair->theirs.reset();
        const timeval patience{10, 0};
        ::setsockopt(control.get(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        if (inspecting != nullptr) {
            const auto* bytes = reinterpret_cast<const std::uint8_t*>(inspecting->roots.data());
            auto roots = sys::sealedMemfd("roots", std::span(bytes, inspecting->roots.size()));
            send(inspecting->begin, {roots->get()});
            authority = next<wire::Authority>().value_or(wire::Authority{});
        }
        setUp(handshakeSeconds, maxFlows);
    }
    ~Egress() {
        control.reset();
        if (pid > 0) {
            wait();
        }
    }
    int wait() {
        int status = 0;
        ::waitpid(pid, &status, 0);
        pid = -1;
        return status;
    }

    void send(const wire::ToEgress& message, std::vector<int> fds = {}) {
        (void)sys::sendMessage(control.get(), wire::encode(message), fds);
    }
    template <class M>
    std::optional<M> next() {
        auto message = sys::receiveMessage(control.get());
        if (!message) {
            return {};
        }
        auto decoded = wire::decodeFromEgress(message->bytes);
        if (!decoded || !std::holds_alternative<M>(*decoded)) {
            return {};
        }
        return std::get<M>(*decoded);
    }
    void allow(std::uint64_t flow, wire::FlowProtocol protocol, const std::string& host,
               Upstream& up, bool sniAny = false, bool inspect = false) {
        wire::FlowVerdict v;
        v.flow = flow;
        v.allow = true;
        v.protocol = protocol;
        v.host = host;
        v.sniAny = sniAny;
        v.inspect = inspect;
        v.decisionId = "d-1";
        send(v, {up.passed.get()});
        up.passed.reset();
    }
    void deny(std::uint64_t flow, wire::Refusal refusal) {
        wire::FlowVerdict v;
        v.flow = flow;
        v.refusal = refusal;
        v.decisionId = "d-7";
        send(v);
    }

private:
    void setUp(std::uint32_t handshakeSeconds, std::uint32_t maxFlows) {
        std::vector<UniqueFd> fds;
        wire::Setup setup;
        setup.redirected = false;
        setup.credentials = m_credentials;
        setup.maxFlows = maxFlows;
        setup.handshakeSeconds = handshakeSeconds;
        const auto add = [&](wire::Listener kind, std::uint16_t port) {
            fds.push_back(listenOn(port));
            setup.listeners.push_back(
                {kind, static_cast<std::uint16_t>(kind == wire::Listener::Loopback ? 5432 : 0)});
            return portOf(fds.back().get());
        };
        captured = add(wire::Listener::Captured4, 0);
        tls = add(wire::Listener::Captured4, 443);
        http = add(wire::Listener::Captured4, 80);
        proxy = add(wire::Listener::Proxy, 0);
        loopback = add(wire::Listener::Loopback, 0);
        fds.emplace_back(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
        sockaddr_in any{};
        any.sin_family = AF_INET;
        ::bind(fds.back().get(), reinterpret_cast<const sockaddr*>(&any), sizeof any);
        const int on = 1;
        ::setsockopt(fds.back().get(), IPPROTO_IP, IP_PKTINFO, &on, sizeof on);
        dns = portOf(fds.back().get());
        setup.listeners.push_back({wire::Listener::Dns4, 0});
        std::vector<int> raw;
        for (const auto& fd : fds) {
            raw.push_back(fd.get());
        }
        send(setup, raw);
    }
    std::optional<wire::CredentialEndpoint> m_credentials;
};

} // namespace leadglass::test
