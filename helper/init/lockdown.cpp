// Trust: the plan; nothing of the agent runs yet.
// Privilege: none.
// Input: Landlock rules of the plan (paths inside).
// Fails: any step: the agent is not started.
#include "helper/init/lockdown.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace leadglass::init {
namespace {

// From linux/landlock.h of a current kernel; the headers of the build machine may be older.
constexpr int kSysCreateRuleset = 444;
constexpr int kSysAddRule = 445;
constexpr int kSysRestrictSelf = 446;
constexpr unsigned kCreateVersion = 1U;
constexpr int kRulePathBeneath = 1;
struct RulesetAttributes {
    std::uint64_t files;
    std::uint64_t net;
    std::uint64_t scoped;
};
struct __attribute__((packed)) PathBeneath {
    std::uint64_t allowed;
    std::int32_t parent;
};
constexpr std::uint64_t kExecute = 1U << 0;
constexpr std::uint64_t kWriteFile = 1U << 1;
constexpr std::uint64_t kReadFile = 1U << 2;
constexpr std::uint64_t kReadDir = 1U << 3;
constexpr std::uint64_t kAbi1 = (1U << 13) - 1; // bits 0-12
constexpr std::uint64_t kRefer = 1U << 13;       // ABI 2
constexpr std::uint64_t kTruncate = 1U << 14;    // ABI 3
constexpr std::uint64_t kIoctlDev = 1U << 15;    // ABI 5
constexpr std::uint64_t kForFiles = kExecute | kWriteFile | kReadFile | kTruncate | kIoctlDev;
constexpr std::uint64_t kScopes = 3; // abstract sockets, signals: ABI 6

std::uint64_t handledRights(long abi) {
    std::uint64_t rights = kAbi1;
    rights |= abi >= 2 ? kRefer : 0;
    rights |= abi >= 3 ? kTruncate : 0;
    rights |= abi >= 5 ? kIoctlDev : 0;
    return rights;
}

Problem problem(const char* step, const char* detail) {
    return {step, errno, detail};
}

Problem addRule(int ruleset, const wire::PlanLandlock& rule, std::uint64_t handled) {
    const int fd = open(rule.path.data, O_PATH | O_CLOEXEC);
    if (fd < 0) {
        return errno == ENOENT || errno == ENOTDIR ? Problem{}
                                                   : problem("landlock", rule.path.data);
    }
    struct stat info {};
    if (fstat(fd, &info) != 0) {
        return problem("landlock", rule.path.data);
    }
    PathBeneath beneath{};
    switch (rule.access) {
        case wire::PlanAccess::Read: beneath.allowed = kExecute | kReadFile | kReadDir; break;
        case wire::PlanAccess::Write: beneath.allowed = handled; break;
        case wire::PlanAccess::List: beneath.allowed = kReadDir; break;
    }
    if (!S_ISDIR(info.st_mode)) {
        beneath.allowed &= kForFiles;
    }
    beneath.allowed &= handled;
    beneath.parent = fd;
    const bool added =
        beneath.allowed == 0 || syscall(kSysAddRule, ruleset, kRulePathBeneath, &beneath, 0) == 0;
    const Problem result = added ? Problem{} : problem("landlock", rule.path.data);
    close(fd);
    return result;
}

} // namespace

Problem checkWalls() {
    struct __user_cap_header_struct head {
        _LINUX_CAPABILITY_VERSION_3, 0
    };
    struct __user_cap_data_struct sets[2] = {};
    errno = 0;
    if (syscall(SYS_capget, &head, sets) != 0 ||
        (sets[0].permitted | sets[0].effective | sets[0].inheritable | sets[1].permitted |
         sets[1].effective | sets[1].inheritable) != 0) {
        return problem("capabilities", "a capability is left");
    }
    for (unsigned long capability = 0;; ++capability) {
        const int bound = prctl(PR_CAPBSET_READ, capability, 0, 0, 0);
        if (bound < 0) {
            break;
        }
        if (bound != 0) {
            return problem("capabilities", "the bounding set is not empty");
        }
    }
    errno = 0;
    if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) {
        return problem("no-new-privileges", "is off");
    }
    if (prctl(PR_GET_SECCOMP, 0, 0, 0, 0) != 2) {
        return problem("seccomp", "no filter is on");
    }
    return {};
}

Problem applyLandlock(const wire::LaunchPlan& plan) {
    const long abi = syscall(kSysCreateRuleset, nullptr, 0, kCreateVersion);
    if (abi < 1) {
        return plan.landlockAbi == 0 ? Problem{} : problem("landlock", "this kernel has none");
    }
    if (abi < static_cast<long>(plan.landlockAbi)) {
        errno = 0;
        return problem("landlock", "this kernel's is older than the plan says");
    }
    const std::uint64_t handled = handledRights(abi);
    RulesetAttributes attributes{};
    attributes.files = handled;
    attributes.scoped = abi >= 6 ? kScopes : 0;
    // Each kernel knows the struct up to its own last field.
    const std::size_t size = abi >= 6   ? sizeof attributes
                             : abi >= 4 ? offsetof(RulesetAttributes, scoped)
                                        : offsetof(RulesetAttributes, net);
    const int ruleset = static_cast<int>(syscall(kSysCreateRuleset, &attributes, size, 0));
    if (ruleset < 0) {
        return problem("landlock", "rule set");
    }
    wire::PlanCursor at = plan.landlock.first;
    for (std::uint32_t i = 0; i < plan.landlock.count; ++i) {
        const Problem failed = addRule(ruleset, wire::nextLandlock(at), handled);
        if (failed.step != nullptr) {
            return failed;
        }
    }
    if (syscall(kSysRestrictSelf, ruleset, 0) != 0) {
        return problem("landlock", "restrict");
    }
    close(ruleset);
    return {};
}

} // namespace leadglass::init
