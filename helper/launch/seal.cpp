#include "helper/launch/seal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "helper/launch/report.h"

namespace leadglass::launch {
namespace {

constexpr const char* kEmpty = "sealed-empty"; // the kernel wants two layers where nothing is writable

int openStage(const Stage& stage, const char* name) {
    const int fd = openat(stage.root, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) {
        failPath("stage", name);
    }
    return fd;
}

void makeStage(const Stage& stage, const char* name) {
    if (mkdirat(stage.root, name, 0755) != 0 && errno != EEXIST) {
        failPath("stage", name);
    }
}

} // namespace

bool seal(const Stage& stage, int source, std::uint32_t index, int target) {
    char name[32];
    snprintf(name, sizeof name, "sealed-%u", index);
    makeStage(stage, name);
    attach(source, stage.root, name); // a layer must be attached in this namespace
    makeStage(stage, kEmpty);
    const int lower = openStage(stage, name);
    const int empty = openStage(stage, kEmpty);
    char path[64];
    char options[96];
    snprintf(path, sizeof path, "/proc/self/fd/%d", target);
    snprintf(options, sizeof options, "lowerdir=/proc/self/fd/%d:/proc/self/fd/%d,userxattr", lower, empty);
    const bool sealed = ::mount("overlay", path, "overlay", MS_RDONLY | MS_NOSUID | MS_NODEV, options) == 0;
    close(lower);
    close(empty);
    return sealed;
}

} // namespace leadglass::launch
