#include "core/session/ssh_agent_proxy.h"

#include <sys/epoll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <nlohmann/json.hpp>

#include "core/base/escape.h"
#include "core/session/ssh_agent_place.h"

namespace leadglass::session {
namespace {

constexpr std::size_t kShownComment = 60;
constexpr std::size_t kShownUser = 64;
constexpr Nanos kMinute = 60'000'000'000;

std::string dumped(const nlohmann::json& json) { return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace); }

// "git (/usr/bin/git)" of "12 git (/usr/bin/git) < bash < codex".
std::string programIn(const std::string& process) {
    const std::string first = process.substr(0, process.find(" <"));
    const std::size_t space = first.find(' ');
    return space == std::string::npos ? std::string() : first.substr(space + 1);
}

} // namespace

struct SshAgentProxy::Peer {
    std::uint64_t id = 0; // and the token of its question
    UniqueFd fd;
    Attribution::Client client;
    wire::AgentFrames frames;
    std::string out;
    bool busy = false;   // one request is being answered
    bool asking = false; // by a person
    std::unique_ptr<SshAgentUpstream> upstream;
    std::uint64_t check = 0;
    std::optional<BoundSession> session;
    std::vector<wire::AgentKey> keys; // of the person's agent, as it said last
    wire::AgentSign request;
    SshSignature verdict;
};

Result<std::unique_ptr<SshAgentProxy>> SshAgentProxy::open(Parts parts, SshKeyRules rules) {
    std::unique_ptr<SshAgentProxy> made(new SshAgentProxy(std::move(parts), std::move(rules)));
    SshAgentProxy* self = made.get();
    made->m_door = LG_TRY(InsideDoor::open(self->m_parts.loop, self->m_parts.directory, kAgentSocket,
                                           [self] { return self->m_peers.size(); },
                                           [self](UniqueFd fd, pid_t process) { self->came(std::move(fd), process); }));
    return made;
}

SshAgentProxy::SshAgentProxy(Parts parts, SshKeyRules rules)
    : m_parts(std::move(parts)), m_rules(std::move(rules)), m_hostKeys(m_parts.loop, m_parts.programs + "/leadglass-hostkey") {}

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

void SshAgentProxy::sign(Peer& peer) {
    peer.verdict = m_rules.judge(peer.request, peer.keys, peer.session);
    const auto* rule = peer.verdict.rule;
    if (rule == nullptr) {
        settle(peer, false, "denied_by_policy", peer.verdict.reason);
    } else if (rule->approve == policy::SshApprove::NeverAsk) {
        settle(peer, true, "allowed_by_policy", "rule");
    } else if (rule->approve == policy::SshApprove::Run && m_allowedInRun.contains(object(peer))) {
        settle(peer, true, "allowed_by_user", "answered_in_run");
    } else {
        ask(peer);
    }
}

// What a person reads, and what an answer is about: with approve = "each" no two are the same.
std::string SshAgentProxy::object(const Peer& peer) const {
    const auto& v = peer.verdict;
    const auto key = std::find_if(peer.keys.begin(), peer.keys.end(), [&](const auto& k) { return k.blob == peer.request.key; });
    std::string text = v.signIn ? "sign in at " + (v.host.empty() ? "a host with the key " + v.hostKey : knownHostsName(v.host, v.port)) + " as " +
                                      forScreen(v.user, kShownUser)
                                : "sign for " + forScreen(v.space, kShownUser);
    text += " with your key " + keyFingerprint(peer.request.key);
    if (key != peer.keys.end() && !key->comment.empty()) {
        text += " (" + forScreen(key->comment, kShownComment) + ")";
    }
    if (v.rule != nullptr && v.rule->approve == policy::SshApprove::Run) {
        return text + ", each time in this run";
    }
    return text + (v.signIn ? ", session " : ", content ") + v.mark;
}

void SshAgentProxy::ask(Peer& peer) {
    const auto& v = peer.verdict;
    AskRequest question;
    question.flow = peer.id;
    question.host = v.signIn ? v.host : v.space;
    question.port = v.port;
    question.protocol = kSshKeyAct;
    question.request = object(peer);
    question.method = "sign";
    question.process = peer.client.text;
    question.program = programIn(peer.client.text);
    question.processTree = peer.client.tree;
    question.why = "a rule asks (" + v.rule->origin + ")";
    question.scopes = {Scope::Once};
    audit::Event event = eventOf(peer);
    event.kind = audit::Kind::Question;
    event.verdict = "ask";
    event.reason = "rule";
    peer.asking = true;
    const std::uint64_t id = peer.id;
    if (const auto now = m_parts.queue.ask(question)) {
        peer.asking = false;
        if (now->allow && v.rule->approve == policy::SshApprove::Run) {
            m_allowedInRun.insert(question.request);
        }
        settle(peer, now->allow, outcomeName(now->outcome), now->reason);
    } else if (peerOf(id) != nullptr) {
        m_parts.trail.record(std::move(event));
    }
}

Status SshAgentProxy::onResolved(const Resolution& resolution) {
    m_parts.trail.record(answerRow(resolution));
    const bool byUser = resolution.outcome == Outcome::AllowedByUser || resolution.outcome == Outcome::DeniedByUser;
    Status committed = resolution.allow || byUser ? m_parts.trail.flush() : Status();
    for (const std::uint64_t id : resolution.flows) {
        Peer* peer = peerOf(id);
        if (peer == nullptr || !peer->asking) {
            continue;
        }
        peer->asking = false;
        const bool allow = resolution.allow && committed;
        if (allow && peer->verdict.rule->approve == policy::SshApprove::Run) {
            m_allowedInRun.insert(resolution.object);
        }
        settle(*peer, allow, committed ? outcomeName(resolution.outcome) : "denied_by_policy", committed ? resolution.reason : "not_recorded");
    }
    return committed;
}

audit::Event SshAgentProxy::eventOf(const Peer& peer) const {
    const auto& v = peer.verdict;
    audit::Event event;
    event.kind = audit::Kind::Credential;
    event.subject = object(peer);
    event.process = peer.client.text;
    event.origin = v.rule != nullptr ? v.rule->origin : std::string();
    nlohmann::json detail{{"credential", "ssh_key"}, {"key", keyFingerprint(peer.request.key)}, {"use", v.signIn ? "sign_in" : "signature"}};
    if (v.signIn) {
        detail["host"] = v.host;
        detail["port"] = v.port;
        detail["user"] = forScreen(v.user, kShownUser);
        detail["host_key"] = v.hostKey;
        detail["session"] = v.mark;
    } else {
        detail["namespace"] = forScreen(v.space, kShownUser);
        detail["content"] = v.mark;
    }
    event.detail = dumped(detail);
    return event;
}

void SshAgentProxy::settle(Peer& peer, bool allow, const std::string& outcome, const std::string& reason) {
    audit::Event event = eventOf(peer);
    event.verdict = allow ? "allow" : "deny";
    event.outcome = outcome;
    event.reason = reason;
    const std::uint64_t id = peer.id;
    if (!allow) {
        if (m_rows.take()) {
            m_parts.trail.record(std::move(event));
        }
        answer(peer, wire::agentFailure());
        return;
    }
    m_parts.trail.record(std::move(event), [this, id](const Result<std::int64_t>& row) {
        Peer* p = peerOf(id);
        if (p != nullptr && row) {
            passOn(id);
        } else if (p != nullptr) {
            answer(*p, wire::agentFailure());
        }
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
    if (peer->asking) {
        m_parts.queue.withdraw(id);
    }
    m_parts.loop.remove(peer->fd.get());
}

audit::Event answerRow(const Resolution& resolution) {
    audit::Event row;
    row.kind = audit::Kind::Answer;
    row.verdict = resolution.allow ? "allow" : "deny";
    row.outcome = outcomeName(resolution.outcome);
    row.reason = resolution.reason;
    row.subject = resolution.object;
    nlohmann::json detail{{"question", resolution.question}, {"scope", wire::scopeName(resolution.scope)}, {"approver", resolution.approver},
                          {"flows", resolution.flows.size()}};
    if (!resolution.note.empty()) {
        detail["note"] = resolution.note;
    }
    row.detail = dumped(detail);
    return row;
}

} // namespace leadglass::session
