#include "core/sandbox/project_place.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <array>
#include <climits>
#include <cstdlib>
#include <optional>
#include <vector>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/sandbox/path_text.h"
#include "core/sandbox/secret_paths.h"

namespace leadglass::sandbox {
namespace {

struct Identity {
    dev_t dev = 0;
    ino_t ino = 0;
    bool operator==(const Identity&) const = default;
};

// Never a project, and nothing below either, up to the first place of kOpen on the way down.
constexpr std::array kSystem = {"/usr",  "/etc",   "/bin",  "/sbin", "/lib", "/lib32",
                                "/lib64", "/libx32", "/boot", "/dev",  "/proc", "/sys",
                                "/run",  "/var",   "/lost+found"};
// Places whose content may be a project, though they are not one themselves.
constexpr std::array kOpen = {"/",         "/home",    "/var/home", "/var/tmp", "/var/www",
                              "/tmp",      "/opt",     "/srv",      "/mnt",     "/media",
                              "/usr/src",  "/usr/local/src", "/run/media"};

std::optional<Identity> identityOf(const std::string& path) {
    struct stat s {};
    if (::stat(path.c_str(), &s) != 0) {
        return std::nullopt;
    }
    return Identity{s.st_dev, s.st_ino};
}

// The directory itself first, then each one above it up to the root.
Result<std::vector<Identity>> upwards(const std::string& dir) {
    std::vector<Identity> chain;
    auto fd = LG_TRY(sys::open(dir, O_PATH | O_DIRECTORY));
    for (int depth = 0; depth < PATH_MAX; ++depth) {
        const auto s = LG_TRY(sys::stat(fd.get()));
        const Identity here{s.st_dev, s.st_ino};
        if (!chain.empty() && chain.back() == here) {
            return chain; // ".." of the root is the root
        }
        chain.push_back(here);
        fd = LG_TRY(sys::openAt(fd.get(), "..", O_PATH | O_DIRECTORY));
    }
    return makeError(Code::Refused, "'" + forScreen(dir) + "' is too deep");
}

// As upwards(), starting at the deepest part of `path` that exists.
std::vector<Identity> existingUpwards(std::string path) {
    while (path != "/" && !identityOf(path)) {
        path = parentOf(path);
    }
    auto chain = upwards(path);
    return chain ? chain.value() : std::vector<Identity>();
}

bool contains(const std::vector<Identity>& list, const Identity& what) {
    for (const auto& one : list) {
        if (one == what) {
            return true;
        }
    }
    return false;
}

Error refused(const std::string& typed, const std::string& why) {
    return makeError(Code::Refused, "'" + forScreen(typed) + "' cannot be a project: " + why,
                     "give a project directory of yours with --project");
}

Error cannotOpen(const std::string& typed, const Error& why) {
    return ioError("cannot open the project '" + forScreen(typed, 200) + "'", why.sysErrno,
                   "give an existing directory with --project");
}

std::string logicalWorkingDirectory() {
    const char* pwd = ::getenv("PWD");
    if (pwd != nullptr && pwd[0] == '/') {
        const auto named = identityOf(pwd);
        const auto real = identityOf(".");
        if (named && real && *named == *real) {
            return cleanPath(pwd);
        }
    }
    auto real = sys::realPath(".");
    return real ? real.value() : std::string("/");
}

Status checkSystem(const std::vector<Identity>& chain, const std::string& typed,
                   const Identity& home) {
    for (std::size_t i = 0; i < chain.size(); ++i) {
        if (i > 0 && chain[i] == home) {
            return {}; // below the person's own home, wherever that is
        }
        for (const char* open : kOpen) {
            if (identityOf(open) == chain[i]) {
                if (i == 0) {
                    return refused(typed, std::string("it is ") + open +
                                              ", which holds more than one project");
                }
                return {};
            }
        }
        for (const char* system : kSystem) {
            if (identityOf(system) == chain[i]) {
                return refused(typed, std::string("it is in the system directory ") + system);
            }
        }
    }
    return {};
}

Status checkOurs(const Places& places, const std::vector<Identity>& chain,
                 const std::string& typed) {
    for (const auto& own : {places.data, places.config, places.state, places.runtime}) {
        if (own.empty()) {
            continue;
        }
        if (const auto id = identityOf(own); id && contains(chain, *id)) {
            return refused(typed, "it is inside Leadglass's own directory " + forScreen(own));
        }
        if (contains(existingUpwards(own), chain.front())) {
            return refused(typed, "it holds Leadglass's own directory " + forScreen(own));
        }
    }
    return {};
}

// A run shows its project, so no place where credentials lie, and none that holds such a place.
Status checkSecrets(const Places& places, const std::vector<Identity>& chain, const std::string& typed) {
    for (const auto& relative : secretHomePaths()) {
        const auto real = sys::realPath(joinPath(places.home, relative));
        if (!real) {
            continue;
        }
        const auto id = identityOf(*real);
        if (id && contains(chain, *id)) {
            return refused(typed, (chain.front() == *id ? "it is ~/" : "it is inside ~/") + relative +
                                      ", where credentials lie");
        }
        if (contains(existingUpwards(parentOf(*real)), chain.front())) {
            return refused(typed, "it holds ~/" + relative + " (" + forScreen(*real, 200) +
                                      "), where credentials lie");
        }
    }
    return {};
}

Status checkKernelFileSystem(int fd, const std::string& typed) {
    struct statfs fs {};
    if (::fstatfs(fd, &fs) != 0) {
        return ioError("cannot examine '" + forScreen(typed) + "'", errno);
    }
    for (const auto magic : {PROC_SUPER_MAGIC, SYSFS_MAGIC, CGROUP_SUPER_MAGIC,
                             CGROUP2_SUPER_MAGIC, DEVPTS_SUPER_MAGIC, DEBUGFS_MAGIC}) {
        if (static_cast<unsigned long>(fs.f_type) == static_cast<unsigned long>(magic)) {
            return refused(typed, "it is on a file system of the kernel's");
        }
    }
    return {};
}

} // namespace

Status refuseNestedRun() {
    const char* run = ::getenv("LEADGLASS_RUN");
    struct stat s {};
    if (run != nullptr && ::lstat("/.leadglass", &s) == 0) {
        return makeError(Code::Refused,
                         "already inside a Leadglass run (" + forScreen(run, 64) + ")",
                         "start the new run from outside");
    }
    return {};
}

Result<ProjectPlace> checkProjectPlace(const Places& places, const std::string& typed) {
    ProjectPlace place;
    if (!typed.starts_with('/')) {
        LG_TRY(sys::haveWorkingDirectory());
    }
    place.typed = typed.starts_with('/') ? typed : joinPath(logicalWorkingDirectory(), typed);
    while (place.typed.size() > 1 && place.typed.back() == '/') {
        place.typed.pop_back();
    }
    if (place.typed.find('\0') != std::string::npos) {
        return makeError(Code::Invalid, "the project's path holds a NUL byte");
    }
    auto real = sys::realPath(place.typed);
    if (!real) {
        return cannotOpen(place.typed, real.error());
    }
    place.canonical = real.value();
    auto opened = sys::openNoLinks(place.canonical, O_PATH | O_DIRECTORY | O_NOFOLLOW);
    if (!opened) {
        return cannotOpen(place.typed, opened.error());
    }
    const UniqueFd fd = std::move(*opened);
    const auto s = LG_TRY(sys::stat(fd.get()));
    place.dev = s.st_dev;
    place.ino = s.st_ino;

    const Error another =
        refused(place.typed, "it belongs to another user (" + std::to_string(s.st_uid) + ")");
    auto above = upwards(place.canonical);
    if (!above && s.st_uid != ::geteuid()) {
        return another; // a directory that may not be entered has no ".." for us
    }
    const auto chain = LG_TRY(std::move(above));
    const Identity home = identityOf(places.home).value_or(Identity{});
    if (chain.front() == home) {
        return refused(place.typed, "it is your home directory");
    }
    if (contains(existingUpwards(places.home), chain.front())) {
        return refused(place.typed, "it holds your home directory");
    }
    LG_TRY(checkOurs(places, chain, place.typed));
    LG_TRY(checkSecrets(places, chain, place.typed));
    LG_TRY(checkSystem(chain, place.typed, home));
    LG_TRY(checkKernelFileSystem(fd.get(), place.typed));
    if (s.st_uid != ::geteuid()) {
        return another;
    }
    const std::string here = logicalWorkingDirectory();
    const auto realHere = sys::realPath(here);
    place.workingDir = realHere && isAtOrBelow(realHere.value(), place.canonical) ? here : place.typed;
    return place;
}

} // namespace leadglass::sandbox
