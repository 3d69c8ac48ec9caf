#include "core/session/gatekeeper.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/escape.h"
#include "core/base/log.h"
#include "core/policy/address.h"
#include "core/policy/describe.h"
#include "core/policy/evaluator.h"
#include "core/policy/host_name.h"
#include "core/policy/protocol.h"

namespace leadglass::session {
namespace {

constexpr std::size_t kMaxNamesTold = 16384;

wire::FlowProtocol wireProtocol(policy::Protocol p) {
    switch (p) {
    case policy::Protocol::Tls: return wire::FlowProtocol::Tls;
    case policy::Protocol::Http: return wire::FlowProtocol::Http;
    case policy::Protocol::Ssh: return wire::FlowProtocol::Ssh;
    default: return wire::FlowProtocol::Tcp;
    }
}

} // namespace

Gatekeeper::Gatekeeper(EventLoop& loop, Parts parts, Send send, Keep keep)
    : m_loop(loop), m_parts(parts), m_send(std::move(send)), m_keep(std::move(keep)), m_requests(*this, parts.trail) {}

void Gatekeeper::onMessage(const wire::FromEgress& message) {
    if (const auto* query = std::get_if<wire::DnsQuery>(&message)) {
        onDns(*query);
    } else if (const auto* open = std::get_if<wire::FlowOpen>(&message)) {
        onOpen(*open);
    } else if (const auto* refused = std::get_if<wire::FlowRefused>(&message)) {
        onRefused(*refused);
    } else if (const auto* closed = std::get_if<wire::FlowClosed>(&message)) {
        onClosed(*closed);
    } else if (const auto* crowded = std::get_if<wire::Crowded>(&message)) {
        onCrowded(*crowded);
    } else {
        m_requests.onMessage(message);
    }
}

void Gatekeeper::onDns(const wire::DnsQuery& query) {
    wire::DnsVerdict verdict;
    verdict.query = query.query;
    auto host = policy::canonicalHost(query.name);
    if (host && *host == "localhost") {
        verdict.kind = wire::DnsVerdict::Kind::Address;
        verdict.v4 = {127, 0, 0, 1};
        verdict.v6[15] = 1;
        m_send(verdict, -1);
        return;
    }
    if (m_canaries && holdsCanary(query)) {
        verdict.kind = wire::DnsVerdict::Kind::NoName;
        m_send(verdict, -1);
        return;
    }
    policy::Decision decision;
    if (host) {
        decision = rules().name(*host);
    } else {
        decision.reason = "bad_name";
    }
    if (decision.verdict != policy::Verdict::Deny) {
        if (auto addresses = m_parts.book.addressesOf(*host)) {
            verdict.kind = wire::DnsVerdict::Kind::Address;
            std::copy_n(addresses->v4.bytes.begin(), verdict.v4.size(), verdict.v4.begin());
            verdict.v6 = addresses->v6.bytes;
        } else {
            verdict.kind = wire::DnsVerdict::Kind::ServerFailure;
        }
        m_send(verdict, -1);
        return;
    }
    verdict.kind = wire::DnsVerdict::Kind::NoName;
    m_send(verdict, -1);
    const std::string subject = host ? *host : forScreen(query.name, 300);
    policy::EgressRequest looked; // for no port yet
    looked.host = host ? *host : std::string();
    noteRefused(subject, decision.reason, looked, decision);
    // One row a name: a program that asks again and again would drown the history.
    if (m_namesTold.count(subject) != 0 || !mayWrite(m_nameRows, "names")) {
        return;
    }
    if (m_namesTold.size() < kMaxNamesTold) {
        m_namesTold.insert(subject);
    }
    audit::Event event;
    event.kind = audit::Kind::Dns;
    event.verdict = "deny";
    event.outcome = "denied_by_policy";
    event.reason = decision.reason;
    event.subject = subject;
    event.rule = decision.ruleId;
    event.origin = decision.origin ? policy::describe(*decision.origin) : std::string();
    event.inputs = decision.inputsHash;
    if (decision.origin) {
        event.detail = nlohmann::json{{"layer", policy::layerName(decision.origin->layer)}}.dump();
    }
    m_parts.trail.record(std::move(event));
}

void Gatekeeper::onOpen(const wire::FlowOpen& open) {
    // Numbers only rise: one that was used could stand for another flow in somebody's hands.
    if (m_flows.size() >= kMaxFlows || open.flow <= m_lastWireId) {
        wire::FlowVerdict verdict;
        verdict.flow = open.flow;
        verdict.refusal = wire::Refusal::Overload;
        m_send(verdict, -1);
        return;
    }
    m_lastWireId = open.flow;
    const std::uint64_t token = m_nextToken++;
    m_byWireId.emplace(open.flow, token);
    Flow& flow = m_flows[token];
    flow.id = open.flow;
    flow.token = token;
    flow.opened = systemClock().awake();
    static const char* const kEntries[] = {"", "captured", "connect", "http_proxy", "socks",
                                           "loopback"};
    flow.entry = kEntries[static_cast<std::size_t>(open.entry)];
    flow.from = open.client;
    flow.to = open.local;
    flow.meaning = meaningOf(open, m_parts.book, m_parts.policy.policy());
    flow.client = m_parts.attribution.clientOf(open.client, open.local);
    if (m_canaries && holdsCanary(flow, open.name)) {
        refuse(flow, "canary", "denied_by_policy", wire::Refusal::MustNotLeave);
        return;
    }
    judge(flow);
}

policy::Evaluator& Gatekeeper::rules() {
    m_timed.expire(m_parts.policy);
    return m_parts.policy;
}

void Gatekeeper::judge(Flow& flow) {
    if (!flow.meaning.bad.empty()) {
        refuse(flow, flow.meaning.bad, "denied_by_policy", wire::Refusal::BadName);
        return;
    }
    auto own = policy::ownAddresses();
    if (!own) {
        refuse(flow, "own_addresses_unknown", "denied_by_policy", wire::Refusal::HardDenied);
        return;
    }
    flow.decision = rules().egress(flow.meaning.request, *own);
    noteUsed(flow.decision);
    switch (flow.decision.verdict) {
    case policy::Verdict::Allow: allow(flow, "allowed_by_policy"); return;
    case policy::Verdict::Ask:
        // A rule names the host, and it is each request that is asked about. A host that no rule names is not even looked up
        // before somebody said yes to it.
        if (flow.decision.inspect && flow.decision.reason != "default") {
            allow(flow, "allowed_by_policy");
        } else {
            ask(flow);
        }
        return;
    case policy::Verdict::Deny: break;
    }
    refuse(flow, flow.decision.reason, "denied_by_policy",
           flow.decision.reason.starts_with("hard_denial") ? wire::Refusal::HardDenied
                                                           : wire::Refusal::PolicyDenied);
}

Gatekeeper::Flow* Gatekeeper::flowOf(std::uint64_t token) {
    auto it = m_flows.find(token);
    return it == m_flows.end() ? nullptr : &it->second;
}

Gatekeeper::Flow* Gatekeeper::flowByWireId(std::uint64_t id) {
    auto it = m_byWireId.find(id);
    return it == m_byWireId.end() ? nullptr : flowOf(it->second);
}

void Gatekeeper::erase(const Flow& flow) {
    m_byWireId.erase(flow.id);
    m_flows.erase(flow.token); // `flow` is gone with it
}

audit::Event Gatekeeper::eventOf(const Flow& flow, audit::Kind kind) const {
    audit::Event event;
    event.kind = kind;
    event.subject = flow.meaning.object;
    event.rule = flow.decision.ruleId;
    event.origin = flow.decision.origin ? policy::describe(*flow.decision.origin) : std::string();
    event.policy = flow.decision.policyVersion;
    event.inputs = flow.decision.inputsHash;
    event.process = flow.client.text;
    return event;
}

void Gatekeeper::refuse(Flow& flow, const std::string& reason, const std::string& outcome,
                        wire::Refusal refusal) {
    noteRefused(flow.meaning.object, reason, flow.meaning.request, flow.decision);
    wire::FlowVerdict verdict;
    verdict.flow = flow.id;
    verdict.refusal = refusal;
    verdict.protocol = wireProtocol(flow.decision.protocol);
    verdict.host = flow.meaning.request.host;
    if (mayWrite(m_flowRows, "connections")) {
        audit::Event event = eventOf(flow, audit::Kind::Egress);
        event.verdict = "deny";
        event.outcome = outcome;
        event.reason = reason;
        nlohmann::json detail{{"entry", flow.entry}, {"protocol", policy::protocolName(flow.decision.protocol)}};
        if (flow.decision.origin) {
            detail["layer"] = policy::layerName(flow.decision.origin->layer);
        }
        event.detail = detail.dump();
        // The client is told the row's number, so the row comes first; without a row it is refused
        // all the same.
        m_parts.trail.record(std::move(event), [this, verdict, generation = m_generation](
                                                     Result<std::int64_t> row) mutable {
            if (generation != m_generation) {
                return; // the number means another flow by now
            }
            verdict.decisionId = row ? std::to_string(*row) : std::string();
            m_send(verdict, -1);
        });
    } else {
        m_send(verdict, -1);
    }
    erase(flow);
}

void Gatekeeper::allow(Flow& flow, const std::string& outcome) {
    flow.stage = Flow::Stage::Dialling;
    audit::Event event = eventOf(flow, audit::Kind::Egress);
    event.verdict = "allow";
    event.outcome = outcome;
    event.reason = flow.decision.reason;
    event.detail = nlohmann::json{{"entry", flow.entry},
                                  {"protocol", policy::protocolName(flow.decision.protocol)},
                                  {"inspected", flow.decision.inspect}}
                       .dump();
    m_parts.trail.record(std::move(event), [this, token = flow.token](Result<std::int64_t> row) {
        Flow* found = flowOf(token);
        if (found == nullptr) {
            return;
        }
        if (!row) {
            refuse(*found, "not_recorded", "denied_by_policy", wire::Refusal::PolicyDenied);
            return;
        }
        dial(*found, *row);
    });
}

void Gatekeeper::dial(Flow& flow, std::int64_t row) {
    flow.row = row;
    DialRequest request;
    request.host = flow.meaning.request.host;
    request.literal = flow.meaning.request.literal;
    request.loopbackPort = flow.meaning.request.loopbackPort;
    request.port = flow.meaning.request.port;
    request.decision = flow.decision;
    flow.dial = m_parts.dialler.dial(
        std::move(request),
        [this, token = flow.token](Dialled result) { dialled(token, std::move(result)); });
}

void Gatekeeper::dialled(std::uint64_t token, Dialled result) {
    Flow* found = flowOf(token);
    if (found == nullptr) {
        return; // the client went away meanwhile
    }
    Flow& flow = *found;
    flow.dial = 0;
    if (!result.refusal.empty()) {
        refuse(flow, result.refusal, "denied_by_policy", wire::Refusal::HardDenied);
        return;
    }
    wire::FlowVerdict verdict;
    verdict.flow = flow.id;
    verdict.host = flow.meaning.request.host;
    verdict.protocol = wireProtocol(flow.decision.protocol);
    verdict.sniAny = flow.decision.sni == policy::SniMode::Any;
    verdict.inspect = flow.decision.inspect;
    verdict.decisionId = std::to_string(flow.row);
    if (!result.socket) {
        verdict.refusal = result.failure == "unresolvable" ? wire::Refusal::Unresolvable
                                                           : wire::Refusal::Unreachable;
        m_send(verdict, -1);
        noteUnreached(flow.meaning.object, result.detail);
        dropped(flow, result.failure + ": " + result.detail);
        return;
    }
    ++m_allowed;
    if (const auto refused = m_refused.find(flow.meaning.object); refused != m_refused.end()) {
        refused->second.allowedLater = true;
    }
    flow.stage = Flow::Stage::Open;
    flow.address = result.address;
    flow.inspected = {flow.token, flow.meaning.request, flow.decision, flow.client, flow.meaning.object, flow.row, flow.answered};
    verdict.allow = true;
    m_send(verdict, result.socket.get());
}

void Gatekeeper::dropped(Flow& flow, const std::string& why) {
    audit::Event event = eventOf(flow, audit::Kind::EgressEnd);
    event.reason = "not_connected";
    event.detail = nlohmann::json{{"why", why}, {"decision", flow.row}}.dump(
        -1, ' ', false, nlohmann::json::error_handler_t::replace);
    m_parts.trail.record(std::move(event));
    erase(flow);
}

void Gatekeeper::onRefused(const wire::FlowRefused& refused) {
    Flow* found = flowByWireId(refused.flow);
    if (found == nullptr || found->stage != Flow::Stage::Open || found->inconsistencyTold) {
        return; // one row a flow, whatever the egress process says
    }
    Flow& flow = *found;
    flow.inconsistencyTold = true;
    const std::string reason =
        refused.refusal == wire::Refusal::Inconsistent ? "name_inconsistent" : "bad_protocol";
    noteRefused(flow.meaning.object, reason, flow.meaning.request, flow.decision);
    if (!mayWrite(m_flowRows, "connections")) {
        return;
    }
    audit::Event event = eventOf(flow, audit::Kind::Egress);
    event.verdict = "deny";
    event.outcome = "denied_by_policy";
    event.reason = reason;
    event.detail = nlohmann::json{{"seen", forScreen(refused.detail, 255)},
                                  {"decision", flow.row}}
                       .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    m_parts.trail.record(std::move(event));
}

} // namespace leadglass::session
