// Questions of all live runs of this person, and answers to them: what the app and the CLI see.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
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

class ApprovalService {
public:
    virtual ~ApprovalService() = default;
    // Pending and lately expired questions of all live runs, oldest first.
    virtual Result<std::vector<PendingQuestion>> list() = 0;
    // NotFound, Conflict (changed, or already answered), Invalid (scope or pattern not offered).
    virtual Status answer(const QuestionAnswer& answer) = 0;
    // Calls `onChange` for every pending question and then each change, over all runs that are live
    // or become live, until it returns false. `approver`: we can answer, so holds are not in vain.
    virtual Status watch(bool approver, const std::function<bool(const QuestionChange&)>& onChange,
                         const std::function<bool()>& goOn) = 0;
};

} // namespace leadglass::api
