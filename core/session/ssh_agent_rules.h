// Trust: a program inside a run says what is to be signed; the policy and the person's known_hosts say what may be.
// Privilege: reads the public keys that the policy names by their path, once.
// Input: parsed messages (core/wire/ssh_agent_message.h).
// Fails: what no rule names, or what is not proven, is refused with its reason.
//
// Which key may sign what, for whom: pure but for reading at its making.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/policy/ssh.h"
#include "core/session/known_hosts.h"
#include "core/session/known_hosts_trust.h"
#include "core/wire/ssh_agent_message.h"

namespace leadglass::session {

// What a client has proven of its session: this host key has signed this session's id, for certain.
struct BoundSession {
    std::string session;
    std::string hostKey;
};

// What would be signed, judged.
struct SshSignature {
    const policy::SshRule* rule = nullptr; // null: refused
    std::string reason;  // refused: "not_a_sign_in", "key_not_in_policy", "other_key", "no_session_bind", "other_session",
                         // "unknown_host_key", "revoked_host_key", "user_not_in_policy", "weak_algorithm", "namespace"
    bool signIn = true;  // false: a signature of a document (SSHSIG)
    std::string host;    // of the rule
    std::uint16_t port = 0;
    std::string user;
    std::string space;   // SSHSIG
    std::string hostKey; // fingerprint
    std::string mark;    // what tells this one from others: of the session, or of what is signed; hex
};

class SshKeyRules {
public:
    SshKeyRules(std::vector<policy::SshRule> rules, KnownHosts known, const std::string& home);

    // Of the person's keys those that a rule names.
    [[nodiscard]] std::vector<wire::AgentKey> shown(const std::vector<wire::AgentKey>& all) const;
    [[nodiscard]] SshSignature judge(const wire::AgentSign& request, const std::vector<wire::AgentKey>& all,
                                     const std::optional<BoundSession>& bound) const;
    // The host that a rule names and known_hosts writes so.
    [[nodiscard]] std::optional<SshHost> hostNamed(const std::string& knownHostsName) const;
    // Those that this key may sign in at as this user, and of which no key is known: a session whose host key is none of the
    // known ones can only be of one of them.
    [[nodiscard]] std::vector<SshHost> unknownHosts(const wire::AgentSign& request, const std::vector<wire::AgentKey>& all) const;
    // From now on that host's.
    void accept(const SshHost& host, const std::string& hostKey);
    // What cannot work as it is written, for the person.
    [[nodiscard]] const std::vector<std::string>& notices() const { return m_notices; }
    // A file of the hosts that the rules name.
    [[nodiscard]] std::string knownHostsText() const;
    [[nodiscard]] const KnownHosts& known() const { return m_known; }
    [[nodiscard]] const std::vector<policy::SshRule>& rules() const { return m_rules; }

private:
    [[nodiscard]] bool names(std::size_t rule, const wire::AgentKey& key, const std::vector<wire::AgentKey>& all) const;
    [[nodiscard]] SshSignature judgeSignIn(const wire::UserAuth& auth, const wire::AgentSign& request,
                                           const std::vector<std::size_t>& candidates, const std::optional<BoundSession>& bound) const;
    std::vector<policy::SshRule> m_rules;
    std::vector<std::string> m_blobs; // by rule: of a key named by its path; empty: by fingerprint or comment
    KnownHosts m_known;
    std::vector<std::string> m_notices;
};

} // namespace leadglass::session
