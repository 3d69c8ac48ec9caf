// Trust: every program inside a run, on one side; the person's own ssh-agent, on the other.
// Privilege: connects to SSH_AUTH_SOCK of the person, so it could have anything signed.
// Input: the ssh-agent protocol, bounded (core/wire/ssh_agent_message.h); InsideDoor::kMaxPeers connections, one request at a
//        time each; kBinds sessions a minute.
// Fails: whatever is not served, not named by the policy, not proven, not allowed or not recorded is answered with a failure.
//        A message that is malformed ends its connection.
//
// SSH_AUTH_SOCK of a run: lists the keys that [[ssh]] names, and has something signed with them where a rule and, as it says,
// a person allow it. A sign-in is signed only on a connection whose session the server has signed with a host key that the
// person has accepted for a host of the rule (session-bind@openssh.com, OpenSSH 8.9), so that no one in the middle, and no
// other host, gets one. Nothing is added, removed, locked or forwarded. Of a host without an accepted key the person is asked
// whether to accept it (ssh_host_key_asks.h): when ssh inside asks by KnownHostsCommand, before it signs in in whatever way, and
// when a client that asks nobody wants a signature.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "core/base/event_loop.h"
#include "core/session/approval_queue.h"
#include "core/session/attribution.h"
#include "core/session/audit_trail.h"
#include "core/session/inside_door.h"
#include "core/session/row_budget.h"
#include "core/session/ssh_agent_host_key.h"
#include "core/session/ssh_agent_rules.h"
#include "core/session/ssh_agent_upstream.h"
#include "core/session/ssh_host_key_asks.h"

namespace leadglass::session {

class SshAgentProxy {
public:
    static constexpr std::size_t kBinds = 120; // a minute
    struct Parts {
        EventLoop& loop;
        AuditTrail& trail;
        ApprovalQueue& queue;
        Attribution& attribution;
        std::string programs;  // where leadglass-hostkey lies
        std::string agent;     // SSH_AUTH_SOCK of the person; empty: none
        std::string directory; // of the door
        std::string home;      // of the person: the known_hosts in it
    };
    static Result<std::unique_ptr<SshAgentProxy>> open(Parts parts, SshKeyRules rules);
    ~SshAgentProxy();
    SshAgentProxy(const SshAgentProxy&) = delete;
    SshAgentProxy& operator=(const SshAgentProxy&) = delete;

    // Of a question about an act (isAct).
    Status onResolved(const Resolution& resolution);
    void runEnding(); // nobody is served any more

private:
    struct Peer;
    SshAgentProxy(Parts parts, SshKeyRules rules);
    void came(UniqueFd fd, pid_t process);
    void onEvent(std::uint64_t id, std::uint32_t events);
    void serve(std::uint64_t id);
    void take(Peer& peer, wire::AgentRequest request);
    void bind(Peer& peer, wire::AgentBind bind);
    void bound(Peer& peer, const wire::AgentBind& bind, bool proven);
    void withKeys(std::uint64_t id, const std::function<void(Peer&)>& then);
    void sign(Peer& peer);
    void askHosts(std::uint64_t id, std::vector<SshHost> hosts);
    void hostKey(Peer& peer, const wire::AgentHostKey& asked);
    [[nodiscard]] AskRequest from(const Peer& peer) const;
    void ask(Peer& peer);
    void settle(Peer& peer, bool allow, const std::string& outcome, const std::string& reason);
    void passOn(std::uint64_t id);
    void answer(Peer& peer, const std::string& frame);
    bool flush(Peer& peer);
    void drop(std::uint64_t id);
    [[nodiscard]] Peer* peerOf(std::uint64_t id);
    [[nodiscard]] audit::Event eventOf(const Peer& peer) const;
    [[nodiscard]] std::string object(const Peer& peer) const;

    Parts m_parts;
    SshKeyRules m_rules;
    HostKeyCheck m_hostKeys;
    SshHostKeyAsks m_asks;
    std::unique_ptr<InsideDoor> m_door;
    std::map<std::uint64_t, std::unique_ptr<Peer>> m_peers;
    std::set<std::string> m_allowedInRun; // approve = "run": host, user and key that were answered
    std::deque<Nanos> m_binds;
    RowBudget m_rows;
    std::uint64_t m_next = kFirstAct;
};

// The row of an answer to a question about an act.
audit::Event answerRow(const Resolution& resolution);

} // namespace leadglass::session
