#include "core/session/gatekeeper.h"

#include <nlohmann/json.hpp>

#include "core/base/escape.h"
#include "core/base/log.h"
#include "core/policy/address.h"
#include "core/policy/evaluator.h"
#include "core/policy/host_name.h"

namespace leadglass::session {
namespace {

constexpr double kSecond = 1e9;
constexpr double kRefusalRows = 500;       // burst of refusal rows, then
constexpr double kRefusalRowsPerSecond = 50;
constexpr std::size_t kMaxNamesTold = 16384;

const char* protocolName(policy::Protocol p) {
    switch (p) {
    case policy::Protocol::Tls: return "tls";
    case policy::Protocol::Http: return "http";
    case policy::Protocol::Ssh: return "ssh";
    default: return "tcp";
    }
}

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
    : m_loop(loop), m_parts(parts), m_send(std::move(send)), m_keep(std::move(keep)),
      m_rowRefill(systemClock().awake()) {}

void Gatekeeper::onMessage(const wire::FromEgress& message) {
    if (const auto* query = std::get_if<wire::DnsQuery>(&message)) {
        onDns(*query);
    } else if (const auto* open = std::get_if<wire::FlowOpen>(&message)) {
        onOpen(*open);
    } else if (const auto* refused = std::get_if<wire::FlowRefused>(&message)) {
        onRefused(*refused);
    } else if (const auto* closed = std::get_if<wire::FlowClosed>(&message)) {
        onClosed(*closed);
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
    policy::Decision decision;
    if (host) {
        decision = policy::evaluateName(m_parts.policy, *host);
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
    noteRefused(subject, decision.reason);
    // One row a name: a program that asks again and again would drown the history.
    if (m_namesTold.size() >= kMaxNamesTold || !m_namesTold.emplace(subject, true).second ||
        !mayWriteRefusal()) {
        return;
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
    m_parts.trail.record(std::move(event));
}

void Gatekeeper::onOpen(const wire::FlowOpen& open) {
    if (m_flows.size() >= kMaxFlows || m_flows.count(open.flow) != 0) {
        wire::FlowVerdict verdict;
        verdict.flow = open.flow;
        verdict.refusal = wire::Refusal::Overload;
        m_send(verdict, -1);
        return;
    }
    Flow& flow = m_flows[open.flow];
    flow.id = open.flow;
    flow.opened = systemClock().awake();
    static const char* const kEntries[] = {"", "captured", "connect", "http_proxy", "socks",
                                           "loopback"};
    flow.entry = kEntries[static_cast<std::size_t>(open.entry)];
    flow.meaning = meaningOf(open, m_parts.book, m_parts.policy);
    flow.process = m_parts.attribution.describe(open.client, open.local);
    if (!flow.meaning.bad.empty()) {
        refuse(flow, flow.meaning.bad, "denied_by_policy", wire::Refusal::PolicyDenied);
        return;
    }
    auto own = policy::ownAddresses();
    if (!own) {
        refuse(flow, "own_addresses_unknown", "denied_by_policy", wire::Refusal::HardDenied);
        return;
    }
    flow.decision = policy::evaluateEgress(m_parts.policy, flow.meaning.request, *own);
    switch (flow.decision.verdict) {
    case policy::Verdict::Allow: allow(flow, "allowed_by_policy"); return;
    case policy::Verdict::Ask: ask(flow); return;
    case policy::Verdict::Deny: break;
    }
    refuse(flow, flow.decision.reason, "denied_by_policy",
           flow.decision.reason.starts_with("hard_denial") ? wire::Refusal::HardDenied
                                                           : wire::Refusal::PolicyDenied);
}

audit::Event Gatekeeper::eventOf(const Flow& flow, audit::Kind kind) const {
    audit::Event event;
    event.kind = kind;
    event.subject = flow.meaning.object;
    event.rule = flow.decision.ruleId;
    event.origin = flow.decision.origin ? policy::describe(*flow.decision.origin) : std::string();
    event.policy = flow.decision.policyVersion;
    event.inputs = flow.decision.inputsHash;
    event.process = flow.process;
    return event;
}

void Gatekeeper::noteRefused(const std::string& object, const std::string& reason) {
    auto it = m_refused.find(object);
    if (it == m_refused.end()) {
        if (m_refused.size() >= kMaxRefusedObjects) {
            return;
        }
        it = m_refused.emplace(object, Refused{reason, 0}).first;
    }
    ++it->second.count;
}

bool Gatekeeper::mayWriteRefusal() {
    const Nanos now = systemClock().awake();
    m_rowTokens = std::min(kRefusalRows, m_rowTokens + static_cast<double>(now - m_rowRefill) /
                                                           kSecond * kRefusalRowsPerSecond);
    m_rowRefill = now;
    if (m_rowTokens < 1) {
        ++m_rowsSuppressed;
        return false;
    }
    m_rowTokens -= 1;
    if (m_rowsSuppressed > 0) {
        audit::Event event;
        event.kind = audit::Kind::Fault;
        event.reason = "refusals_summed_up";
        event.subject = std::to_string(m_rowsSuppressed) + " more refusals than rows";
        m_rowsSuppressed = 0;
        m_parts.trail.record(std::move(event));
    }
    return true;
}

void Gatekeeper::refuse(Flow& flow, const std::string& reason, const std::string& outcome,
                        wire::Refusal refusal) {
    noteRefused(flow.meaning.object, reason);
    wire::FlowVerdict verdict;
    verdict.flow = flow.id;
    verdict.refusal = refusal;
    verdict.protocol = wireProtocol(flow.decision.protocol);
    verdict.host = flow.meaning.request.host;
    if (mayWriteRefusal()) {
        audit::Event event = eventOf(flow, audit::Kind::Egress);
        event.verdict = "deny";
        event.outcome = outcome;
        event.reason = reason;
        event.detail = nlohmann::json{{"entry", flow.entry}}.dump();
        // The client is told the row's number, so the row comes first; without a row it is refused
        // all the same.
        m_parts.trail.record(std::move(event), [this, verdict](Result<std::int64_t> row) mutable {
            verdict.decisionId = row ? std::to_string(*row) : std::string();
            m_send(verdict, -1);
        });
    } else {
        m_send(verdict, -1);
    }
    m_flows.erase(flow.id);
}

void Gatekeeper::allow(Flow& flow, const std::string& outcome) {
    flow.stage = Flow::Stage::Dialling;
    audit::Event event = eventOf(flow, audit::Kind::Egress);
    event.verdict = "allow";
    event.outcome = outcome;
    event.reason = flow.decision.reason;
    event.detail = nlohmann::json{{"entry", flow.entry},
                                  {"protocol", protocolName(flow.decision.protocol)}}
                       .dump();
    m_parts.trail.record(std::move(event), [this, id = flow.id](Result<std::int64_t> row) {
        auto it = m_flows.find(id);
        if (it == m_flows.end()) {
            return;
        }
        if (!row) {
            refuse(it->second, "not_recorded", "denied_by_policy", wire::Refusal::PolicyDenied);
            return;
        }
        dial(id, *row);
    });
}

void Gatekeeper::dial(std::uint64_t id, std::int64_t row) {
    Flow& flow = m_flows.at(id);
    flow.row = row;
    DialRequest request;
    request.host = flow.meaning.request.host;
    request.literal = flow.meaning.request.literal;
    request.loopbackPort = flow.meaning.request.loopbackPort;
    request.port = flow.meaning.request.port;
    request.decision = flow.decision;
    m_parts.dialler.dial(std::move(request),
                         [this, id](Dialled result) { dialled(id, std::move(result)); });
}

void Gatekeeper::dialled(std::uint64_t id, Dialled result) {
    auto it = m_flows.find(id);
    if (it == m_flows.end()) {
        return; // the client went away meanwhile
    }
    Flow& flow = it->second;
    if (!result.refusal.empty()) {
        refuse(flow, result.refusal, "denied_by_policy", wire::Refusal::HardDenied);
        return;
    }
    wire::FlowVerdict verdict;
    verdict.flow = id;
    verdict.host = flow.meaning.request.host;
    verdict.protocol = wireProtocol(flow.decision.protocol);
    verdict.sniAny = flow.decision.sni == policy::SniMode::Any;
    verdict.decisionId = std::to_string(flow.row);
    if (!result.socket) {
        verdict.refusal = result.failure == "unresolvable" ? wire::Refusal::Unresolvable
                                                           : wire::Refusal::Unreachable;
        m_send(verdict, -1);
        dropped(flow, result.failure + ": " + result.detail);
        return;
    }
    ++m_allowed;
    flow.stage = Flow::Stage::Open;
    flow.address = result.address;
    verdict.allow = true;
    m_send(verdict, result.socket.get());
}

void Gatekeeper::dropped(Flow& flow, const std::string& why) {
    audit::Event event = eventOf(flow, audit::Kind::EgressEnd);
    event.reason = "not_connected";
    event.detail = nlohmann::json{{"why", why}, {"decision", flow.row}}.dump(
        -1, ' ', false, nlohmann::json::error_handler_t::replace);
    m_parts.trail.record(std::move(event));
    m_flows.erase(flow.id);
}

void Gatekeeper::onRefused(const wire::FlowRefused& refused) {
    auto it = m_flows.find(refused.flow);
    if (it == m_flows.end() || it->second.stage != Flow::Stage::Open) {
        return;
    }
    Flow& flow = it->second;
    const std::string reason =
        refused.refusal == wire::Refusal::Inconsistent ? "name_inconsistent" : "bad_protocol";
    noteRefused(flow.meaning.object, reason);
    audit::Event event = eventOf(flow, audit::Kind::Egress);
    event.verdict = "deny";
    event.outcome = "denied_by_policy";
    event.reason = reason;
    event.detail = nlohmann::json{{"seen", forScreen(refused.detail, 255)},
                                  {"decision", flow.row}}
                       .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    m_parts.trail.record(std::move(event));
}

void Gatekeeper::onClosed(const wire::FlowClosed& closed) {
    auto it = m_flows.find(closed.flow);
    if (it == m_flows.end()) {
        return;
    }
    Flow& flow = it->second;
    if (flow.stage == Flow::Stage::Asking && m_queue != nullptr) {
        m_queue->withdraw(flow.id);
    }
    if (flow.stage == Flow::Stage::Open) {
        audit::Event event = eventOf(flow, audit::Kind::EgressEnd);
        constexpr Nanos kMilli = 1'000'000;
        event.detail = nlohmann::json{{"decision", flow.row},
                                      {"address", flow.address},
                                      {"bytes_out", closed.bytesOut},
                                      {"bytes_in", closed.bytesIn},
                                      {"millis", (systemClock().awake() - flow.opened) / kMilli}}
                           .dump();
        m_parts.trail.record(std::move(event));
    }
    m_flows.erase(it);
}

void Gatekeeper::egressEnded() {
    auto flows = std::move(m_flows);
    m_flows.clear();
    for (auto& [id, flow] : flows) {
        if (flow.stage == Flow::Stage::Asking && m_queue != nullptr) {
            m_queue->withdraw(id);
        }
        audit::Event event = eventOf(flow, audit::Kind::EgressEnd);
        event.reason = "egress_ended";
        m_parts.trail.record(std::move(event));
    }
}

} // namespace leadglass::session
