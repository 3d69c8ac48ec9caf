#include "core/session/terminal.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>

#include "core/base/log.h"
#include "core/base/sys.h"
#include "core/session/terminal_impl.h"

namespace leadglass::session {
namespace {

constexpr std::size_t kMaxDrain = 256 * 1024; // more than a pty holds
constexpr Nanos kRedraw = 60'000'000;

// Stops our process group as Ctrl-Z on the outer terminal would; returns when continued, or at
// once where nobody could continue us (an orphaned process group, setpgid(2)).
void stopOurselves() {
    struct sigaction standard {};
    struct sigaction before {};
    standard.sa_handler = SIG_DFL;
    ::sigaction(SIGTSTP, &standard, &before);
    sigset_t unblock;
    sigset_t mask;
    sigemptyset(&unblock);
    sigaddset(&unblock, SIGTSTP);
    ::pthread_sigmask(SIG_UNBLOCK, &unblock, &mask);
    ::kill(0, SIGTSTP);
    ::pthread_sigmask(SIG_SETMASK, &mask, nullptr);
    ::sigaction(SIGTSTP, &before, nullptr);
}

} // namespace

bool Terminal::wanted(const Options& options) {
    return ::isatty(options.in) == 1 || ::isatty(options.out) == 1 || ::isatty(options.err) == 1;
}

Terminal::Terminal(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}

Terminal::~Terminal() {
    restoreNow();
    m_impl->unwatch();
}

Result<std::unique_ptr<Terminal>> Terminal::open(EventLoop& loop, const Options& options,
                                                 Callback onHangup) {
    auto outer = LG_TRY(OuterTerminal::open({options.in, options.out, options.err}));
    auto impl = std::make_unique<Impl>(loop, options, std::move(outer), std::move(onHangup));
    return std::unique_ptr<Terminal>(new Terminal(std::move(impl)));
}

Status Terminal::attach(UniqueFd master) {
    Impl& i = *m_impl;
    unsigned number = 0;
    if (i.master || ::ioctl(master.get(), TIOCGPTN, &number) != 0) { // only a master has one
        return makeError(Code::Invalid, "not the master of a new terminal for the command");
    }
    LG_TRY(sys::setNonBlocking(master.get(), true));
    i.master = std::move(master);
    i.innerClosed = false;
    if (!i.setInner(i.master.get())) {
        return ioError("cannot set up the command's terminal", errno);
    }
    windowChanged();
    return {};
}

bool Terminal::isTerminal(int standardFd) const { return m_impl->outer.isTerminal(standardFd); }
Terminal::Size Terminal::size() const {
    const winsize s = m_impl->outer.size();
    return {s.ws_row, s.ws_col};
}
bool Terminal::foreground() const { return m_impl->outer.foreground(); }

Status Terminal::start() {
    Impl& i = *m_impl;
    if (!i.master) {
        return makeError(Code::Invalid, "the command's terminal was not made");
    }
    if (i.outer.wantsRaw() && i.outer.foreground()) {
        LG_TRY(i.outer.setRaw());
    }
    LG_TRY(i.loop.add(i.master.get(), 0, [&i](std::uint32_t e) { i.onMaster(e); }));
    LG_TRY(i.loop.add(i.outer.out(), 0, [&i](std::uint32_t e) { i.onOut(e); }));
    LG_TRY(i.loop.add(i.outer.in(), 0, [&i](std::uint32_t e) { i.onIn(e); }));
    i.watching = true;
    i.state = State::Running;
    i.update();
    return {};
}

void Terminal::commandStarted() {
    m_impl->held = false;
    m_impl->writeInner();
    m_impl->update();
}

void Terminal::windowChanged() {
    const winsize size = m_impl->outer.size();
    ::ioctl(m_impl->master.get(), TIOCSWINSZ, &size);
}

void Terminal::signalled(int signal) {
    termios inner{};
    if (::tcgetattr(m_impl->master.get(), &inner) != 0) {
        return;
    }
    const cc_t key = signal == SIGQUIT   ? inner.c_cc[VQUIT]
                     : signal == SIGTSTP ? inner.c_cc[VSUSP]
                                         : inner.c_cc[VINTR];
    m_impl->toInner += static_cast<char>(key);
    m_impl->writeInner();
    m_impl->update();
}

void Terminal::commandStopped(const Callback& continueInside) {
    Impl& i = *m_impl;
    if (i.state == State::Seized || i.state == State::Fencing) {
        i.stopLater = continueInside;
        return;
    }
    if (i.state != State::Running) {
        return;
    }
    i.readMaster(Impl::kMaxOut);
    i.fence(VtReset::ForQuestion, [this, continueInside] {
        Impl& t = *m_impl;
        t.outer.restore();
        if (!t.outerGone) {
            stopOurselves();
        }
        t.state = State::Running;
        t.modesOff = t.escaped;
        continued();
        continueInside();
    });
}

void Terminal::continued() {
    Impl& i = *m_impl;
    if (i.state != State::Running) {
        return;
    }
    windowChanged();
    i.takeForeground();
    i.update();
}

void Terminal::finish(Callback done) {
    Impl& i = *m_impl;
    if (i.state == State::Finishing || i.state == State::Done) {
        return;
    }
    i.loop.cancel(i.fenceTimer);
    i.loop.cancel(i.redrawTimer);
    i.afterFence = {};
    i.fencing = false; // of a question that did not come to be shown; its reply is waited for below
    i.onKeys = {};
    i.stopLater = {};
    const bool asked = i.state == State::Fencing || i.state == State::Seized;
    if (i.escaped && (asked || std::exchange(i.modesOff, false))) {
        i.toOuter += vtRestoreSequence(i.filter.modes()); // what was held was printed under them
    }
    i.done = std::move(done);
    i.state = State::Finishing;
    i.drainLeft = kMaxDrain;
    i.later([&i] { i.drain(); });
    i.update();
}

void Terminal::restoreNow() noexcept {
    Impl& i = *m_impl;
    if (i.outer.raw() || !(i.filter.modes() == VtModes{})) {
        if (i.state != State::Done && i.watching && i.escaped) {
            const std::string& reset = i.resetNow;
            if (::write(i.outer.out(), reset.data(), reset.size()) < 0) {
                // The terminal is gone or full; its settings still go back.
            }
        }
    }
    i.outer.restore();
}

bool Terminal::seize(Callback ready, InputCallback onInput) {
    Impl& i = *m_impl;
    if (i.state != State::Running || !i.outer.foreground() || i.outer.takenByOther()) {
        return false;
    }
    if (!i.outer.raw() && !i.outer.setRaw()) {
        i.outer.restore();
        return false;
    }
    i.escaped = true; // what follows is ours
    i.fence(VtReset::ForQuestion, [&i, ready = std::move(ready), onInput = std::move(onInput)] {
        i.state = State::Seized;
        i.onKeys = onInput;
        i.update();
        ready();
    });
    return true;
}

void Terminal::show(std::string_view trustedText) {
    if (m_impl->state == State::Seized) {
        m_impl->put(trustedText);
    }
}

void Terminal::note(std::string_view trustedText) {
    if (m_impl->state == State::Running) {
        m_impl->put(trustedText);
    }
}

void Terminal::giveBack() {
    Impl& i = *m_impl;
    if (i.state != State::Seized) {
        return;
    }
    i.onKeys = {};
    i.state = State::Running;
    if (!i.outer.wantsRaw()) {
        i.outer.restore();
    }
    i.outer.dropInput();
    i.toOuter += vtRestoreSequence(i.filter.modes());
    // Programs that compare sizes redraw only if the size differs for a moment.
    winsize size = i.outer.size();
    size.ws_row = static_cast<unsigned short>(size.ws_row > 1 ? size.ws_row - 1 : size.ws_row + 1);
    ::ioctl(i.master.get(), TIOCSWINSZ, &size);
    i.loop.cancel(i.redrawTimer);
    i.redrawTimer = i.loop.after(kRedraw, [this] { windowChanged(); });
    if (i.stopLater) {
        i.later([this, next = std::exchange(i.stopLater, {})] { commandStopped(next); });
    }
    i.update();
}

} // namespace leadglass::session
