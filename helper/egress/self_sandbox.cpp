#include "helper/egress/self_sandbox.h"

#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/securebits.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>

namespace leadglass::egress_helper {
namespace {

constexpr unsigned kNobody = 65534;

Outcome failed(Step step) {
    return {step, errno};
}

bool writeOnce(const char* path, const char* text) {
    const int fd = ::open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0) {
        return false;
    }
    const auto size = static_cast<ssize_t>(std::strlen(text));
    const bool ok = ::write(fd, text, static_cast<std::size_t>(size)) == size;
    const int saved = errno;
    ::close(fd);
    errno = saved;
    return ok;
}

bool limits() {
    const rlimit none{0, 0};
    rlimit files{};
    if (::setrlimit(RLIMIT_CORE, &none) != 0 || ::getrlimit(RLIMIT_NOFILE, &files) != 0) {
        return false;
    }
    files.rlim_cur = files.rlim_max;
    return ::setrlimit(RLIMIT_NOFILE, &files) == 0 &&
           ::syscall(SYS_close_range, 4U, ~0U, 0U) == 0 && std::signal(SIGPIPE, SIG_IGN) != SIG_ERR;
}

// The own ids mapped to themselves; gid_map needs setgroups denied first (user_namespaces(7)).
bool mapIds(unsigned uid, unsigned gid) {
    char line[64];
    std::snprintf(line, sizeof line, "%u %u 1\n", uid, uid);
    if (!writeOnce("/proc/self/setgroups", "deny") || !writeOnce("/proc/self/uid_map", line)) {
        return false;
    }
    std::snprintf(line, sizeof line, "%u %u 1\n", gid, gid);
    return writeOnce("/proc/self/gid_map", line);
}

// Root of a user namespace that has no id to change to is no root here: it nests like a person.
bool isRealRoot() {
    std::FILE* map = ::geteuid() == 0 ? std::fopen("/proc/self/uid_map", "re") : nullptr;
    if (map == nullptr) {
        return false;
    }
    unsigned inside = 0;
    unsigned outside = 0;
    unsigned count = 0;
    bool mapped = false;
    while (std::fscanf(map, "%u %u %u", &inside, &outside, &count) == 3) {
        mapped = mapped || (kNobody >= inside && kNobody - inside < count);
    }
    std::fclose(map);
    return mapped;
}

// pivot_root(".", ".") stacks the old root on the new one; the lazy unmount takes it away
// (pivot_root(2), NOTES).
bool emptyRoot() {
    constexpr unsigned long kFlags = MS_NOSUID | MS_NODEV | MS_NOEXEC;
    return ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
           ::mount("none", "/tmp", "tmpfs", kFlags, "size=4k,nr_inodes=2,mode=0555") == 0 &&
           ::chdir("/tmp") == 0 && ::syscall(SYS_pivot_root, ".", ".") == 0 &&
           ::umount2(".", MNT_DETACH) == 0 && ::chdir("/") == 0 &&
           ::mount(nullptr, "/", nullptr, MS_REMOUNT | MS_BIND | MS_RDONLY | kFlags, nullptr) == 0;
}

bool dropPrivileges() {
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        ::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) != 0) {
        return false;
    }
    for (int cap = 0; ::prctl(PR_CAPBSET_READ, cap, 0, 0, 0) >= 0; ++cap) {
        if (::prctl(PR_CAPBSET_DROP, cap, 0, 0, 0) != 0) {
            return false;
        }
    }
    constexpr unsigned long kBits = SECBIT_NOROOT | SECBIT_NOROOT_LOCKED | SECBIT_NO_SETUID_FIXUP |
                                    SECBIT_NO_SETUID_FIXUP_LOCKED | SECBIT_KEEP_CAPS_LOCKED |
                                    SECBIT_NO_CAP_AMBIENT_RAISE |
                                    SECBIT_NO_CAP_AMBIENT_RAISE_LOCKED;
    if (::prctl(PR_SET_SECUREBITS, kBits, 0, 0, 0) != 0) {
        return false;
    }
    __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
    __user_cap_data_struct none[2]{};
    return ::syscall(SYS_capset, &header, none) == 0;
}

// Keeps its capabilities over the change: dropping the bounding set needs one (dropPrivileges).
bool becomeNobody() {
    return ::prctl(PR_SET_SECUREBITS, SECBIT_NO_SETUID_FIXUP, 0, 0, 0) == 0 &&
           ::setgroups(0, nullptr) == 0 && ::setresgid(kNobody, kNobody, kNobody) == 0 &&
           ::setresuid(kNobody, kNobody, kNobody) == 0;
}

// landlock(7); the structure as of ABI 6, spelled here because the distribution's header is older.
struct RulesetAttribute {
    std::uint64_t fs;
    std::uint64_t net;
    std::uint64_t scoped;
};

bool landlock() {
    constexpr long kCreate = 444;
    constexpr long kRestrictSelf = 446;
    const long abi = ::syscall(kCreate, nullptr, 0UL, 1U);
    if (abi < 0) {
        return errno == ENOSYS ||
               errno == EOPNOTSUPP; // this kernel has none: the rest stands alone
    }
    RulesetAttribute attribute{};
    const int rights = abi >= 5 ? 16 : abi >= 3 ? 15 : abi == 2 ? 14 : 13;
    attribute.fs = (1ULL << rights) - 1;
    attribute.net = abi >= 4 ? 3 : 0;    // bind, connect
    attribute.scoped = abi >= 6 ? 3 : 0; // abstract sockets, signals
    const std::size_t size = abi >= 6 ? 24 : abi >= 4 ? 16 : 8;
    const long ruleset = ::syscall(kCreate, &attribute, size, 0U);
    if (ruleset < 0) {
        return false;
    }
    const bool ok = ::syscall(kRestrictSelf, static_cast<int>(ruleset), 0U) == 0;
    const int saved = errno;
    ::close(static_cast<int>(ruleset));
    errno = saved;
    return ok;
}

} // namespace

const char* describe(Step step) {
    switch (step) {
    case Step::Done: return "done";
    case Step::Limits: return "cannot set its limits";
    case Step::Namespaces: return "cannot make an empty network namespace";
    case Step::IdMap: return "cannot map its own user id";
    case Step::Root: return "cannot make an empty root";
    case Step::Privileges: return "cannot drop its privileges";
    case Step::Landlock: return "cannot restrict itself with Landlock";
    case Step::Filter: return "cannot load its system call filter";
    case Step::Loop: return "cannot start its event loop";
    case Step::Protocol: return "the supervisor's messages do not fit";
    }
    return "failed";
}

Outcome enterEmptyPlace() {
    const bool root = isRealRoot();
    const unsigned uid = ::geteuid();
    const unsigned gid = ::getegid();
    if (::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0 || !limits()) {
        return failed(Step::Limits);
    }
    // The real root needs no user namespace, and in one it would still be the owner of root's
    // files.
    const int spaces =
        CLONE_NEWNET | CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWUTS | (root ? 0 : CLONE_NEWUSER);
    if (::unshare(spaces) != 0) {
        return failed(Step::Namespaces);
    }
    if (!root && !mapIds(uid, gid)) {
        return failed(Step::IdMap);
    }
    if (!emptyRoot()) {
        return failed(Step::Root);
    }
    if ((root && !becomeNobody()) || !dropPrivileges()) {
        return failed(Step::Privileges);
    }
    if (!landlock()) {
        return failed(Step::Landlock);
    }
    // Changed credentials reset both (prctl(2)).
    if (::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0 ||
        ::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) {
        return failed(Step::Privileges);
    }
    return {};
}

} // namespace leadglass::egress_helper
