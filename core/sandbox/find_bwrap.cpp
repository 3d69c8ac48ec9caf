#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include "core/base/escape.h"
#include "core/base/owner.h"
#include "core/base/sys.h"
#include "core/sandbox/capability_probe.h"
#include "core/sandbox/path_text.h"

namespace leadglass::sandbox {
namespace {

constexpr int kPatienceMs = 3000;

std::vector<std::string> searchPath() {
    std::vector<std::string> places;
    const char* path = std::getenv("PATH");
    std::string rest = path != nullptr ? path : "";
    rest += ":/usr/bin:/usr/local/bin";
    for (std::size_t at = 0; at < rest.size();) {
        const std::size_t end = std::min(rest.find(':', at), rest.size());
        if (end > at && rest[at] == '/') {  // a relative entry is whatever the project says it is
            places.push_back(rest.substr(at, end - at) + "/bwrap");
        }
        at = end + 1;
    }
    return places;
}

Status checkFile(const std::string& path) {
    struct stat s {};
    if (::stat(path.c_str(), &s) != 0) {
        return ioError("cannot look at '" + forScreen(path) + "'", errno);
    }
    if ((s.st_mode & (S_ISUID | S_ISGID)) != 0) {
        return makeError(Code::Refused, "'" + forScreen(path) + "' is setuid",
                         "user namespaces are enough: chmod u-s " + forScreen(path));
    }
    if ((!isOfRoot(s, path) && s.st_uid != ::geteuid()) || (s.st_mode & 022) != 0) {
        return makeError(Code::Refused, "'" + forScreen(path) + "' can be changed by other users",
                         ownerHint(s, "install the bubblewrap package of your distribution"));
    }
    return {};
}

} // namespace

// With an empty environment.
Result<std::string> askBwrapVersion(const std::string& path) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) {
        return ioError("cannot create a pipe", errno);
    }
    const UniqueFd in(ends[0]);
    UniqueFd out(ends[1]);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, out.get(), 1);
    ::posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    std::string program = "bwrap";
    std::string flag = "--version";
    char* const arguments[] = {program.data(), flag.data(), nullptr};
    char* const environment[] = {nullptr};
    pid_t child = -1;
    const int failed =
        ::posix_spawn(&child, path.c_str(), &actions, nullptr, arguments, environment);
    ::posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) {
        return ioError("cannot start '" + forScreen(path) + "'", failed);
    }
    out.reset();
    std::array<char, 128> text{};
    pollfd wait{in.get(), POLLIN, 0};
    ssize_t size = -1;
    if (::poll(&wait, 1, kPatienceMs) == 1) {
        size = ::read(in.get(), text.data(), text.size());
    } else {
        ::kill(child, SIGKILL);
    }
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (size <= 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        return makeError(Code::Unsupported, "'" + forScreen(path) + " --version' failed",
                         "install the bubblewrap package of your distribution");
    }
    std::string line(text.data(), static_cast<std::size_t>(size));
    return line.substr(0, line.find('\n'));
}

bool newEnoughBwrap(const std::string& versionLine) {
    int major = 0;
    int minor = 0;
    return std::sscanf(versionLine.c_str(), "bubblewrap %d.%d", &major, &minor) == 2 &&
           (major > 0 || minor >= 8);
}

Status checkBwrapVersion(const std::string& path) {
    const std::string version = LG_TRY(askBwrapVersion(path));
    if (!newEnoughBwrap(version)) {
        return makeError(Code::Unsupported,
                         "'" + forScreen(path) + "' is '" + forScreen(version, 60) +
                             "', older than " + kOldestBwrap,
                         "install bubblewrap " + std::string(kOldestBwrap) + " or newer");
    }
    return {};
}

Result<std::string> findBwrap(const std::string& project) {
    std::string passedOver;
    for (const std::string& candidate : searchPath()) {
        if (::access(candidate.c_str(), X_OK) != 0) {
            continue;
        }
        const std::string path = LG_TRY(sys::realPath(candidate));
        if (!project.empty() && isAtOrBelow(path, project)) {
            passedOver = ", but for '" + forScreen(path) + "' in the project, where a run may have put it";
            continue;
        }
        LG_TRY(checkFile(path));
        return path;
    }
    return makeError(Code::NotFound, "bwrap (bubblewrap) is not on PATH" + passedOver,
                     "apt install bubblewrap, dnf install bubblewrap, or your distribution's way");
}

}  // namespace leadglass::sandbox
