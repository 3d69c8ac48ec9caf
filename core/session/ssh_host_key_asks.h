// Trust: a program inside a run says which key it saw of which host; the host itself, asked from here, and a person decide.
// Privilege: has ssh-keyscan(1) started; appends to the person's ~/.ssh/known_hosts.
// Input: hosts that the policy names, a key blob of at most wire::kMaxKeyBlob.
// Fails: a key that the host does not show to this machine, another one than the person has accepted before, a revoked one,
//        a refused one, or an answer that cannot be recorded or kept: not accepted.
//
// Host keys that nobody has accepted yet. A person is asked only about what the host itself shows outside the run, so nothing
// inside can put forward a key of its own making; whether somebody is in the middle, only the fingerprint can tell.
// "Once" holds in this run; "always" is what `leadglass ssh trust` does.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>

#include "core/session/approval_queue.h"
#include "core/session/audit_trail.h"
#include "core/session/ssh_agent_rules.h"
#include "core/session/ssh_host_scan.h"

namespace leadglass::session {

class SshHostKeyAsks {
public:
    enum class Verdict { Accepted, Refused, NotShown };
    using Done = std::function<void(Verdict verdict, const std::string& outcome)>; // the outcome as in core/audit/event.h

    // `rules`: what is accepted is added to what they know; borrowed, as all else.
    SshHostKeyAsks(EventLoop& loop, AuditTrail& trail, ApprovalQueue& queue, SshKeyRules& rules, const std::string& home)
        : m_trail(trail), m_queue(queue), m_rules(rules), m_home(home), m_scan(loop, home) {}

    // May `key` be taken for that host's, of which no key is known? `from`: flow (unique: the token), process, program, tree.
    // `done` comes later, or at once; once; not after forget().
    void ask(const AskRequest& from, const SshHost& host, const std::string& key, Done done);
    void forget(std::uint64_t token);
    // Of a question whose protocol is kHostKeyAct.
    Status onResolved(const Resolution& resolution);

private:
    struct One {
        AskRequest question;
        SshHost host;
        std::string key;
        Done done;
        bool asking = false;
    };
    void shown(std::uint64_t token, const Result<std::vector<HostKey>>& keys);
    void raise(std::uint64_t token);
    void finish(std::uint64_t token, Verdict verdict, const std::string& outcome);
    Status keep(const SshHost& host, const std::string& key, Scope scope);

    AuditTrail& m_trail;
    ApprovalQueue& m_queue;
    SshKeyRules& m_rules;
    std::string m_home;
    SshHostScan m_scan;
    std::map<std::uint64_t, One> m_asks; // by token
    struct About {
        SshHost host;
        std::string key;
    };
    std::map<std::string, About> m_about; // by object: an answer may come when nobody waits any more
    std::set<std::string> m_refused;      // objects, by a person: not asked about again in this run
};

} // namespace leadglass::session
