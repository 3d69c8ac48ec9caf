// Trust: the bytes of a sealed plan, possibly of another version or damaged.
// Privilege: none of its own; runs inside leadglass-launch and leadglass-init.
// Input: see launch_plan.h.
// Fails: false; the caller ends with 125.
#include "core/wire/launch_plan.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

namespace leadglass::wire {

std::uint64_t PlanCursor::number(std::size_t size) {
    if (m_bad || size > m_left) {
        m_bad = true;
        return 0;
    }
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i) {
        value |= static_cast<std::uint64_t>(m_at[i]) << (8 * i);
    }
    m_at += size;
    m_left -= size;
    return value;
}

PlanText PlanCursor::blob(std::uint32_t max) {
    const std::uint32_t size = u32();
    if (m_bad || size > max || size >= m_left || m_at[size] != 0) {
        m_bad = true;
        return {};
    }
    const PlanText view{reinterpret_cast<const char*>(m_at), size};
    m_at += size + 1;
    m_left -= size + 1;
    return view;
}

PlanText PlanCursor::text(std::uint32_t max) {
    const PlanText view = blob(max);
    if (memchr(view.data, 0, view.size) != nullptr) {
        m_bad = true;
        return {};
    }
    return view;
}

namespace {

// Below "/", and no way out of the tree it is walked in.
bool plainAbsolute(const PlanText& path) {
    if (path.size < 2 || path.data[0] != '/') {
        return false;
    }
    std::uint32_t start = 1;
    for (std::uint32_t i = 1; i <= path.size; ++i) {
        if (i < path.size && path.data[i] != '/') {
            continue;
        }
        const std::uint32_t length = i - start;
        const char* part = path.data + start;
        if (length == 0 || length > 255 || (length == 1 && part[0] == '.') ||
            (length == 2 && part[0] == '.' && part[1] == '.')) {
            return false;
        }
        start = i + 1;
    }
    return true;
}

// Writable, a character device, and named on the stage by digits alone.
bool stagedDevice(const PlanMount& mount) {
    constexpr std::uint32_t kPrefix = sizeof kPlanDevicePrefix - 1;
    const PlanText& name = mount.content;
    if (!mount.writable || mount.optional || mount.type != S_IFCHR || mount.size == 0 || name.size <= kPrefix ||
        name.size > kPrefix + 4 || memcmp(name.data, kPlanDevicePrefix, kPrefix) != 0) {
        return false;
    }
    for (std::uint32_t i = kPrefix; i < name.size; ++i) {
        if (name.data[i] < '0' || name.data[i] > '9') {
            return false;
        }
    }
    return true;
}

} // namespace

PlanMount nextMount(PlanCursor& at) {
    PlanMount mount;
    const std::uint8_t kind = at.u8();
    const std::uint8_t flags = at.u8();
    if (kind < static_cast<std::uint8_t>(PlanMountKind::Bind) ||
        kind > static_cast<std::uint8_t>(PlanMountKind::Device) ||
        (flags & ~(kPlanWritable | kPlanOptional | kPlanSealed | kPlanGit)) != 0) {
        at.fail();
        return mount;
    }
    mount.kind = static_cast<PlanMountKind>(kind);
    mount.writable = (flags & kPlanWritable) != 0;
    mount.optional = (flags & kPlanOptional) != 0;
    mount.sealed = (flags & kPlanSealed) != 0;
    mount.git = (flags & kPlanGit) != 0;
    mount.type = at.u32();
    if (mount.sealed && (mount.kind != PlanMountKind::Bind || mount.writable || (mount.type & S_IFMT) != S_IFDIR)) {
        at.fail();
    }
    if (mount.git && (mount.kind != PlanMountKind::Overlay || !mount.writable)) {
        at.fail();
    }
    mount.dev = at.u64();
    mount.ino = at.u64();
    mount.size = at.u64();
    mount.mode = at.u32();
    mount.target = at.text(kPlanMaxPath);
    if (!plainAbsolute(mount.target)) {
        at.fail();
    }
    mount.source = at.text(kPlanMaxPath);
    mount.content = at.blob(kPlanMaxBytes);
    if (mount.kind == PlanMountKind::Device && !stagedDevice(mount)) {
        at.fail();
    }
    return mount;
}

PlanRlimit nextRlimit(PlanCursor& at) {
    PlanRlimit limit;
    limit.resource = at.u32();
    limit.value = at.u64();
    return limit;
}

PlanLandlock nextLandlock(PlanCursor& at) {
    PlanLandlock rule;
    const std::uint8_t access = at.u8();
    rule.access = static_cast<PlanAccess>(access);
    rule.path = at.text(kPlanMaxPath);
    if (access > static_cast<std::uint8_t>(PlanAccess::List)) {
        at.fail();
    }
    return rule;
}

std::uint16_t nextPort(PlanCursor& at) {
    const std::uint16_t port = at.u16();
    if (port == 0) {
        at.fail();
    }
    return port;
}

PlanText nextArgument(PlanCursor& at) { return at.text(kPlanMaxBytes); }

namespace {

// Walks a list once so that iterating it later cannot fail.
template <class Next> PlanList readList(PlanCursor& in, std::uint32_t max, Next next) {
    PlanList list;
    list.count = in.u32();
    if (list.count > max) {
        in.fail();
    }
    list.first = in;
    for (std::uint32_t i = 0; i < list.count && !in.bad(); ++i) {
        (void)next(in);
    }
    return list;
}

bool absolute(const PlanText& path) { return path.size > 0 && path.data[0] == '/'; }

bool consistent(const LaunchPlan& plan) {
    if (!absolute(plan.bwrap) || !absolute(plan.init) || !absolute(plan.runDir) ||
        !absolute(plan.workingDir) || plan.bwrapArgs.size == 0 || plan.seccomp.size == 0 ||
        plan.seccomp.size % 8 != 0 || plan.argv.count == 0 || plan.proxyPort == 0) {
        return false;
    }
    if (plan.root() && plan.unsafeRoot()) {
        return false;
    }
    if (plan.root() && (plan.uid == 0 || plan.gid == 0)) {
        return false;
    }
    return plan.capture != PlanCapture::AnyIpPorts || plan.anyIpPorts.count > 0;
}

} // namespace

bool parseLaunchPlan(const std::uint8_t* bytes, std::size_t size, LaunchPlan& out) {
    if (size > kPlanMaxBytes) {
        return false;
    }
    PlanCursor in(bytes, size);
    if (in.u32() != kPlanMagic || in.u32() != kPlanVersion || in.u32() != size) {
        return false;
    }
    out.flags = in.u32();
    out.uid = in.u32();
    out.gid = in.u32();
    out.insideUid = in.u32();
    out.insideGid = in.u32();
    out.landlockAbi = in.u32();
    const std::uint8_t capture = in.u8();
    out.capture = static_cast<PlanCapture>(capture);
    out.proxyPort = in.u16();
    out.bwrap = in.text(kPlanMaxPath);
    out.init = in.text(kPlanMaxPath);
    out.runDir = in.text(kPlanMaxPath);
    out.workingDir = in.text(kPlanMaxPath);
    out.bwrapArgs = in.blob(kPlanMaxBytes);
    out.seccomp = in.blob(kPlanMaxBytes);
    out.anyIpPorts = readList(in, kPlanMaxPorts, nextPort);
    out.loopbackPorts = readList(in, kPlanMaxPorts, nextPort);
    out.rlimits = readList(in, kPlanMaxRlimits, nextRlimit);
    out.mounts = readList(in, kPlanMaxMounts, nextMount);
    out.landlock = readList(in, kPlanMaxLandlock, nextLandlock);
    out.argv = readList(in, kPlanMaxArgv, nextArgument);
    out.env = readList(in, kPlanMaxEnv, nextArgument);
    constexpr std::uint32_t kKnownFlags =
        kPlanTerminal | kPlanRoot | kPlanUnsafeRoot | kPlanTerminalOut | kPlanTerminalErr;
    return !in.bad() && in.left() == 0 && (out.flags & ~kKnownFlags) == 0 &&
           capture >= static_cast<std::uint8_t>(PlanCapture::NftRedirect) &&
           capture <= static_cast<std::uint8_t>(PlanCapture::AnyIpPorts) && consistent(out);
}

const char* mapSealed(int fd, std::size_t max, const std::uint8_t*& bytes, std::size_t& size) {
    constexpr int kSeals = F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL;
    const int seals = fcntl(fd, F_GET_SEALS);
    if (seals < 0) {
        return "it is no memfd";
    }
    errno = 0;
    if ((seals & kSeals) != kSeals) {
        return "it is not sealed";
    }
    struct stat info {};
    if (fstat(fd, &info) != 0) {
        return "cannot look at it";
    }
    if (info.st_size <= 0 || static_cast<std::uint64_t>(info.st_size) > max) {
        return "it is empty or too long";
    }
    size = static_cast<std::size_t>(info.st_size);
    void* mapped = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (mapped == MAP_FAILED) {
        return "it cannot be mapped";
    }
    bytes = static_cast<const std::uint8_t*>(mapped);
    return nullptr;
}

const char* openLaunchPlan(int fd, LaunchPlan& out) {
    const std::uint8_t* bytes = nullptr;
    std::size_t size = 0;
    if (const char* wrong = mapSealed(fd, kPlanMaxBytes, bytes, size)) {
        return wrong;
    }
    if (!parseLaunchPlan(bytes, size, out)) {
        errno = 0;
        return "the plan does not parse: another version of Leadglass wrote it, or it is damaged";
    }
    return nullptr;
}

} // namespace leadglass::wire
