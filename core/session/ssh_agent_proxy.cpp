#include "core/session/ssh_agent_proxy.h"

#include <sys/epoll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>

#include "core/session/ssh_agent_peer.h"
#include "core/session/ssh_agent_place.h"

namespace leadglass::session {
namespace {

constexpr Nanos kMinute = 60'000'000'000;

} // namespace

Result<std::unique_ptr<SshAgentProxy>> SshAgentProxy::open(Parts parts, SshKeyRules rules) {
    std::unique_ptr<SshAgentProxy> made(new SshAgentProxy(std::move(parts), std::move(rules)));
    SshAgentProxy* self = made.get();
    made->m_door = LG_TRY(InsideDoor::open(self->m_parts.loop, self->m_parts.directory, kAgentSocket,
                                           [self] { return self->m_peers.size(); },
                                           [self](UniqueFd fd, pid_t process) { self->came(std::move(fd), process); }));
    return made;
}

SshAgentProxy::SshAgentProxy(Parts parts, SshKeyRules rules)
    : m_parts(std::move(parts)), m_rules(std::move(rules)), m_hostKeys(m_parts.loop, m_parts.programs + "/leadglass-hostkey"),
      m_asks(m_parts.loop, m_parts.trail, m_parts.queue, m_rules, m_parts.home) {}

SshAgentProxy::~SshAgentProxy() { runEnding(); }

void SshAgentProxy::runEnding() {
    m_door.reset();
    while (!m_peers.empty()) {
        drop(m_peers.begin()->first);
    }
}

SshAgentProxy::Peer* SshAgentProxy::peerOf(std::uint64_t id) {
    const auto found = m_peers.find(id);
    return found == m_peers.end() ? nullptr : found->second.get();
}

void SshAgentProxy::came(UniqueFd fd, pid_t process) {
    auto peer = std::make_unique<Peer>();
    const std::uint64_t id = m_next++;
    peer->id = id;
    peer->client = m_parts.attribution.ofProcess(process);
    peer->upstream = std::make_unique<SshAgentUpstream>(m_parts.loop, m_parts.agent);
    const int raw = fd.get();
    peer->fd = std::move(fd);
    if (m_parts.loop.add(raw, EPOLLIN | EPOLLRDHUP, [this, id](std::uint32_t events) { onEvent(id, events); })) {
        m_peers.emplace(id, std::move(peer));
    }
}

void SshAgentProxy::onEvent(std::uint64_t id, std::uint32_t events) {
    Peer* peer = peerOf(id);
    if (peer == nullptr || !flush(*peer)) {
        return;
    }
    if ((events & EPOLLIN) != 0 && !peer->busy) {
        std::array<char, 16384> buffer{};
        const ssize_t got = ::recv(peer->fd.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
        const bool waits = got < 0 && (errno == EAGAIN || errno == EINTR);
        if (!waits && (got <= 0 || !peer->frames.feed({buffer.data(), static_cast<std::size_t>(got)}))) {
            drop(id);
            return;
        }
        serve(id);
        return;
    }
    if ((events & (EPOLLHUP | EPOLLERR | EPOLLRDHUP)) != 0) { // also while a person is asked: nobody is there to be answered
        drop(id);
    }
}

// The next whole request, where none is being answered. It reads no more meanwhile: what it may hold is bounded.
void SshAgentProxy::serve(std::uint64_t id) {
    for (Peer* peer = peerOf(id); peer != nullptr && !peer->busy && peer->out.empty(); peer = peerOf(id)) {
        const auto message = peer->frames.next();
        if (!message) {
            (void)m_parts.loop.modify(peer->fd.get(), EPOLLIN | EPOLLRDHUP);
            return;
        }
        auto request = wire::parseAgentRequest(*message);
        if (!request) {
            drop(id);
            return;
        }
        peer->busy = true;
        (void)m_parts.loop.modify(peer->fd.get(), EPOLLRDHUP);
        take(*peer, std::move(*request));
    }
}

void SshAgentProxy::take(Peer& peer, wire::AgentRequest request) {
    const std::uint64_t id = peer.id;
    if (auto* sign = std::get_if<wire::AgentSign>(&request)) {
        peer.request = std::move(*sign);
        withKeys(id, [this](Peer& p) { this->sign(p); });
    } else if (std::holds_alternative<wire::AgentList>(request)) {
        withKeys(id, [this](Peer& p) { answer(p, wire::agentIdentities(m_rules.shown(p.keys))); });
    } else if (auto* session = std::get_if<wire::AgentBind>(&request)) {
        bind(peer, std::move(*session));
    } else if (const auto* host = std::get_if<wire::AgentHostKey>(&request)) {
        hostKey(peer, *host);
    } else {
        answer(peer, wire::agentFailure());
    }
}

// A connection is bound once. A forwarded one is somebody else's: what is signed on it would sign in from there.
void SshAgentProxy::bind(Peer& peer, wire::AgentBind bind) {
    const Nanos now = systemClock().awake();
    while (!m_binds.empty() && m_binds.front() + kMinute <= now) {
        m_binds.pop_front();
    }
    if (bind.forwarding || peer.session || m_binds.size() >= kBinds) {
        answer(peer, wire::agentFailure());
        return;
    }
    m_binds.push_back(now);
    peer.check = m_hostKeys.check(bind, [this, id = peer.id, bind](bool proven) {
        if (Peer* p = peerOf(id)) {
            bound(*p, bind, proven);
        }
    });
}

void SshAgentProxy::bound(Peer& peer, const wire::AgentBind& bind, bool proven) {
    if (!proven) {
        answer(peer, wire::agentFailure());
        return;
    }
    peer.session = BoundSession{bind.session, bind.hostKey};
    // The person's agent may hold keys that are bound to hosts; one that knows no such thing says no, which changes nothing.
    peer.upstream->ask(wire::agentBindRequest(bind), [this, id = peer.id](const std::optional<std::string>&) {
        if (Peer* p = peerOf(id)) {
            answer(*p, wire::agentSuccess());
        }
    });
}

void SshAgentProxy::withKeys(std::uint64_t id, const std::function<void(Peer&)>& then) {
    peerOf(id)->upstream->ask(wire::agentListRequest(), [this, id, then](const std::optional<std::string>& message) {
        Peer* peer = peerOf(id);
        if (peer == nullptr) {
            return;
        }
        auto keys = message ? wire::parseIdentities(*message) : std::nullopt;
        if (!keys) {
            answer(*peer, wire::agentFailure());
            return;
        }
        peer->keys = std::move(*keys);
        then(*peer);
    });
}

void SshAgentProxy::passOn(std::uint64_t id) {
    Peer& peer = *peerOf(id);
    peer.upstream->ask(wire::agentSignRequest(peer.request), [this, id](const std::optional<std::string>& message) {
        if (Peer* p = peerOf(id)) {
            const auto signature = message ? wire::parseSignature(*message) : std::nullopt;
            answer(*p, signature ? wire::agentSignature(*signature) : wire::agentFailure());
        }
    });
}

void SshAgentProxy::answer(Peer& peer, const std::string& frame) {
    const std::uint64_t id = peer.id;
    peer.out = frame;
    peer.busy = false;
    peer.request = {};
    // Later: whoever called is in the middle of this peer.
    m_parts.loop.defer([this, id] {
        Peer* p = peerOf(id);
        if (p != nullptr && flush(*p)) {
            serve(id);
        }
    });
}

// False: the peer is gone.
bool SshAgentProxy::flush(Peer& peer) {
    while (!peer.out.empty()) {
        const ssize_t sent = ::send(peer.fd.get(), peer.out.data(), peer.out.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno == EAGAIN) {
            (void)m_parts.loop.modify(peer.fd.get(), EPOLLOUT | EPOLLRDHUP);
            return true;
        }
        if (sent < 0) {
            drop(peer.id);
            return false;
        }
        peer.out.erase(0, static_cast<std::size_t>(sent));
        if (peer.out.empty()) {
            m_parts.loop.defer([this, id = peer.id] { serve(id); });
        }
    }
    return true;
}

void SshAgentProxy::drop(std::uint64_t id) {
    const auto found = m_peers.find(id);
    if (found == m_peers.end()) {
        return;
    }
    const auto peer = std::move(found->second);
    m_peers.erase(found);
    m_hostKeys.forget(peer->check);
    m_asks.forget(id);
    if (peer->asking) {
        m_parts.queue.withdraw(id);
    }
    m_parts.loop.remove(peer->fd.get());
}

} // namespace leadglass::session
