#include "helper/launch/staging.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "helper/launch/idmap.h"
#include "helper/launch/namespaces.h"
#include "helper/launch/report.h"

namespace leadglass::launch {
namespace {

constexpr const char kLower[] = "lower"; // the project below the overlay
constexpr const char kRun[] = "run";      // the run's directory: upper/ and work/

int openNoLinks(const char* path) {
    struct open_how how {};
    how.flags = O_PATH | O_CLOEXEC;
    how.resolve = RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
    return static_cast<int>(syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how));
}

int cloneTree(int source, const char* path) {
    const int tree =
        open_tree(source, "", OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_EMPTY_PATH | AT_RECURSIVE);
    if (tree < 0) {
        failPath("bind source", path, "cannot be mounted");
    }
    return tree;
}

void setFlags(int tree, std::uint64_t flags, const char* path) {
    struct mount_attr attributes {};
    attributes.attr_set = flags;
    if (mount_setattr(tree, "", AT_EMPTY_PATH | AT_RECURSIVE, &attributes, sizeof attributes) !=
        0) {
        failPath("bind source", path, "mount flags");
    }
}

int newTmpfs(const char* size, const char* mode, const wire::LaunchPlan& plan) {
    const int context = fsopen("tmpfs", FSOPEN_CLOEXEC);
    char uid[16];
    char gid[16];
    snprintf(uid, sizeof uid, "%u", ownUid(plan));
    snprintf(gid, sizeof gid, "%u", ownGid(plan));
    if (context < 0 || fsconfig(context, FSCONFIG_SET_STRING, "size", size, 0) != 0 ||
        fsconfig(context, FSCONFIG_SET_STRING, "mode", mode, 0) != 0 ||
        fsconfig(context, FSCONFIG_SET_STRING, "uid", uid, 0) != 0 ||
        fsconfig(context, FSCONFIG_SET_STRING, "gid", gid, 0) != 0 ||
        fsconfig(context, FSCONFIG_CMD_CREATE, nullptr, nullptr, 0) != 0) {
        fail("tmpfs", "cannot be made");
    }
    const int root = fsmount(context, FSMOUNT_CLOEXEC, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV);
    if (root < 0) {
        fail("tmpfs", "cannot be mounted");
    }
    close(context);
    return root;
}

void makePlace(int stage, const char* name, bool directory) {
    if (directory) {
        if (mkdirat(stage, name, 0755) != 0) {
            failPath("stage", name);
        }
        return;
    }
    const int fd = openat(stage, name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0644);
    if (fd < 0) {
        failPath("stage", name);
    }
    close(fd);
}

void attach(int tree, int stage, const char* name, bool directory) {
    makePlace(stage, name, directory);
    if (move_mount(tree, "", stage, name, MOVE_MOUNT_F_EMPTY_PATH) != 0) {
        failPath("stage", name, "cannot be attached");
    }
    close(tree);
}

// The very file the plan recorded, or nothing: a link planted on the way, or another file under
// the name, ends the run. An optional source that is gone is left out.
int openSource(const wire::PlanMount& mount, struct stat& info) {
    const int fd = openNoLinks(mount.source.data);
    if (fd < 0) {
        if (errno == ENOENT && mount.optional) {
            return kNoFd;
        }
        failPath("bind source", mount.source.data,
                 errno == ELOOP ? "a link stands on the way since the plan was made" : "");
    }
    if (fstat(fd, &info) != 0) {
        failPath("bind source", mount.source.data);
    }
    if (info.st_dev != mount.dev || info.st_ino != mount.ino ||
        (info.st_mode & S_IFMT) != mount.type) {
        errno = 0;
        failPath("bind source", mount.source.data, "is another file than when the plan was made");
    }
    if (!S_ISDIR(info.st_mode) && !S_ISREG(info.st_mode)) {
        errno = 0;
        failPath("bind source", mount.source.data, "is neither a file nor a directory");
    }
    return fd;
}

void stageBind(Stage& stage, const wire::LaunchPlan& plan, const wire::PlanMount& mount, int tree,
               const struct stat& info, const char* name) {
    if (mount.writable && plan.root()) {
        mapOwner(tree, info, plan, mount.source.data);
    }
    setFlags(tree, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | (mount.writable ? 0 : MOUNT_ATTR_RDONLY),
             mount.source.data);
    attach(tree, stage.root, name, S_ISDIR(info.st_mode));
}

void stageOverlay(Stage& stage, const wire::LaunchPlan& plan, int lower, const struct stat& info,
                  int run, const char* source) {
    struct stat runInfo {};
    if (fstat(run, &runInfo) != 0) {
        failPath("overlay", plan.runDir.data);
    }
    const int runTree = cloneTree(run, plan.runDir.data);
    if (plan.root()) {
        mapOwner(lower, info, plan, source);
        mapOwner(runTree, runInfo, plan, plan.runDir.data);
    }
    attach(lower, stage.root, kLower, true);
    attach(runTree, stage.root, kRun, true);
    stage.overlay = true;
}

void stageData(const Stage& stage, const wire::PlanMount& mount, const char* name) {
    const int fd = openat(stage.root, name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
    if (fd < 0) {
        failPath("data file", name);
    }
    std::size_t done = 0;
    while (done < mount.content.size) {
        const ssize_t size = write(fd, mount.content.data + done, mount.content.size - done);
        if (size <= 0) {
            failPath("data file", name);
        }
        done += static_cast<std::size_t>(size);
    }
    if (fchmod(fd, 0444 | (mount.mode & 0111)) != 0) {
        failPath("data file", name);
    }
    close(fd);
}

void stageHome(Stage& stage, const wire::LaunchPlan& plan, const wire::PlanMount& mount,
               const char* name) {
    char size[32];
    snprintf(size, sizeof size, "%llu", static_cast<unsigned long long>(mount.size));
    const int root = newTmpfs(size, "0700", plan);
    stage.homeRoot = openat(root, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (stage.homeRoot < 0) {
        fail("private home");
    }
    attach(root, stage.root, name, true);
}

// Everything is opened and cloned before the stage covers its place, which may lie on the way.
struct Opened {
    int tree = kNoFd;
    struct stat info {};
};
Opened g_opened[wire::kPlanMaxMounts];

void openSources(const wire::LaunchPlan& plan) {
    wire::PlanCursor at = plan.mounts.first;
    for (std::uint32_t i = 0; i < plan.mounts.count; ++i) {
        const wire::PlanMount mount = wire::nextMount(at);
        g_opened[i].tree = kNoFd;
        if (mount.kind != wire::PlanMountKind::Bind && mount.kind != wire::PlanMountKind::Overlay) {
            continue;
        }
        const int source = openSource(mount, g_opened[i].info);
        if (source != kNoFd) {
            g_opened[i].tree = cloneTree(source, mount.source.data);
            close(source);
        }
    }
}

void stageMount(Stage& stage, const wire::LaunchPlan& plan, std::uint32_t index,
                const wire::PlanMount& mount, int run) {
    char name[16];
    snprintf(name, sizeof name, "%u", index);
    const Opened& opened = g_opened[index];
    switch (mount.kind) {
        case wire::PlanMountKind::None: return;
        case wire::PlanMountKind::Bind:
            if (opened.tree != kNoFd) {
                stageBind(stage, plan, mount, opened.tree, opened.info, name);
            }
            return;
        case wire::PlanMountKind::Overlay:
            if (opened.tree == kNoFd) {
                refuse("overlay", "the project is gone");
            }
            stageOverlay(stage, plan, opened.tree, opened.info, run, mount.source.data);
            makePlace(stage.root, name, true);
            stage.overlayIndex = index;
            stage.overlayWritable = mount.writable;
            return;
        case wire::PlanMountKind::Home: stageHome(stage, plan, mount, name); return;
        case wire::PlanMountKind::Data: stageData(stage, mount, name); return;
    }
}

int openBeneathStage(const Stage& stage, const char* path) {
    struct open_how how {};
    how.flags = O_PATH | O_CLOEXEC | O_DIRECTORY;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
    const int fd = static_cast<int>(syscall(SYS_openat2, stage.root, path, &how, sizeof how));
    if (fd < 0) {
        failPath("overlay", path);
    }
    return fd;
}

} // namespace

Stage buildStage(const wire::LaunchPlan& plan) {
    const mode_t mask = umask(0);
    Stage stage;
    openSources(plan);
    const int run = openNoLinks(plan.runDir.data);
    if (run < 0) {
        failPath("run directory", plan.runDir.data);
    }
    const int init = open(plan.init.data, O_PATH | O_CLOEXEC);
    if (init < 0) {
        failPath("leadglass-init", plan.init.data);
    }
    const int initTree = cloneTree(init, plan.init.data);
    close(init);
    stage.root = newTmpfs("64m", "0711", plan);
    if (move_mount(stage.root, "", AT_FDCWD, wire::kPlanStage,
                   MOVE_MOUNT_F_EMPTY_PATH | MOVE_MOUNT_T_SYMLINKS) != 0) {
        failPath("stage", wire::kPlanStage);
    }
    setFlags(initTree, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_RDONLY, plan.init.data);
    attach(initTree, stage.root, "init", false);
    wire::PlanCursor at = plan.mounts.first;
    for (std::uint32_t i = 0; i < plan.mounts.count; ++i) {
        stageMount(stage, plan, i, wire::nextMount(at), run);
    }
    close(run);
    (void)umask(mask);
    return stage;
}

void mountOverlay(const Stage& before) {
    if (!before.overlay) {
        return;
    }
    // The stage as this namespace sees it: as real root it was built in the one before.
    Stage stage = before;
    stage.root = open(wire::kPlanStage, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (stage.root < 0) {
        failPath("overlay", wire::kPlanStage);
    }
    const int lower = openBeneathStage(stage, "lower");
    const int upper = openBeneathStage(stage, "run/upper");
    const int work = openBeneathStage(stage, "run/work");
    char target[64];
    char options[160];
    snprintf(target, sizeof target, "%s/%u", wire::kPlanStage, stage.overlayIndex);
    // Descriptors instead of paths: nothing to escape, and no host path in mountinfo.
    if (stage.overlayWritable) {
        snprintf(options, sizeof options,
                 "lowerdir=/proc/self/fd/%d,upperdir=/proc/self/fd/%d,workdir=/proc/self/fd/%d,"
                 "userxattr,volatile",
                 lower, upper, work);
    } else { // the upper holds the whiteouts of hidden files
        snprintf(options, sizeof options, "lowerdir=/proc/self/fd/%d:/proc/self/fd/%d,userxattr",
                 upper, lower);
    }
    if (mount("overlay", target, "overlay", MS_NOSUID | MS_NODEV, options) != 0) {
        fail("overlay",
             "the kernel refuses a copy-on-write view of the project (mounts below it? an "
             "upper that was used before?); --mode copy works everywhere");
    }
    close(lower);
    close(upper);
    close(work);
    close(stage.root);
}

} // namespace leadglass::launch
