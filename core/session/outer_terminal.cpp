#include "core/session/outer_terminal.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "core/base/sys.h"

namespace leadglass::session {
namespace {

// A background process that changes a terminal is stopped unless it blocks SIGTTOU (tcsetattr(3)).
int setAttributes(int fd, const termios& wanted) noexcept {
    sigset_t block;
    sigset_t before;
    sigemptyset(&block);
    sigaddset(&block, SIGTTOU);
    ::pthread_sigmask(SIG_BLOCK, &block, &before);
    int result = 0;
    do {
        result = ::tcsetattr(fd, TCSANOW, &wanted);
    } while (result != 0 && errno == EINTR);
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return result;
}

bool isPipe(int fd) {
    struct stat s {};
    return ::fstat(fd, &s) == 0 && (S_ISFIFO(s.st_mode) || S_ISSOCK(s.st_mode));
}

} // namespace

unsigned DeviceReports::count(std::string_view bytes) {
    unsigned found = 0;
    for (const char c : bytes) {
        if (c == '\x1b') {
            m_at = 1;
        } else if (m_at == 1) {
            m_at = c == '[' ? 2 : 0;
        } else if (m_at == 2) {
            m_at = c == '?' ? 3 : 0;
        } else if (m_at == 3 && c == 'c') {
            ++found;
            m_at = 0;
        } else if (m_at == 3 && c != ';' && (c < '0' || c > '9')) {
            m_at = 0;
        }
    }
    return found;
}

Result<OuterTerminal> OuterTerminal::open(const std::array<int, 3>& standard) {
    OuterTerminal t;
    for (std::size_t i = 0; i < 3; ++i) {
        t.m_is[i] = ::isatty(standard[i]) == 1;
    }
    const int out = t.m_is[1] ? standard[1] : t.m_is[2] ? standard[2] : standard[0];
    const int in = t.m_is[0] ? standard[0] : out;
    if (::isatty(out) != 1) {
        return makeError(Code::NotFound, "no standard descriptor is a terminal");
    }
    const auto reopen = [&t](int fd, int flags) -> Result<UniqueFd> {
        auto opened = sys::open("/proc/self/fd/" + std::to_string(fd), flags | O_NOCTTY | O_NONBLOCK);
        if (opened) {
            return opened;
        }
        t.m_nonBlocking = false; // a terminal whose device is not in our /dev (a container)
        return sys::dup(fd);
    };
    t.m_in = LG_TRY(reopen(in, O_RDWR));
    t.m_out = LG_TRY(reopen(out, O_RDWR));
    if (::tcgetattr(t.m_in.get(), &t.m_saved) != 0) {
        return ioError("cannot read the terminal's settings", errno);
    }
    // Standard output to a pipe: what reads it may be a pager that wants the keys itself.
    const bool piped = !t.m_is[1] && isPipe(standard[1]);
    t.m_wantsRaw = !piped;
    t.m_reads = t.m_is[0] || !piped;
    return t;
}

bool OuterTerminal::foreground() const {
    const pid_t group = ::tcgetpgrp(m_in.get());
    return group < 0 || group == ::getpgrp();
}

bool OuterTerminal::takenByOther() const {
    termios now{};
    return !m_raw && ::tcgetattr(m_in.get(), &now) == 0 && (now.c_lflag & ICANON) == 0;
}

winsize OuterTerminal::size() const {
    winsize size{};
    if (::ioctl(m_out.get(), TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) {
        size.ws_row = 24; // a serial line, or a pty nobody set
        size.ws_col = 80;
    }
    return size;
}

void OuterTerminal::readSettings() {
    termios now{};
    if (!m_raw && ::tcgetattr(m_in.get(), &now) == 0) {
        m_saved = now;
    }
}

Status OuterTerminal::setRaw() {
    termios wanted = m_saved;
    ::cfmakeraw(&wanted);
    wanted.c_cc[VMIN] = 1;
    wanted.c_cc[VTIME] = 0;
    m_raw = true; // before: a failure half-way is put back too
    if (setAttributes(m_in.get(), wanted) != 0) {
        return ioError("cannot set the terminal to raw mode", errno);
    }
    return {};
}

void OuterTerminal::dropInput() const {
    if (foreground()) { // else the input is somebody else's, and we would be stopped (SIGTTOU)
        ::tcflush(m_in.get(), TCIFLUSH);
    }
}

void OuterTerminal::restore() noexcept {
    if (m_raw) {
        m_raw = false;
        setAttributes(m_in.get(), m_saved);
    }
}

} // namespace leadglass::session
