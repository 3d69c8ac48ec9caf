// Questions of all live runs of this person, and answers to them: what the app and the CLI see.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace leadglass::api {

enum class AnswerScope : std::uint8_t { Once, Run, Project, Always };

struct PendingQuestion { // text is fit for a screen
    std::string id;
    std::string digest;
    std::string run;
    std::string project;
    std::string profile;
    std::string object;
    std::string host;
    std::uint16_t port = 0;
    std::string protocol;
    std::string process;
    std::string why;
    std::vector<std::string> members;
    std::vector<AnswerScope> scopes;
    std::vector<std::string> patterns;
    std::uint32_t waiting = 0;
    std::uint32_t attempts = 0;
    std::int64_t raised = 0;  // wall nanoseconds, UTC
    std::int64_t expires = 0;
    std::string state;        // "pending" "expired" "answered"
    std::string outcome;
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
    std::string pattern; // empty: exactly the host
};

// What a person should know before answering, from this machine's own history.
enum class Risk : std::uint8_t { Routine, Unusual, Dangerous };
enum class RiskReason : std::uint8_t {
    FirstTime,   // no run of the history was let through to it
    Address,     // an address where a name is usual: nobody says whose it is
    Lookalike,   // a name with letters that may look like others
    OddPort,     // neither of the web nor of what it speaks
    Unencrypted, // what is sent can be read on the way
    Refused      // it was refused before
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

class ApprovalService {
public:
    virtual ~ApprovalService() = default;
    // Pending and lately expired questions of all live runs, oldest first.
    virtual Result<std::vector<PendingQuestion>> list() = 0;
    // NotFound, Conflict (changed, or already answered), Invalid (scope or pattern not offered).
    virtual Status answer(const QuestionAnswer& answer) = 0;
    virtual Result<QuestionContext> context(const PendingQuestion& question) = 0;
    // `pattern`: as in QuestionAnswer.
    virtual Result<AnswerPreview> preview(const PendingQuestion& question, AnswerScope scope, const std::string& pattern) = 0;
    // Calls `onChange` for every question that can be answered and then each change, over all runs that are live
    // or become live (the end of a run closes what is left), until it returns false or `stop` is requested. Sleeps while nothing happens.
    // `approver`: we can answer, so holds are not in vain.
    virtual Status watch(bool approver, const std::function<bool(const QuestionChange&)>& onChange,
                         std::stop_token stop) = 0;
};

} // namespace leadglass::api
