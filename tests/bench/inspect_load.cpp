// HTTP/1.1 over TLS through leadglass-inspect, each request asked about and allowed at once, beside the same through
// leadglass-egress, which relays the TLS as it is, beside no program in between, and beside other proxies, in turns.
// Client, server and supervisor are this process.
//   inspect_load EGRESS INSPECT ROUNDS        a line for each way and round: requests/s of 16 connections and of one that are
//                                             kept alive, ms to the first answer of a host that is known and of one that is
//                                             new, CPU s per GiB down and up, ms of an event under way, peak MiB
//   inspect_load EGRESS INSPECT ROUNDS DIR    the same with others: writes DIR/root.pem, which the server's certificates are
//                                             from, and DIR/authority.pem, an authority with its key for them to use;
//                                             prints `ready`, and takes a line "NAME PORT PID HOW" for each CONNECT proxy: HOW is
//                                             `name`, or `address` for one that would look names up
#include <array>
#include <atomic>
#include <csignal>
#include <fstream>
#include <functional>
#include <iostream>
#include <random>

#include "core/base/sys.h"
#include "core/wire/egress_control.h"
#include "tests/bench/inspect_server.h"
#include "tests/bench/process_figures.h"

using namespace leadglass;
using namespace leadglass::bench;
using namespace leadglass::test;
using Clock = std::chrono::steady_clock;

namespace {

constexpr int kMany = 16;       // connections
constexpr int kContacts = 10;   // of each kind, a round
constexpr auto kTime = std::chrono::milliseconds(700);

struct Way {
    std::string name;
    std::uint16_t port = 0;
    pid_t pid = 0;        // 0: nothing is between
    bool connect = false; // as a CONNECT proxy
    bool byName = false;  // and it is told the name, not the server's address
};
using Figures = std::vector<std::pair<const char*, double>>;

std::uint16_t serverPort = 0;

[[noreturn]] void fail(const Way& way, const char* what) {
    std::fprintf(stderr, "inspect_load: %s: %s\n", way.name.c_str(), what);
    std::_Exit(1);
}

// The supervisor's part: every flow goes to the server, every request is allowed.
Way start(const char* name, const char* program, const std::string& roots, bool inspect, wire::ScanAction scan) {
    auto pair = sys::seqpacketPair();
    UniqueFd listener = tcp(0, true);
    const std::uint16_t port = portOf(listener.get());
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::dup2(pair->theirs.get(), 3);
        ::execl(program, name, static_cast<char*>(nullptr));
        ::_exit(127);
    }
    pair->theirs.reset();
    std::thread([=, control = std::move(pair->ours), listener = std::move(listener)] {
        const auto send = [&](const wire::ToEgress& m, int fd = -1) {
            (void)sys::sendMessage(control.get(), wire::encode(m), fd < 0 ? std::vector<int>() : std::vector<int>{fd});
        };
        if (inspect) {
            wire::Begin begin;
            begin.hosts = {"api.test", "*.api.test"};
            begin.scan = scan;
            const auto memory = sys::sealedMemfd("roots", {reinterpret_cast<const std::uint8_t*>(roots.data()), roots.size()});
            send(begin, memory->get());
        }
        wire::Setup setup;
        setup.listeners = {{wire::Listener::Proxy, 0}};
        send(setup, listener.get());
        while (auto message = sys::receiveMessage(control.get())) {
            const auto decoded = wire::decodeFromEgress(message->bytes);
            if (const auto* open = decoded ? std::get_if<wire::FlowOpen>(&*decoded) : nullptr) {
                const UniqueFd upstream = tcp(serverPort, false);
                wire::FlowVerdict verdict;
                verdict.flow = open->flow;
                verdict.allow = true;
                verdict.inspect = inspect;
                verdict.host = open->name;
                send(verdict, upstream.get());
            } else if (const auto* request = decoded ? std::get_if<wire::RequestOpen>(&*decoded) : nullptr) {
                wire::RequestVerdict verdict;
                verdict.request = request->request;
                verdict.allow = true;
                send(verdict);
            }
        }
    }).detach();
    return {name, port, pid, true, true};
}

// Certificates are the run's, a proxy's or the server's: nobody checks them here.
class Client {
public:
    Client(const Way& way, const std::string& host) : m_way(way), m_socket(tcp(way.port, false)) {
        const std::string at = (way.byName ? host : "127.0.0.1") + ":" + std::to_string(serverPort);
        if (way.connect) {
            connect("CONNECT " + at + " HTTP/1.1\r\nHost: " + at + "\r\n\r\n");
        }
        static const Owned<SSL_CTX> context(SSL_CTX_new(TLS_client_method()));
        m_peer.tls.reset(SSL_new(context.get()));
        SSL_set_fd(m_peer.tls.get(), m_socket.get());
        SSL_set_tlsext_host_name(m_peer.tls.get(), host.c_str());
        if (SSL_connect(m_peer.tls.get()) != 1) {
            fail(way, "no TLS");
        }
        m_host = host + ":" + std::to_string(serverPort);
    }
    void get(const char* path, std::size_t size) {
        send(std::string("GET ") + path + " HTTP/1.1\r\nHost: " + m_host + "\r\nAccept: */*\r\n\r\n");
        for (std::size_t body = readHead().size(); body < size; body += read().size()) {
        }
    }
    void post(const std::string& content) {
        send("POST /upload HTTP/1.1\r\nHost: " + m_host + "\r\nContent-Type: text/plain\r\nContent-Length: " + std::to_string(kLong) + "\r\n\r\n");
        for (std::size_t left = kLong; left > 0; left -= std::min(left, content.size())) {
            send(std::string_view(content).substr(0, left));
        }
        (void)readHead();
    }
    // ms from the server's write to here, of each.
    std::vector<double> events() {
        send("GET /events HTTP/1.1\r\nHost: " + m_host + "\r\nAccept: text/event-stream\r\n\r\n");
        std::vector<double> out;
        constexpr std::string_view kMark = "data: ";
        for (std::string text = readHead();; text += read()) {
            const auto now = steadyNow();
            std::size_t at = 0;
            std::size_t end = 0;
            while ((at = text.find(kMark)) != text.npos && (end = text.find('\n', at)) != text.npos) {
                out.push_back(static_cast<double>(now - std::stoll(text.substr(at + kMark.size(), end - at))) / 1e6);
                text.erase(0, end);
            }
            if (out.size() == static_cast<std::size_t>(kEvents)) {
                return out;
            }
        }
    }

private:
    void connect(const std::string& head) {
        std::string answer;
        char byte = 0;
        bool fine = ::send(m_socket.get(), head.data(), head.size(), MSG_NOSIGNAL) > 0;
        while (fine && !answer.ends_with("\r\n\r\n")) {
            fine = ::recv(m_socket.get(), &byte, 1, 0) == 1;
            answer += byte;
        }
        if (!fine || answer.find(" 200 ") == std::string::npos) {
            fail(m_way, "it refused CONNECT");
        }
    }
    void send(std::string_view text) {
        if (!m_peer.send(text)) {
            fail(m_way, "a request did not go out");
        }
    }
    std::string_view read() {
        static thread_local std::vector<char> buffer(1 << 18);
        const int n = SSL_read(m_peer.tls.get(), buffer.data(), static_cast<int>(buffer.size()));
        if (n <= 0) {
            fail(m_way, "an answer was lost");
        }
        return {buffer.data(), static_cast<std::size_t>(n)};
    }
    // What came of the body with it.
    std::string readHead() {
        std::string head;
        std::size_t end = head.npos;
        while ((end = head.find("\r\n\r\n")) == head.npos) {
            head += read();
        }
        if (!head.starts_with("HTTP/1.1 200")) {
            fail(m_way, head.substr(0, head.find('\r')).c_str());
        }
        return head.substr(end + 4);
    }

    const Way& m_way;
    UniqueFd m_socket;
    TlsPeer m_peer;
    std::string m_host;
};

double requestsPerSecond(const Way& way, int connections) {
    std::atomic<std::uint64_t> done{0};
    std::atomic<int> ready{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < connections; ++i) {
        threads.emplace_back([&] {
            Client client(way, "api.test");
            client.get("/short", kShort);
            for (++ready; ready < connections;) {
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
            for (const auto end = Clock::now() + kTime; Clock::now() < end; ++done) {
                client.get("/short", kShort);
            }
        });
    }
    for (auto& thread : threads) {
        thread.join();
    }
    return static_cast<double>(done) / std::chrono::duration<double>(kTime).count();
}

double quantile(std::vector<double> values, double part) {
    std::sort(values.begin(), values.end());
    return values[std::min(values.size() - 1, static_cast<std::size_t>(part * static_cast<double>(values.size())))];
}

template <class F> double millis(F&& once) {
    const auto began = Clock::now();
    once();
    return std::chrono::duration<double, std::milli>(Clock::now() - began).count();
}

double firstAnswer(const Way& way, const std::function<std::string(int)>& host) {
    std::vector<double> taken;
    for (int i = 0; i < kContacts; ++i) {
        taken.push_back(millis([&] { Client(way, host(i)).get("/short", kShort); }));
    }
    return quantile(taken, 0.5);
}

template <class F> double cpuPerGiB(const Way& way, F&& once) {
    Client client(way, "api.test");
    const double before = way.pid > 0 ? cpuSeconds(way.pid) : 0;
    once(client);
    return (way.pid > 0 ? cpuSeconds(way.pid) - before : 0) * (double{1 << 30} / kLong);
}

// Words and blanks: what a scan has to read.
std::string prose() {
    std::mt19937 random(7); // NOLINT: the same each time
    std::string out;
    while (out.size() < (1 << 18)) {
        for (auto left = 2 + random() % 9; left > 0; --left) {
            out += static_cast<char>('a' + random() % 26);
        }
        out += random() % 12 == 0 ? '\n' : ' ';
    }
    return out;
}

std::vector<Way> takeOthers(const std::string& directory, const Identity& root) {
    const Identity authority = makeIdentity("Authority of others", nullptr);
    std::ofstream(directory + "/root.pem") << pemOf(root.certificate.get());
    std::ofstream(directory + "/authority.pem") << pemOf(authority.key.get()) << pemOf(authority.certificate.get());
    std::printf("ready\n");
    std::fflush(stdout);
    std::vector<Way> out;
    std::string how;
    for (Way way{"", 0, 0, true, false}; std::cin >> way.name >> way.port >> way.pid >> how;) {
        way.byName = how == "name";
        out.push_back(way);
    }
    return out;
}

} // namespace

int main(int argc, char** argv) {
    const int rounds = argc < 4 ? 0 : std::atoi(argv[3]);
    if (argc > 5 || rounds < 1) {
        std::fprintf(stderr, "usage: inspect_load EGRESS INSPECT ROUNDS [DIR]\n");
        return 2;
    }
    std::signal(SIGPIPE, SIG_IGN);
    const Identity root = makeIdentity("Test root", nullptr);
    const Server server(root, rounds * kContacts);
    serverPort = server.port();
    server.start();
    const std::string roots = pemOf(root.certificate.get());
    std::vector<Way> ways{{"direct", serverPort, 0, false, false},
                          start("leadglass-egress", argv[1], roots, false, wire::ScanAction::Off),
                          start("leadglass-inspect", argv[2], roots, true, wire::ScanAction::Off),
                          start("leadglass-scan", argv[2], roots, true, wire::ScanAction::Block)};
    if (argc == 5) {
        const auto others = takeOthers(argv[4], root);
        ways.insert(ways.end(), others.begin(), others.end());
    }
    const std::string content = prose();
    for (const auto& way : ways) {
        Client(way, "api.test").get("/short", kShort); // what is made once
    }
    for (int round = 0; round < rounds; ++round) {
        std::vector<Figures> of(ways.size());
        const auto each = [&](const char* what, const auto& measure) {
            for (std::size_t i = 0; i < ways.size(); ++i) {
                const std::size_t at = (i + static_cast<std::size_t>(round)) % ways.size();
                of[at].emplace_back(what, measure(ways[at]));
            }
        };
        each("many", [](const Way& way) { return requestsPerSecond(way, kMany); });
        each("one", [](const Way& way) { return requestsPerSecond(way, 1); });
        each("known", [](const Way& way) { return firstAnswer(way, [](int) { return "api.test"; }); });
        each("new", [&](const Way& way) { return firstAnswer(way, [&](int i) { return Server::hostName(round * kContacts + i); }); });
        each("down", [](const Way& way) { return cpuPerGiB(way, [](Client& client) { client.get("/long", kLong); }); });
        each("up", [&](const Way& way) { return cpuPerGiB(way, [&](Client& client) { client.post(content); }); });
        std::vector<std::vector<double>> events(ways.size());
        each("event50", [&](const Way& way) {
            auto& mine = events[static_cast<std::size_t>(&way - ways.data())];
            mine = Client(way, "api.test").events();
            return quantile(mine, 0.5);
        });
        each("event99", [&](const Way& way) { return quantile(events[static_cast<std::size_t>(&way - ways.data())], 0.99); });
        each("peak", [](const Way& way) { return way.pid > 0 ? peakMiB(way.pid) : 0; });
        for (std::size_t i = 0; i < ways.size(); ++i) {
            std::printf("%-18s", ways[i].name.c_str());
            for (const auto& [what, value] : of[i]) {
                std::printf(" %s=%.6g", what, value);
            }
            std::printf("\n");
        }
        std::fflush(stdout);
    }
    ::_exit(0); // the programs end with their control sockets
}
