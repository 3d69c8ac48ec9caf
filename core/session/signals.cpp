#include "core/session/signals.h"

#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>

namespace leadglass::session {

Signals::Signals(EventLoop& loop, Callback callback)
    : m_loop(loop), m_callback(std::move(callback)) {}

Result<std::unique_ptr<Signals>> Signals::watch(EventLoop& loop, Callback callback) {
    std::unique_ptr<Signals> made(new Signals(loop, std::move(callback)));
    sigset_t set;
    sigemptyset(&set);
    for (const int number : {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGWINCH, SIGCONT,
                             SIGTSTP, SIGALRM}) {
        sigaddset(&set, number);
    }
    if (::sigprocmask(SIG_BLOCK, &set, &made->m_before) != 0) {
        return ioError("cannot block signals", errno);
    }
    made->m_fd.reset(::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
    if (!made->m_fd) {
        return ioError("cannot watch signals", errno);
    }
    Signals* self = made.get();
    LG_TRY(loop.add(made->m_fd.get(), EPOLLIN, [self](std::uint32_t) { self->onReadable(); }));
    return made;
}

Signals::~Signals() {
    if (m_fd) {
        m_loop.remove(m_fd.get());
    }
    ::sigprocmask(SIG_SETMASK, &m_before, nullptr);
}

void Signals::onReadable() {
    signalfd_siginfo info{};
    while (::read(m_fd.get(), &info, sizeof info) == static_cast<ssize_t>(sizeof info)) {
        m_callback(static_cast<int>(info.ssi_signo));
    }
}

} // namespace leadglass::session
