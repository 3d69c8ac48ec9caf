// Questions of all live runs of this person, and answers to them: what the app and the CLI see.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/policy/types.h"

namespace leadglass::api {

enum class AnswerScope : std::uint8_t { Once, Minutes, Run, Project, Always }; // narrowest first

// A package registry that the host belongs to, by the person's own client configuration.
struct OfferedRegistry {
    std::string name;               // "npm"
    std::vector<std::string> hosts; // all of it on this machine: HOST[:PORT][/PROTOCOL]
};

struct PendingQuestion { // text is fit for a screen: escaped once, here; whoever shows it does not escape it again
    std::string id;
    std::string digest;
    std::string run;
    std::string project;
    std::string profile;
    std::string object;       // "host:port:protocol"; of a request "GET https://host/path", in full
    std::string host;
    std::uint16_t port = 0;
    std::string protocol;
    std::string method;       // of a request on a connection that is looked into; empty: it is about the connection
    std::string path;         // of it; what an answer wider than "once" without a pattern is about. Empty: none can be given
    std::string process;
    std::string why;    // in English: what says ask, and where
    std::string reason; // the same as a code of policy::refusalReasons(); empty: the run was started by a version that tells none
    std::optional<policy::Origin> origin; // of the line that decided
    std::string rule;   // its id; empty: it has none
    std::vector<std::string> members;
    std::vector<AnswerScope> scopes;
    std::vector<std::string> patterns;
    std::vector<OfferedRegistry> registries;
    std::uint32_t waiting = 0;
    std::uint32_t attempts = 0;
    std::int64_t raised = 0;  // wall nanoseconds, UTC
    std::int64_t expires = 0;
    std::string state;        // "pending" "expired" "answered"
    std::string outcome;
    std::string group;        // id of the question that its burst began with; its own where it came alone
    bool quiet = false;       // the run has interrupted often enough: nothing comes up for it, and no notice is given
};

struct QuestionChange {
    enum class Kind : std::uint8_t { Raised, Changed, Closed } kind = Kind::Raised;
    PendingQuestion question;
};

struct QuestionAnswer {
    std::string id;
    std::string digest;
    bool allow = false;
    AnswerScope scope = AnswerScope::Once;
    // One of the patterns, or registryPattern() of one of the registries. Empty: exactly the host; of a request exactly its
    // method and path, which holds in this run at most. The host itself is one of the patterns of a request: every request to it.
    std::string pattern;
    std::uint32_t seconds = 0; // AnswerScope::Minutes: how long it holds, kLeastSeconds to kMostSeconds; else 0
    std::string note{};  // why, in the person's own words, for the history; at most kMaxNote bytes
};
inline std::string registryPattern(const OfferedRegistry& registry) { return "registry:" + registry.name; } // as --allow takes it
constexpr std::uint32_t kLeastSeconds = 60;
constexpr std::uint32_t kMostSeconds = 24 * 3600;
constexpr std::size_t kMaxNote = 500;

// What a person should know before answering, from this machine's own history.
enum class Risk : std::uint8_t { Routine, Unusual, Dangerous };
enum class RiskReason : std::uint8_t {
    FirstTime,   // no run of the history was let through to it, nor was one refused
    Address,     // an address where a name is usual: nobody says whose it is
    Lookalike,   // a name with letters that may look like others
    OddPort,     // neither of the web nor of what it speaks
    Unencrypted, // what is sent can be read on the way
    HostKey,     // a server's key that nobody has vouched for: only its fingerprint tells
    Refused,     // a person or a rule refused it before
    Unanswered,  // it was only refused because nobody answered; no run was let through
    Outside      // it is done outside of the run, where the person is signed in
};
struct QuestionContext {
    std::string owner; // the end of the host that is registered by somebody; empty: none, or an address
    Risk risk = Risk::Routine;
    std::vector<RiskReason> reasons; // the weightiest first
};

// What an answer would mean.
struct AnswerPreview {
    std::string rule;         // what would hold, in the words of a policy; empty: nothing is kept
    std::int64_t looked = 0;  // connections of the history that were compared, the newest; at most kPreviewRows
    std::int64_t matched = 0; // of those
    std::int64_t denied = 0;  // of those that match
};
constexpr std::int64_t kPreviewRows = 1000;

// An Allow that a person may keep for one project, after the question is gone.
struct ProjectRule {
    std::string profile;
    std::string project;
    std::string host;     // a name, or "*.example.org"
    std::uint16_t port = 0;
    std::string protocol;
    std::string text;     // in the words of a policy: exactly what keep() keeps; empty: it cannot be kept
};

// What was refused because nobody answered, and not let through later in the same run.
struct MissedRequest {
    std::string run;
    ProjectRule rule;         // for this host and port
    std::uint32_t times = 0;
    std::int64_t last = 0;    // wall nanoseconds
    bool hadApprover = false; // there was somebody, who did not answer
};
struct Missed {
    std::vector<MissedRequest> requests; // newest first; those of one run together
    std::int64_t newest = 0;             // id of the newest row that was looked at: `after` for what comes from now on
    bool cut = false;                    // there is more than was looked at
};
constexpr int kMissedRows = 5000;

// How a run's questions could have been fewer.
struct Hindsight {
    std::string run;                      // which it is about; empty: none
    struct Suggestion {
        ProjectRule rule;
        std::uint32_t avoids = 0; // so many of the questions
    };
    std::uint32_t questions = 0;          // that a person answered, or was to answer
    std::vector<Suggestion> suggestions;  // of what the person allowed, and never wider than what was allowed; the most useful first; none where the project is gone
};

class ApprovalService {
public:
    virtual ~ApprovalService() = default;
    // Pending and lately expired questions of all live runs, oldest first.
    virtual Result<std::vector<PendingQuestion>> list() = 0;
    // NotFound, Conflict (changed, or already answered), Invalid (scope or pattern not offered).
    virtual Status answer(const QuestionAnswer& answer) = 0;
    virtual Result<QuestionContext> context(const PendingQuestion& question) = 0;
    // Of many at once, in their order.
    virtual Result<std::vector<QuestionContext>> contexts(const std::vector<PendingQuestion>& questions) = 0;
    // `pattern`: as in QuestionAnswer.
    virtual Result<AnswerPreview> preview(const PendingQuestion& question, AnswerScope scope, const std::string& pattern) = 0;
    // Of rows with a greater id. No history: nothing.
    virtual Result<Missed> missed(std::int64_t after) = 0;
    // Empty: of the run that ended last.
    virtual Result<Hindsight> hindsight(const std::string& run) = 0;
    // Allows it in this project from now on. Questions of live runs that it decides are answered by it, so that their next
    // try passes. Refused: it is not one that can be kept.
    virtual Status keep(const ProjectRule& rule) = 0;
    // Calls `onChange` for every question that can be answered and then each change, over all runs that are live
    // or become live (the end of a run closes what is left), until it returns false or `stop` is requested. Sleeps while nothing happens.
    // `approver`: we can answer, so holds are not in vain.
    virtual Status watch(bool approver, const std::function<bool(const QuestionChange&)>& onChange,
                         std::stop_token stop) = 0;
};

} // namespace leadglass::api
