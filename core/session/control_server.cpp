#include "core/session/control_server.h"

#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include "core/base/escape.h"
#include "core/base/log.h"
#include "core/base/sys.h"
#include "core/base/version.h"
#include "core/session/peer_check.h"

namespace leadglass::session {
namespace {

constexpr std::size_t kMaxPeers = 32;
constexpr std::size_t kMaxOut = 8 * 1024 * 1024; // of a thousand questions that are raised at once, some kilobytes each
constexpr std::size_t kPage = 100;               // questions in a reply, or told at a time
constexpr unsigned kMaxWrongAnswers = 20;
constexpr const char* kSocket = "control.sock";

// Where the next page begins; nothing: this is the last.
std::optional<std::uint64_t> behind(const wire::Reply& page) {
    return page.more && !page.questions.empty() ? std::optional(questionNumber(page.questions.back().id)) : std::nullopt;
}

} // namespace

struct ControlServer::Peer {
    UniqueFd fd;
    std::string name;
    wire::FrameReader reader;
    std::string out;
    std::optional<std::uint64_t> owed; // questions with a greater number than this are told when `out` is empty
    bool watching = false;
    bool approver = false;
    bool closed = false;
    unsigned wrong = 0;
    std::uint64_t command = 0; // further command of the run that it asked for and that lives; 0: none
    std::vector<UniqueFd> fds; // go with the byte of `out` at `fdsAt`
    std::size_t fdsAt = 0;
};

// What comes before descriptors goes without them, what they belong to with them: a reader finds them no
// later than the message they were sent with. As send(2).
ssize_t ControlServer::sendPart(Peer& peer) {
    if (peer.fds.empty() || peer.fdsAt > 0) {
        const std::size_t size = peer.fds.empty() ? peer.out.size() : peer.fdsAt;
        return ::send(peer.fd.get(), peer.out.data(), size, MSG_NOSIGNAL);
    }
    std::vector<int> raw;
    for (const auto& fd : peer.fds) {
        raw.push_back(fd.get());
    }
    const Status sent = sys::sendMessage(peer.fd.get(), std::span(reinterpret_cast<const std::uint8_t*>(peer.out.data()), 1), raw);
    if (!sent) {
        errno = sent.error().code == Code::Busy ? EAGAIN : EPIPE;
        return -1;
    }
    peer.fds.clear();
    return 1;
}

ControlServer::ControlServer(EventLoop& loop, ApprovalQueue& queue, Handlers handlers)
    : m_loop(loop), m_queue(queue), m_handlers(std::move(handlers)) {
    if (!m_handlers.check) {
        m_handlers.check = checkPeer;
    }
}

Result<std::unique_ptr<ControlServer>> ControlServer::listen(EventLoop& loop, int runtimeDir,
                                                             ApprovalQueue& queue,
                                                             Handlers handlers) {
    std::unique_ptr<ControlServer> server(new ControlServer(loop, queue, std::move(handlers)));
    server->m_dir = LG_TRY(sys::dup(runtimeDir));
    server->m_listener.reset(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!server->m_listener) {
        return ioError("cannot create the control socket", errno);
    }
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    // Through the descriptor: sun_path holds 108 bytes, a runtime directory may be longer.
    const std::string path = "/proc/self/fd/" + std::to_string(runtimeDir) + "/" + kSocket;
    std::memcpy(static_cast<char*>(address.sun_path), path.c_str(), path.size() + 1);
    ::unlinkat(runtimeDir, kSocket, 0);
    const mode_t mask = ::umask(0177);
    const int bound = ::bind(server->m_listener.get(), reinterpret_cast<sockaddr*>(&address),
                             sizeof address);
    const int bindErrno = errno;
    ::umask(mask);
    if (bound != 0) {
        return ioError("cannot bind the control socket", bindErrno);
    }
    if (::listen(server->m_listener.get(), 16) != 0) {
        return ioError("cannot listen on the control socket", errno);
    }
    ControlServer* self = server.get();
    LG_TRY(loop.add(server->m_listener.get(), EPOLLIN, [self](std::uint32_t) { self->accept(); }));
    queue.addListener(self);
    return server;
}

ControlServer::~ControlServer() {
    m_queue.removeListener(this);
    while (!m_peers.empty()) {
        close(m_peers.begin()->first);
    }
    if (m_listener) {
        m_loop.remove(m_listener.get());
        ::unlinkat(m_dir.get(), kSocket, 0);
    }
}

void ControlServer::accept() {
    for (int i = 0; i < 16; ++i) {
        UniqueFd fd(::accept4(m_listener.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (!fd) {
            return;
        }
        auto name = m_handlers.check(fd.get());
        if (!name) {
            log::warning(name.error().text());
            continue;
        }
        if (m_peers.size() >= kMaxPeers) {
            log::warning("control socket: too many peers");
            continue;
        }
        const int raw = fd.get();
        const Status added = m_loop.add(raw, EPOLLIN | EPOLLRDHUP, [this, raw](std::uint32_t events) {
            if ((events & EPOLLOUT) != 0) {
                writable(raw);
            }
            if ((events & (EPOLLIN | EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0) {
                readable(raw);
            }
        });
        if (!added) {
            continue;
        }
        auto peer = std::make_shared<Peer>();
        peer->fd = std::move(fd);
        peer->name = std::move(*name);
        m_peers.emplace(raw, std::move(peer));
    }
}

void ControlServer::close(int fd) {
    const auto it = m_peers.find(fd);
    if (it == m_peers.end()) {
        return;
    }
    const auto peer = it->second;
    m_loop.remove(fd);
    m_peers.erase(it);
    peer->closed = true;
    peer->fd.reset();
    if (peer->approver) {
        m_queue.approverWent();
    }
    if (peer->command != 0) {
        m_handlers.commands->left(std::exchange(peer->command, 0));
    }
}

void ControlServer::readable(int fd) {
    const auto it = m_peers.find(fd);
    if (it == m_peers.end()) {
        return;
    }
    const auto peer = it->second;
    std::array<char, 16384> buffer;
    const ssize_t size = ::read(fd, buffer.data(), buffer.size());
    if (size < 0 && (errno == EAGAIN || errno == EINTR)) {
        return;
    }
    if (size <= 0 || !peer->reader.feed({buffer.data(), static_cast<std::size_t>(size)})) {
        close(fd);
        return;
    }
    while (auto json = peer->reader.next()) {
        const auto request = wire::decodeRequest(*json);
        if (!request) {
            wire::Reply reply;
            reply.error = request.error();
            send(*peer, reply);
            close(fd);
            return;
        }
        serve(peer, *request);
        if (peer->closed) {
            return;
        }
    }
    if (peer->reader.buffered() > wire::kMaxFrame + 4) {
        close(fd);
    }
}

void ControlServer::serve(const std::shared_ptr<Peer>& asker, const wire::Request& request) {
    Peer& peer = *asker;
    wire::Reply reply;
    reply.id = request.id;
    bool stop = false;
    switch (request.method) {
        case wire::Method::Hello:
            reply.version = version();
            reply.status = m_handlers.status();
            break;
        case wire::Method::Status: reply.status = m_handlers.status(); break;
        case wire::Method::Usage:
            if (m_handlers.usage) {
                reply.usage = m_handlers.usage();
            } else {
                reply.error = makeError(Code::Unsupported, "this run does not tell what it takes");
            }
            break;
        case wire::Method::ApprovalsWatch:
            peer.watching = true;
            if (request.approver && !peer.approver) {
                peer.approver = true;
                m_queue.approverCame();
            }
            sendQuestions(peer, request.id);
            return;
        case wire::Method::ApprovalsList: send(peer, questionsAfter(request.id, request.after)); return;
        case wire::Method::Answer: {
            const Status done = m_queue.answer(request.answer, peer.name);
            if (!done) {
                reply.error = done.error();
                if (++peer.wrong > kMaxWrongAnswers) {
                    close(peer.fd.get());
                    return;
                }
            }
            break;
        }
        case wire::Method::Stop: stop = true; break;
        case wire::Method::Exec:
        case wire::Method::ExecSignal:
        case wire::Method::ExecContinue:
        case wire::Method::Paste:
            if (Status done = serveCommand(asker, request); !done) {
                reply.error = done.error();
            }
            break;
    }
    if (stop) {
        const Status stopped = m_handlers.stop();
        if (!stopped) {
            reply.error = stopped.error();
        }
    }
    send(peer, reply);
}

wire::Reply ControlServer::questionsAfter(std::uint64_t id, std::uint64_t after) const {
    wire::Reply reply;
    reply.id = id;
    auto all = m_queue.all();
    std::erase_if(all, [&](const Question& q) { return questionNumber(q.id) <= after; });
    reply.more = all.size() > kPage;
    all.resize(std::min(all.size(), kPage));
    reply.questions = std::move(all);
    while (!reply.questions.empty() && !wire::encode(reply)) {
        reply.questions.resize(reply.questions.size() / 2);
        reply.more = true;
    }
    return reply;
}

// To one that watches from now on: the first page as the reply, the rest as if it were raised now, and as fast as it is
// read. How many there are, and how long, is the run's to choose.
void ControlServer::sendQuestions(Peer& peer, std::uint64_t id) {
    const wire::Reply first = questionsAfter(id, 0);
    peer.owed = behind(first);
    send(peer, first);
}

// True: there is something to write again.
bool ControlServer::tellOwed(Peer& peer) {
    const wire::Reply page = peer.owed ? questionsAfter(0, *peer.owed) : wire::Reply();
    for (const Question& q : page.questions) {
        const auto frame = wire::encode(wire::QuestionEvent{wire::QuestionEvent::Kind::Raised, q});
        peer.out += frame ? *frame : std::string();
    }
    peer.owed = behind(page);
    return !peer.out.empty();
}

Status ControlServer::serveCommand(const std::shared_ptr<Peer>& peer, const wire::Request& request) {
    Commands* commands = m_handlers.commands;
    if (commands == nullptr) {
        return makeError(Code::Unsupported, "this run takes no further command");
    }
    if (request.method == wire::Method::ExecSignal) {
        commands->signal(peer->command, request.signal);
        return {};
    }
    if (request.method == wire::Method::ExecContinue) {
        commands->resume(peer->command);
        return {};
    }
    if (peer->command != 0) {
        return makeError(Code::Conflict, "this connection has a command already");
    }
    const auto tell = [this, weak = std::weak_ptr<Peer>(peer)](const wire::CommandEvent& event, std::vector<UniqueFd> fds) {
        const auto still = weak.lock();
        if (!still || still->closed) {
            return;
        }
        if (event.kind == wire::CommandEvent::Kind::Ended) {
            still->command = 0;
        }
        send(*still, event, std::move(fds));
    };
    peer->command = LG_TRY(request.method == wire::Method::Exec ? commands->execute(request.command, peer->name, tell)
                                                                : commands->paste(request.paste, peer->name, tell));
    return {};
}

void ControlServer::send(Peer& peer, const wire::ToClient& message, std::vector<UniqueFd> fds) {
    if (peer.closed) {
        return;
    }
    auto frame = wire::encode(message);
    if (!frame) {
        close(peer.fd.get());
        return;
    }
    const bool idle = peer.out.empty();
    if (!fds.empty()) {
        peer.fds = std::move(fds);
        peer.fdsAt = peer.out.size();
    }
    peer.out += *frame;
    if (peer.out.size() > kMaxOut) {
        close(peer.fd.get());
        return;
    }
    if (idle) {
        writable(peer.fd.get());
    }
}

void ControlServer::writable(int fd) {
    const auto it = m_peers.find(fd);
    if (it == m_peers.end()) {
        return;
    }
    const auto peer = it->second;
    do {
        ssize_t size = 1;
        while (size > 0 && !peer->out.empty()) {
            size = sendPart(*peer);
            if (size < 0 && errno != EAGAIN && errno != EINTR) {
                close(fd);
                return;
            }
            const std::size_t gone = size > 0 ? static_cast<std::size_t>(size) : 0;
            peer->out.erase(0, gone);
            peer->fdsAt -= std::min(peer->fdsAt, gone);
        }
    } while (peer->out.empty() && tellOwed(*peer));
    const std::uint32_t more = peer->out.empty() ? 0U : static_cast<std::uint32_t>(EPOLLOUT);
    if (!m_loop.modify(fd, EPOLLIN | EPOLLRDHUP | more)) {
        close(fd);
    }
}

void ControlServer::push(wire::QuestionEvent::Kind kind, const Question& question) {
    std::vector<std::shared_ptr<Peer>> watchers;
    for (const auto& [fd, peer] : m_peers) {
        if (peer->watching && (!peer->owed || questionNumber(question.id) <= *peer->owed)) { // it is told of the others as they are then
            watchers.push_back(peer);
        }
    }
    for (const auto& peer : watchers) {
        send(*peer, wire::QuestionEvent{kind, question});
    }
}

void ControlServer::questionRaised(const Question& question) { push(wire::QuestionEvent::Kind::Raised, question); }
void ControlServer::questionChanged(const Question& question) { push(wire::QuestionEvent::Kind::Changed, question); }
void ControlServer::questionClosed(const Question& question) { push(wire::QuestionEvent::Kind::Closed, question); }

} // namespace leadglass::session
