// Questions that wait for a person. Pure logic: no socket, no terminal, no policy.
//
// Equal objects merge into one question with many waiting flows. Held up to `hold`, then refused for
// now (`expired_unanswered`, or `no_approver` if nobody who could answer was there); the question
// stays, and a late Allow makes one retry within 60 s pass. "Once" is every flow that waits and was
// shown, else the first equal object from the same process tree within 10 s; a Deny once also
// covers retries from the same process tree for 10 s. The first valid answer wins. More than `newPerMinute` new questions a minute,
// or `maxPending` at once, are refused (reason `question_flood`).
//
// Questions that come within 400 ms of one another are one burst (Question::group), which a surface shows as one. A run
// may interrupt a person with `interruptions` bursts in `budgetTime`; what comes beyond waits like any other, but is marked
// (Question::quiet), all of it as one burst, and no surface pushes it in front of anybody.
//
// Callbacks may call back into the queue, ask() and answer() included.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/clock.h"
#include "core/base/event_loop.h"
#include "core/base/result.h"
#include "core/wire/run_control.h"

namespace leadglass::session {

using wire::Question;
using wire::Scope;

enum class Outcome : std::uint8_t {
    AllowedByPolicy, AllowedByUser, DeniedByPolicy, DeniedByUser, ExpiredUnanswered, NoApprover,
    SupersededByRule, RunEnded
};
const char* outcomeName(Outcome outcome); // as in core/audit/event.h

// A question that is about an act outside, not about a connection: no rule of egress answers it.
constexpr const char* kSshKeyAct = "ssh-key"; // Question::protocol: a signature with a key of the person's
constexpr const char* kOpenUrlAct = "open-url"; // a page in the person's browser
constexpr const char* kHostKeyAct = "ssh-host-key"; // a server's host key that nobody has accepted; once is for the run, always for the machine
inline bool isAct(const std::string& protocol) { return protocol == kSshKeyAct || protocol == kOpenUrlAct || protocol == kHostKeyAct; }
// Tokens (AskRequest::flow) of acts; no flow and no request has such a one.
constexpr std::uint64_t kFirstAct = std::uint64_t{3} << 62U;
constexpr std::uint64_t kFirstOpenUrl = kFirstAct + (std::uint64_t{1} << 61U);

// N of "RUN.N"; 0: it is none.
std::uint64_t questionNumber(const std::string& id);

// One flow that policy says to ask about.
struct AskRequest {
    std::uint64_t flow = 0;      // the caller's token, unique in this run
    std::string host;            // canonical name or literal
    std::uint16_t port = 0;
    std::string protocol;        // "tls" "http" "ssh" "tcp"
    std::string request;         // of a request "GET https://host/path", fit for a screen: the object; empty: a connection
    std::string apart;           // tells what reads the same but is another object (the query, which is not shown): equal in it, too
    std::string method;          // Question::method, path
    std::string path;
    std::string process;         // as attributed, with pids; display only
    std::string program;         // the same without pids: a member of the card
    std::uint64_t processTree = 0; // Attribution::Client::tree; 0: unknown, matches nothing
    std::string why;
    wire::AskedBy by;
    std::vector<Scope> scopes;   // Once must be in it; never Always for literals (caller's duty)
    std::vector<std::string> patterns;
    std::vector<wire::OfferedRegistry> registries;
};
// "host:port:protocol", IPv6 literals in brackets.
std::string canonicalObject(const std::string& host, std::uint16_t port, const std::string& protocol);

// What became of a question, or at once of one flow.
struct Resolution {
    std::string question; // empty: no question was raised (flood, nobody to ask)
    std::string object;
    Outcome outcome = Outcome::NoApprover;
    bool allow = false;
    std::string reason;   // "answer", "late_answer", "hold", "question_flood", "rule", "run_ended", "ask_deny"
    Scope scope = Scope::Once;
    std::string pattern;  // granted host pattern, or "registry:NAME"; empty: the host itself
    std::uint32_t seconds = 0; // Scope::Minutes: how long it holds
    std::string note;     // the person's own words; fit for a screen
    std::string approver; // who answered: "terminal", "pid 123 leadglass"; display only
    std::vector<std::uint64_t> flows; // those that were waiting; may be empty (late)
    Question shown;
};

class ApprovalQueue {
public:
    struct Options {
        std::string run;
        std::string project;
        std::string profile;
        Nanos hold = 45'000'000'000;
        unsigned newPerMinute = 1000;
        std::size_t maxPending = 1000;
        std::size_t maxKept = 1000;     // expired and answered questions kept for late answers
        unsigned interruptions = 8;
        Nanos budgetTime = 600'000'000'000;
        bool askNobody = false;         // --ask deny: each ask is refused at once, `no_approver`
        bool onlyIfApprover = false;    // default --ask: the same while no surface can answer
        bool keepUnasked = false;       // but raised first, and kept for a late answer
    };
    // Decides, records and acts on a resolution. An Error (the row was not committed): the flows
    // count as refused, and the answerer is told. The callback must refuse or allow the flows itself.
    using ResolvedCallback = std::function<Status(const Resolution&)>;

    class Listener { // surfaces: control server, terminal asker. Borrowed; remove before it dies.
    public:
        virtual ~Listener() = default;
        virtual void questionRaised(const Question& question) = 0;
        virtual void questionChanged(const Question& question) = 0; // generation grew; or only counts, at most four times a second
        virtual void questionClosed(const Question& question) = 0;  // answered, expired, withdrawn; one that expired once more, as answered, when it is forgotten
    };

    ApprovalQueue(EventLoop& loop, const Clock& clock, Options options, ResolvedCallback onResolved);
    ~ApprovalQueue();
    ApprovalQueue(const ApprovalQueue&) = delete;
    ApprovalQueue& operator=(const ApprovalQueue&) = delete;

    // Waiting (nullopt), or resolved at once: a grant of "once" or a late Allow is consumed, flood,
    // nobody to ask. The callback is NOT called for what is returned.
    std::optional<Resolution> ask(const AskRequest& request);
    // The flow's client went away.
    void withdraw(std::uint64_t flow);
    // NotFound: no such question. Conflict: digest differs, or already answered (text says which).
    // Invalid: a scope or pattern that was not offered, a time out of bounds.
    Status answer(const wire::Answer& answer, const std::string& approver);
    // A rule was added: `judge` says for each pending question, and the flows that wait, allow, deny, or nothing.
    using Judge = std::function<std::optional<bool>(const Question&, const std::vector<std::uint64_t>& flows)>;
    void reevaluate(const Judge& judge);
    void endRun();
    // A surface that can answer came (+1) or went (-1).
    void approverCame();
    void approverWent() { --m_approvers; }
    [[nodiscard]] int approvers() const { return m_approvers; }

    // Before an answer counts: is this flow's client gone, though nobody withdrew it? Then the answer
    // is not spent on it, but on a retry. The callback has refused the flow.
    void setGone(std::function<bool(std::uint64_t flow)> gone) { m_gone = std::move(gone); }

    void addListener(Listener* listener);
    void removeListener(Listener* listener);
    [[nodiscard]] std::vector<Question> pending() const;  // oldest first
    [[nodiscard]] std::vector<Question> all() const;      // also those kept for late answers
    [[nodiscard]] std::optional<Question> find(const std::string& id) const;
    // Time to fire what is due; called by the queue's own timer, and by tests with a fake clock.
    void tick();

private:
    struct Entry;
    struct Grant {
        std::string object;
        std::string apart;
        std::vector<std::uint64_t> trees; // empty: any (a late Allow)
        Nanos until = 0;
        bool allow = false; // an Allow is used up by one flow, a Deny lasts until then
        Resolution resolution;
    };
    [[nodiscard]] std::map<std::uint64_t, Entry>::const_iterator findEntry(const std::string& id) const;
    [[nodiscard]] Resolution refusal(const std::string& object, Outcome outcome,
                                     const char* reason) const;
    std::optional<Resolution> consumeGrant(const AskRequest& request, const std::string& object);
    [[nodiscard]] bool refusesUnasked() const { return m_options.onlyIfApprover && m_approvers == 0; }
    bool overBudget();
    [[nodiscard]] Question shownNow(const Entry& entry) const;
    void raise(Entry& entry);
    void putInBurst(Question& question, Nanos now);
    bool join(Entry& entry, const AskRequest& request);
    void countsChanged(Entry& entry);
    void tellCounts();
    Status resolve(std::uint64_t number, Resolution resolution);
    void grantAfter(const Entry& entry, const Resolution& resolution, bool late);
    void forgetOld();
    void arm();
    template <class F> void tell(F&& call);

    EventLoop& m_loop;
    const Clock& m_clock;
    Options m_options;
    ResolvedCallback m_onResolved;
    std::function<bool(std::uint64_t)> m_gone;
    std::map<std::uint64_t, Entry> m_entries; // by number: oldest first
    std::vector<Grant> m_grants;
    std::deque<Nanos> m_recent; // when new questions were raised
    struct Burst {
        std::string id;
        Nanos began = 0;
        Nanos last = 0;
        bool quiet = false;
    };
    Burst m_burst;              // the newest
    std::deque<Nanos> m_interruptions; // when those that were not quiet began
    std::vector<Listener*> m_listeners;
    std::uint64_t m_next = 1;
    int m_approvers = 0;
    EventLoop::TimerId m_timer = 0;
    EventLoop::TimerId m_countsTimer = 0;
    bool m_ended = false;
};

} // namespace leadglass::session
