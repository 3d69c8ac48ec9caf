// More than a run is given: memory, descriptors, room, priority. Nothing is used that is not given back at once.
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <initializer_list>

#include "helper/probe/probe.h"

namespace leadglass::probe {
namespace {

constexpr off_t kTiB = 1L << 40;
constexpr int kMostDescriptors = (1 << 20) + 64; // fs.nr_open as kernels have it: no limit can be above it

// Only mapped: no page of it is ever touched.
void memory(Tries& tries) {
    for (const int flags : {MAP_PRIVATE | MAP_ANONYMOUS, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE}) {
        void* got = mmap(nullptr, static_cast<size_t>(kTiB), PROT_READ | PROT_WRITE, flags, -1, 0);
        tries.add("mapping 1 TiB", got == MAP_FAILED ? -1 : 0);
        if (got != MAP_FAILED) {
            munmap(got, static_cast<size_t>(kTiB));
        }
    }
}

void descriptors(Tries& tries) {
    int last = -1;
    int count = 0;
    while (count < kMostDescriptors && (last = dup(0)) >= 0) {
        ++count;
    }
    tries.add("a million descriptors", last);
    const int error = errno;
    close_range(3, ~0U, 0);
    errno = error;
}

void room(Tries& tries) {
    // tmpfs and the limit of file sizes refuse this before a block is taken (fallocate(2)).
    signal(SIGXFSZ, SIG_IGN);
    for (const char* place : {"/tmp/room", "/dev/shm/room", "/var/tmp/room"}) {
        const int fd = open(place, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        tries.add(place, fd < 0 ? -1 : fallocate(fd, 0, 0, kTiB));
        close(fd);
        unlink(place);
    }
}

void rights(Tries& tries) {
    for (const __rlimit_resource_t resource : {RLIMIT_NPROC, RLIMIT_NOFILE, RLIMIT_DATA, RLIMIT_FSIZE, RLIMIT_CORE}) {
        rlimit now{};
        getrlimit(resource, &now);
        if (now.rlim_max != RLIM_INFINITY) {
            const rlimit more{now.rlim_max + 1, now.rlim_max + 1};
            tries.add("raising a limit", setrlimit(resource, &more));
        }
    }
    const sched_param first{1};
    tries.add("real time", sched_setscheduler(0, SCHED_FIFO, &first));
    tries.add("nice", setpriority(PRIO_PROCESS, 0, -20));
    tries.add("real time of disks", syscall(SYS_ioprio_set, 1, 0, 1 << 13));
    const int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    tries.add("out of the killer's sight", fd < 0 ? -1 : write(fd, "-1000", 5));
    close(fd);
}

void limits(const Ground& /*ground*/, Tries& tries) {
    memory(tries);
    descriptors(tries);
    room(tries);
    rights(tries);
}

} // namespace

const Entry kLimitTries[] = {{"kernel-limits", limits}, {nullptr, nullptr}};

} // namespace leadglass::probe
