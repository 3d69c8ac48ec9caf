#include "core/base/places.h"

#include <fcntl.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <vector>

#include "core/base/escape.h"
#include "core/base/owner.h"
#include "core/base/sys.h"

namespace leadglass {
namespace {

std::string fromEnvironment(const char* name) {
    const char* value = ::getenv(name);
    return value != nullptr && value[0] == '/' ? std::string(value) : std::string();
}

std::string passwdHome() {
    std::array<char, 16384> buffer{};
    passwd entry{};
    passwd* found = nullptr;
    if (::getpwuid_r(::getuid(), &entry, buffer.data(), buffer.size(), &found) != 0 ||
        found == nullptr) {
        return {};
    }
    return found->pw_dir;
}

bool ownPrivateDirectory(const std::string& path) {
    struct stat s {};
    return ::lstat(path.c_str(), &s) == 0 && S_ISDIR(s.st_mode) && s.st_uid == ::geteuid() &&
           (s.st_mode & 077) == 0;
}

std::string firstExisting(const std::vector<std::string>& candidates) {
    for (const auto& candidate : candidates) {
        if (::access(candidate.c_str(), F_OK) == 0) {
            return candidate.substr(0, candidate.rfind('/'));
        }
    }
    return {};
}

} // namespace

Result<Places> findPlaces() {
    Places p;
    p.home = fromEnvironment("HOME");
    struct stat s {};
    if (p.home.empty() || ::stat(p.home.c_str(), &s) != 0 || s.st_uid != ::getuid()) {
        p.home = passwdHome();
    }
    if (p.home.empty() || p.home.front() != '/') {
        return makeError(Code::NotFound, "no home directory: HOME is unset or not yours, and the "
                                         "user database has none",
                         "set HOME to a directory that you own");
    }
    while (p.home.size() > 1 && p.home.back() == '/') {
        p.home.pop_back();
    }
    const auto xdg = [&](const char* name, const char* below) {
        std::string base = fromEnvironment(name);
        return (base.empty() ? p.home + below : base) + "/leadglass";
    };
    p.data = xdg("XDG_DATA_HOME", "/.local/share");
    p.config = xdg("XDG_CONFIG_HOME", "/.config");
    p.state = xdg("XDG_STATE_HOME", "/.local/state");
    const std::string runtimeBase = fromEnvironment("XDG_RUNTIME_DIR");
    p.runtime = !runtimeBase.empty() && ownPrivateDirectory(runtimeBase)
                    ? runtimeBase + "/leadglass"
                    : "/tmp/leadglass-" + std::to_string(::getuid());
    const std::string self = sys::readlinkAt(AT_FDCWD, "/proc/self/exe");
    const std::string dir = self.substr(0, self.rfind('/'));
    const std::string prefix = dir.substr(0, dir.rfind('/')); // shown to people, so without ".."
    p.programs = firstExisting({dir + "/leadglass-launch", prefix + "/libexec/leadglass/leadglass-launch"});
    p.policies = firstExisting({prefix + "/share/leadglass/policies/base.toml"});
    if (p.programs.empty() || p.policies.empty()) {
        return makeError(Code::NotFound,
                         "this installation is incomplete: leadglass-launch or the built-in "
                         "policies are not beside " + forScreen(self),
                         "install Leadglass again");
    }
    return p;
}

namespace {

constexpr const char* kWanted = "it must be a directory of yours with mode 0700; another place: XDG_RUNTIME_DIR, XDG_DATA_HOME";

Result<UniqueFd> makeAndOpen(const std::string& path) {
    if (auto there = sys::open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)) {
        return there;
    }
    LG_TRY(sys::makeDirs(path, 0700));
    return sys::open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
}

} // namespace

Result<UniqueFd> openOwnDirectory(const std::string& path) {
    auto fd = makeAndOpen(path);
    if (!fd) { // a file, a link, or another user's
        Error error = fd.error();
        error.fix = error.fix.empty() ? kWanted : error.fix;
        return error;
    }
    const auto s = LG_TRY(sys::stat(fd->get()));
    if (s.st_uid != ::geteuid() || (s.st_mode & 022) != 0) {
        return makeError(Code::Refused,
                         "directory '" + forScreen(path) + "' is not yours alone (owner " + std::to_string(s.st_uid) + ")",
                         kWanted);
    }
    return fd;
}

Result<UniqueFd> openTrustedFile(const std::string& path) {
    auto fd = sys::open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK);
    if (!fd) {
        return unreadable(std::move(fd).error());
    }
    const auto s = LG_TRY(sys::stat(fd->get()));
    if (!S_ISREG(s.st_mode)) {
        return makeError(Code::Refused, "'" + forScreen(path) + "' is not a regular file", "move it away, or put one in its place");
    }
    if ((s.st_uid != ::geteuid() && !isOfRoot(s, path)) || (s.st_mode & 022) != 0) {
        return makeError(Code::Refused,
                         "'" + forScreen(path) + "' can be changed by other users",
                         ownerHint(s, "chown it to yourself and chmod go-w"));
    }
    return fd;
}

} // namespace leadglass
