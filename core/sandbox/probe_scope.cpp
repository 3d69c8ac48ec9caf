// Is there a service manager that can put a run into a cgroup of its own? Looks at files only.
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

#include "core/base/sys.h"
#include "core/sandbox/capability_probe.h"

namespace leadglass::sandbox {
namespace {

constexpr const char* kGroups = "/sys/fs/cgroup";
constexpr std::size_t kSmallFile = 64 * 1024;

bool isSocket(const std::string& path) {
    struct stat s {};
    return ::stat(path.c_str(), &s) == 0 && S_ISSOCK(s.st_mode);
}

bool holdsWord(const std::string& text, std::string_view word) {
    const std::string padded = " " + text.substr(0, text.find('\n')) + " ";
    return padded.find(" " + std::string(word) + " ") != std::string::npos;
}

std::string valueOf(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

} // namespace

std::string whyNoScope() {
    struct statfs groups {};
    if (::statfs(kGroups, &groups) != 0 || groups.f_type != CGROUP2_SUPER_MAGIC) {
        return "cgroup version 2 is not mounted at /sys/fs/cgroup";
    }
    const uid_t uid = ::getuid();
    std::string group = kGroups;
    if (uid == 0) {
        if (!isSocket("/run/systemd/private")) {
            return "no systemd runs here";
        }
    } else {
        const std::string runtime = valueOf("XDG_RUNTIME_DIR");
        if (!runtime.starts_with('/') || !isSocket(runtime + "/systemd/private")) {
            return "no systemd user manager runs for this user";
        }
        if (valueOf("DBUS_SESSION_BUS_ADDRESS").empty() && !isSocket(runtime + "/bus")) {
            return "no session bus runs for this user";
        }
        const std::string id = std::to_string(uid);
        group += "/user.slice/user-" + id + ".slice/user@" + id + ".service";
    }
    const auto controllers = sys::readFile(group + "/cgroup.controllers", kSmallFile);
    for (const char* controller : {"memory", "pids"}) {
        if (!controllers || !holdsWord(*controllers, controller)) {
            return std::string("the controller '") + controller + "' is not given to the service manager of this user (" + group + ")";
        }
    }
    return {};
}

Check limitsCheck() {
    const std::string none = whyNoScope();
    if (none.empty()) {
        return {"limits", CheckStatus::Ok,
                "memory, tasks and processor share hold for a whole run: the kernel counts them in a systemd scope (cgroup "
                "version 2); disk and time by the watchdog, the rest by rlimits and sizes of file systems",
                ""};
    }
    return {"limits", CheckStatus::Weaker,
            "no systemd scope (" + none + "): memory of a whole run by the watchdog, four times a second, and RLIMIT_DATA per "
            "process; processes by RLIMIT_NPROC in the run's own user namespace" +
                (::getuid() == 0 ? std::string(" (with --unsafe-root by the watchdog: the kernel does not count those of real root)")
                                 : std::string()) +
                "; buffers of sockets and pipes are not counted; cpu= cannot be had",
            "nothing to do; --limit sets what one run may use"};
}

} // namespace leadglass::sandbox
