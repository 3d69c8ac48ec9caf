#include "tests/escape/probe_modes.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include <string>

namespace leadglass::test {
namespace {

constexpr int kDnsPort = 53;
constexpr int kMillisecond = 1000000;

const char* word(bool ok) {
    const char* name = ok ? "ok" : strerrorname_np(errno);
    return name != nullptr ? name : "?";
}

void connectTo(const char* name) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::size_t size = strlen(name);
    memcpy(address.sun_path, name, size);
    if (name[0] == '@') {
        address.sun_path[0] = 0;
    }
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + size);
    const bool ok = connect(fd, reinterpret_cast<sockaddr*>(&address), length) == 0;
    printf("%s=%s\n", name, word(ok));
}

socklen_t parseAddress(const std::string& text, int port, sockaddr_storage& out) {
    auto& v4 = reinterpret_cast<sockaddr_in&>(out);
    auto& v6 = reinterpret_cast<sockaddr_in6&>(out);
    if (inet_pton(AF_INET, text.c_str(), &v4.sin_addr) == 1) {
        v4.sin_family = AF_INET;
        v4.sin_port = htons(static_cast<std::uint16_t>(port));
        return sizeof v4;
    }
    if (inet_pton(AF_INET6, text.c_str(), &v6.sin6_addr) != 1) {
        exit(2);
    }
    v6.sin6_family = AF_INET6;
    v6.sin6_port = htons(static_cast<std::uint16_t>(port));
    return sizeof v6;
}

// Connected: only an answer from the very address that was asked is received.
bool asksDns(const char* address) {
    sockaddr_storage to{};
    const socklen_t size = parseAddress(address, kDnsPort, to);
    const int fd = socket(to.ss_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (connect(fd, reinterpret_cast<sockaddr*>(&to), size) != 0 || send(fd, "question", 8, 0) != 8) {
        return false;
    }
    pollfd wait{fd, POLLIN, 0};
    constexpr int kPatience = 3000;
    if (poll(&wait, 1, kPatience) == 0) {
        errno = ETIMEDOUT;
        return false;
    }
    char answer[16] = {};
    return recv(fd, answer, sizeof answer, 0) == 8 && memcmp(answer, "question", 8) == 0;
}

void connectTcp(const std::string& target) {
    const auto colon = target.rfind(':');
    std::string address = target.substr(0, colon);
    if (address.front() == '[') {
        address = address.substr(1, address.size() - 2);
    }
    sockaddr_storage to{};
    const socklen_t size = parseAddress(address, atoi(target.c_str() + colon + 1), to);
    timespec begin{};
    timespec end{};
    clock_gettime(CLOCK_MONOTONIC, &begin);
    const int fd = socket(to.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    // The harness resets what it has accepted: with one processor that may come before connect(2) returns.
    const bool ok = connect(fd, reinterpret_cast<sockaddr*>(&to), size) == 0 || errno == ECONNRESET;
    const char* answer = word(ok);
    clock_gettime(CLOCK_MONOTONIC, &end);
    // A connection attempt that nobody answers is repeated after one second (tcp(7)).
    const bool fast = end.tv_sec * 1000 + end.tv_nsec / kMillisecond <
                      begin.tv_sec * 1000 + begin.tv_nsec / kMillisecond + 900;
    printf("%s=%s %s\n", target.c_str(), answer, fast ? "fast" : "slow");
}

int forkSome(int most) {
    int made = 0;
    for (; made < most; ++made) {
        const pid_t pid = fork();
        if (pid < 0) {
            break;
        }
        if (pid == 0) {
            pause();
            _exit(0);
        }
    }
    printf("forked=%d\nfailed=%s\n", made, word(made == most));
    return 0;
}

[[noreturn]] void bomb() {
    const pid_t first = getpid();
    timespec pause{0, 300 * kMillisecond};
    if (fork() == 0) {
        for (;;) {
            if (fork() == 0) {
                setsid(); // also out of the group that is signalled
            }
        }
    }
    nanosleep(&pause, nullptr);
    _exit(getpid() == first ? 5 : 0); // at once: a sanitizer's end needs a process, and there is none
}

} // namespace

int probeMode(int argc, char** argv) {
    const std::string mode = argc > 1 ? argv[1] : "";
    setvbuf(stdout, nullptr, _IOLBF, 0);
    if (mode == "fork" && argc == 3) {
        return forkSome(atoi(argv[2]));
    }
    if (mode == "bomb") {
        bomb();
    }
    for (int i = 2; i < argc; ++i) {
        if (mode == "connect") {
            connectTo(argv[i]);
        } else if (mode == "dns") {
            printf("%s=%s\n", argv[i], word(asksDns(argv[i])));
        } else if (mode == "tcp") {
            connectTcp(argv[i]);
        } else {
            return -1;
        }
    }
    return mode == "connect" || mode == "dns" || mode == "tcp" ? 0 : -1;
}

} // namespace leadglass::test
