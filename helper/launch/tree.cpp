#include "helper/launch/tree.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "helper/launch/report.h"
#include "helper/launch/seal.h"

namespace leadglass::launch {
namespace {

constexpr std::uint64_t kTreeBytes = 64U << 20;
constexpr std::uint64_t kNothingBytes = 4096;
constexpr unsigned kMaxOwn = 64;

// The file systems made for this run, where places may be made.
struct Own {
    dev_t devices[kMaxOwn];
    unsigned count = 0;
    dev_t tree = 0; // the tree's own, which is read-only to the agent
};
Own g_own;

dev_t deviceOf(int fd) {
    struct stat info {};
    if (fstat(fd, &info) != 0) {
        fail("tree", "fstat");
    }
    return info.st_dev;
}

void rememberOwn(int fd) {
    if (g_own.count == kMaxOwn) {
        refuse("tree", "more than 64 private file systems in one plan");
    }
    g_own.devices[g_own.count++] = deviceOf(fd);
}

bool isOwn(int directory) {
    const dev_t device = deviceOf(directory);
    for (unsigned i = 0; i < g_own.count; ++i) {
        if (g_own.devices[i] == device) {
            return true;
        }
    }
    return false;
}

void requireOwn(int directory, const char* target) {
    if (!isOwn(directory)) {
        errno = 0;
        failPath("mount target", target, "does not exist, and cannot be made in a directory of the host");
    }
}

int openDirectory(int parent, const char* name) {
    return openat(parent, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

// A place in the tree: the directory it is in, and its name there. `parent` is good until the next
// call of placeOf().
struct Place {
    int parent = kNoFd;
    char name[256];
};

// The directory of the place before, since most come after one in the same. Whatever is mounted on it
// is a place of another directory, so it is walked to again after that.
struct {
    int fd = kNoFd;
    char path[wire::kPlanMaxPath + 1];
} g_parent;

int enterOrMake(int parent, const char* name, const char* target) {
    int next = openDirectory(parent, name);
    if (next < 0 && errno == ENOENT) {
        requireOwn(parent, target);
        if (mkdirat(parent, name, 0755) == 0) {
            next = openDirectory(parent, name);
        }
    }
    if (next < 0) {
        failPath("mount target", target, errno == ENOTDIR || errno == ELOOP
                                             ? "leads through a link or a file inside the run"
                                             : "");
    }
    return next;
}

void forgetParent() {
    if (g_parent.fd != kNoFd) {
        close(g_parent.fd);
        g_parent.fd = kNoFd;
    }
}

Place placeOf(int tree, const char* target) {
    Place place;
    const char* last = strrchr(target, '/'); // the plan's reader has checked every component
    const auto length = static_cast<std::size_t>(last - target);
    if (g_parent.fd != kNoFd && strlen(g_parent.path) == length && memcmp(g_parent.path, target, length) == 0) {
        place.parent = g_parent.fd;
        snprintf(place.name, sizeof place.name, "%s", last + 1);
        return place;
    }
    place.parent = fcntl(tree, F_DUPFD_CLOEXEC, 0);
    const char* at = target + 1;
    for (;;) {
        const char* slash = strchr(at, '/');
        const std::size_t size = slash == nullptr ? strlen(at) : static_cast<std::size_t>(slash - at);
        memcpy(place.name, at, size);
        place.name[size] = 0;
        if (slash == nullptr) {
            forgetParent();
            g_parent.fd = place.parent;
            memcpy(g_parent.path, target, length);
            g_parent.path[length] = 0;
            return place;
        }
        const int next = enterOrMake(place.parent, place.name, target);
        close(place.parent);
        place.parent = next;
        at = slash + 1;
    }
}

bool exists(const Place& place) {
    struct stat info {};
    return fstatat(place.parent, place.name, &info, AT_SYMLINK_NOFOLLOW) == 0;
}

void makeFile(const Place& place, const char* target) {
    requireOwn(place.parent, target);
    const int fd = openat(place.parent, place.name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0644);
    if (fd < 0) {
        failPath("mount target", target);
    }
    close(fd);
}

// Covers what is at the place, or makes it first; `tree` is closed. A link there is never followed.
void cover(int tree, bool directory, const Place& place, const char* target) {
    if (directory) {
        close(enterOrMake(place.parent, place.name, target));
    } else if (!exists(place)) {
        makeFile(place, target);
    }
    if (move_mount(tree, "", place.parent, place.name, MOVE_MOUNT_F_EMPTY_PATH) != 0) {
        failPath("mount target", target, "cannot be mounted on");
    }
    close(tree);
}

void putTmpfs(const wire::LaunchPlan& plan, const wire::PlanMount& mount, const Place& place) {
    const int root = newTmpfs(mount.size, mount.mode, plan);
    rememberOwn(root);
    cover(root, true, place, mount.target.data);
}

void putHome(Stage& stage, const wire::LaunchPlan& plan, const wire::PlanMount& mount,
             const Place& place) {
    const int root = newTmpfs(mount.size, 0700, plan);
    rememberOwn(root);
    stage.homeRoot = openat(root, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (stage.homeRoot < 0) {
        fail("private home");
    }
    cover(root, true, place, mount.target.data);
}

void writeData(int fd, const wire::PlanMount& mount) {
    std::size_t done = 0;
    while (done < mount.content.size) {
        const ssize_t size = write(fd, mount.content.data + done, mount.content.size - done);
        if (size <= 0) {
            failPath("data file", mount.target.data);
        }
        done += static_cast<std::size_t>(size);
    }
    if (fchmod(fd, 0444 | (mount.mode & 0111)) != 0) {
        failPath("data file", mount.target.data);
    }
    close(fd);
}

// In the tree's own file system, which the agent cannot write, a file needs no mount.
void putData(const Stage& stage, const wire::PlanMount& mount, std::uint32_t index, const Place& place) {
    if (deviceOf(place.parent) == g_own.tree) {
        const int fd = openat(place.parent, place.name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
        if (fd >= 0) {
            writeData(fd, mount);
            return;
        }
        if (errno != EEXIST) {
            failPath("data file", mount.target.data);
        }
    }
    char name[32];
    snprintf(name, sizeof name, "data-%u", index);
    const int fd = openat(stage.root, name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
    if (fd < 0) {
        failPath("data file", mount.target.data);
    }
    writeData(fd, mount);
    const int tree = open_tree(stage.root, name, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_SYMLINK_NOFOLLOW);
    struct mount_attr attributes {};
    attributes.attr_set = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_RDONLY;
    if (tree < 0 || mount_setattr(tree, "", AT_EMPTY_PATH, &attributes, sizeof attributes) != 0) {
        failPath("data file", mount.target.data);
    }
    cover(tree, false, place, mount.target.data);
}

void putSymlink(const wire::PlanMount& mount, const Place& place) {
    requireOwn(place.parent, mount.target.data);
    if (symlinkat(mount.content.data, place.parent, place.name) != 0) {
        failPath("link", mount.target.data);
    }
}

void putDirectory(const wire::PlanMount& mount, const Place& place) {
    close(enterOrMake(place.parent, place.name, mount.target.data));
    if (isOwn(place.parent) && fchmodat(place.parent, place.name, mount.mode, 0) != 0) {
        failPath("directory", mount.target.data);
    }
}

int openOf(int parent, const char* path) {
    const int fd = openDirectory(parent, path);
    if (fd < 0) {
        failPath("overlay", path);
    }
    return fd;
}

// At STAGE/name, from where the overlay takes it: its layers must be attached in this namespace.
int attachLayer(const Stage& stage, int tree, const char* name) {
    if (mkdirat(stage.root, name, 0755) != 0) {
        failPath("overlay", name);
    }
    attach(tree, stage.root, name);
    return openOf(stage.root, name);
}

void putOverlay(Stage& stage, const wire::PlanMount& mount, int lowerTree, const Place& place) {
    const int lower = attachLayer(stage, lowerTree, mount.git ? "overlay-git" : "overlay-lower");
    if (stage.run != kNoFd) { // the first of two
        close(attachLayer(stage, stage.run, "overlay-run"));
        stage.run = kNoFd;
    }
    const int run = openOf(stage.root, "overlay-run");
    const int upper = openOf(run, mount.git ? "git/upper" : "upper");
    const int work = openOf(run, mount.git ? "git/work" : "work");
    const int target = enterOrMake(place.parent, place.name, mount.target.data);
    char path[64];
    char options[160];
    // Descriptors instead of paths: nothing to escape, and no host path in mountinfo.
    snprintf(path, sizeof path, "/proc/self/fd/%d", target);
    if (mount.writable) {
        snprintf(options, sizeof options,
                 "lowerdir=/proc/self/fd/%d,upperdir=/proc/self/fd/%d,workdir=/proc/self/fd/%d,"
                 "userxattr,volatile",
                 lower, upper, work);
    } else { // the upper holds the whiteouts of hidden files
        snprintf(options, sizeof options, "lowerdir=/proc/self/fd/%d:/proc/self/fd/%d,userxattr",
                 upper, lower);
    }
    if (::mount("overlay", path, "overlay", MS_NOSUID | MS_NODEV, options) != 0) {
        fail("overlay", mount.git ? "the kernel refuses a copy-on-write view of git's own directory (mounts below it?)"
                                  : "the kernel refuses a copy-on-write view of the project (mounts below it? an "
                                    "upper that was used before?)");
    }
    close(lower);
    close(run);
    close(upper);
    close(work);
    close(target);
}

void putSealed(const Stage& stage, const wire::LaunchPlan& plan, const wire::PlanMount& mount,
               std::uint32_t index, int source, const Place& place) {
    const int target = enterOrMake(place.parent, place.name, mount.target.data);
    const bool sealed = seal(stage, source, index, target);
    close(target);
    if (sealed) {
        return;
    }
    // Empty, not merely left out: the directory may also be seen through a mount above it.
    tellUnsealed(mount.target.data);
    const int empty = newTmpfs(kNothingBytes, 0755, plan);
    struct mount_attr attributes {};
    attributes.attr_set = MOUNT_ATTR_RDONLY;
    if (mount_setattr(empty, "", AT_EMPTY_PATH, &attributes, sizeof attributes) != 0) {
        failPath("mount target", mount.target.data);
    }
    cover(empty, true, place, mount.target.data);
}

void put(Stage& stage, const wire::LaunchPlan& plan, const wire::PlanMount& mount, std::uint32_t index,
         const Place& place) {
    switch (mount.kind) {
        case wire::PlanMountKind::Bind:
        case wire::PlanMountKind::Overlay:
        case wire::PlanMountKind::Device: return; // putSource(), putDevice()
        case wire::PlanMountKind::Home: putHome(stage, plan, mount, place); return;
        case wire::PlanMountKind::Data: putData(stage, mount, index, place); return;
        case wire::PlanMountKind::Tmpfs: putTmpfs(plan, mount, place); return;
        case wire::PlanMountKind::Symlink: putSymlink(mount, place); return;
        case wire::PlanMountKind::Dir: putDirectory(mount, place); return;
    }
}

void putSource(Stage& stage, const wire::LaunchPlan& plan, const wire::PlanMount& mount, std::uint32_t index,
               int tree) {
    struct stat info {};
    const int source = takeSource(index, info);
    const bool overlay = mount.kind == wire::PlanMountKind::Overlay;
    if (source == kNoFd) {
        if (overlay) {
            refuse("overlay", mount.git ? "git's own directory is gone" : "the project is gone");
        }
        return; // optional, and not there: no place is made for it either
    }
    const Place place = placeOf(tree, mount.target.data);
    if (overlay) {
        putOverlay(stage, mount, source, place);
    } else if (mount.sealed) {
        putSealed(stage, plan, mount, index, source, place);
    } else {
        cover(source, S_ISDIR(info.st_mode), place, mount.target.data);
    }
}

// On the stage: /dev is bwrap's, which takes it from there.
void putDevice(const Stage& stage, const wire::PlanMount& mount, std::uint32_t index) {
    struct stat info {};
    const int source = takeSource(index, info);
    const int fd = openat(stage.root, mount.content.data, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
    if (fd < 0 || source == kNoFd) {
        failPath("device", mount.target.data);
    }
    close(fd);
    attach(source, stage.root, mount.content.data);
}

} // namespace

void buildTree(Stage& stage, const wire::LaunchPlan& plan) {
    const mode_t mask = umask(0);
    followStage(stage, plan);
    if (mkdirat(stage.root, "root", 0755) != 0) {
        fail("tree");
    }
    const int mounted = newTmpfs(kTreeBytes, 0755, plan);
    const int tree = openat(mounted, ".", O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (tree < 0) {
        fail("tree");
    }
    rememberOwn(tree);
    g_own.tree = deviceOf(tree);
    attach(mounted, stage.root, "root");
    wire::PlanCursor at = plan.mounts.first;
    for (std::uint32_t i = 0; i < plan.mounts.count; ++i) {
        const wire::PlanMount mount = wire::nextMount(at);
        if (mount.kind == wire::PlanMountKind::Bind || mount.kind == wire::PlanMountKind::Overlay) {
            putSource(stage, plan, mount, i, tree);
            continue;
        }
        if (mount.kind == wire::PlanMountKind::Device) {
            putDevice(stage, mount, i);
            continue;
        }
        put(stage, plan, mount, i, placeOf(tree, mount.target.data));
    }
    const Place init = placeOf(tree, wire::kPlanInitInside);
    cover(stage.initTree, false, init, wire::kPlanInitInside);
    forgetParent();
    close(tree);
    (void)umask(mask);
}

} // namespace leadglass::launch
