// Trust: none. It runs inside, as the agent does, and says nothing that a program there could not say by itself.
// Privilege: none: it writes to a socket that leads to the supervisor, which asks a person.
// Input: one address as an argument; one line from the supervisor, kMaxLine bytes.
// Fails: not opened: one line that says why, and a status that is not 0, so that agents print the address instead.
//
// leadglass-open [OPTION]... ADDRESS: what xdg-open, $BROWSER and their like are inside a run. Options of the programs that it
// stands for are passed over. It waits for the answer.
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace {

constexpr const char kDoor[] = "/.leadglass/doors/open-url"; // core/session/door_place.h
constexpr size_t kMaxAddress = 64 * 1024;                    // the supervisor takes far less, and says so
constexpr size_t kMaxLine = 1024;
constexpr int kUsage = 1;  // xdg-open(1)
constexpr int kFailed = 4; // the same: "the action failed"

int fail(const char* name, int status, const char* why) {
    fprintf(stderr, "leadglass: %s: %s\n", name, why);
    return status;
}

bool sendAll(int fd, const char* text, size_t size) {
    while (size > 0) {
        const ssize_t sent = send(fd, text, size, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) {
            continue;
        }
        if (sent <= 0) {
            return false;
        }
        text += sent;
        size -= static_cast<size_t>(sent);
    }
    return true;
}

// Without its end; false: there was no whole line.
bool readLine(int fd, char (&line)[kMaxLine + 1]) {
    size_t have = 0;
    while (have < kMaxLine) {
        const ssize_t got = recv(fd, line + have, kMaxLine - have, 0);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return false;
        }
        have += static_cast<size_t>(got);
        if (line[have - 1] == '\n') {
            line[have - 1] = '\0';
            return true;
        }
    }
    return false;
}

} // namespace

int main(int argc, char** argv) {
    const char* slash = argc > 0 ? strrchr(argv[0], '/') : nullptr;
    const char* name = slash != nullptr ? slash + 1 : "xdg-open";
    const char* address = nullptr;
    for (int i = 1; i < argc; ++i) {
        if (argv[i][0] == '-') {
            continue;
        }
        if (address != nullptr) {
            return fail(name, kUsage, "one address at a time can be opened");
        }
        address = argv[i];
    }
    if (address == nullptr || strlen(address) > kMaxAddress || strchr(address, '\n') != nullptr) {
        return fail(name, kUsage, "give the address of one page: https://...");
    }
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_un to {};
    to.sun_family = AF_UNIX;
    memcpy(to.sun_path, kDoor, sizeof kDoor);
    if (fd < 0 || connect(fd, reinterpret_cast<struct sockaddr*>(&to), sizeof to) != 0) {
        return fail(name, kFailed, "no page can be opened from inside this run; open it by hand");
    }
    char line[kMaxLine + 1];
    const bool asked = sendAll(fd, address, strlen(address)) && sendAll(fd, "\n", 1);
    if (!readLine(fd, line)) { // it may have been refused before all of it was sent
        return fail(name, kFailed, asked ? "nobody answers any more; open the page by hand" : "it was not taken; open the page by hand");
    }
    if (strcmp(line, "ok") == 0) {
        return 0;
    }
    return fail(name, kFailed, strncmp(line, "no ", 3) == 0 ? line + 3 : "it was not opened");
}
