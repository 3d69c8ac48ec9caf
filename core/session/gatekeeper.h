// Trust: every message of leadglass-egress, which may be hijacked: names, addresses and numbers are
//        checked here again, and nothing it says makes a verdict freer.
// Privilege: decides; opens nothing itself (dialler) and writes nothing itself (audit trail).
// Input: decoded messages of core/wire/egress_control.h; at most kMaxFlows flows at once.
// Fails: closed. No row, no answer, no name, no address: refused.
//
// The one place where every decision of a run is made and recorded.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/policy/evaluator.h"
#include "core/session/approval_queue.h"
#include "core/session/attribution.h"
#include "core/session/audit_trail.h"
#include "core/session/canaries.h"
#include "core/session/dialler.h"
#include "core/session/name_book.h"
#include "core/session/request_gate.h"
#include "core/session/row_budget.h"
#include "core/session/timed_rules.h"
#include "core/wire/egress_control.h"

namespace leadglass::session {

// The request a flow means, or the reason it means none ("bad_name"). Pure; exposed for tests.
struct Meaning {
    policy::EgressRequest request;
    std::string object; // "host:port", for people
    std::string bad;    // reason code; empty: request is valid
};
Meaning meaningOf(const wire::FlowOpen& open, const NameBook& book,
                  const policy::EffectivePolicy& policy);

class Gatekeeper final : private RequestHost {
public:
    static constexpr std::size_t kMaxFlows = 8192;
    static constexpr std::size_t kMaxRefusedObjects = 200;
    static constexpr std::size_t kMaxUnreachedTold = 20; // lines a run

    struct Parts { // borrowed; they outlive the gatekeeper
        policy::Evaluator& policy;
        NameBook& book;
        Dialler& dialler;
        AuditTrail& trail;
        Attribution& attribution;
    };
    // Sends to the egress process; a descriptor of -1 means none.
    using Send = std::function<void(const wire::ToEgress&, int fd)>;
    // Keeps an answer that a person gave for later runs ("project", "always").
    using Keep = std::function<Status(const policy::EgressRule&, policy::Verdict, Scope)>;
    // A rule that a person gave in an earlier answer decided something.
    using Used = std::function<void(const policy::EgressRule&, policy::Verdict)>;
    // One line for the person.
    using Tell = std::function<void(const std::string&)>;

    Gatekeeper(EventLoop& loop, Parts parts, Send send, Keep keep);
    void setUsed(Used used) { m_used = std::move(used); }
    void setTell(Tell tell) { m_tell = std::move(tell); }
    void setBroker(secrets::Broker* broker) { m_requests.setBroker(broker); } // outlives the gatekeeper; null: none
    void setMaxBody(std::uint64_t bytes) { m_requests.setMaxBody(bytes); } // of one request; 0: any
    // Tokens that no name may hold; others than these are looked for by the egress process.
    void setCanaries(const Canaries& canaries);
    // Is one in this address, which is not asked for by a connection? Then it is told and recorded; `host` is where it leads.
    bool canaryInAddress(const std::string& address, const std::string& host, const std::string& process);
    // Those of this machine, for answers: as they were before the run, which may write where they are configured.
    void setRegistries(std::vector<wire::OfferedRegistry> registries) { m_registries = std::move(registries); }

    void setQueue(ApprovalQueue& queue);
    void onMessage(const wire::FromEgress& message);
    // The egress process ended: its flows are gone, and numbers of a new one mean other flows.
    void egressEnded(const std::string& why);
    // The run has ended, the egress process may still say how much passed: ends are told as that.
    void runEnding() { m_ending = true; }
    [[nodiscard]] bool anyOpen() const;
    // Nothing more comes: rows for what was still open, and for what was only counted.
    void runEnded();
    // The queue's callback (ApprovalQueue::ResolvedCallback).
    Status onResolved(const Resolution& resolution);

    struct Refused {
        std::string reason;
        std::uint64_t count = 0;
        std::string allow; // what --allow takes to allow it; empty: that is not the way
        std::string place; // file, line, layer and rule that decided; empty: none did
        std::string wayOut; // the smallest change that would allow it (core/policy/refusal.h)
        bool allowedLater = false; // its newest connection was let through, as after a late answer
    };
    [[nodiscard]] const std::map<std::string, Refused>& refused() const { return m_refused; }
    [[nodiscard]] std::uint64_t allowedCount() const { return m_allowed; }

private:
    struct Flow {
        enum class Stage { Deciding, Asking, Dialling, Open };
        std::uint64_t id = 0;    // the egress process's number, which it may choose as it likes
        std::uint64_t token = 0; // ours, never used again in this run
        Stage stage = Stage::Deciding;
        std::uint64_t dial = 0;
        bool inconsistencyTold = false;
        Meaning meaning;
        policy::Decision decision;
        Attribution::Client client;
        wire::Endpoint from; // its end of the connection to us, and ours
        wire::Endpoint to;
        std::string entry;
        std::string address; // dialled
        Nanos opened = 0;
        std::int64_t row = 0; // audit row of the allow
        bool answered = false; // a person allowed it
        OpenedFlow inspected;  // once it is open
    };
    // RequestHost
    const OpenedFlow* openedFlow(std::uint64_t flow) override;
    void send(const wire::ToEgress& message) override { m_send(message, -1); }
    void tell(const std::string& line) override;
    void used(const policy::Decision& decision) override { noteUsed(decision); }
    void refused(const std::string& object, const std::string& reason, const policy::EgressRequest& connection,
                 const policy::Decision& decision) override { noteRefused(object, reason, connection, decision); }
    void onDns(const wire::DnsQuery& query);
    bool holdsCanary(const wire::DnsQuery& query);
    bool holdsCanary(Flow& flow, const std::string& asked);
    void onOpen(const wire::FlowOpen& open);
    void onRefused(const wire::FlowRefused& refused);
    void onClosed(const wire::FlowClosed& closed);
    void onCrowded(const wire::Crowded& crowded);
    // The policy as it is now: what was granted for a time that is over is no more in it.
    policy::Evaluator& rules() override;
    void judge(Flow& flow);
    void refuse(Flow& flow, const std::string& reason, const std::string& outcome,
                wire::Refusal refusal);
    void ask(Flow& flow);
    bool leftUnanswered(std::uint64_t token);
    void settle(Flow& flow, const Resolution& resolution, bool recorded);
    void allow(Flow& flow, const std::string& outcome);
    void dial(Flow& flow, std::int64_t row);
    void dialled(std::uint64_t token, Dialled result);
    void dropped(Flow& flow, const std::string& why);
    void erase(const Flow& flow);
    [[nodiscard]] Flow* flowOf(std::uint64_t token);
    [[nodiscard]] Flow* flowByWireId(std::uint64_t id);
    void recordEnd(const Flow& flow, const char* reason, const wire::FlowClosed* closed);
    Status keepAnswer(const Resolution& resolution);
    Result<std::vector<policy::EgressRule>> rulesOf(const Resolution& resolution) const;
    void closeCovered();
    void noteRefused(const std::string& object, const std::string& reason, const policy::EgressRequest& request,
                     const policy::Decision& decision);
    void noteUnreached(const std::string& object, const std::string& why);
    void noteUsed(const policy::Decision& decision);
    bool mayWrite(RowBudget& budget, const char* what);
    void recordSuppressed(RowBudget& budget, const char* what);
    audit::Event eventOf(const Flow& flow, audit::Kind kind) const;

    EventLoop& m_loop;
    Parts m_parts;
    TimedRules m_timed{systemClock()};
    Send m_send;
    Keep m_keep;
    Used m_used;
    Tell m_tell;
    std::vector<wire::OfferedRegistry> m_registries;
    ApprovalQueue* m_queue = nullptr;
    RequestGate m_requests;
    std::unique_ptr<CanaryNames> m_canaries; // null: none
    std::unordered_map<std::uint64_t, Flow> m_flows;            // by token
    std::unordered_map<std::uint64_t, std::uint64_t> m_byWireId; // of this egress process
    std::uint64_t m_lastWireId = 0;
    std::uint64_t m_nextToken = 1;
    std::uint64_t m_generation = 1; // of the egress process
    std::map<std::string, Refused> m_refused;
    std::unordered_set<std::string> m_unreachedTold;
    std::unordered_set<std::string> m_namesTold; // names that have a DNS row already
    std::uint64_t m_allowed = 0;
    bool m_ending = false;
    // Apart, so that a flood of one kind does not hide the other.
    RowBudget m_flowRows;
    RowBudget m_nameRows;
};

} // namespace leadglass::session
