#include "core/session/launch_chain.h"

#include <sys/epoll.h>

#include <csignal>

#include "core/base/log.h"
#include "core/base/sys.h"

namespace leadglass::session {
namespace {
constexpr int kKilledByUs = 128 + SIGKILL;
}

LaunchChain::LaunchChain(EventLoop& loop, Callbacks callbacks)
    : m_loop(loop), m_callbacks(std::move(callbacks)) {}

LaunchChain::~LaunchChain() {
    if (m_socket) {
        m_loop.remove(m_socket.get());
    }
    if (m_child) {
        m_loop.remove(m_child->pidFd());
    }
}

Status LaunchChain::start(const std::string& program, const std::vector<int>& standard, int plan,
                          mode_t fileMask) {
    auto pair = LG_TRY(sys::seqpacketPair());
    ChildSpec spec;
    spec.program = program;
    spec.descriptors = standard;
    spec.fileMask = fileMask;
    spec.descriptors.push_back(pair.theirs.get());
    spec.descriptors.push_back(plan);
    m_child = std::make_unique<Child>(LG_TRY(Child::start(spec)));
    m_socket = std::move(pair.ours);
    LG_TRY(sys::setNonBlocking(m_socket.get(), true));
    return m_loop.add(m_socket.get(), EPOLLIN, [this](std::uint32_t) { onReadable(); });
}

void LaunchChain::send(const wire::ToLaunch& message) {
    if (!m_socket) {
        return;
    }
    const auto bytes = wire::encode(message);
    if (Status sent = sys::sendMessage(m_socket.get(), bytes); !sent) {
        log::warning("the launch chain does not take messages: " + sent.error().text());
    }
}

Status LaunchChain::go() {
    const auto bytes = wire::encode(wire::ToLaunch(wire::LaunchGo{}));
    return sys::sendMessage(m_socket.get(), bytes);
}

void LaunchChain::signal(int number) { send(wire::InitSignal{number}); }
void LaunchChain::resume() { send(wire::InitContinue{}); }

void LaunchChain::killAll() {
    if (m_child) {
        m_child->kill(SIGKILL);
    }
}

void LaunchChain::onReadable() {
    while (m_socket) {
        auto message = sys::receiveMessage(m_socket.get());
        if (!message) {
            if (message.error().code == Code::Busy) {
                return;
            }
            if (m_started) {
                finishWhenReaped(kKilledByUs);
            } else {
                finishWhenReaped(makeError(
                    Code::Unsupported, "the sandbox could not be set up: its launcher ended early",
                    "'leadglass doctor' tells what is missing; what bwrap itself has to say stands above"));
            }
            return;
        }
        auto decoded = wire::decodeFromLaunch(message->bytes, message->fds.size());
        if (!decoded) {
            killAll();
            finishWhenReaped(decoded.error());
            return;
        }
        onMessage(std::move(*decoded), std::move(message->fds));
    }
}

void LaunchChain::onMessage(wire::FromLaunch message, std::vector<UniqueFd> fds) {
    if (auto* failed = std::get_if<wire::LaunchFailed>(&message)) {
        finishWhenReaped(wire::toError(*failed));
    } else if (std::holds_alternative<wire::LaunchHome>(message)) {
        if (Status filled = m_callbacks.home(std::move(fds.front())); !filled) {
            killAll();
            finishWhenReaped(filled.error());
        }
    } else if (std::holds_alternative<wire::LaunchTerminal>(message)) {
        if (Status taken = m_callbacks.terminal(std::move(fds.front())); !taken) {
            killAll();
            finishWhenReaped(taken.error());
        }
    } else if (auto* listeners = std::get_if<wire::LaunchListeners>(&message)) {
        for (std::size_t i = 0; i < listeners->sockets.size(); ++i) {
            m_sockets.push_back({listeners->sockets[i], std::move(fds[i])});
        }
    } else if (auto* unsealed = std::get_if<wire::LaunchUnsealed>(&message)) {
        m_callbacks.unsealed(unsealed->target);
    } else if (std::holds_alternative<wire::LaunchReady>(message)) {
        m_callbacks.ready();
    } else if (std::holds_alternative<wire::InitCommands>(message)) {
        m_callbacks.commands(std::move(fds.front()));
    } else if (std::holds_alternative<wire::InitStarted>(message)) {
        m_started = true;
        m_callbacks.started();
    } else if (auto* exec = std::get_if<wire::InitExecFailed>(&message)) {
        log::info("the command could not be executed: errno " + std::to_string(exec->sysErrno));
        const bool missing = exec->sysErrno == ENOENT || exec->sysErrno == ENOTDIR;
        finishWhenReaped(missing ? wire::kLaunchExitNotFound : wire::kLaunchExitNotExecutable);
    } else if (auto* stopped = std::get_if<wire::InitStopped>(&message)) {
        m_callbacks.stopped(stopped->signal);
    } else if (auto* exited = std::get_if<wire::InitExited>(&message)) {
        finishWhenReaped(exited->exitStatus());
    }
}

// The run has not ended before its processes have: wait for the chain, which takes everything
// inside with it.
void LaunchChain::finishWhenReaped(Result<int> result) {
    if (m_ended) {
        return;
    }
    m_ended = true;
    m_loop.remove(m_socket.get());
    constexpr Nanos kGrace = 2'000'000'000;
    auto shared = std::make_shared<Result<int>>(std::move(result));
    const auto timer = m_loop.after(kGrace, [this] { killAll(); });
    auto reaped = [this, shared, timer](std::uint32_t) {
        if (!m_child->poll()) {
            return;
        }
        m_loop.cancel(timer);
        m_loop.remove(m_child->pidFd());
        finish(std::move(*shared));
    };
    if (!m_loop.add(m_child->pidFd(), EPOLLIN, reaped)) {
        m_child.reset();
        m_loop.cancel(timer);
        finish(std::move(*shared));
    }
}

void LaunchChain::finish(Result<int> result) {
    m_socket.reset();
    m_callbacks.ended(std::move(result));
}

} // namespace leadglass::session
