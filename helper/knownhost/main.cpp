// Trust: runs inside a run, as any program there could; what it says decides nothing that the supervisor has not decided.
// Privilege: none.
// Input: arguments of ssh(1), which come from the server it talks to; one answer of the supervisor.
// Fails: without an answer, or with any but "yes", it names no key, and ssh goes on to nobody.
//
// leadglass-knownhost SOCKET HOST TYPE KEY: KnownHostsCommand of ssh inside (ssh_config(5)). Asks the run's ssh-agent whether
// that key may be taken for that host's; where it may, says so as a line of known_hosts. ssh waits for as long as a person is asked.
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace {

constexpr char kExtension[] = "known-host@leadglass"; // core/wire/ssh_agent_message.h
constexpr unsigned char kExtensionType = 27;
constexpr unsigned char kSuccess = 6;
constexpr size_t kMaxName = 300;
constexpr size_t kMaxKey = 22 * 1024;
constexpr size_t kNumber = 4;

unsigned char g_frame[kMaxName + kMaxKey + 128];
size_t g_size = kNumber;

void putNumber(size_t at, size_t value) {
    for (size_t i = 0; i < kNumber; ++i) {
        g_frame[at + i] = static_cast<unsigned char>(value >> (8 * (kNumber - 1 - i)));
    }
}

void put(const char* text) {
    const size_t size = strlen(text);
    putNumber(g_size, size);
    memcpy(g_frame + g_size + kNumber, text, size);
    g_size += kNumber + size;
}

bool sendAll(int fd) {
    for (size_t done = 0; done < g_size;) {
        const ssize_t sent = send(fd, g_frame + done, g_size - done, MSG_NOSIGNAL);
        if (sent < 0 && errno != EINTR) {
            return false;
        }
        done += sent > 0 ? static_cast<size_t>(sent) : 0;
    }
    return true;
}

bool isYes(int fd) {
    unsigned char answer[kNumber + 1];
    for (size_t got = 0; got < sizeof answer;) {
        const ssize_t size = recv(fd, answer + got, sizeof answer - got, 0);
        if (size == 0 || (size < 0 && errno != EINTR)) {
            return false;
        }
        got += size > 0 ? static_cast<size_t>(size) : 0;
    }
    return answer[kNumber] == kSuccess;
}

} // namespace

int main(int argc, char** argv) {
    constexpr int kArguments = 5;
    sockaddr_un to{};
    to.sun_family = AF_UNIX;
    if (argc != kArguments) {
        return 2;
    }
    const char* host = argv[2];
    const char* key = argv[4];
    // "NONE": ssh looks for what kinds of key it knows; none. It takes any status but 0 for a reason to give up.
    if (strcmp(key, "NONE") == 0 || strlen(argv[1]) >= sizeof to.sun_path || strlen(host) > kMaxName || strlen(key) > kMaxKey) {
        return 0;
    }
    strcpy(to.sun_path, argv[1]);
    g_frame[g_size++] = kExtensionType;
    put(kExtension);
    put(host);
    put(key);
    putNumber(0, g_size - kNumber);
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && connect(fd, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0 && sendAll(fd) && isYes(fd)) {
        printf("%s %s %s\n", host, argv[3], key);
    }
    return 0;
}
