/* LD_PRELOAD of the tests of clocks: the file LEADGLASS_TEST_CLOCK holds two numbers, seconds that the wall clock and the
 * clocks since boot are ahead for programs that load this. It is read anew each time, so that a clock can jump under them. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long shift_of(int since_boot) {
    const char *path = getenv("LEADGLASS_TEST_CLOCK");
    const int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    char text[64] = "";
    if (fd >= 0) {
        if (read(fd, text, sizeof text - 1) < 0) {
            text[0] = 0;
        }
        close(fd);
    }
    char *rest = text;
    const long wall = strtol(rest, &rest, 10);
    return since_boot ? strtol(rest, &rest, 10) : wall;
}

int clock_gettime(clockid_t id, struct timespec *t) {
    const long done = syscall(SYS_clock_gettime, id, t);
    if (done == 0 && (id == CLOCK_REALTIME || id == CLOCK_MONOTONIC || id == CLOCK_BOOTTIME)) {
        t->tv_sec += shift_of(id != CLOCK_REALTIME);
    }
    return (int)done;
}

time_t time(time_t *out) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    if (out) {
        *out = t.tv_sec;
    }
    return t.tv_sec;
}
