// Tunnels through leadglass-egress, with every flow allowed at once: what the data path alone costs.
//   egress_bench PROGRAM        requests/s kept alive (16 connections, 1 KB), first answer, CPU per GiB,
//                               beside the same without it, in turns; PROGRAM is leadglass-egress
//   egress_bench PROGRAM PORT   only a CONNECT proxy on 127.0.0.1:PORT, for other load programs; it prints the
//                               pid of leadglass-egress
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "core/base/sys.h"
#include "core/wire/egress_control.h"

using namespace leadglass;
using Clock = std::chrono::steady_clock;

namespace {

constexpr int kConnections = 16;
constexpr std::size_t kSmall = 1000;
constexpr std::size_t kChunk = 1 << 18;
constexpr std::size_t kGiB = std::size_t{1} << 30;

UniqueFd tcp(std::uint16_t port, bool listen) {
    UniqueFd s(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const int on = 1;
    ::setsockopt(s.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    ::setsockopt(s.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    sockaddr_in a{};
    a.sin_family = AF_INET;
    a.sin_port = htons(port);
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const auto* at = reinterpret_cast<const sockaddr*>(&a);
    if (listen ? ::bind(s.get(), at, sizeof a) != 0 || ::listen(s.get(), 1024) != 0 : ::connect(s.get(), at, sizeof a) != 0) {
        std::perror("egress_bench: socket");
        std::exit(1);
    }
    return s;
}

std::uint16_t portOf(int fd) {
    sockaddr_in a{};
    socklen_t n = sizeof a;
    ::getsockname(fd, reinterpret_cast<sockaddr*>(&a), &n);
    return ntohs(a.sin_port);
}

bool transfer(int fd, std::vector<char>& buffer, std::size_t size, bool out) {
    for (std::size_t done = 0; done < size;) {
        const std::size_t part = std::min(buffer.size(), size - done);
        const ssize_t n = out ? ::send(fd, buffer.data(), part, MSG_NOSIGNAL) : ::recv(fd, buffer.data(), part, 0);
        if (n <= 0) {
            return false;
        }
        done += static_cast<std::size_t>(n);
    }
    return true;
}

// A request is eight bytes, the size of the answer.
void serveOne(UniqueFd client) {
    std::vector<char> buffer(kChunk, 'x');
    std::uint64_t size = 0;
    while (::recv(client.get(), &size, sizeof size, MSG_WAITALL) == sizeof size && transfer(client.get(), buffer, size, true)) {
    }
}

// The supervisor's part: every flow goes to its port on loopback.
pid_t startEgress(const char* program, UniqueFd listener) {
    auto pair = sys::seqpacketPair();
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::dup2(pair->theirs.get(), 3);
        ::execl(program, "leadglass-egress", static_cast<char*>(nullptr));
        ::_exit(127);
    }
    pair->theirs.reset();
    std::thread([control = std::move(pair->ours), listener = std::move(listener)] {
        wire::Setup setup;
        setup.listeners = {{wire::Listener::Proxy, 0}};
        const std::vector<int> fds{listener.get()};
        (void)sys::sendMessage(control.get(), wire::encode(wire::ToEgress(setup)), fds);
        while (auto message = sys::receiveMessage(control.get())) {
            const auto decoded = wire::decodeFromEgress(message->bytes);
            if (const auto* open = decoded ? std::get_if<wire::FlowOpen>(&*decoded) : nullptr) {
                const UniqueFd upstream = tcp(open->port, false);
                wire::FlowVerdict verdict;
                verdict.flow = open->flow;
                verdict.allow = true;
                verdict.protocol = wire::FlowProtocol::Tcp;
                verdict.host = open->name;
                (void)sys::sendMessage(control.get(), wire::encode(wire::ToEgress(verdict)), std::vector<int>{upstream.get()});
            }
        }
    }).detach();
    return pid;
}

UniqueFd connectTo(std::uint16_t server, std::uint16_t proxy) {
    UniqueFd s = tcp(proxy != 0 ? proxy : server, false);
    if (proxy != 0) {
        const std::string head = "CONNECT localhost:" + std::to_string(server) + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
        std::vector<char> answer(std::string_view("HTTP/1.1 200 Connection established\r\n\r\n").size());
        if (::send(s.get(), head.data(), head.size(), MSG_NOSIGNAL) < 0 || !transfer(s.get(), answer, answer.size(), false)) {
            std::exit(1);
        }
    }
    return s;
}

bool request(int fd, std::uint64_t size, std::vector<char>& buffer) {
    return ::send(fd, &size, sizeof size, MSG_NOSIGNAL) == sizeof size && transfer(fd, buffer, size, false);
}

double requestsPerSecond(std::uint16_t server, std::uint16_t proxy) {
    std::atomic<std::uint64_t> done{0};
    constexpr auto kTime = std::chrono::seconds(2);
    std::vector<std::thread> threads;
    for (int i = 0; i < kConnections; ++i) {
        threads.emplace_back([&] {
            const UniqueFd s = connectTo(server, proxy);
            std::vector<char> buffer(kSmall);
            for (const auto end = Clock::now() + kTime; Clock::now() < end && request(s.get(), kSmall, buffer);) {
                ++done;
            }
        });
    }
    for (auto& thread : threads) {
        thread.join();
    }
    return static_cast<double>(done) / 2.0;
}

double firstAnswerMillis(std::uint16_t server, std::uint16_t proxy) {
    std::vector<double> times;
    std::vector<char> buffer(kSmall);
    for (int i = 0; i < 201; ++i) {
        const auto began = Clock::now();
        const UniqueFd s = connectTo(server, proxy);
        (void)request(s.get(), kSmall, buffer);
        times.push_back(std::chrono::duration<double, std::milli>(Clock::now() - began).count());
    }
    std::nth_element(times.begin(), times.begin() + 100, times.end());
    return times[100];
}

double cpuSeconds(pid_t pid) {
    std::FILE* file = std::fopen(("/proc/" + std::to_string(pid) + "/stat").c_str(), "r");
    unsigned long user = 0;
    unsigned long system = 0;
    const int read = file == nullptr ? 0 : std::fscanf(file, "%*d (%*[^)]) %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system);
    if (file != nullptr) {
        std::fclose(file);
    }
    return read == 2 ? static_cast<double>(user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK)) : 0;
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: egress_bench PROGRAM [PORT]\n");
        return 1;
    }
    UniqueFd listener = tcp(argc > 2 ? static_cast<std::uint16_t>(std::atoi(argv[2])) : std::uint16_t{0}, true);
    const std::uint16_t proxy = portOf(listener.get());
    const pid_t egress = startEgress(argv[1], std::move(listener));
    if (argc > 2) {
        std::printf("%d\n", static_cast<int>(egress));
        std::fflush(stdout);
        return ::waitpid(egress, nullptr, 0) == egress ? 0 : 1;
    }
    const UniqueFd server = tcp(0, true);
    std::thread([fd = server.get()] {
        for (;;) {
            std::thread(serveOne, UniqueFd(::accept4(fd, nullptr, nullptr, SOCK_CLOEXEC))).detach();
        }
    }).detach();
    const std::uint16_t port = portOf(server.get());
    std::printf("%-12s %10s %10s %8s\n", "round", "direct/s", "tunnel/s", "ratio");
    for (int round = 1; round <= 3; ++round) {
        const double direct = requestsPerSecond(port, 0);
        const double tunnel = requestsPerSecond(port, proxy);
        std::printf("%-12d %10.0f %10.0f %8.2f\n", round, direct, tunnel, tunnel / direct);
    }
    std::printf("first answer: direct %.2f ms, tunnel %.2f ms (median)\n", firstAnswerMillis(port, 0), firstAnswerMillis(port, proxy));
    std::vector<char> buffer(kChunk);
    const double before = cpuSeconds(egress);
    const UniqueFd s = connectTo(port, proxy);
    if (!request(s.get(), kGiB, buffer)) {
        return 1;
    }
    std::printf("CPU of leadglass-egress: %.2f s per GiB\n", cpuSeconds(egress) - before);
    std::fflush(stdout);
    ::_exit(0); // its process ends with the control socket
}
