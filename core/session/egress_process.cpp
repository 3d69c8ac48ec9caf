#include "core/session/egress_process.h"

#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

#include "core/base/escape.h"
#include "core/base/log.h"
#include "core/base/sys.h"

namespace leadglass::session {
namespace {
constexpr std::size_t kMaxQueued = 4096;
constexpr std::size_t kMaxQueuedFds = 256; // each is a descriptor of ours until it is taken
constexpr std::size_t kMaxMessagesPerTurn = 256;
constexpr Nanos kRestartPause = 200'000'000;
}

EgressProcess::EgressProcess(EventLoop& loop, std::string program, Callbacks callbacks)
    : m_loop(loop), m_program(std::move(program)), m_callbacks(std::move(callbacks)) {}

EgressProcess::~EgressProcess() {
    if (m_socket) {
        m_loop.remove(m_socket.get());
    }
}

Result<EgressProcess::Spawned> EgressProcess::spawn(const std::string& program) {
    auto pair = LG_TRY(sys::seqpacketPair());
    auto null = LG_TRY(sys::open("/dev/null", O_RDWR));
    ChildSpec spec;
    spec.program = program;
    // Its last words come through a pipe: the person's own descriptors stay with us.
    std::array<int, 2> words{};
    if (::pipe2(words.data(), O_CLOEXEC | O_NONBLOCK) != 0) {
        return ioError("cannot create a pipe", errno);
    }
    Spawned out;
    out.words.reset(words[0]);
    const UniqueFd itsEnd(words[1]);
    spec.descriptors = {null.get(), null.get(), itsEnd.get(), pair.theirs.get()};
    out.child = std::make_unique<Child>(LG_TRY(Child::start(spec)));
    LG_TRY(sys::setNonBlocking(pair.ours.get(), true));
    out.socket = std::move(pair.ours);
    return out;
}

Status EgressProcess::start() { return start(LG_TRY(spawn(m_program))); }

Status EgressProcess::start(Spawned spawned) {
    m_words = std::move(spawned.words);
    m_child = std::move(spawned.child);
    LG_TRY(m_loop.add(spawned.socket.get(), EPOLLIN, [this](std::uint32_t events) {
        if ((events & EPOLLOUT) != 0) {
            onWritable();
        }
        if ((events & ~static_cast<std::uint32_t>(EPOLLOUT)) != 0) {
            onReadable();
        }
    }));
    m_socket = std::move(spawned.socket);
    m_started = systemClock().awake();
    return {};
}

Status EgressProcess::setUp(std::vector<LaunchChain::Socket> sockets, bool redirected) {
    m_sockets = std::move(sockets);
    m_redirected = redirected;
    return sendSetup();
}

Status EgressProcess::sendSetup() {
    wire::Setup setup;
    setup.redirected = m_redirected;
    std::vector<int> fds;
    for (const auto& socket : m_sockets) {
        // LaunchSocket 1 to 6 are wire::Listener's values (launch_control.h).
        setup.listeners.push_back(
            {static_cast<wire::Listener>(socket.info.kind), socket.info.port});
        fds.push_back(socket.fd.get());
    }
    m_setUp = true;
    return sys::sendMessage(m_socket.get(), wire::encode(wire::ToEgress(setup)), fds);
}

void EgressProcess::send(const wire::ToEgress& message, int fd) {
    send(message, fd >= 0 ? std::vector<int>{fd} : std::vector<int>{});
}

void EgressProcess::send(const wire::ToEgress& message, const std::vector<int>& fds) {
    if (!m_socket || m_failing || m_finished) {
        return;
    }
    auto bytes = wire::encode(message);
    if (m_queue.empty()) {
        Status sent = sys::sendMessage(m_socket.get(), bytes, fds);
        if (sent) {
            return;
        }
        if (sent.error().code != Code::Busy) {
            fail(sent.error().text());
            return;
        }
    }
    if (m_queue.size() >= kMaxQueued || (!fds.empty() && m_queuedFds >= kMaxQueuedFds)) {
        fail("it does not take its messages");
        return;
    }
    std::vector<UniqueFd> copies;
    for (const int fd : fds) {
        auto duplicate = sys::dup(fd);
        if (!duplicate) {
            fail("out of descriptors");
            return;
        }
        copies.push_back(std::move(*duplicate));
        ++m_queuedFds;
    }
    m_queue.push_back({std::move(bytes), std::move(copies)});
    (void)m_loop.modify(m_socket.get(), EPOLLIN | EPOLLOUT);
}

void EgressProcess::onWritable() {
    std::size_t sent = 0;
    if (m_failing) {
        return;
    }
    while (sent < m_queue.size()) {
        const auto& next = m_queue[sent];
        std::vector<int> fds;
        for (const auto& fd : next.fds) {
            fds.push_back(fd.get());
        }
        if (!sys::sendMessage(m_socket.get(), next.bytes, fds)) {
            break;
        }
        m_queuedFds -= next.fds.size();
        ++sent;
    }
    m_queue.erase(m_queue.begin(), m_queue.begin() + static_cast<std::ptrdiff_t>(sent));
    if (m_queue.empty()) {
        (void)m_loop.modify(m_socket.get(), EPOLLIN);
    }
}

void EgressProcess::onReadable() {
    // Bounded, so that a hijacked process that floods cannot keep the loop from everything else.
    for (std::size_t i = 0; i < kMaxMessagesPerTurn && m_socket && !m_failing; ++i) {
        auto message = sys::receiveMessage(m_socket.get());
        if (!message) {
            if (message.error().code != Code::Busy) {
                lost(message.error().text());
            }
            return;
        }
        auto decoded = wire::decodeFromEgress(message->bytes);
        if (!decoded || !message->fds.empty()) {
            lost(decoded ? "it sent a descriptor" : decoded.error().text());
            return;
        }
        if (m_finished) {
            if (std::holds_alternative<wire::FlowClosed>(*decoded)) {
                m_callbacks.message(*decoded);
            }
        } else if (std::holds_alternative<wire::Ready>(*decoded)) {
            m_callbacks.ready();
        } else {
            m_callbacks.message(*decoded);
        }
    }
}

void EgressProcess::finish(std::function<void()> done) {
    m_finished = std::move(done);
    if (!m_socket || m_failing) {
        m_loop.defer([this] { finished(); });
        return;
    }
    m_queue.clear();
    (void)::shutdown(m_socket.get(), SHUT_WR);
    m_loop.after(kLastWords, [this] { finished(); });
}

void EgressProcess::finished() {
    if (m_socket) {
        m_loop.remove(m_socket.get());
        m_socket.reset();
    }
    if (auto done = std::exchange(m_finished, nullptr)) {
        done();
    }
}

void EgressProcess::end() {
    if (m_child) {
        m_child->kill(SIGKILL);
    }
}

void EgressProcess::fail(const std::string& why) {
    if (m_failing) {
        return;
    }
    // The caller may be in the middle of the very flows that end with the process.
    m_failing = true;
    m_loop.defer([this, why] { lost(why); });
}

void EgressProcess::lost(const std::string& why) {
    if (!m_socket) {
        return;
    }
    if (m_finished) {
        finished();
        return;
    }
    log::error("leadglass-egress ended: " + why);
    m_loop.remove(m_socket.get());
    m_socket.reset();
    m_queue.clear();
    m_queuedFds = 0;
    m_failing = false;
    m_child.reset(); // kills it if it still runs
    m_callbacks.ended(why);
    if (!m_setUp) {
        return;
    }
    if (systemClock().awake() - m_started >= kLasting) {
        m_restarts = 0;
    }
    restartLater();
}

void EgressProcess::restartLater() {
    if (++m_restarts > kMaxRestarts) {
        log::error("leadglass-egress is not started again: no connection leaves this run any more");
        m_sockets.clear();
        return;
    }
    m_loop.after(kRestartPause, [this] {
        if (m_finished) {
            return;
        }
        if (Status again = start(); !again) {
            log::error("leadglass-egress cannot be started again: " + again.error().text());
            restartLater();
        } else if (Status setup = sendSetup(); !setup) {
            lost(setup.error().text());
        }
    });
}

} // namespace leadglass::session
