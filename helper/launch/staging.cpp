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

constexpr std::uint64_t kStageBytes = 64U << 20;

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
    if (mount.kind == wire::PlanMountKind::Device) {
        if (!S_ISCHR(info.st_mode) || info.st_rdev != mount.size) {
            errno = 0;
            failPath("device", mount.source.data, "is another device than when the plan was made");
        }
        return fd;
    }
    if (!S_ISDIR(info.st_mode) && !S_ISREG(info.st_mode)) {
        errno = 0;
        failPath("bind source", mount.source.data, "is neither a file nor a directory");
    }
    return fd;
}

// Everything is opened and cloned before the stage covers its place, which may lie on the way.
struct Opened {
    int tree = kNoFd;
    bool staged = false; // at STAGE/N, in the mount namespace before this one
    struct stat info {};
};
Opened g_opened[wire::kPlanMaxMounts];

bool hasSource(const wire::PlanMount& mount) {
    return mount.kind == wire::PlanMountKind::Bind || mount.kind == wire::PlanMountKind::Overlay ||
           mount.kind == wire::PlanMountKind::Device;
}

void openSources(const wire::LaunchPlan& plan) {
    wire::PlanCursor at = plan.mounts.first;
    for (std::uint32_t i = 0; i < plan.mounts.count; ++i) {
        const wire::PlanMount mount = wire::nextMount(at);
        if (!hasSource(mount)) {
            continue;
        }
        const int source = openSource(mount, g_opened[i].info);
        if (source == kNoFd) {
            continue;
        }
        Opened& opened = g_opened[i];
        opened.tree = cloneTree(source, mount.source.data);
        close(source);
        if (mount.kind == wire::PlanMountKind::Device) { // read-only keeps its owner and mode as they are, and not from use
            setFlags(opened.tree, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC | MOUNT_ATTR_RDONLY, mount.source.data);
            continue;
        }
        if (mount.kind == wire::PlanMountKind::Overlay) {
            if (plan.root()) {
                mapOwner(opened.tree, opened.info, plan, mount.source.data);
            }
            continue;
        }
        if (mount.writable && plan.root()) {
            mapOwner(opened.tree, opened.info, plan, mount.source.data);
        }
        setFlags(opened.tree,
                 MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | (mount.writable ? 0 : MOUNT_ATTR_RDONLY),
                 mount.source.data);
    }
}

int openTree(const char* path, const char* step) {
    const int fd = openNoLinks(path);
    if (fd < 0) {
        failPath(step, path);
    }
    const int tree = cloneTree(fd, path);
    close(fd);
    return tree;
}

void makePlace(int parent, const char* name, bool directory) {
    const int fd = directory ? mkdirat(parent, name, 0755)
                             : openat(parent, name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0644);
    if (fd < 0) {
        failPath("stage", name);
    }
    if (!directory) {
        close(fd);
    }
}

// A mount that hangs nowhere does not go along into the next mount namespace: there it is cloned from
// its place on the stage, since the ones that came along cannot be moved (mount_namespaces(7)).
void stageForNextNamespace(const Stage& stage, const wire::LaunchPlan& plan) {
    for (std::uint32_t i = 0; i < plan.mounts.count; ++i) {
        Opened& opened = g_opened[i];
        if (opened.tree == kNoFd) {
            continue;
        }
        char name[16];
        snprintf(name, sizeof name, "%u", i);
        makePlace(stage.root, name, S_ISDIR(opened.info.st_mode));
        attach(opened.tree, stage.root, name);
        opened.tree = kNoFd;
        opened.staged = true;
    }
}

int cloneStaged(const char* name) {
    char path[64];
    snprintf(path, sizeof path, "%s/%s", wire::kPlanStage, name);
    const int tree = open_tree(AT_FDCWD, path,
                               OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE | AT_SYMLINK_NOFOLLOW);
    if (tree < 0) {
        failPath("stage", path);
    }
    return tree;
}

} // namespace

int newTmpfs(std::uint64_t size, std::uint32_t mode, const wire::LaunchPlan& plan) {
    const int context = fsopen("tmpfs", FSOPEN_CLOEXEC);
    char text[4][32];
    snprintf(text[0], sizeof text[0], "%llu", static_cast<unsigned long long>(size));
    snprintf(text[1], sizeof text[1], "%o", mode);
    snprintf(text[2], sizeof text[2], "%u", ownUid(plan));
    snprintf(text[3], sizeof text[3], "%u", ownGid(plan));
    const char* const keys[] = {"size", "mode", "uid", "gid"};
    for (unsigned i = 0; i < 4; ++i) {
        if (context < 0 || fsconfig(context, FSCONFIG_SET_STRING, keys[i], text[i], 0) != 0) {
            fail("tmpfs", "cannot be made");
        }
    }
    if (fsconfig(context, FSCONFIG_CMD_CREATE, nullptr, nullptr, 0) != 0) {
        fail("tmpfs", "cannot be made");
    }
    const int root = fsmount(context, FSMOUNT_CLOEXEC, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV);
    if (root < 0) {
        fail("tmpfs", "cannot be mounted");
    }
    close(context);
    return root;
}

void attach(int tree, int parent, const char* name) {
    if (move_mount(tree, "", parent, name, MOVE_MOUNT_F_EMPTY_PATH) != 0) {
        failPath("stage", name, "cannot be attached");
    }
    close(tree);
}

Stage buildStage(const wire::LaunchPlan& plan) {
    const mode_t mask = umask(0);
    Stage stage;
    openSources(plan);
    stage.run = openTree(plan.runDir.data, "run directory");
    if (plan.root()) {
        struct stat info {};
        if (fstat(stage.run, &info) != 0) {
            failPath("run directory", plan.runDir.data);
        }
        mapOwner(stage.run, info, plan, plan.runDir.data);
    }
    stage.initTree = openTree(plan.init.data, "leadglass-init");
    setFlags(stage.initTree, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_RDONLY, plan.init.data);
    stage.root = newTmpfs(kStageBytes, 0711, plan);
    if (move_mount(stage.root, "", AT_FDCWD, wire::kPlanStage,
                   MOVE_MOUNT_F_EMPTY_PATH | MOVE_MOUNT_T_SYMLINKS) != 0) {
        failPath("stage", wire::kPlanStage);
    }
    if (plan.root()) {
        stageForNextNamespace(stage, plan);
        makePlace(stage.root, "init", false);
        attach(stage.initTree, stage.root, "init");
        makePlace(stage.root, "run", true);
        attach(stage.run, stage.root, "run");
        stage.initTree = kNoFd;
        stage.run = kNoFd;
    }
    (void)umask(mask);
    return stage;
}

void followStage(Stage& stage, const wire::LaunchPlan& plan) {
    if (!plan.root()) {
        return;
    }
    close(stage.root);
    stage.root = open(wire::kPlanStage, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (stage.root < 0) {
        failPath("stage", wire::kPlanStage);
    }
    stage.initTree = cloneStaged("init");
    stage.run = cloneStaged("run");
}

int takeSource(std::uint32_t index, struct stat& info) {
    Opened& opened = g_opened[index];
    info = opened.info;
    if (!opened.staged) {
        const int tree = opened.tree;
        opened.tree = kNoFd;
        return tree;
    }
    char name[16];
    snprintf(name, sizeof name, "%u", index);
    return cloneStaged(name);
}

} // namespace leadglass::launch
