// Trust: RequestOpen, RequestDone, Sighting and TlsFailed of leadglass-inspect, which may be hijacked: every number, name
//        and text is checked here again, and nothing it says makes a verdict freer.
// Privilege: decides; credentials pass through to one RequestVerdict and are overwritten behind it.
// Input: decoded messages of core/wire/request_control.h; at most kMaxRequests at once.
// Fails: closed. No open inspected connection, no row, no answer, no credential: refused.
//
// Every request on an inspected connection: judged, asked about, recorded, given what credentials it may have.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/base/event_loop.h"
#include "core/policy/evaluator.h"
#include "core/policy/request.h"
#include "core/secrets/broker.h"
#include "core/session/approval_queue.h"
#include "core/session/attribution.h"
#include "core/session/audit_trail.h"
#include "core/session/row_budget.h"
#include "core/wire/egress_control.h"

namespace leadglass::session {

// What a request's connection is, as the gatekeeper decided it.
struct OpenedFlow {
    std::uint64_t token = 0;
    policy::EgressRequest connection;
    policy::Decision decision;
    Attribution::Client client;
    std::string object;      // "host:port"
    std::int64_t row = 0;    // of its allow
    bool answered = false;   // a person allowed this very connection
};

// The gatekeeper, as its requests see it.
class RequestHost {
public:
    virtual ~RequestHost() = default;
    // The connection of this number of the egress process, if it is open and inspected; borrowed.
    virtual const OpenedFlow* openedFlow(std::uint64_t flow) = 0;
    virtual policy::Evaluator& rules() = 0;
    virtual void send(const wire::ToEgress& message) = 0;
    virtual void tell(const std::string& line) = 0;
    virtual void used(const policy::Decision& decision) = 0;
    virtual void refused(const std::string& object, const std::string& reason, const policy::EgressRequest& connection,
                         const policy::Decision& decision) = 0;
};

class RequestGate {
public:
    static constexpr std::size_t kMaxRequests = 8192;
    static constexpr std::size_t kMaxAskedPath = 2048; // a rule for one that is longer is not offered
    static constexpr std::uint64_t kFirstToken = 1ULL << 62; // of the approval queue: no flow's
    static constexpr std::size_t kMaxTold = 20; // lines on the person's screen of each kind: sightings, and all others
    // Rows of requests that are allowed: a run's packages are thousands. Beyond it they are counted; what only reads on an
    // account of its own, so that a flood of it leaves no other request without its row. So has what a credential went into,
    // whose uses beyond it are one row for many: of each credential, host and header, with how many ("merged").
    static constexpr double kRowBurst = 2000;
    static constexpr double kRowsPerSecond = 100;
    static constexpr std::size_t kMaxCounted = 64; // such rows at once; more hosts than that are one

    RequestGate(RequestHost& host, AuditTrail& trail);
    void setQueue(ApprovalQueue& queue) { m_queue = &queue; }
    void setBroker(secrets::Broker* broker) { m_broker = broker; } // null: the run has no credentials
    void setCanaryPlaces(std::vector<std::string> places) { m_canaryPlaces = std::move(places); } // by number
    void setMaxBody(std::uint64_t bytes) { m_maxBody = bytes; } // of one request; 0: any
    // One was seen in a name, and stopped there. `shown`: without it.
    void canarySeen(int number, const std::string& shown, const std::string& process, const char* where = "name");

    // False: the message is none of these.
    bool onMessage(const wire::FromEgress& message);
    // The connection is gone, whatever was under way on it.
    void flowEnded(std::uint64_t flow);
    void egressEnded(); // and numbers of a new one begin anew
    void runEnded();

    // Answers to what it asked the queue.
    [[nodiscard]] static bool isOurs(std::uint64_t token) { return token >= kFirstToken && token < kFirstAct; }
    void resolved(std::uint64_t token, const Resolution& resolution, bool recorded);
    // The rule that an answer about this question means, wider than "once"; nothing: it means its host.
    static std::optional<policy::EgressRule> ruleOf(const Resolution& resolution);
    // A question that waits, by its flows (equal requests), judged by the rules as they are now.
    std::optional<bool> judgeAgain(const std::vector<std::uint64_t>& flows);

    [[nodiscard]] std::uint64_t allowedCount() const { return m_allowed; }

private:
    enum class Stage : std::uint8_t { Judging, Asking, Fetching, Recording, Open };
    struct Request {
        std::uint64_t number = 0; // the inspecting process's
        std::uint64_t token = 0;  // ours
        std::uint64_t flow = 0;
        Stage stage = Stage::Judging;
        OpenedFlow on;
        policy::HttpRequest http;
        policy::Decision decision;
        std::string text;    // "GET https://host/path", escaped
        Nanos opened = 0;
        std::int64_t row = 0; // 0: only counted
        std::uint64_t fetch = 0;
        std::vector<secrets::Use> uses;
        bool watched = false;      // what comes back is looked through
        std::uint64_t watchedTo = 0; // for values up to this one (secrets::Broker::Given)
    };
    void onOpen(const wire::RequestOpen& open);
    void onDone(const wire::RequestDone& done);
    void onSighting(const wire::Sighting& sighting);
    void onTlsFailed(const wire::TlsFailed& failed);
    void judge(Request& request);
    void ask(Request& request);
    void admit(Request& request, const std::string& outcome);
    void fetched(std::uint64_t token, const std::string& outcome, secrets::Answer answer);
    void record(Request& request, const std::string& outcome, secrets::Answer answer);
    void pass(Request& request, std::int64_t row, secrets::Answer& answer);
    void watch(Request& request);
    void watchOthers(const Request& request);
    void refuse(Request& request, const std::string& reason, const std::string& outcome, wire::Refusal refusal, const std::string& detail = {});
    void turnAway(std::uint64_t number, wire::Refusal refusal);
    void recordUses(const Request& request, const secrets::Answer& answer);
    void countUses(const Request& request, const secrets::Answer& answer);
    void recordCounted();
    void recordEnd(const Request& request, const char* reason, const wire::RequestDone* done);
    [[nodiscard]] bool bound(const Request& request, const secrets::Answer& answer);
    void forget(const Request& request);
    [[nodiscard]] Request* find(std::uint64_t token);
    [[nodiscard]] Request* byNumber(std::uint64_t number);
    [[nodiscard]] audit::Event eventOf(const Request& request, audit::Kind kind) const;
    [[nodiscard]] std::string seenWords(const std::string& what) const;
    [[nodiscard]] std::string plantedAt(const std::string& what) const;
    bool mayWrite(RowBudget& budget, const char* what);
    void sumUp(RowBudget& budget, const char* what);
    void tellOnce(std::unordered_set<std::string>& told, const std::string& key, const std::string& line);
    const std::optional<std::vector<policy::Address>>& own();

    RequestHost& m_host;
    AuditTrail& m_trail;
    ApprovalQueue* m_queue = nullptr;
    secrets::Broker* m_broker = nullptr;
    std::vector<std::string> m_canaryPlaces;
    std::uint64_t m_maxBody = 0;
    std::unordered_map<std::uint64_t, Request> m_requests;       // by token
    std::unordered_map<std::uint64_t, std::uint64_t> m_byNumber; // of this egress process
    std::uint64_t m_lastNumber = 0;
    std::uint64_t m_nextToken = kFirstToken;
    std::uint64_t m_generation = 1;
    std::uint64_t m_allowed = 0;
    std::unordered_set<std::string> m_told;
    std::unordered_set<std::string> m_toldSeen; // sightings: what else fails a program can make up, before it sends one
    std::unordered_set<std::uint64_t> m_tlsTold; // connections with a row of their failure
    std::optional<std::vector<policy::Address>> m_own;
    Nanos m_ownRead = 0;
    RowBudget m_readingRows{kRowBurst, kRowsPerSecond};
    RowBudget m_allowedRows{kRowBurst, kRowsPerSecond}; // of all others
    RowBudget m_useRows{kRowBurst, kRowsPerSecond};     // of those with a credential
    struct Counted {
        audit::Event row;
        secrets::Use last;
        std::int64_t connection = 0;
        std::uint64_t times = 0;
    };
    std::map<std::string, Counted> m_counted; // uses without a row of their own
    Nanos m_countedAt = 0;
    RowBudget m_refusedRows;
    RowBudget m_alertRows;
};

} // namespace leadglass::session
