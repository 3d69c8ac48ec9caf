#include "core/session/host_browser.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <string_view>

#include "core/base/sys.h"
#include "core/secrets/command_store.h"

namespace leadglass::session {
namespace {

constexpr const char* kProgram = "xdg-open";
constexpr std::string_view kPath = "PATH=";

// What finds the desktop, its settings and the browser on it. Nothing that a key or a token is kept in.
constexpr std::array<std::string_view, 24> kNames{
    "HOME", "USER", "LOGNAME", "SHELL", "PATH", "LANG", "LANGUAGE", "BROWSER", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS",
    "DESKTOP_SESSION", "GDMSESSION", "KDE_FULL_SESSION", "KDE_SESSION_VERSION", "GNOME_DESKTOP_SESSION_ID", "MATE_DESKTOP_SESSION_ID", "TMPDIR", "TZ",
    "SWAYSOCK", "I3SOCK", "HYPRLAND_INSTANCE_SIGNATURE", "MOZ_ENABLE_WAYLAND"};

bool passes(std::string_view entry) {
    const std::string_view name = entry.substr(0, entry.find('='));
    return std::find(kNames.begin(), kNames.end(), name) != kNames.end() || name.starts_with("XDG_") || name.starts_with("LC_") || name.starts_with("QT_");
}

bool isProgram(const std::string& path) {
    struct stat s {};
    return ::stat(path.c_str(), &s) == 0 && S_ISREG(s.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

// Between vfork(2) and exec: only async-signal-safe calls, and nothing of the parent's memory is changed but `failure`.
[[noreturn]] void becomeBrowser(const char* program, char* const* argv, char* const* envp, int null, volatile int& failure) {
    ::setsid(); // no terminal, and no part of the job that the person ends with a key
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    for (int fd = 0; fd < 3; ++fd) {
        ::dup2(null, fd);
    }
    ::syscall(SYS_close_range, 3U, ~0U, CLOSE_RANGE_CLOEXEC);
    for (int signal = 1; signal < NSIG; ++signal) {
        ::signal(signal, SIG_DFL);
    }
    ::umask(077);
    sigset_t empty;
    ::sigemptyset(&empty);
    ::sigprocmask(SIG_SETMASK, &empty, nullptr);
    if (::chdir("/") == 0) { // not the project, where an agent may have put what a program loads from where it works
        ::execve(program, argv, envp);
    }
    failure = errno;
    ::_exit(127);
}

} // namespace

HostBrowser::Setup HostBrowser::ofPerson(const std::vector<std::string>& environment, const std::string& project) {
    Setup out;
    std::copy_if(environment.begin(), environment.end(), std::back_inserter(out.environment), passes);
    out.environment = secrets::withoutProject(std::move(out.environment), project);
    for (std::string_view each : out.environment) {
        if (!each.starts_with(kPath)) {
            continue;
        }
        for (each.remove_prefix(kPath.size()); !each.empty() && out.program.empty();) {
            const auto colon = each.find(':');
            const std::string found = std::string(each.substr(0, colon)) + "/" + kProgram;
            const auto real = sys::realPath(found);
            if (real && isProgram(*real) && !real->starts_with(project + "/")) {
                out.program = found;
            }
            each = colon == std::string_view::npos ? "" : each.substr(colon + 1);
        }
    }
    return out;
}

HostBrowser::~HostBrowser() {
    for (const auto& [pid, opening] : m_openings) {
        m_loop.cancel(opening.timer);
        m_loop.remove(opening.pidFd.get());
    }
}

void HostBrowser::open(const std::string& url, std::function<void(Status)> done) {
    const auto fail = [&](Error error) {
        m_loop.defer([done = std::move(done), error = std::move(error)] { done(error); });
    };
    if (m_setup.program.empty()) {
        fail(makeError(Code::NotFound, "there is no xdg-open here that would open a page", "install xdg-utils, or open the page by hand"));
        return;
    }
    auto null = sys::open("/dev/null", O_RDWR);
    if (!null) {
        fail(null.error());
        return;
    }
    std::string name = kProgram, page = url;
    char* const argv[] = {name.data(), page.data(), nullptr};
    std::vector<char*> envp;
    for (auto& entry : m_setup.environment) {
        envp.push_back(entry.data());
    }
    envp.push_back(nullptr);
    volatile int failure = 0;
    const pid_t pid = ::vfork();
    if (pid == 0) {
        becomeBrowser(m_setup.program.c_str(), argv, envp.data(), null->get(), failure);
    }
    if (pid < 0 || failure != 0) {
        const int why = pid < 0 ? errno : static_cast<int>(failure);
        if (pid > 0) {
            while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
            }
        }
        fail(ioError("cannot start xdg-open", why));
        return;
    }
    Opening opening;
    opening.pid = pid;
    opening.pidFd.reset(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
    opening.done = std::move(done);
    opening.timer = m_loop.after(kPatience, [this, pid] { finish(pid, {}); });
    if (opening.pidFd) {
        ::fcntl(opening.pidFd.get(), F_SETFD, FD_CLOEXEC);
        (void)m_loop.add(opening.pidFd.get(), EPOLLIN, [this, pid](std::uint32_t) { ended(pid); });
    }
    m_openings.emplace(pid, std::move(opening));
}

void HostBrowser::finish(pid_t pid, Status status) {
    const auto found = m_openings.find(pid);
    if (found == m_openings.end()) {
        return;
    }
    m_loop.cancel(std::exchange(found->second.timer, 0));
    if (auto done = std::exchange(found->second.done, nullptr)) {
        done(std::move(status));
    }
}

void HostBrowser::ended(pid_t pid) {
    int how = 0;
    const auto found = m_openings.find(pid);
    if (found == m_openings.end() || ::waitpid(pid, &how, WNOHANG) != pid) {
        return;
    }
    const bool well = WIFEXITED(how) && WEXITSTATUS(how) == 0;
    m_loop.remove(found->second.pidFd.get());
    finish(pid, well ? Status() : Status(makeError(Code::Unsupported, "xdg-open found no browser that would open it here", "open the page by hand")));
    m_openings.erase(pid);
}

} // namespace leadglass::session
