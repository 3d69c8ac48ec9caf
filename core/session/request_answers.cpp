// Questions about requests and their answers: the part of request_gate.h that waits for a person.
#include <algorithm>

#include "core/base/digest.h"
#include "core/base/escape.h"
#include "core/policy/http_path.h"
#include "core/policy/host_name.h"
#include "core/policy/protocol.h"
#include "core/session/answer_rule.h"
#include "core/session/ask_words.h"
#include "core/session/request_gate.h"

namespace leadglass::session {

namespace {

// Is all of it in what a person is shown? (policy::describeRequest() cuts.) What is not cannot be answered, and two that
// differ only there must not be one question.
bool shownWhole(const policy::HttpRequest& http) {
    constexpr std::size_t kMostTarget = 500;
    constexpr std::size_t kMostRefs = 4;
    constexpr std::size_t kMostRef = 180;
    const std::string target = http.target.substr(0, http.target.find('?'));
    return forScreen(target, 2 * kMostTarget).size() <= kMostTarget && http.method.size() <= 32 && http.refs.size() <= kMostRefs &&
           std::all_of(http.refs.begin(), http.refs.end(), [](const auto& ref) { return forScreen(ref.ref, 2 * kMostRef).size() <= kMostRef; });
}

} // namespace

void RequestGate::ask(Request& request) {
    const auto& connection = request.on.connection;
    AskRequest question;
    question.flow = request.token;
    question.port = connection.port;
    question.protocol = policy::protocolName(request.on.decision.protocol);
    question.process = request.on.client.text;
    question.processTree = request.on.client.tree;
    question.program = programOf(request.on.client.text);
    question.why = askWords(request.decision);
    question.by = askedBy(request.decision);
    question.request = request.text;
    if (const std::size_t query = request.http.target.find('?'); query != std::string::npos) {
        question.apart = sha256Hex(std::string_view(request.http.target).substr(query)); // it may hold a credential, and is not shown
    }
    question.method = request.http.method;
    question.scopes = {Scope::Once};
    const auto target = policy::normaliseTarget(request.http.target, request.http.host);
    // A rule for just this path can be said where the path is one that a rule can name.
    const bool namable = target.ok() && target.path.find('*') == std::string::npos && forScreen(target.path, kMaxAskedPath) == target.path &&
                         !request.http.pushed;
    if (namable) {
        question.path = target.path;
        question.scopes = {Scope::Once, Scope::Minutes, Scope::Run};
    }
    question.host = hostOf(connection);
    if (!connection.host.empty()) {
        question.scopes = {Scope::Once, Scope::Minutes, Scope::Run, Scope::Project, Scope::Always};
        question.patterns = {connection.host};
        const std::string registrable = policy::registrableDomain(connection.host);
        if (!registrable.empty() && registrable != connection.host) {
            question.patterns.push_back("*." + registrable);
        }
    }
    request.stage = Stage::Asking;
    if (m_queue == nullptr) {
        refuse(request, "ask_deny", "no_approver", wire::Refusal::NobodyToAsk);
        return;
    }
    if (!shownWhole(request.http)) {
        refuse(request, "too_long_to_ask", "denied_by_policy", wire::Refusal::PolicyDenied);
        return;
    }
    // Shown is the request line: nobody is to say yes to a GET that is meant as a DELETE.
    if (const std::string elsewhere = policy::saidElsewhere(request.http); !elsewhere.empty()) {
        refuse(request, elsewhere, "denied_by_policy", wire::Refusal::PolicyDenied);
        return;
    }
    audit::Event event = eventOf(request, audit::Kind::Question);
    event.verdict = "ask";
    event.reason = request.decision.reason;
    const std::uint64_t token = request.token;
    if (auto now = m_queue->ask(question)) {
        resolved(token, *now, true);
    } else {
        m_trail.record(std::move(event));
    }
}

void RequestGate::resolved(std::uint64_t token, const Resolution& resolution, bool recorded) {
    Request* request = find(token);
    if (request == nullptr || request->stage != Stage::Asking) {
        return;
    }
    if (!resolution.allow) {
        refuse(*request, resolution.reason, outcomeName(resolution.outcome), refusalOf(resolution.outcome));
        return;
    }
    // Judged anew: rules and own addresses may have changed while it waited, and its connection may be gone.
    const auto& addresses = own();
    if (!recorded || !addresses) {
        refuse(*request, recorded ? "own_addresses_unknown" : "not_recorded", "denied_by_policy", wire::Refusal::PolicyDenied);
        return;
    }
    request->decision = m_host.rules().request(request->on.connection, request->http, *addresses);
    m_host.used(request->decision);
    if (request->decision.verdict == policy::Verdict::Deny) {
        refuse(*request, request->decision.reason, "denied_by_policy", wire::Refusal::PolicyDenied);
        return;
    }
    admit(*request, outcomeName(resolution.outcome));
}

std::optional<policy::EgressRule> RequestGate::ruleOf(const Resolution& resolution) {
    const auto& shown = resolution.shown;
    if (shown.method.empty() || !resolution.pattern.empty()) {
        return std::nullopt;
    }
    auto rule = answerRule(shown.host, shown.port, shown.protocol);
    if (!rule) {
        return std::nullopt;
    }
    rule->when.methods = {shown.method};
    rule->when.paths = {shown.path};
    return std::move(*rule);
}

std::optional<bool> RequestGate::judgeAgain(const std::vector<std::uint64_t>& flows) {
    const auto& addresses = own();
    for (const std::uint64_t token : flows) {
        const Request* request = find(token);
        if (addresses && request != nullptr && request->stage == Stage::Asking) {
            const auto decision = m_host.rules().request(request->on.connection, request->http, *addresses);
            return decision.verdict == policy::Verdict::Ask ? std::nullopt : std::optional(decision.verdict == policy::Verdict::Allow);
        }
    }
    return std::nullopt;
}

} // namespace leadglass::session
