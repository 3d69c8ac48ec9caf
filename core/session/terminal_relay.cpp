// The relay of a Terminal: bytes both ways, the fence, the end.
#include <sys/epoll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

#include "core/base/log.h"
#include "core/session/terminal_impl.h"

namespace leadglass::session {
namespace {

constexpr std::size_t kMaxOut = Terminal::Impl::kMaxOut;
constexpr std::size_t kMaxIn = 4096; // N_TTY_BUF_SIZE
constexpr Nanos kRecheck = 200'000'000;
constexpr std::string_view kFence = "\x1b[c";

bool sameSettings(const termios& a, const termios& b) {
    return a.c_iflag == b.c_iflag && a.c_oflag == b.c_oflag && a.c_cflag == b.c_cflag &&
           a.c_lflag == b.c_lflag && std::equal(std::begin(a.c_cc), std::end(a.c_cc), std::begin(b.c_cc));
}

} // namespace

void Terminal::Impl::later(Callback call) {
    loop.defer([still = std::weak_ptr<int>(alive), call = std::move(call)] {
        if (!still.expired()) {
            call();
        }
    });
}

void Terminal::Impl::unwatch() {
    if (watching) {
        loop.remove(master.get());
        loop.remove(outer.out());
        loop.remove(outer.in());
        watching = false;
    }
    loop.cancel(fenceTimer);
    loop.cancel(redrawTimer);
    loop.cancel(recheckTimer);
}

bool Terminal::Impl::setInner(int fd) {
    termios wanted = outer.saved();
    if (!outer.wantsRaw()) {
        // The outer terminal echoes whole lines and ends each with a carriage return.
        wanted.c_lflag &= ~static_cast<tcflag_t>(ECHO);
        wanted.c_oflag &= ~static_cast<tcflag_t>(OPOST);
    }
    return ::tcsetattr(fd, TCSANOW, &wanted) == 0 && ::tcgetattr(fd, &inner) == 0;
}

void Terminal::Impl::takeForeground() {
    if (!outer.foreground()) {
        return;
    }
    termios now{};
    outer.readSettings();
    if (::tcgetattr(master.get(), &now) == 0 && sameSettings(now, inner)) {
        (void)setInner(master.get()); // the command did not change them, so it has the person's
    }
    if (outer.wantsRaw() && !outer.setRaw()) {
        log::warning("cannot set the terminal to raw mode again");
    }
    if (std::exchange(modesOff, false)) {
        toOuter += vtRestoreSequence(filter.modes());
    }
}

void Terminal::Impl::update() {
    if (!watching) {
        return;
    }
    const bool relays = state == State::Running;
    const bool foreground = outer.foreground();
    if (relays && !foreground && recheckTimer == 0) {
        // A shell does not tell a job that runs already that it is in the foreground now (no SIGCONT).
        recheckTimer = loop.after(kRecheck, [this] {
            recheckTimer = 0;
            if (state == State::Running) {
                takeForeground();
            }
            update();
        });
    }
    const bool reads = outer.reads() && foreground && recheckTimer == 0;
    const bool keys = relays ? reads && toInner.size() < kMaxIn
                             : state == State::Fencing || state == State::Seized ||
                                   (state == State::Finishing && fencing);
    const auto mask = [](bool in, bool out) {
        return (in ? static_cast<std::uint32_t>(EPOLLIN) : 0U) |
               (out ? static_cast<std::uint32_t>(EPOLLOUT) : 0U);
    };
    bool ok = loop.modify(outer.out(), mask(false, !toOuter.empty())).ok();
    ok = loop.modify(outer.in(), mask(keys, false)).ok() && ok;
    const bool takes = relays && toOuter.size() < kMaxOut;
    if (parked && takes) {
        parked = false;
        ok = loop.add(master.get(), 0, [this](std::uint32_t e) { onMaster(e); }).ok() && ok;
    }
    if (!innerClosed && !parked) {
        ok = loop.modify(master.get(), mask(takes, relays && !held && !toInner.empty())).ok() && ok;
    }
    if (!ok) {
        log::warning("terminal: a descriptor cannot be watched");
    }
}

// Reads what the command printed, at most about `most` bytes. False: nothing there now, or ever.
bool Terminal::Impl::readMaster(std::size_t most) {
    std::array<char, 16384> buffer;
    std::size_t taken = 0;
    while (taken < most && toOuter.size() < kMaxOut && !innerClosed) {
        const ssize_t size = ::read(master.get(), buffer.data(), buffer.size());
        if (size > 0) {
            taken += static_cast<std::size_t>(size);
            const std::size_t before = toOuter.size();
            filter.feed({buffer.data(), static_cast<std::size_t>(size)}, toOuter);
            escaped = escaped || toOuter.find_first_of("\x1b\x0e", before) != std::string::npos;
            outstanding += filter.takeDeviceQueries();
            continue;
        }
        if (size < 0 && errno == EINTR) {
            continue;
        }
        if (size == 0 || errno != EAGAIN) { // EIO: no process holds the other side
            innerClosed = true;
            loop.remove(master.get());
        }
        break;
    }
    if (taken > 0) {
        resetNow = vtResetSequence(filter.modes(), VtReset::ForGood);
    }
    drainLeft -= std::min(drainLeft, taken);
    return taken > 0;
}

void Terminal::Impl::put(std::string_view trustedText) {
    for (const char c : trustedText) {
        toOuter += c == '\n' ? std::string_view("\r\n") : std::string_view(&c, 1);
    }
    writeOuter();
    update();
}

void Terminal::Impl::writeOuter() {
    while (!toOuter.empty() && !outerGone) {
        const std::size_t part = outer.nonBlocking() ? toOuter.size() : std::min<std::size_t>(toOuter.size(), 256);
        const ssize_t size = ::write(outer.out(), toOuter.data(), part);
        if (size > 0) {
            toOuter.erase(0, static_cast<std::size_t>(size));
            if (!outer.nonBlocking()) {
                return;
            }
        } else if (size < 0 && errno == EAGAIN) {
            return;
        } else if (size < 0 && errno != EINTR) {
            hangup();
        }
    }
}

void Terminal::Impl::writeInner() {
    while (!toInner.empty() && !innerClosed && !held) {
        const ssize_t size = ::write(master.get(), toInner.data(), toInner.size());
        if (size > 0) {
            toInner.erase(0, static_cast<std::size_t>(size));
        } else if (size < 0 && errno == EINTR) {
            continue;
        } else {
            return;
        }
    }
}

void Terminal::Impl::keep(std::string_view keys) {
    const termios& person = outer.saved();
    for (const char key : keys) {
        const auto code = static_cast<cc_t>(key);
        const bool interrupts = (person.c_lflag & ISIG) != 0 && code != _POSIX_VDISABLE &&
                                (code == person.c_cc[VINTR] || code == person.c_cc[VQUIT]);
        if (!interrupts) {
            toInner += key;
            continue;
        }
        toInner.clear(); // as the terminal's driver does
        ::raise(code == person.c_cc[VINTR] ? SIGINT : SIGQUIT); // blocked, and read by the loop of this thread
    }
}

void Terminal::Impl::onMaster(std::uint32_t events) {
    bool taken = false;
    if ((events & (EPOLLIN | EPOLLHUP)) != 0 && state == State::Running) {
        taken = readMaster(kMaxOut);
        writeOuter();
    }
    if ((events & EPOLLHUP) != 0 && !taken && !innerClosed) {
        // Told again at once though it cannot be read now: a question is open, or the person's
        // terminal is slow. What it holds still is to be shown, so it is not closed.
        parked = true;
        loop.remove(master.get());
    }
    if ((events & EPOLLOUT) != 0) {
        writeInner();
    }
    update();
}

void Terminal::Impl::onOut(std::uint32_t events) {
    if ((events & EPOLLOUT) != 0) {
        writeOuter();
    }
    if ((events & (EPOLLHUP | EPOLLERR)) != 0) {
        hangup();
    }
    if (state == State::Finishing) {
        drain();
    }
    update();
}

void Terminal::Impl::onIn(std::uint32_t events) {
    if ((events & EPOLLIN) == 0) {
        if ((events & (EPOLLHUP | EPOLLERR)) != 0) {
            hangup();
        }
        return;
    }
    if (state == State::Running && outer.takenByOther()) {
        // A pager reads its keys: look again later, or the loop would spin on what is not ours.
        recheckTimer = loop.after(kRecheck, [this] {
            recheckTimer = 0;
            update();
        });
        update();
        return;
    }
    std::array<char, 4096> buffer;
    const std::size_t room = state == State::Running ? kMaxIn - std::min(kMaxIn, toInner.size())
                                                     : buffer.size();
    const ssize_t size = ::read(outer.in(), buffer.data(), std::max<std::size_t>(room, 1));
    if (size < 0) {
        if (errno != EAGAIN && errno != EINTR) {
            hangup();
        }
        return;
    }
    if (size == 0 && (outer.raw() || (events & EPOLLHUP) != 0)) {
        hangup(); // raw, a terminal that is there never reads as ended
        return;
    }
    const std::string_view bytes(buffer.data(), static_cast<std::size_t>(size));
    const unsigned replies = outer.raw() ? reports.count(bytes) : 0;
    outstanding -= std::min(outstanding, replies);
    if (state == State::Running) {
        // End of file typed on a line-by-line terminal: the same key inside (VEOF).
        const std::string_view keys = size == 0 ? std::string_view("\x04") : bytes;
        if (held && outer.raw()) {
            keep(keys);
        } else {
            toInner += keys;
        }
        writeInner();
    } else if (state == State::Seized && onKeys && !bytes.empty()) {
        const auto keys = onKeys;
        keys(bytes);
    } else if (fencing && replies > 0) {
        fenceLeft -= std::min(fenceLeft, replies);
        if (fenceLeft == 0) {
            fenced();
        } else {
            armFence();
        }
    }
    update();
}

void Terminal::Impl::hangup() {
    if (outerGone) {
        return;
    }
    outerGone = true;
    toOuter.clear();
    if (watching) {
        loop.remove(outer.out());
        loop.remove(outer.in());
        watching = false;
        loop.remove(master.get());
    }
    // The command loses its terminal as well: what goes on without one gets EIO. A terminal that
    // nobody reads would hold it up for ever.
    innerClosed = true;
    master.reset();
    if (fencing) {
        fenced();
    }
    later([this] { drain(); });
    if (onHangup) {
        loop.defer(onHangup);
    }
}

// What the inside had asked is answered first: the reply to our own query is the last one.
void Terminal::Impl::fence(VtReset reset, Callback next) {
    state = state == State::Finishing ? State::Finishing : State::Fencing;
    afterFence = std::move(next);
    fencing = true;
    // A command that printed text only switched nothing on and asked for nothing: then a dumb
    // terminal, or what records this one, is not given sequences either.
    if (escaped) {
        toOuter += vtResetSequence(filter.modes(), reset);
    }
    const bool answers = escaped && outer.raw() && outer.foreground() && !outerGone;
    if (answers) {
        toOuter += kFence;
        fenceLeft = outstanding + 1;
        ++outstanding;
    }
    fenceStart = systemClock().awake();
    writeOuter();
    if (answers) {
        armFence();
    } else {
        fenceTimer = loop.after(0, [this] { fenced(); });
    }
    update();
}

void Terminal::Impl::armFence() {
    loop.cancel(fenceTimer);
    // Each reply gives another term, five at most: an inside that asked a lot is waited out.
    const Nanos most = fenceStart + 5 * options.fence - systemClock().awake();
    fenceTimer = loop.after(std::min(options.fence, most), [this] { fenced(); });
}

void Terminal::Impl::fenced() {
    loop.cancel(fenceTimer);
    fenceTimer = 0;
    fencing = false;
    if (!outerGone) {
        outer.dropInput();
    }
    if (auto next = std::exchange(afterFence, {})) {
        next();
    }
    update();
}

void Terminal::Impl::drain() {
    if (state != State::Finishing || fencing) {
        return;
    }
    do {
        writeOuter();
        if (!toOuter.empty() && watching) {
            update();
            return; // onOut comes back here
        }
        toOuter.clear(); // nobody is there to see it
    } while (drainLeft > 0 && readMaster(drainLeft));
    filter.finish(toOuter);
    fence(VtReset::ForGood, [this] {
        state = State::Done;
        outer.restore();
        unwatch();
        if (done) {
            loop.defer(std::exchange(done, {}));
        }
    });
}

} // namespace leadglass::session
