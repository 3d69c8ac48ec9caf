// HTTP/1.1 over TLS through leadglass-inspect, each request asked about and allowed at once, beside the same through
// leadglass-egress, which relays the TLS as it is, and beside no program in between, in turns; client, server and supervisor are this process.
//   inspect_load EGRESS INSPECT    requests/s kept alive (8 connections, 1 KB), first answer, CPU of the program per GiB
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "core/base/sys.h"
#include "core/wire/egress_control.h"
#include "tests/unit/egress/tls_peers.h"

using namespace leadglass;
using namespace leadglass::test;
using Clock = std::chrono::steady_clock;

namespace {

constexpr int kConnections = 8;
constexpr std::size_t kLong = std::size_t{1} << 30;

struct Way {
    const char* name;
    std::uint16_t port = 0;
    pid_t pid = 0;
    std::vector<double> rate, first;
    double cpu = 0;
};

UniqueFd tcp(std::uint16_t port, bool listen) {
    UniqueFd s(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const int on = 1;
    ::setsockopt(s.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    sockaddr_in a{};
    a.sin_family = AF_INET;
    a.sin_port = htons(port);
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const auto* at = reinterpret_cast<const sockaddr*>(&a);
    if (listen ? ::bind(s.get(), at, sizeof a) != 0 || ::listen(s.get(), 128) != 0 : ::connect(s.get(), at, sizeof a) != 0) {
        std::perror("inspect_load: socket");
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

void serveOne(UniqueFd client, const Identity& identity) {
    TlsPeer peer;
    if (!shakeAsServer(peer, client.get(), identity, "http/1.1")) {
        return;
    }
    const std::string body(1 << 18, 'x');
    for (;;) {
        const std::string head = peer.readUntil("\r\n\r\n");
        if (head.empty()) {
            return;
        }
        std::size_t left = head.starts_with("GET /long") ? kLong : 1000;
        bool fine = peer.send("HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(left) + "\r\n\r\n");
        while (fine && left > 0) {
            const std::size_t part = std::min(left, body.size());
            fine = peer.send(std::string_view(body).substr(0, part));
            left -= part;
        }
    }
}

// The supervisor's part: every flow goes to the server, every request is allowed.
Way start(const char* name, const char* program, std::uint16_t server, const std::string& roots, bool inspect) {
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
            begin.hosts = {"api.test"};
            const auto memory = sys::sealedMemfd("roots", {reinterpret_cast<const std::uint8_t*>(roots.data()), roots.size()});
            send(begin, memory->get());
        }
        wire::Setup setup;
        setup.redirected = false;
        setup.listeners = {{wire::Listener::Captured4, 0}};
        send(setup, listener.get());
        while (auto message = sys::receiveMessage(control.get())) {
            const auto decoded = wire::decodeFromEgress(message->bytes);
            if (const auto* open = decoded ? std::get_if<wire::FlowOpen>(&*decoded) : nullptr) {
                const UniqueFd upstream = tcp(server, false);
                wire::FlowVerdict verdict;
                verdict.flow = open->flow;
                verdict.allow = true;
                verdict.inspect = inspect;
                verdict.host = "api.test";
                send(verdict, upstream.get());
            } else if (const auto* request = decoded ? std::get_if<wire::RequestOpen>(&*decoded) : nullptr) {
                wire::RequestVerdict verdict;
                verdict.request = request->request;
                verdict.allow = true;
                send(verdict);
            }
        }
    }).detach();
    return {name, port, pid, {}, {}, 0};
}

bool request(TlsPeer& peer, const char* path, std::size_t size) {
    if (!peer.send(std::string("GET ") + path + " HTTP/1.1\r\nHost: api.test\r\nAccept: */*\r\n\r\n")) {
        return false;
    }
    static thread_local std::vector<char> buffer(1 << 18);
    std::string head;
    std::size_t body = 0;
    while (head.find("\r\n\r\n") == head.npos) {
        const int n = SSL_read(peer.tls.get(), buffer.data(), static_cast<int>(buffer.size()));
        if (n <= 0) {
            return false;
        }
        head.append(buffer.data(), static_cast<std::size_t>(n));
    }
    for (body = head.size() - head.find("\r\n\r\n") - 4; body < size;) {
        const int n = SSL_read(peer.tls.get(), buffer.data(), static_cast<int>(buffer.size()));
        if (n <= 0) {
            return false;
        }
        body += static_cast<std::size_t>(n);
    }
    return body == size;
}

// Certificates are the run's or the server's: nobody checks them here.
struct Client {
    UniqueFd socket;
    TlsPeer peer;
    explicit Client(const Way& way) : socket(tcp(way.port, false)) {
        peer.context.reset(SSL_CTX_new(TLS_client_method()));
        peer.tls.reset(SSL_new(peer.context.get()));
        SSL_set_fd(peer.tls.get(), socket.get());
        SSL_set_tlsext_host_name(peer.tls.get(), "api.test");
        if (SSL_connect(peer.tls.get()) != 1) {
            std::fprintf(stderr, "inspect_load: %s refused\n", way.name);
            std::_Exit(1);
        }
    }
};

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

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

void fail(const Way& way) {
    std::fprintf(stderr, "inspect_load: %s lost an answer\n", way.name);
    std::_Exit(1);
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fprintf(stderr, "usage: inspect_load EGRESS INSPECT\n");
        return 2;
    }
    std::signal(SIGPIPE, SIG_IGN);
    const Identity root = makeIdentity("Test root", nullptr);
    const Identity identity = makeIdentity("api.test", &root);
    const UniqueFd listener = tcp(0, true);
    const std::uint16_t server = portOf(listener.get());
    std::vector<Way> ways{{"direct", server, 0, {}, {}, 0},
                          start("leadglass-egress", argv[1], server, {}, false),
                          start("leadglass-inspect", argv[2], server, pemOf(root.certificate.get()), true)};
    std::thread([&] {
        for (;;) {
            std::thread(serveOne, UniqueFd(::accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC)), std::cref(identity)).detach();
        }
    }).detach();
    for (int round = 0; round < 3; ++round) {
        for (auto& way : ways) {
            std::atomic<std::uint64_t> done{0};
            std::vector<std::thread> threads;
            for (int i = 0; i < kConnections; ++i) {
                threads.emplace_back([&] {
                    Client client(way);
                    for (const auto end = Clock::now() + std::chrono::seconds(1); Clock::now() < end; ++done) {
                        if (!request(client.peer, "/short", 1000)) {
                            fail(way);
                        }
                    }
                });
            }
            for (auto& thread : threads) {
                thread.join();
            }
            way.rate.push_back(static_cast<double>(done));
            for (int i = 0; i < 20; ++i) {
                const auto began = Clock::now();
                Client client(way);
                if (!request(client.peer, "/short", 1000)) {
                    fail(way);
                }
                way.first.push_back(std::chrono::duration<double, std::milli>(Clock::now() - began).count());
            }
        }
    }
    for (auto& way : ways) {
        Client client(way);
        const double before = way.pid > 0 ? cpuSeconds(way.pid) : 0;
        if (!request(client.peer, "/long", kLong)) {
            fail(way);
        }
        way.cpu = way.pid > 0 ? cpuSeconds(way.pid) - before : 0;
        std::printf("%-18s %7.0f requests/s; first answer %.2f ms; %.2f CPU s per GiB\n", way.name, median(way.rate), median(way.first), way.cpu);
    }
    std::fflush(stdout);
    ::_exit(0); // the programs end with their control sockets
}
