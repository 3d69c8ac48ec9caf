#include "core/session/ssh_host_key_asks.h"

#include <algorithm>
#include <utility>

#include "core/base/escape.h"
#include "core/base/log.h"
#include "core/session/ssh_agent_proxy.h"

namespace leadglass::session {
namespace {

constexpr std::size_t kShownType = 80;
constexpr std::size_t kMaxAbout = 256; // keys that hosts have shown in one run

} // namespace

void SshHostKeyAsks::ask(const AskRequest& from, const SshHost& host, const std::string& key, Done done) {
    const std::uint64_t token = from.flow;
    One one{from, host, key, std::move(done)};
    AskRequest& q = one.question;
    q.host = host.host;
    q.port = host.port;
    q.protocol = kHostKeyAct;
    q.method = "accept";
    q.request = "accept the host key " + forScreen(wire::keyType(key), kShownType) + " " + keyFingerprint(key) + " of " + knownHostsName(host.host, host.port);
    q.why = "no key of it is in your known_hosts: compare the fingerprint with what its owner publishes";
    q.scopes = {Scope::Once, Scope::Always};
    const bool refused = m_refused.contains(q.request);
    m_asks[token] = std::move(one);
    if (refused || wire::keyType(key).empty()) {
        finish(token, Verdict::Refused, refused ? "denied_by_user" : "denied_by_policy");
        return;
    }
    m_scan.ask(token, host, [this, token](const Result<std::vector<HostKey>>& keys) { shown(token, keys); });
}

void SshHostKeyAsks::forget(std::uint64_t token) {
    const auto found = m_asks.find(token);
    if (found == m_asks.end()) {
        return;
    }
    if (found->second.asking) {
        m_queue.withdraw(token);
    }
    m_asks.erase(found);
    m_scan.forget(token);
}

void SshHostKeyAsks::shown(std::uint64_t token, const Result<std::vector<HostKey>>& keys) {
    const auto found = m_asks.find(token);
    if (found == m_asks.end()) {
        return;
    }
    if (!keys) {
        log::info(keys.error().text());
        finish(token, Verdict::NotShown, "denied_by_policy");
        return;
    }
    const One& one = found->second;
    const auto same = std::find_if(keys->begin(), keys->end(), [&](const HostKey& key) { return key.blob == one.key; });
    if (same == keys->end()) {
        finish(token, Verdict::NotShown, "denied_by_policy");
    } else if (same->known) { // since this run began
        m_rules.accept(one.host, one.key);
        finish(token, Verdict::Accepted, "allowed_by_policy");
    } else if (!KnownHosts::ofPerson(m_home).keysOf(one.host.host, one.host.port).empty()) { // another type than the accepted one
        finish(token, Verdict::Refused, "denied_by_policy");
    } else {
        raise(token);
    }
}

void SshHostKeyAsks::raise(std::uint64_t token) {
    One& one = m_asks.at(token);
    const AskRequest question = one.question;
    if (!m_about.contains(question.request) && m_about.size() >= kMaxAbout) {
        finish(token, Verdict::Refused, "denied_by_policy");
        return;
    }
    m_about[question.request] = {one.host, one.key};
    one.asking = true;
    if (const auto now = m_queue.ask(question)) {
        one.asking = false;
        const bool kept = now->allow && keep(one.host, one.key, Scope::Once).ok();
        finish(token, kept ? Verdict::Accepted : Verdict::Refused, outcomeName(now->outcome));
        return;
    }
    audit::Event row;
    row.kind = audit::Kind::Question;
    row.verdict = "ask";
    row.reason = "unknown_host_key";
    row.subject = question.request;
    row.process = question.process;
    m_trail.record(std::move(row));
}

void SshHostKeyAsks::finish(std::uint64_t token, Verdict verdict, const std::string& outcome) {
    const auto node = m_asks.extract(token);
    if (!node.empty()) {
        node.mapped().done(verdict, outcome);
    }
}

// The file first: what cannot be kept is not accepted.
Status SshHostKeyAsks::keep(const SshHost& host, const std::string& key, Scope scope) {
    if (scope == Scope::Always) {
        const auto known = KnownHosts::ofPerson(m_home);
        const auto keys = known.keysOf(host.host, host.port);
        const bool there = std::find(keys.begin(), keys.end(), key) != keys.end();
        if (known.isRevoked(key) || (!there && !keys.empty())) {
            return makeError(Code::Refused, "you have accepted another key of " + knownHostsName(host.host, host.port) + " since, or revoked this one");
        }
        if (!there) {
            LG_TRY(acceptHostKey(m_home, host, {wire::keyType(key), key, keyFingerprint(key), false}));
        }
    }
    m_rules.accept(host, key);
    return {};
}

Status SshHostKeyAsks::onResolved(const Resolution& resolution) {
    m_trail.record(answerRow(resolution));
    const bool denied = resolution.outcome == Outcome::DeniedByUser;
    Status done = resolution.allow || denied ? m_trail.flush() : Status();
    const auto about = m_about.find(resolution.object);
    if (denied) {
        m_refused.insert(resolution.object);
    } else if (resolution.allow && done) {
        done = about == m_about.end() ? Status(makeError(Code::NotFound, "that host key is not asked about")) : keep(about->second.host, about->second.key, resolution.scope);
    }
    const bool allow = resolution.allow && done;
    for (const std::uint64_t token : resolution.flows) {
        const auto found = m_asks.find(token);
        if (found != m_asks.end() && found->second.asking) {
            found->second.asking = false;
            finish(token, allow ? Verdict::Accepted : Verdict::Refused, done ? outcomeName(resolution.outcome) : "denied_by_policy");
        }
    }
    return done;
}

} // namespace leadglass::session
