// Names and addresses that mean something else than they look like, by every entry of the proxy.
#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstddef>
#include <initializer_list>

#include "helper/probe/probe.h"

namespace leadglass::probe {
namespace {

// Port of the run's own proxy, by its variable (http://127.0.0.1:PORT).
int proxyPort() {
    const char* value = getenv("HTTPS_PROXY");
    const char* colon = value == nullptr ? nullptr : strrchr(value, ':');
    return colon == nullptr ? 0 : atoi(colon + 1);
}

int toProxy(Tries& tries) {
    const int port = proxyPort();
    const int fd = port == 0 ? -1 : dial("127.0.0.1", port, SOCK_STREAM);
    if (fd < 0) {
        tries.refused("no proxy");
    }
    return fd;
}

// "HTTP 403" and what it means: 2xx is a way out; 502 and 504 say that it was looked up and dialled.
void judgeHttp(Tries& tries, const char* way, const char* answer, ssize_t size) {
    if (size < 12 || strncmp(answer, "HTTP/1.", 7) != 0) {
        tries.refused(size < 0 ? strerrorname_np(errno) : "closed");
        return;
    }
    const int status = atoi(answer + 9);
    if (status < 400 || status == 502 || status == 504) {
        tries.worked(way);
        return;
    }
    char word[16];
    snprintf(word, sizeof word, "HTTP %d", status);
    tries.refused(word);
}

void request(Tries& tries, bool tunnel, const char* host, int port) {
    const int fd = toProxy(tries);
    if (fd < 0) {
        return;
    }
    char text[600];
    const int size = tunnel ? snprintf(text, sizeof text, "CONNECT %s:%d HTTP/1.1\r\nHost: %s:%d\r\n\r\n", host, port, host, port)
                            : snprintf(text, sizeof text,
                                       "GET http://%s:%d/ HTTP/1.1\r\nHost: %s:%d\r\nConnection: close\r\n\r\n", host,
                                       port, host, port);
    (void)!write(fd, text, static_cast<std::size_t>(size));
    char answer[256] = {};
    judgeHttp(tries, host, answer, read(fd, answer, sizeof answer - 1));
    close(fd);
}

void byHttp(Tries& tries, const char* host, int port) {
    request(tries, true, host, port);
    request(tries, false, host, port);
}

void bySocks(Tries& tries, const char* name, std::size_t length, int port) {
    const int fd = toProxy(tries);
    if (fd < 0) {
        return;
    }
    char packet[300] = {5, 1, 0};
    char answer[64] = {};
    (void)!write(fd, packet, 3);
    if (read(fd, answer, 2) != 2 || answer[1] != 0) {
        tries.refused("SOCKS refused");
        close(fd);
        return;
    }
    const char head[] = {5, 1, 0, 3, static_cast<char>(length)};
    memcpy(packet, head, sizeof head);
    memcpy(packet + sizeof head, name, length);
    packet[sizeof head + length] = static_cast<char>(port >> 8);
    packet[sizeof head + length + 1] = static_cast<char>(port);
    (void)!write(fd, packet, sizeof head + length + 2);
    const ssize_t size = read(fd, answer, sizeof answer);
    if (size < 2) {
        tries.refused("closed");
    } else if (answer[1] == 0 || answer[1] == 3 || answer[1] == 4 || answer[1] == 5) {
        tries.worked(name); // 3 to 5: it was looked up and dialled
    } else {
        char word[16];
        snprintf(word, sizeof word, "SOCKS %d", answer[1]);
        tries.refused(word);
    }
    close(fd);
}

void byAll(Tries& tries, const char* host, int port) {
    byHttp(tries, host, port);
    bySocks(tries, host, strlen(host), port);
}

// Straight to an address, with a request; nobody may answer.
void straight(Tries& tries, const char* address, int port) {
    const int fd = dial(address, port, SOCK_STREAM);
    if (fd < 0) {
        tries.refused(strerrorname_np(errno));
        return;
    }
    (void)!write(fd, "GET / HTTP/1.0\r\n\r\n", 18);
    char answer[256] = {};
    judgeHttp(tries, address, answer, read(fd, answer, sizeof answer - 1));
    close(fd);
}

void nul(const Ground& /*ground*/, Tries& tries) {
    static const char kName[] = "nul.attack.invalid\0.granted.invalid";
    bySocks(tries, kName, sizeof kName - 1, 80);
    static const char kEnd[] = "nul.attack.invalid\0granted.invalid";
    bySocks(tries, kEnd, sizeof kEnd - 1, 80);
    static const char kLine[] = "nul.attack.invalid\n.granted.invalid";
    bySocks(tries, kLine, sizeof kLine - 1, 80);
}

void dots(const Ground& /*ground*/, Tries& tries) {
    for (const char* host : {"dots.attack.invalid.", "dots.attack.invalid..", "dots.attack\xE3\x80\x82invalid",
                             "dots.attack\xEF\xBC\x8Einvalid", "dots.attack\xEF\xBD\xA1invalid", ".dots.attack.invalid"}) {
        byAll(tries, host, 80);
    }
}

void userinfo(const Ground& /*ground*/, Tries& tries) {
    for (const char* host : {"granted.invalid@userinfo.attack.invalid", "granted.invalid:80@userinfo.attack.invalid",
                             "granted.invalid#@userinfo.attack.invalid", "userinfo.attack.invalid%2egranted.invalid",
                             "userinfo.attack.invalid/.granted.invalid", "userinfo.attack.invalid\\.granted.invalid"}) {
        byAll(tries, host, 80);
    }
}

void numbers(const Ground& /*ground*/, Tries& tries) {
    for (const char* host : {"2852039166", "0xa9fea9fe", "0251.0376.0251.0376", "169.254.43518", "169.16689662",
                             "0xa9.0xfe.0xa9.0xfe", "169.254.169.254.", "0251.254.0xa9.254"}) {
        byAll(tries, host, 80);
    }
}

void mapped(const Ground& /*ground*/, Tries& tries) {
    for (const char* address : {"::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe", "2002:a9fe:a9fe::", "::169.254.169.254",
                                "64:ff9b:1::a9fe:a9fe", "2001:0:a9fe:a9fe::", "::ffff:0:a9fe:a9fe"}) {
        char host[64];
        snprintf(host, sizeof host, "[%s]", address);
        byHttp(tries, host, 80);
        straight(tries, address, 80);
    }
}

void metadata(const Ground& /*ground*/, Tries& tries) {
    for (const char* address : {"169.254.169.254", "169.254.170.2", "100.100.100.200", "168.63.129.16", "192.0.0.192",
                                "fd00:ec2::254", "fd20:ce::254", "fd00:c1::a9fe:a9fe"}) {
        straight(tries, address, 80);
    }
    for (const char* host : {"metadata.google.internal", "metadata.google.internal.", "METADATA.google.internal",
                             "metadata", "instance-data", "100.100.100.200", "168.63.129.16", "192.0.0.192"}) {
        byAll(tries, host, 80);
    }
}

void loopback(const Ground& ground, Tries& tries) {
    for (const char* host : {"localhost", "LOCALHOST.", "127.0.0.1", "127.1", "2130706433", "0x7f.1", "0", "0.0.0.0",
                             "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:0.0.0.0]", "127.0.0.2"}) {
        byHttp(tries, host, ground.tcpPort);
        if (host[0] != '[') {
            bySocks(tries, host, strlen(host), ground.tcpPort);
        }
    }
}

// An empty list of what is allowed is no list of what is denied: nothing may get out, whatever it is.
void empty(const Ground& ground, Tries& tries) {
    for (const int port : {80, 443, 22, 8080}) {
        byAll(tries, "empty.attack.invalid", port);
        straight(tries, "192.0.2.99", port);
        straight(tries, "2001:db8::99", port);
    }
    for (const char* host : {"empty.attack.example", "empty.attack", "192.0.2.99", "[2001:db8::99]", "localhost", "127.0.0.1"}) {
        byHttp(tries, host, host[0] == 'l' || host[0] == '1' ? ground.tcpPort : 80);
    }
    for (const int type : {1, 28, 16}) {
        lookUp(tries, "127.0.0.1", "empty.attack.invalid", type);
    }
}

} // namespace

const Entry kNameTries[] = {{"names-nul", nul},         {"names-dots", dots},     {"names-userinfo", userinfo},
                            {"names-numbers", numbers}, {"names-mapped", mapped}, {"names-metadata", metadata},
                            {"names-loopback", loopback}, {"names-empty", empty},   {nullptr, nullptr}};

} // namespace leadglass::probe
