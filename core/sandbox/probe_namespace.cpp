#include "core/sandbox/probe_namespace.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "core/base/unique_fd.h"

namespace leadglass::sandbox {
namespace {

constexpr unsigned kSeconds = 5;

struct Report {
    ProbeResult::Step step = ProbeResult::Step::Done;
    int error = 0;
};

int put(const char* path, const char* text) {
    const int fd = ::open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0) {
        return errno;
    }
    const auto size = static_cast<ssize_t>(std::strlen(text));
    const int error = ::write(fd, text, static_cast<std::size_t>(size)) == size ? 0 : errno;
    ::close(fd);
    return error;
}

Report work(int flags, int (*probe)(const void*), const void* argument) {
    std::array<char, 64> uidMap{};
    std::array<char, 64> gidMap{};
    const unsigned uid = ::geteuid();
    const unsigned gid = ::getegid();
    std::snprintf(uidMap.data(), uidMap.size(), "%u %u 1", uid, uid);
    std::snprintf(gidMap.data(), gidMap.size(), "%u %u 1", gid, gid);
    if (::unshare(CLONE_NEWUSER | flags) != 0) {
        return {ProbeResult::Step::Unshare, errno};
    }
    // user_namespaces(7): setgroups is denied before an unprivileged gid map.
    struct Line {
        const char* path;
        const char* text;
    };
    for (const Line& line :
         {Line{"/proc/self/setgroups", "deny"}, Line{"/proc/self/uid_map", uidMap.data()},
          Line{"/proc/self/gid_map", gidMap.data()}}) {
        if (const int error = put(line.path, line.text); error != 0) {
            return {ProbeResult::Step::Map, error};
        }
    }
    if (const int error = probe(argument); error != 0) {
        return {ProbeResult::Step::Probe, error};
    }
    return {};
}

}  // namespace

std::string ProbeResult::text() const {
    static constexpr std::array<const char*, 6> kSteps{"done",   "fork",    "unshare",
                                                       "id map", "attempt", "no answer in time"};
    const char* step = kSteps[static_cast<std::size_t>(failed)];
    return error == 0 ? step : std::string(step) + ": " + std::strerror(error);
}

ProbeResult inNamespaces(int flags, int (*probe)(const void*), const void* argument) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) {
        return {ProbeResult::Step::Fork, errno};
    }
    const UniqueFd in(ends[0]);
    UniqueFd out(ends[1]);
    const pid_t child = ::fork();
    if (child < 0) {
        return {ProbeResult::Step::Fork, errno};
    }
    if (child == 0) {
        // Nothing else of ours: a lock (of the app, say) would be held on by this child after its holder has ended.
        constexpr int kReport = 3;
        if (out.get() != kReport && ::dup2(out.get(), kReport) != kReport) {
            ::_exit(1);
        }
        ::close_range(kReport + 1, ~0U, 0);
        // The main program is not dumpable, and then /proc/self is root's (proc(5)).
        ::prctl(PR_SET_DUMPABLE, 1);
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        ::signal(SIGALRM, SIG_DFL);
        ::alarm(kSeconds);
        const Report report = work(flags, probe, argument);
        const ssize_t sent = ::write(kReport, &report, sizeof report);
        ::_exit(sent == static_cast<ssize_t>(sizeof report) ? 0 : 1);
    }
    out.reset();
    Report report;
    ssize_t got = 0;
    do {
        got = ::read(in.get(), &report, sizeof report);
    } while (got < 0 && errno == EINTR);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (got != static_cast<ssize_t>(sizeof report)) {
        return {ProbeResult::Step::Timeout, 0};
    }
    return {report.step, report.error};
}

}  // namespace leadglass::sandbox
