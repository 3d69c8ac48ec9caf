#include "core/session/egress_process.h"

#include <fcntl.h>
#include <sys/epoll.h>

#include "core/base/log.h"
#include "core/base/sys.h"

namespace leadglass::session {
namespace {
constexpr std::size_t kMaxQueued = 4096;
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

Status EgressProcess::start() {
    auto pair = LG_TRY(sys::seqpacketPair());
    auto null = LG_TRY(sys::open("/dev/null", O_RDWR));
    ChildSpec spec;
    spec.program = m_program;
    spec.descriptors = {null.get(), null.get(), 2, pair.theirs.get()};
    m_child = std::make_unique<Child>(LG_TRY(Child::start(spec)));
    LG_TRY(sys::setNonBlocking(pair.ours.get(), true));
    LG_TRY(m_loop.add(pair.ours.get(), EPOLLIN, [this](std::uint32_t events) {
        if ((events & EPOLLOUT) != 0) {
            onWritable();
        }
        if ((events & ~static_cast<std::uint32_t>(EPOLLOUT)) != 0) {
            onReadable();
        }
    }));
    m_socket = std::move(pair.ours);
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
    if (!m_socket) {
        return;
    }
    auto bytes = wire::encode(message);
    if (m_queue.empty()) {
        const std::vector<int> fds = fd >= 0 ? std::vector<int>{fd} : std::vector<int>{};
        Status sent = sys::sendMessage(m_socket.get(), bytes, fds);
        if (sent) {
            return;
        }
        if (sent.error().code != Code::Busy) {
            return; // end of file follows on the reading side
        }
    }
    if (m_queue.size() >= kMaxQueued) {
        lost("it does not take its messages");
        return;
    }
    UniqueFd copy;
    if (fd >= 0) {
        auto duplicate = sys::dup(fd);
        if (!duplicate) {
            lost("out of descriptors");
            return;
        }
        copy = std::move(*duplicate);
    }
    m_queue.push_back({std::move(bytes), std::move(copy)});
    (void)m_loop.modify(m_socket.get(), EPOLLIN | EPOLLOUT);
}

void EgressProcess::onWritable() {
    std::size_t sent = 0;
    while (sent < m_queue.size()) {
        const auto& next = m_queue[sent];
        const std::vector<int> fds =
            next.fd.valid() ? std::vector<int>{next.fd.get()} : std::vector<int>{};
        if (!sys::sendMessage(m_socket.get(), next.bytes, fds)) {
            break;
        }
        ++sent;
    }
    m_queue.erase(m_queue.begin(), m_queue.begin() + static_cast<std::ptrdiff_t>(sent));
    if (m_queue.empty()) {
        (void)m_loop.modify(m_socket.get(), EPOLLIN);
    }
}

void EgressProcess::onReadable() {
    // Bounded, so that a hijacked process that floods cannot keep the loop from everything else.
    for (std::size_t i = 0; i < kMaxMessagesPerTurn && m_socket; ++i) {
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
        if (std::holds_alternative<wire::Ready>(*decoded)) {
            m_callbacks.ready();
        } else {
            m_callbacks.message(*decoded);
        }
    }
}

void EgressProcess::lost(const std::string& why) {
    log::error("leadglass-egress ended: " + why);
    m_loop.remove(m_socket.get());
    m_socket.reset();
    m_queue.clear();
    m_child.reset(); // kills it if it still runs
    m_callbacks.ended(why);
    if (!m_setUp || ++m_restarts > kMaxRestarts) {
        return;
    }
    m_loop.after(kRestartPause, [this] {
        if (Status again = start(); !again) {
            log::error("leadglass-egress cannot be started again: " + again.error().text());
        } else if (Status setup = sendSetup(); !setup) {
            log::error("leadglass-egress cannot be set up again: " + setup.error().text());
        }
    });
}

} // namespace leadglass::session
