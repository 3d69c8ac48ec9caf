#include "core/cli/secret_input.h"

#include <fcntl.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/base/unique_fd.h"

namespace leadglass::cli {
namespace {

constexpr std::size_t kMaxValue = 16 * 1024;
constexpr std::array kEnding{SIGINT, SIGTERM, SIGHUP, SIGQUIT};
volatile std::sig_atomic_t g_signal = 0;

// Signals end the wait for a line, and only that, so that none is missed; they are taken again once the terminal is as
// it was.
class SignalsHeld {
public:
    SignalsHeld() {
        struct sigaction caught {};
        caught.sa_handler = [](int signal) { g_signal = signal; };
        for (std::size_t i = 0; i < kEnding.size(); ++i) {
            ::sigaction(kEnding[i], &caught, &m_before[i]);
        }
        struct sigaction ignored {};
        ignored.sa_handler = SIG_IGN;
        ::sigaction(SIGTSTP, &ignored, &m_stop); // stopped here, the terminal would stay without echo
        sigset_t ending;
        ::sigemptyset(&ending);
        for (const int each : kEnding) {
            ::sigaddset(&ending, each);
        }
        ::sigprocmask(SIG_BLOCK, &ending, &m_mask);
    }
    ~SignalsHeld() {
        for (std::size_t i = 0; i < kEnding.size(); ++i) {
            ::sigaction(kEnding[i], &m_before[i], nullptr);
        }
        ::sigaction(SIGTSTP, &m_stop, nullptr);
        if (g_signal != 0) {
            ::raise(static_cast<int>(g_signal));
        }
        ::sigprocmask(SIG_SETMASK, &m_mask, nullptr);
    }
    // False: a signal came first.
    [[nodiscard]] bool waitFor(int fd) const {
        pollfd wanted{fd, POLLIN, 0};
        while (g_signal == 0 && ::ppoll(&wanted, 1, nullptr, &m_mask) < 0 && errno == EINTR) {
        }
        return g_signal == 0;
    }
    SignalsHeld(const SignalsHeld&) = delete;
    SignalsHeld& operator=(const SignalsHeld&) = delete;

private:
    std::array<struct sigaction, kEnding.size()> m_before{};
    struct sigaction m_stop {};
    sigset_t m_mask{};
};

class EchoOff {
public:
    explicit EchoOff(int fd) : m_fd(fd) {
        m_changed = ::tcgetattr(fd, &m_before) == 0;
        termios quiet = m_before;
        quiet.c_lflag &= ~static_cast<tcflag_t>(ECHO | ECHONL);
        quiet.c_lflag |= ICANON | ISIG;
        m_changed = m_changed && ::tcsetattr(fd, TCSAFLUSH, &quiet) == 0;
    }
    ~EchoOff() {
        if (m_changed) {
            ::tcsetattr(m_fd, TCSAFLUSH, &m_before);
        }
    }
    EchoOff(const EchoOff&) = delete;
    EchoOff& operator=(const EchoOff&) = delete;
    [[nodiscard]] bool works() const { return m_changed; }

private:
    int m_fd;
    termios m_before{};
    bool m_changed = false;
};

void dropNewline(SecretBytes& value) {
    const auto text = value.reveal();
    value.shrink(value.size() - (text.ends_with("\r\n") ? 2 : text.ends_with('\n') ? 1 : 0));
}

// `held`: from a terminal, one line; else until the end of all.
Result<SecretBytes> readValue(int fd, const SignalsHeld* held) {
    auto out = LG_TRY(SecretBytes::ofSize(kMaxValue + 3)); // and a line's end
    std::size_t got = 0;
    for (auto room = out.writable(); got < room.size();) {
        if (held != nullptr && !held->waitFor(fd)) {
            return makeError(Code::Closed, "no value was typed", "nothing was kept");
        }
        const ssize_t n = ::read(fd, room.data() + got, room.size() - got);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0) {
            return ioError("cannot read the value", errno, "nothing was kept");
        }
        got += static_cast<std::size_t>(n);
        if (n == 0 || (held != nullptr && room[got - 1] == '\n')) {
            break;
        }
    }
    out.shrink(got);
    dropNewline(out);
    if (out.size() > kMaxValue) {
        return makeError(Code::Invalid, "the value is longer than 16 KiB", "nothing was kept");
    }
    return out;
}

} // namespace

Result<SecretBytes> readSecretValue(const std::string& name) {
    if (::isatty(STDIN_FILENO) == 0) {
        return readValue(STDIN_FILENO, nullptr);
    }
    const SignalsHeld held;
    const EchoOff off(STDIN_FILENO);
    if (!off.works()) {
        return makeError(Code::Unsupported, "this terminal cannot be told not to show what is typed", "pipe the value in");
    }
    (void)sys::writeAll(STDERR_FILENO, "Value of '" + forScreen(name, 80) + "' (not shown): ");
    auto value = readValue(STDIN_FILENO, &held);
    (void)sys::writeAll(STDERR_FILENO, "\n");
    return value;
}

} // namespace leadglass::cli
