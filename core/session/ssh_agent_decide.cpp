// What may be signed, and who says so: the other half of ssh_agent_proxy.cpp.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/base64.h"
#include "core/base/escape.h"
#include "core/session/ssh_agent_peer.h"

namespace leadglass::session {
namespace {

constexpr std::size_t kShownComment = 60;
constexpr std::size_t kShownUser = 64;

std::string dumped(const nlohmann::json& json) { return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace); }

// "git (/usr/bin/git)" of "12 git (/usr/bin/git) < bash < codex".
std::string programIn(const std::string& process) {
    const std::string first = process.substr(0, process.find(" <"));
    const std::size_t space = first.find(' ');
    return space == std::string::npos ? std::string() : first.substr(space + 1);
}

} // namespace

AskRequest SshAgentProxy::from(const Peer& peer) const {
    AskRequest out;
    out.flow = peer.id;
    out.process = peer.client.text;
    out.program = programIn(peer.client.text);
    out.processTree = peer.client.tree;
    return out;
}

// What a client inside wants to know before it signs in: is that host's key one that a person has accepted, or accepts now?
void SshAgentProxy::hostKey(Peer& peer, const wire::AgentHostKey& asked) {
    const auto host = m_rules.hostNamed(asked.name);
    const std::string key = base64Decoded(asked.key);
    const auto known = host ? m_rules.known().keysOf(host->host, host->port) : std::vector<std::string>();
    const bool accepted = std::find(known.begin(), known.end(), key) != known.end();
    if (!host || !known.empty() || m_rules.known().isRevoked(key)) { // another one than is known is not asked about
        answer(peer, accepted ? wire::agentSuccess() : wire::agentFailure());
        return;
    }
    m_asks.ask(from(peer), *host, key, [this, id = peer.id](SshHostKeyAsks::Verdict verdict, const std::string&) {
        if (Peer* p = peerOf(id)) {
            answer(*p, verdict == SshHostKeyAsks::Verdict::Accepted ? wire::agentSuccess() : wire::agentFailure());
        }
    });
}

// One after the other: only the hosts themselves say which of them has that key.
void SshAgentProxy::askHosts(std::uint64_t id, std::vector<SshHost> hosts) {
    Peer& peer = *peerOf(id);
    if (hosts.empty()) {
        settle(peer, false, "denied_by_policy", peer.verdict.reason);
        return;
    }
    const SshHost host = hosts.back();
    hosts.pop_back();
    m_asks.ask(from(peer), host, peer.session->hostKey, [this, id, hosts](SshHostKeyAsks::Verdict verdict, const std::string& outcome) {
        Peer* p = peerOf(id);
        if (p == nullptr) {
            return;
        }
        switch (verdict) {
        case SshHostKeyAsks::Verdict::Accepted: sign(*p); break;
        case SshHostKeyAsks::Verdict::NotShown: askHosts(id, hosts); break;
        case SshHostKeyAsks::Verdict::Refused: settle(*p, false, outcome, p->verdict.reason); break;
        }
    });
}

void SshAgentProxy::sign(Peer& peer) {
    peer.verdict = m_rules.judge(peer.request, peer.keys, peer.session);
    const auto* rule = peer.verdict.rule;
    if (rule == nullptr && peer.verdict.reason == "unknown_host_key") {
        auto hosts = m_rules.unknownHosts(peer.request, peer.keys);
        std::reverse(hosts.begin(), hosts.end());
        askHosts(peer.id, std::move(hosts));
    } else if (rule == nullptr) {
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
    AskRequest question = from(peer);
    question.host = v.signIn ? v.host : v.space;
    question.port = v.port;
    question.protocol = kSshKeyAct;
    question.request = object(peer);
    question.method = "sign";
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
    if (resolution.shown.protocol == kHostKeyAct) {
        return m_asks.onResolved(resolution);
    }
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
