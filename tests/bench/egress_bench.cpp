// Tunnels through leadglass-egress, with every flow allowed at once: what the data path alone costs. TLS 1.3 from end to
// end, as agents speak; client and server are this process, so it takes two processors to tell the tunnel from them.
//   egress_bench PROGRAM        requests/s kept alive (16 connections, 1 KB), first answer, CPU per GiB,
//                               beside the same without it, in turns; PROGRAM is leadglass-egress
//   egress_bench PROGRAM PORT   only a CONNECT proxy on 127.0.0.1:PORT, for other load programs; it prints the
//                               pid of leadglass-egress
//   egress_bench PROGRAM --server PORT NAME:HOW:PORT:PID ...
//                               the server on that port, and others in the same turns: HOW is `connect` for a proxy,
//                               `relay` for what passes all on to the server
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
#include "tests/bench/load_socket.h"
#include "tests/bench/process_figures.h"
#include "tests/bench/tls_stream.h"

using namespace leadglass;
using namespace leadglass::bench;
using Clock = std::chrono::steady_clock;

namespace {

constexpr int kConnections = 16;
constexpr std::size_t kSmall = 1000;
constexpr std::size_t kChunk = 1 << 18;
constexpr std::size_t kGiB = std::size_t{1} << 30;

void serveOne(UniqueFd client, SSL_CTX* context) {
    Stream stream(std::move(client), context, true);
    std::vector<char> buffer(kChunk, 'x');
    std::uint64_t size = 0;
    while (stream.transfer(&size, sizeof size, sizeof size, false) && stream.transfer(buffer.data(), buffer.size(), size, true)) {
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

struct Way { // to the server
    std::string name;
    std::uint16_t port = 0;
    bool connect = false; // as a CONNECT proxy
    pid_t pid = 0;        // 0: nothing is between
    std::vector<double> rate, ofDirect, first, cpu;
};

class Client {
public:
    explicit Client(std::uint16_t server) : m_server(server), m_context(contextOf(false)) {}

    Stream open(const Way& way) const {
        UniqueFd s = tcp(way.port, false);
        if (way.connect) {
            const std::string head = "CONNECT localhost:" + std::to_string(m_server) + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
            std::string answer;
            char byte = 0;
            bool fine = ::send(s.get(), head.data(), head.size(), MSG_NOSIGNAL) > 0;
            while (fine && !answer.ends_with("\r\n\r\n")) {
                fine = ::recv(s.get(), &byte, 1, 0) == 1;
                answer += byte;
            }
            if (!fine || answer.find(" 200 ") == std::string::npos) {
                std::fprintf(stderr, "egress_bench: %s refused: %s\n", way.name.c_str(), answer.c_str());
                std::exit(1);
            }
        }
        return {std::move(s), m_context.get(), false};
    }

    double requestsPerSecond(const Way& way) const {
        std::atomic<std::uint64_t> done{0};
        constexpr auto kTime = std::chrono::seconds(1);
        std::vector<std::thread> threads;
        for (int i = 0; i < kConnections; ++i) {
            threads.emplace_back([&] {
                Stream s = open(way);
                std::vector<char> buffer(kSmall);
                for (const auto end = Clock::now() + kTime; Clock::now() < end && s.request(kSmall, buffer);) {
                    ++done;
                }
            });
        }
        for (auto& thread : threads) {
            thread.join();
        }
        return static_cast<double>(done);
    }

    double firstAnswerMillis(const Way& way) const {
        const auto began = Clock::now();
        Stream s = open(way);
        std::vector<char> buffer(kSmall);
        (void)s.request(kSmall, buffer);
        return std::chrono::duration<double, std::milli>(Clock::now() - began).count();
    }

private:
    std::uint16_t m_server;
    Context m_context;
};

double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
    return values[values.size() / 2];
}

void measure(const Client& client, std::vector<Way>& ways) {
    constexpr int kRounds = 3;
    std::vector<char> buffer(kChunk);
    for (int round = 0; round < kRounds; ++round) {
        for (auto& way : ways) {
            way.rate.push_back(client.requestsPerSecond(way));
            way.ofDirect.push_back(way.rate.back() / ways[0].rate.back());
        }
        for (int i = 0; i < 20; ++i) {
            for (auto& way : ways) {
                way.first.push_back(client.firstAnswerMillis(way));
            }
        }
    }
    for (auto& way : ways) {
        const double before = way.pid > 0 ? cpuSeconds(way.pid) : 0;
        if (!client.open(way).request(kGiB, buffer)) {
            std::fprintf(stderr, "egress_bench: %s lost the long answer\n", way.name.c_str());
            std::exit(1);
        }
        way.cpu.push_back(way.pid > 0 ? cpuSeconds(way.pid) - before : 0);
        std::printf("%-12s %7.0f requests/s, %.2f of direct; first answer %.2f ms; %.2f CPU s per GiB; peak %.1f MiB\n", way.name.c_str(),
                    median(way.rate), median(way.ofDirect), median(way.first), way.cpu[0], way.pid > 0 ? peakMiB(way.pid) : 0);
    }
}

// NAME:HOW:PORT:PID
Way wayOf(const std::string& word) {
    std::vector<std::string> parts{""};
    for (const char c : word) {
        c == ':' ? parts.emplace_back() : parts.back() += c;
    }
    if (parts.size() != 4) {
        std::fprintf(stderr, "egress_bench: '%s' is not NAME:HOW:PORT:PID\n", word.c_str());
        std::exit(2);
    }
    return {parts[0], static_cast<std::uint16_t>(std::atoi(parts[2].c_str())), parts[1] == "connect", std::atoi(parts[3].c_str()), {}, {}, {}, {}};
}

} // namespace

int main(int argc, char** argv) {
    const bool others = argc > 3 && std::string_view(argv[2]) == "--server";
    if (argc < 2 || (argc > 3 && !others)) {
        std::fprintf(stderr, "usage: egress_bench PROGRAM [PORT | --server PORT NAME:HOW:PORT:PID ...]\n");
        return 2;
    }
    const bool only = argc > 2 && !others;
    UniqueFd listener = tcp(only ? static_cast<std::uint16_t>(std::atoi(argv[2])) : std::uint16_t{0}, true);
    const std::uint16_t proxy = portOf(listener.get());
    const pid_t egress = startEgress(argv[1], std::move(listener));
    if (only) {
        std::printf("%d\n", static_cast<int>(egress));
        std::fflush(stdout);
        return ::waitpid(egress, nullptr, 0) == egress ? 0 : 1;
    }
    const UniqueFd server = tcp(others ? static_cast<std::uint16_t>(std::atoi(argv[3])) : std::uint16_t{0}, true);
    const Context context = contextOf(true);
    std::thread([fd = server.get(), tls = context.get()] {
        for (;;) {
            std::thread(serveOne, UniqueFd(::accept4(fd, nullptr, nullptr, SOCK_CLOEXEC)), tls).detach();
        }
    }).detach();
    const std::uint16_t port = portOf(server.get());
    std::vector<Way> ways{{"direct", port, false, 0, {}, {}, {}, {}}, {"leadglass", proxy, true, egress, {}, {}, {}, {}}};
    for (int i = 4; i < argc; ++i) {
        ways.push_back(wayOf(argv[i]));
    }
    measure(Client(port), ways);
    std::fflush(stdout);
    ::_exit(0); // its process ends with the control socket
}
