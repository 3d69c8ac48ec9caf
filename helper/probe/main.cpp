// leadglass-probe inside|outside DIR CANARY PID TCPPORT UDPPORT MEMORYKEY ID...: tries each technique and prints a line
// ID TAB worked|refused TAB WAYS TAB TEXT. `leadglass-probe wait` sleeps until its input ends: the process
// that others are to leave alone. Started by `leadglass doctor --attack`.
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstddef>
#include <initializer_list>

#include "helper/probe/probe.h"

namespace leadglass::probe {
namespace {

void append(char* list, std::size_t size, const char* word) {
    const char* found = strstr(list, word);
    const std::size_t length = strlen(word);
    if (found != nullptr && (found[length] == 0 || found[length] == ',')) {
        return;
    }
    const std::size_t at = strlen(list);
    if (at + length + 3 <= size) {
        snprintf(list + at, size - at, "%s%s", at == 0 ? "" : ", ", word);
    }
}

bool tryAll(const Entry* entry, const char* id, const Ground& ground) {
    for (; entry->id != nullptr; ++entry) {
        if (strcmp(entry->id, id) != 0) {
            continue;
        }
        Tries tries;
        entry->run(ground, tries);
        printf("%s\t%s\t%u\t%s\n", id, tries.anyWorked() ? "worked" : "refused", tries.ways(), tries.text());
        fflush(stdout);
        return true;
    }
    return false;
}

int waitForEnd() {
    puts("ready");
    fflush(stdout);
    char byte = 0;
    while (read(0, &byte, 1) > 0) {
    }
    return 0;
}

} // namespace

bool Tries::add(const char* way, long result) {
    if (result >= 0) {
        worked(way);
        return true;
    }
    const char* name = strerrorname_np(errno);
    refused(name != nullptr ? name : "error");
    return false;
}

void Tries::worked(const char* way) {
    ++m_ways;
    append(m_worked, sizeof m_worked, way);
}

void Tries::refused(const char* word) {
    ++m_ways;
    append(m_refused, sizeof m_refused, word);
}

const char* below(const Ground& ground, const char* path) {
    static char buffers[4][4096];
    static unsigned next = 0;
    char* out = buffers[next++ % 4];
    snprintf(out, sizeof buffers[0], "%s/%s", ground.dir, path);
    return out;
}

long holdsCanary(const Ground& ground, const char* path) {
    static char content[65536];
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        return -1;
    }
    const ssize_t size = read(fd, content, sizeof content);
    const int error = errno;
    close(fd);
    errno = error;
    if (size < 0) {
        return -1;
    }
    return memmem(content, static_cast<std::size_t>(size), ground.canary, strlen(ground.canary)) != nullptr ? 1 : 0;
}

bool survives(void (*body)()) {
    const pid_t pid = fork();
    if (pid == 0) {
        body();
        _exit(0);
    }
    int status = 0;
    return pid > 0 && waitpid(pid, &status, 0) == pid && !WIFSIGNALED(status);
}

} // namespace leadglass::probe

int main(int argc, char** argv) {
    using namespace leadglass::probe;
    signal(SIGPIPE, SIG_IGN);
    if (argc == 2 && strcmp(argv[1], "wait") == 0) {
        return waitForEnd();
    }
    if (argc < 9) {
        fputs("leadglass-probe is started by 'leadglass doctor --attack'\n", stderr);
        return 125;
    }
    const Ground ground{strcmp(argv[1], "inside") != 0, argv[2], argv[3], atoi(argv[4]), atoi(argv[5]), atoi(argv[6]), atoi(argv[7])};
    const Entry* const tables[] = {kNameTries, kNetworkTries, kIpcTries, kFileTries, kKernelTries, kLimitTries};
    for (int i = 8; i < argc; ++i) {
        bool known = false;
        for (const Entry* table : tables) {
            known = known || tryAll(table, argv[i], ground);
        }
        if (!known) {
            fprintf(stderr, "leadglass-probe: no technique '%s'\n", argv[i]);
            return 125;
        }
    }
    return 0;
}
