#include "core/session/egress_process.h"

#include <fcntl.h>
#include <poll.h>
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

std::string baseName(const std::string& path) { return path.substr(path.rfind('/') + 1); }

std::string saidLast(const UniqueFd& words) {
    std::array<char, 512> room{};
    const ssize_t size = ::read(words.get(), room.data(), room.size());
    return size <= 0 ? std::string() : ": " + forScreen(std::string_view(room.data(), static_cast<std::size_t>(size)), 400);
}

Status sendBegin(int socket, const Inspection& inspection) {
    wire::Begin begin;
    begin.hosts = inspection.hosts;
    begin.scan = inspection.scan;
    begin.canaries = inspection.canaries;
    begin.maxBody = inspection.maxBody;
    begin.certificate = inspection.certificate;
    const std::string_view key = inspection.key.reveal();
    begin.key.assign(key.begin(), key.end());
    wire::ToEgress message(std::move(begin));
    auto bytes = wire::encode(message);
    const std::array fds{inspection.roots.get()};
    if (::lseek(fds[0], 0, SEEK_SET) != 0) { // the process before has read it to its end, and it is one open file
        return ioError("cannot hand the trusted roots over", errno);
    }
    Status sent = sys::sendMessage(socket, bytes, fds);
    wipe(bytes.data(), bytes.size());
    auto& copy = std::get<wire::Begin>(message).key;
    wipe(copy.data(), copy.size());
    return sent;
}

// What keeps the bytes of a message that carries a key.
struct WipedAtEnd {
    std::vector<std::uint8_t>& bytes;
    ~WipedAtEnd() {
        wipe(bytes.data(), bytes.size());
        sys::forgetReceived();
    }
};

Status takeAuthority(wire::Authority& said, Inspection& inspection) {
    const WipedAtEnd wiped{said.key};
    if (said.certificate.empty() || said.key.empty()) {
        return makeError(Code::Invalid, "its authority is empty");
    }
    inspection.key = LG_TRY(SecretBytes::copyOf({reinterpret_cast<const char*>(said.key.data()), said.key.size()}));
    inspection.certificate = std::move(said.certificate);
    return {};
}

} // namespace

EgressProcess::EgressProcess(EventLoop& loop, std::string program, Callbacks callbacks)
    : m_loop(loop), m_program(std::move(program)), m_callbacks(std::move(callbacks)) {}

EgressProcess::~EgressProcess() {
    dropQueue(m_queue.size());
    if (m_socket) {
        m_loop.remove(m_socket.get());
    }
}

Result<EgressProcess::Spawned> EgressProcess::spawn(const std::string& program, std::shared_ptr<Inspection> inspection) {
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
    out.inspection = std::move(inspection);
    if (out.inspection) {
        LG_TRY(sendBegin(out.socket.get(), *out.inspection));
    }
    return out;
}

Status EgressProcess::awaitAuthority(Spawned& spawned, Nanos limit) {
    const Nanos end = systemClock().awake() + limit;
    const auto failed = [&](const std::string& why) {
        return makeError(Code::Unsupported, "leadglass-inspect made no certificate authority for the run: " + why + saidLast(spawned.words),
                         "see `leadglass doctor`; `inspect = false` in a rule leaves its host uninspected");
    };
    for (;;) {
        auto message = sys::receiveMessage(spawned.socket.get());
        if (message) {
            const WipedAtEnd wiped{message->bytes};
            auto decoded = wire::decodeFromEgress(message->bytes);
            auto* said = decoded ? std::get_if<wire::Authority>(&*decoded) : nullptr;
            if (said == nullptr || !message->fds.empty()) {
                return failed("it said something else");
            }
            if (Status taken = takeAuthority(*said, *spawned.inspection); !taken) {
                return failed(taken.error().text());
            }
            return {};
        }
        if (message.error().code != Code::Busy) {
            return failed(message.error().text());
        }
        constexpr Nanos kMilli = 1'000'000;
        const Nanos left = end - systemClock().awake();
        pollfd waits{spawned.socket.get(), POLLIN, 0};
        if (left <= 0 || (::poll(&waits, 1, static_cast<int>(left / kMilli) + 1) < 0 && errno != EINTR)) {
            return failed("it did not answer in time");
        }
    }
}

Status EgressProcess::start() {
    m_authorityDue = m_inspection != nullptr;
    return start(LG_TRY(spawn(m_program, m_inspection)));
}

Status EgressProcess::start(Spawned spawned) {
    m_inspection = std::move(spawned.inspection);
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
    setup.credentials = m_credentials;
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
    Queued next{wire::encode(message), {}, std::holds_alternative<wire::RequestVerdict>(message) || std::holds_alternative<wire::RequestWatch>(message)};
    if (enqueue(next, fds)) {
        return;
    }
    if (next.secret) {
        wipe(next.bytes.data(), next.bytes.size());
    }
}

// True: `next` is in the queue. False: it is sent, or given up.
bool EgressProcess::enqueue(Queued& next, const std::vector<int>& fds) {
    if (m_queue.empty()) {
        Status sent = sys::sendMessage(m_socket.get(), next.bytes, fds);
        if (sent) {
            return false;
        }
        if (sent.error().code != Code::Busy) {
            fail(sent.error().text());
            return false;
        }
    }
    if (m_queue.size() >= kMaxQueued || (!fds.empty() && m_queuedFds >= kMaxQueuedFds)) {
        fail("it does not take its messages");
        return false;
    }
    for (const int fd : fds) {
        auto duplicate = sys::dup(fd);
        if (!duplicate) {
            fail("out of descriptors");
            return false;
        }
        next.fds.push_back(std::move(*duplicate));
        ++m_queuedFds;
    }
    m_queue.push_back(std::move(next));
    (void)m_loop.modify(m_socket.get(), EPOLLIN | EPOLLOUT);
    return true;
}

void EgressProcess::dropQueue(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        if (m_queue[i].secret) {
            wipe(m_queue[i].bytes.data(), m_queue[i].bytes.size());
        }
    }
    m_queue.erase(m_queue.begin(), m_queue.begin() + static_cast<std::ptrdiff_t>(count));
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
    dropQueue(sent);
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
        if (auto* said = std::get_if<wire::Authority>(&*decoded)) {
            const WipedAtEnd wiped{message->bytes};
            if (Status same = onAuthority(*said); !same) {
                lost(same.error().text());
                return;
            }
            continue;
        }
        if (m_finished) {
            if (std::holds_alternative<wire::FlowClosed>(*decoded) || std::holds_alternative<wire::RequestDone>(*decoded)) {
                m_callbacks.message(*decoded);
            }
        } else if (std::holds_alternative<wire::Ready>(*decoded)) {
            m_callbacks.ready();
        } else {
            m_callbacks.message(*decoded);
        }
    }
}

// A process that takes the place of another vouches with what is in the run's trust stores, or with nothing.
Status EgressProcess::onAuthority(wire::Authority& said) {
    const WipedAtEnd wiped{said.key};
    const std::string_view key(reinterpret_cast<const char*>(said.key.data()), said.key.size());
    if (!std::exchange(m_authorityDue, false) || !m_inspection || said.certificate != m_inspection->certificate ||
        !m_inspection->key.equals(key)) {
        return makeError(Code::Invalid, "it sent another certificate authority");
    }
    return {};
}

void EgressProcess::finish(std::function<void()> done) {
    m_finished = std::move(done);
    if (!m_socket || m_failing) {
        m_loop.defer([this] { finished(); });
        return;
    }
    dropQueue(m_queue.size());
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
    log::error(baseName(m_program) + " ended: " + why);
    m_loop.remove(m_socket.get());
    m_socket.reset();
    dropQueue(m_queue.size());
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
        log::error(baseName(m_program) + " is not started again: no connection leaves this run any more");
        m_sockets.clear();
        return;
    }
    m_loop.after(kRestartPause, [this] {
        if (m_finished) {
            return;
        }
        if (Status again = start(); !again) {
            log::error(baseName(m_program) + " cannot be started again: " + again.error().text());
            restartLater();
        } else if (Status setup = sendSetup(); !setup) {
            lost(setup.error().text());
        }
    });
}

} // namespace leadglass::session
