#include "core/sandbox/capability_probe.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/sandbox/probe_namespace.h"

namespace leadglass::sandbox {
namespace {

constexpr std::uint64_t kMiB = 1024 * 1024;

// A number below `settings` (/proc/sys), or `absent`.
long setting(const std::string& settings, const std::string& name, long absent) {
    const auto text = sys::readFile(settings + "/" + name, 64);
    return text ? std::strtol(text->c_str(), nullptr, 10) : absent;
}

Check kernelCheck() {
    utsname name{};
    ::uname(&name);
    int major = 0;
    int minor = 0;
    std::sscanf(name.release, "%d.%d", &major, &minor);
    Check check{"kernel", CheckStatus::Ok, std::string("Linux ") + forScreen(name.release, 80), ""};
    // overlayfs in a user namespace: 5.11; mount_setattr(2): 5.12.
    if (major < 5 || (major == 5 && minor < 12)) {
        check.status = CheckStatus::Missing;
        check.fix = "Linux 5.12 or newer is needed";
    }
    return check;
}

// Without user namespaces the probes in them say nothing of their own matter.
bool neverGotThere(const ProbeResult& tried) {
    using Step = ProbeResult::Step;
    return tried.failed == Step::Unshare || tried.failed == Step::Map;
}
constexpr const char* kSeeUserns = "first what 'userns' needs";

// Ubuntu's restriction lets the namespace be made and then takes its rights: so try a mount.
int probeMount(const void*) {
    return ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 ? 0 : errno;
}

} // namespace

Check judgeUserns(const ProbeResult& tried, const std::string& settings) {
    Check check{"userns", CheckStatus::Ok, "user, mount and network namespaces can be made", ""};
    if (tried.ok()) {
        return check;
    }
    check.status = CheckStatus::Missing;
    check.evidence = "a user namespace cannot be made or used: " + tried.text();
    if (setting(settings, "kernel/apparmor_restrict_unprivileged_userns", 0) == 1) {
        check.evidence += "; kernel.apparmor_restrict_unprivileged_userns is 1";
        check.fix =
            "give leadglass-launch and bwrap an AppArmor profile with 'userns,', or as root: "
            "sysctl kernel.apparmor_restrict_unprivileged_userns=0";
    } else if (setting(settings, "user/max_user_namespaces", 1) == 0) {
        check.evidence += "; user.max_user_namespaces is 0";
        check.fix = "as root: sysctl user.max_user_namespaces=10000";
    } else if (setting(settings, "kernel/unprivileged_userns_clone", 1) == 0) {
        check.evidence += "; kernel.unprivileged_userns_clone is 0";
        check.fix = "as root: sysctl kernel.unprivileged_userns_clone=1";
    } else {
        check.fix =
            "in a container: run it with --security-opt seccomp=unconfined and "
            "--security-opt apparmor=unconfined (Docker's default forbids this)";
    }
    return check;
}

namespace {

Check usernsCheck() {
    return judgeUserns(inNamespaces(CLONE_NEWNS | CLONE_NEWNET, probeMount, nullptr), "/proc/sys");
}

// Where doctor was started in, if it may be a project.
std::string hereAsProject() {
    const char* home = std::getenv("HOME");
    const auto here = sys::realPath(".");
    return here && *here != "/" && (home == nullptr || *here != home) ? *here : std::string();
}

Check bwrapCheck() {
    const auto found = findBwrap(hereAsProject());
    if (!found) {
        return {"bwrap", CheckStatus::Missing, found.error().what, found.error().fix};
    }
    const auto version = askBwrapVersion(*found);
    const Status fit = version ? checkBwrapVersion(*found) : Status(version.error());
    if (!fit) {
        return {"bwrap", CheckStatus::Missing, fit.error().what, fit.error().fix};
    }
    return {"bwrap", CheckStatus::Ok, forScreen(*found) + ", " + forScreen(*version, 60) + ", not setuid" + bwrapFaults(*version), ""};
}

// In the child, in a directory with lower, upper, work and merged: mount, copy up, whiteout.
// By name: a descriptor from before would lead into the old mount namespace.
int probeOverlay(const void* directory) {
    if (::chdir(static_cast<const char*>(directory)) != 0 ||
        ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        ::mount("overlay", "merged", "overlay", MS_NOSUID | MS_NODEV,
                "lowerdir=lower,upperdir=upper,workdir=work,userxattr") != 0) {
        return errno;
    }
    const int fd = ::open("merged/file", O_WRONLY | O_CLOEXEC);
    if (fd < 0) {
        return errno;
    }
    ::close(fd);
    return ::unlink("merged/file") == 0 && ::mkdir("merged/file", 0700) == 0 ? 0 : errno;
}

// What `git mv` and os.rename() do to a directory that was there before: rename(2) alone, no copy where that fails.
int probeRename(const void* directory) {
    const int mounted = probeOverlay(directory);
    return mounted != 0 ? mounted : ::rename("merged/dir", "merged/renamed") == 0 ? 0 : errno;
}

Result<ProbeResult> tryOverlay(const Places& places, int (*probe)(const void*)) {
    const UniqueFd data = LG_TRY(openOwnDirectory(places.data));
    const std::string name = ".probe-" + std::to_string(::getpid());
    LG_TRY(sys::removeTree(data.get(), name));
    const auto makeDir = [&](const std::string& path) -> Status {
        return ::mkdirat(data.get(), path.c_str(), 0700) == 0
                   ? Status()
                   : Status(ioError("cannot create a directory in '" + forScreen(places.data) + "'",
                                    errno));
    };
    LG_TRY(makeDir(name));
    for (const char* part : {"/lower", "/lower/dir", "/upper", "/work", "/merged"}) {
        LG_TRY(makeDir(name + part));
    }
    {
        auto file =
            LG_TRY(sys::openBeneath(data.get(), name + "/lower/file", O_WRONLY | O_CREAT, 0600));
    }
    const std::string place = places.data + "/" + name;
    const ProbeResult tried = inNamespaces(CLONE_NEWNS, probe, place.c_str());
    LG_TRY(sys::removeTree(data.get(), name));
    return tried;
}

Check overlayCheck(const Places& places) {
    const auto tried = tryOverlay(places, probeOverlay);
    Check check{"overlay", CheckStatus::Ok,
                "overlay with userxattr works in '" + forScreen(places.data) + "'", ""};
    if (!tried) {
        Error error = tried.error();
        const std::string fix = std::exchange(error.fix, {}); // it is said once
        return {"overlay", CheckStatus::Missing, error.text(), fix};
    }
    if (!tried->ok()) {
        check.status = CheckStatus::Missing;
        check.evidence = "an overlay in '" + forScreen(places.data) + "' fails: " + tried->text();
        check.fix =
            neverGotThere(*tried)
                ? kSeeUserns
                : "put XDG_DATA_HOME on ext4, xfs or btrfs, or from Linux 6.6 tmpfs (not NFS, not an "
                  "overlay of a container: give it a volume); or run with --workspace copy";
    }
    return check;
}

// overlayfs of a user namespace has no redirect_dir (Documentation/filesystems/overlayfs.rst, "User xattr"): a kernel that allows it
// some day makes this check ok.
Check renameCheck(const Places& places) {
    const auto tried = tryOverlay(places, probeRename);
    if (tried && tried->ok()) {
        return {"rename", CheckStatus::Ok, "directories that were there before can be renamed in an overlay", ""};
    }
    if (tried && !neverGotThere(*tried) && tried->error == EXDEV) {
        return {"rename", CheckStatus::Weaker,
                "in workspace mode overlay this kernel lets no program rename a directory that was there before the run (EXDEV): 'mv' copies "
                "it instead, 'git mv' and os.rename() fail",
                "where that matters: --workspace copy"};
    }
    return {"rename", CheckStatus::Weaker, "without an overlay nothing is known of renames in one", "first what 'overlay' needs"};
}

Check nftCheck() {
    const ProbeResult tried = inNamespaces(CLONE_NEWNET, probeNft, nullptr);
    if (tried.ok()) {
        return {"nft", CheckStatus::Ok, "every TCP port is redirected by nf_tables", ""};
    }
    return {
        "nft", CheckStatus::Weaker,
        "nf_tables redirect is not to be had (" + tried.text() +
            "): only the ports that rules name can be reached, the others are refused",
        neverGotThere(tried) ? kSeeUserns : "as root: modprobe nf_tables nft_redir nft_chain_nat"};
}

Check landlockCheck() {
    const int abi = landlockAbi();
    if (abi == 0) {
        return {"landlock", CheckStatus::Weaker,
                "no Landlock: the second file wall and the barrier between processes are absent",
                "boot with lsm=landlock,... on Linux 5.13 or newer"};
    }
    Check check{"landlock", CheckStatus::Ok, "Landlock ABI " + std::to_string(abi), ""};
    if (abi < 6) { // landlock(7): scoped signals and abstract sockets
        check.status = CheckStatus::Weaker;
        check.evidence += ": signals and abstract sockets are not scoped";
        check.fix = "Linux 6.12 or newer adds it";
    }
    return check;
}

Check seccompCheck() {
    return seccompWorks()
               ? Check{"seccomp", CheckStatus::Ok, "system call filters work", ""}
               : Check{"seccomp", CheckStatus::Missing, "the kernel takes no system call filter",
                       "a kernel with CONFIG_SECCOMP_FILTER is needed"};
}

Check terminalCheck() {
    const char* term = std::getenv("TERM");
    const std::string name = term != nullptr ? term : "";
    const bool works = ::isatty(STDIN_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1 &&
                       !name.empty() && name != "dumb";
    if (works) {
        return {"terminal", CheckStatus::Ok,
                "questions can be asked here (" + forScreen(name, 40) + ")", ""};
    }
    return {"terminal", CheckStatus::Weaker,
            "no terminal here to ask on: what nobody answers is refused",
            "answer from another terminal: leadglass approvals, leadglass answer"};
}

Check diskCheck(const Places& places) {
    struct statvfs s {};
    std::string path = places.data;
    while (path.size() > 1 && ::statvfs(path.c_str(), &s) != 0) { // the nearest that exists
        path = path.substr(0, std::max<std::size_t>(path.rfind('/'), 1));
    }
    const std::uint64_t free = static_cast<std::uint64_t>(s.f_bavail) * s.f_frsize / kMiB;
    Check check{"disk", CheckStatus::Ok,
                std::to_string(free) + " MiB free at '" + forScreen(path) + "'", ""};
    if (free < 1024) {
        check.status = free < 32 ? CheckStatus::Missing : CheckStatus::Weaker;
        check.fix = "free space there, or set XDG_DATA_HOME";
    }
    return check;
}

} // namespace

const char* checkStatusName(CheckStatus status) {
    switch (status) {
    case CheckStatus::Ok: return "ok";
    case CheckStatus::Weaker: return "weaker";
    case CheckStatus::Missing: break;
    }
    return "missing";
}

int landlockAbi() {
    const long abi =
        ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
    return abi > 0 ? static_cast<int>(abi) : 0;
}

bool nftWorks() {
    return inNamespaces(CLONE_NEWNET, probeNft, nullptr).ok();
}

bool seccompWorks() {
    for (const std::uint32_t action : {SECCOMP_RET_ERRNO, SECCOMP_RET_USER_NOTIF}) {
        if (::syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) != 0) {
            return false;
        }
    }
    return true;
}

std::string bwrapFaults(const std::string& versionLine) {
    int major = 0;
    int minor = 0;
    int patch = 0;
    std::sscanf(versionLine.c_str(), "bubblewrap %d.%d.%d", &major, &minor, &patch);
    const auto before = [&](int m, int p) { return major == 0 && (minor < m || (minor == m && patch < p)); };
    std::string faults = before(11, 2) ? "CVE-2026-41163 (needs a setuid bwrap)" : "";
    if (before(12, 0)) {
        faults += std::string(faults.empty() ? "" : ", ") + "CVE-2026-87766 (needs mounts below what a run can change: bwrap makes none)";
    }
    return faults.empty() ? "" : "; known faults of this version that do not reach a run: " + faults;
}

std::vector<Check> probeMachine(const Places& places) {
    return {kernelCheck(),   usernsCheck(),    bwrapCheck(),   overlayCheck(places),
            renameCheck(places), nftCheck(),   landlockCheck(), seccompCheck(),
            limitsCheck(),   terminalCheck(),  diskCheck(places)};
}

} // namespace leadglass::sandbox
