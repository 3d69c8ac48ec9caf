// Questions and their answers: the part of the gatekeeper that waits for a person.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/escape.h"
#include "core/policy/address.h"
#include "core/policy/evaluator.h"
#include "core/policy/host_name.h"
#include "core/policy/protocol.h"
#include "core/policy/registry_rules.h"
#include "core/session/answer_rule.h"
#include "core/session/ask_words.h"
#include "core/session/gatekeeper.h"

namespace leadglass::session {

void Gatekeeper::setQueue(ApprovalQueue& queue) {
    m_queue = &queue;
    m_requests.setQueue(queue);
    queue.setGone([this](std::uint64_t token) { return leftUnanswered(token); });
}

// A client that closes looks to the egress process like one that has only said all it has to say.
bool Gatekeeper::leftUnanswered(std::uint64_t token) {
    if (token >= RequestGate::kFirstToken) { // of a request, or of an act
        return false; // its end is told
    }
    Flow* flow = flowOf(token);
    if (flow == nullptr || !m_parts.attribution.hasLeft(flow->from, flow->to)) {
        return flow == nullptr;
    }
    recordEnd(*flow, "client_left", nullptr);
    wire::FlowVerdict verdict;
    verdict.flow = flow->id;
    verdict.refusal = wire::Refusal::NotAnswered;
    m_send(verdict, -1);
    erase(*flow);
    return true;
}

void Gatekeeper::ask(Flow& flow) {
    const auto& request = flow.meaning.request;
    AskRequest question;
    question.flow = flow.token;
    question.port = request.port;
    question.protocol = policy::protocolName(flow.decision.protocol);
    question.process = flow.client.text;
    question.processTree = flow.client.tree;
    question.program = programOf(question.process);
    question.why = askWords(flow.decision);
    question.host = hostOf(request);
    question.by = askedBy(flow.decision);
    if (request.host.empty()) {
        question.scopes = {Scope::Once, Scope::Minutes, Scope::Run};
    } else {
        question.scopes = {Scope::Once, Scope::Minutes, Scope::Run, Scope::Project, Scope::Always};
        const std::string registrable = policy::registrableDomain(request.host);
        if (!registrable.empty() && registrable != request.host) {
            question.patterns = {"*." + registrable};
        }
        question.registries = registriesFor(m_registries, request.host, request.port, flow.decision.protocol);
    }
    flow.stage = Flow::Stage::Asking;
    if (m_queue == nullptr) {
        refuse(flow, "ask_deny", "no_approver", wire::Refusal::NobodyToAsk);
        return;
    }
    // The row of what is answered at once is the flow's own: no question was put to anybody.
    audit::Event event = eventOf(flow, audit::Kind::Question);
    event.verdict = "ask";
    event.reason = flow.decision.reason;
    if (auto now = m_queue->ask(question)) {
        settle(flow, *now, true);
    } else {
        m_parts.trail.record(std::move(event));
    }
}

Status Gatekeeper::onResolved(const Resolution& resolution) {
    audit::Event answer;
    answer.kind = audit::Kind::Answer;
    answer.verdict = resolution.allow ? "allow" : "deny";
    answer.outcome = outcomeName(resolution.outcome);
    answer.reason = resolution.reason;
    answer.subject = resolution.object;
    nlohmann::json detail{{"question", resolution.question},
                          {"scope", wire::scopeName(resolution.scope)},
                          {"pattern", resolution.pattern},
                          {"approver", resolution.approver},
                          {"flows", resolution.flows.size()}};
    if (resolution.scope == Scope::Minutes) {
        constexpr Nanos kSecond = 1'000'000'000;
        detail["seconds"] = resolution.seconds;
        detail["until"] = rfc3339(systemClock().wall() + resolution.seconds * kSecond);
    }
    for (const auto& registry : resolution.shown.registries) {
        if (resolution.pattern == "registry:" + registry.name) {
            detail["hosts"] = registry.hosts;
        }
    }
    if (!resolution.note.empty()) {
        detail["note"] = resolution.note;
    }
    answer.detail = detail.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    m_parts.trail.record(std::move(answer));
    const bool byUser = resolution.outcome == Outcome::AllowedByUser || resolution.outcome == Outcome::DeniedByUser;
    // A refusal that nobody gave stands whether or not its row does: a thousand holds that end at once are one commit.
    Status committed = resolution.allow || byUser ? m_parts.trail.flush() : Status();
    if (committed && byUser && resolution.scope != Scope::Once) {
        committed = keepAnswer(resolution);
    }
    for (const std::uint64_t token : resolution.flows) {
        if (RequestGate::isOurs(token)) {
            m_requests.resolved(token, resolution, committed.ok());
            continue;
        }
        Flow* flow = flowOf(token);
        if (flow != nullptr && flow->stage == Flow::Stage::Asking) {
            settle(*flow, resolution, committed.ok());
        }
    }
    return committed;
}

void Gatekeeper::settle(Flow& flow, const Resolution& resolution, bool recorded) {
    if (!resolution.allow) {
        refuse(flow, resolution.reason, outcomeName(resolution.outcome),
               refusalOf(resolution.outcome));
        return;
    }
    // Judged anew: rules, own addresses and ceilings may have changed while it waited.
    auto own = policy::ownAddresses();
    if (!recorded || !own) {
        refuse(flow, recorded ? "own_addresses_unknown" : "not_recorded", "denied_by_policy",
               wire::Refusal::PolicyDenied);
        return;
    }
    flow.decision = rules().egress(flow.meaning.request, *own);
    noteUsed(flow.decision);
    if (flow.decision.verdict == policy::Verdict::Deny) {
        refuse(flow, flow.decision.reason, "denied_by_policy", wire::Refusal::PolicyDenied);
        return;
    }
    flow.answered = true;
    allow(flow, outcomeName(resolution.outcome));
}

// In this run a registry is the hosts that were shown, whatever its configuration says by now.
Result<std::vector<policy::EgressRule>> Gatekeeper::rulesOf(const Resolution& resolution) const {
    const std::string registry = policy::registryNamed(resolution.pattern);
    if (registry.empty()) {
        const std::string& name = resolution.pattern.empty() ? resolution.shown.host : resolution.pattern;
        return std::vector{LG_TRY(answerRule(name, resolution.shown.port, resolution.shown.protocol))};
    }
    for (const auto& offered : resolution.shown.registries) {
        if (offered.name == registry) {
            return policy::registryRules(policy::registryRule(registry), offered.hosts);
        }
    }
    return makeError(Code::Invalid, "registry '" + registry + "' was not offered");
}

// The rule that an answer wider than "once" stands for.
Status Gatekeeper::keepAnswer(const Resolution& resolution) {
    const auto verdict = resolution.allow ? policy::Verdict::Allow : policy::Verdict::Deny;
    const bool ofRun = resolution.scope == Scope::Run || resolution.scope == Scope::Minutes;
    std::vector<policy::EgressRule> given;
    if (auto ofRequest = RequestGate::ruleOf(resolution)) {
        given.push_back(std::move(*ofRequest));
    } else {
        given = LG_TRY(rulesOf(resolution));
    }
    for (auto& rule : given) {
        rule.origin = {ofRun ? policy::Layer::Run : policy::Layer::Grant, "answer", 0, 0};
        rule.id = "answer:" + resolution.question;
    }
    if (!ofRun) {
        const std::string registry = policy::registryNamed(resolution.pattern);
        LG_TRY(m_keep(registry.empty() ? given.front() : policy::registryRule(registry), verdict, resolution.scope));
    }
    for (const auto& rule : given) {
        rules().add(rule, verdict);
    }
    if (resolution.scope == Scope::Minutes) {
        m_timed.add("answer:" + resolution.question, verdict, resolution.seconds);
    }
    closeCovered();
    return {};
}

// Other questions that wait, and that the new rule decides.
void Gatekeeper::closeCovered() {
    const auto own = policy::ownAddresses();
    if (!own || m_queue == nullptr) {
        return;
    }
    m_queue->reevaluate([&](const Question& question, const std::vector<std::uint64_t>& flows) -> std::optional<bool> {
        if (!question.method.empty()) {
            return m_requests.judgeAgain(flows);
        }
        policy::EgressRequest request;
        request.port = question.port;
        request.literal = policy::parseAddress(question.host);
        if (question.host == kOwnLoopback) {
            request.loopbackPort = question.port;
        } else if (!request.literal) {
            request.host = question.host;
        }
        const auto decision = rules().egress(request, *own);
        return decision.verdict == policy::Verdict::Ask ? std::nullopt : std::optional(decision.verdict == policy::Verdict::Allow);
    });
}

} // namespace leadglass::session
