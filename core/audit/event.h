// One row of the audit history, as a value.
//
// Text fields may hold hostile bytes: the writer passes each through forScreen() and keeps valid
// UTF-8 only. Never a secret, never a request body.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace leadglass::audit {

enum class Kind {
    RunStart, RunEnd, Plan, Egress, EgressEnd, Dns, Question, Answer, Change, Apply, Undo, Discard,
    Limit, Policy, Credential, Exec, ExecEnd, Paste, Request, RequestEnd, Sighting, Open, Fault
};
const char* kindName(Kind kind); // "run_start", "run_end", "plan", "egress", "egress_end", "dns",
                                 // "question", "answer", "change", "apply", "undo", "discard",
                                 // "limit", "policy", "credential", "exec", "exec_end", "paste", "request",
                                 // "request_end", "sighting", "open", "fault"
std::optional<Kind> kindFromName(std::string_view name);

struct Event {
    Kind kind = Kind::Fault;
    std::string run;       // run id; empty for none
    std::int64_t time = 0; // wall nanoseconds, UTC
    std::string verdict;   // "allow" | "deny" | "ask" | ""
    std::string outcome;   // policy outcomes: allowed_by_policy, denied_by_policy, allowed_by_user,
                           // denied_by_user, expired_unanswered, no_approver, superseded_by_rule, run_ended
    std::string reason;    // reason code
    std::string subject;   // what it was about: "api.example.com:443", "src/main.c", a command
    std::string rule;      // rule id
    std::string origin;    // "FILE:LINE"
    std::string policy;    // policy version
    std::string inputs;    // hash of the inputs
    std::string process;   // "pid exe argv0 < parent ..." as attributed; display only
    std::string detail;    // compact JSON object with what is special to the kind; may be empty
};

struct Row {
    std::int64_t id = 0; // 1, 2, 3 ... without gaps over the whole history
    Event event;
    std::string hash; // hex SHA-256 over the previous row's hash and this row's fields
};

} // namespace leadglass::audit
