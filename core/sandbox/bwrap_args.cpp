#include "core/sandbox/bwrap_args.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <numeric>

#include "core/base/escape.h"
#include "core/wire/launch_plan.h"

namespace leadglass::sandbox {
namespace {

using Args = std::vector<std::string>;

void add(Args& args, std::initializer_list<std::string> words) {
    args.insert(args.end(), words.begin(), words.end());
}

std::string octal(std::uint32_t mode) {
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "%04o", mode & 07777U);
    return text.data();
}

// Absolute, no empty, "." or ".." component, no NUL, no slash at the end (but for "/").
bool isPlainAbsolute(const std::string& path) {
    if (path.empty() || path.front() != '/' || path.find('\0') != std::string::npos ||
        path.size() > wire::kPlanMaxPath) {
        return false;
    }
    std::size_t at = 1;
    while (at < path.size()) {
        const std::size_t slash = std::min(path.find('/', at), path.size());
        const std::string part = path.substr(at, slash - at);
        if (part.empty() || part == "." || part == ".." || slash == path.size() - 1) {
            return false;
        }
        at = slash + 1;
    }
    return true;
}

std::size_t depth(const std::string& path) {
    return path == "/" ? 0 : static_cast<std::size_t>(std::count(path.begin(), path.end(), '/'));
}

void addTmpfs(Args& args, const std::string& target, std::uint32_t mode, std::uint64_t size) {
    add(args, {"--perms", octal(mode), "--size", std::to_string(size), "--tmpfs", target});
}

void addDev(Args& args, const Plan& plan, const std::string& target) {
    add(args, {"--dev", target});
    if (plan.terminal != std::array<bool, 3>{}) {
        add(args, {"--dev-bind", wire::kPlanTerminals, target + "/pts"});
    }
    const std::string shm = target + "/shm";
    const bool ownShm = std::any_of(plan.mounts.begin(), plan.mounts.end(),
                                    [&](const Mount& m) { return m.target == shm; });
    if (!ownShm) {
        addTmpfs(args, shm, 01777, kShmBytes);
    }
}

Error invalid(const Plan& plan, std::size_t index, const std::string& why) {
    const Mount& m = plan.mounts[index];
    return makeError(Code::Invalid, "mount " + std::to_string(index) + " at '" + forScreen(m.target) +
                                        "' (" + forScreen(m.why) + ") " + why);
}

Status checkMount(const Plan& plan, std::size_t index) {
    const Mount& m = plan.mounts[index];
    if (!isPlainAbsolute(m.target) || m.target == "/") {
        return invalid(plan, index, "needs an absolute target below / without '.', '..' or '//'");
    }
    if (m.kind == Mount::Kind::Tmpfs && m.sizeBytes == 0) {
        return invalid(plan, index, "is a tmpfs without a size");
    }
    if (m.kind == Mount::Kind::Device && !m.target.starts_with("/dev/")) {
        return invalid(plan, index, "is a device outside /dev");
    }
    if (m.kind == Mount::Kind::Symlink &&
        (m.content.empty() || m.content.find('\0') != std::string::npos)) {
        return invalid(plan, index, "is a link to nothing");
    }
    return {};
}

Status addMount(Args& args, const Plan& plan, std::size_t index) {
    const Mount& m = plan.mounts[index];
    switch (m.kind) {
    case Mount::Kind::Tmpfs: addTmpfs(args, m.target, m.mode, m.sizeBytes); return {};
    case Mount::Kind::Symlink: add(args, {"--symlink", m.content, m.target}); return {};
    case Mount::Kind::Dir: add(args, {"--perms", octal(m.mode), "--dir", m.target}); return {};
    case Mount::Kind::Proc:
        // A new /proc still lists the keys of the same user outside: their names tell of logins and disks.
        add(args, {"--proc", m.target, "--ro-bind", "/dev/null", m.target + "/keys", "--ro-bind", "/dev/null",
                   m.target + "/key-users"});
        return {};
    case Mount::Kind::Dev: addDev(args, plan, m.target); return {};
    case Mount::Kind::Device:
        add(args, {"--dev-bind", std::string(wire::kPlanStage) + "/" + stagedDevice(index), m.target});
        return {};
    case Mount::Kind::Bind:
    case Mount::Kind::Overlay:
    case Mount::Kind::Home:
    case Mount::Kind::Data: break;
    }
    return invalid(plan, index, "cannot lie below /proc or /dev");
}

bool isBelow(const std::string& path, const std::string& top) {
    return path.size() > top.size() && path.compare(0, top.size(), top) == 0 && path[top.size()] == '/';
}

bool isBwraps(const Plan& plan, const Mount& mount) {
    return std::any_of(plan.mounts.begin(), plan.mounts.end(), [&](const Mount& other) {
        return (other.kind == Mount::Kind::Proc || other.kind == Mount::Kind::Dev) &&
               (mount.target == other.target || isBelow(mount.target, other.target));
    });
}

} // namespace

std::string stagedDevice(std::size_t index) { return wire::kPlanDevicePrefix + std::to_string(index); }

Result<MountOrder> mountOrder(const Plan& plan) {
    std::vector<std::size_t> all(plan.mounts.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    std::stable_sort(all.begin(), all.end(), [&](std::size_t a, std::size_t b) {
        return depth(plan.mounts[a].target) < depth(plan.mounts[b].target);
    });
    MountOrder order;
    for (const std::size_t index : all) {
        LG_TRY(checkMount(plan, index));
        const bool device = plan.mounts[index].kind == Mount::Kind::Device; // opened by launch, shown by bwrap
        if (device || !isBwraps(plan, plan.mounts[index])) {
            order.launch.push_back(index);
        }
        if (device || isBwraps(plan, plan.mounts[index])) {
            order.bwrap.push_back(index);
        }
    }
    return order;
}

Result<std::vector<std::string>> bwrapArgs(const Plan& plan) {
    Args args;
    // The network namespace is launch's: it holds the redirect and no way out.
    add(args, {"--unshare-all", "--share-net", "--unshare-user", "--disable-userns", "--as-pid-1",
               "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--clearenv"});
    add(args, {"--hostname", "leadglass"});
    if (plan.root && plan.root->unsafeRoot) {
        // launch maps host 0 to another id, which loses the capabilities at exec; this maps it back.
        add(args, {"--uid", std::to_string(plan.uid), "--gid", std::to_string(plan.gid)});
    }
    add(args, {"--bind", wire::kPlanTree, "/"});
    std::string dev;
    for (const std::size_t index : LG_TRY(mountOrder(plan)).bwrap) {
        LG_TRY(addMount(args, plan, index));
        if (plan.mounts[index].kind == Mount::Kind::Dev) {
            dev = plan.mounts[index].target;
        }
    }
    if (!dev.empty()) {
        add(args, {"--remount-ro", dev});
    }
    add(args, {"--remount-ro", "/", "--chdir", "/"});
    add(args, {"--seccomp", std::to_string(wire::kPlanSeccompFd)});
    return args;
}

} // namespace leadglass::sandbox
