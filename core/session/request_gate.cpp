#include "core/session/request_gate.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/policy/address.h"
#include "core/policy/describe.h"
#include "core/policy/host_name.h"

namespace leadglass::session {
namespace {

constexpr Nanos kSecond = 1'000'000'000;
constexpr auto kReplace = nlohmann::json::error_handler_t::replace;

// Equal to the connection's own name or address; the process that says so may be anybody's by now.
bool isHostOf(const std::string& said, const policy::EgressRequest& connection) {
    std::string name = said;
    const std::size_t colon = name.rfind(':');
    if (colon != std::string::npos && name.find_first_not_of("0123456789", colon + 1) == std::string::npos &&
        (name.find(':') == colon || name.starts_with('['))) {
        name.resize(colon);
    }
    if (name.starts_with('[') && name.ends_with(']')) {
        name = name.substr(1, name.size() - 2);
    }
    if (!connection.host.empty()) {
        const auto host = policy::canonicalHost(name);
        return host && *host == connection.host;
    }
    if (connection.loopbackPort != 0) {
        return true;
    }
    const auto literal = policy::parseAddress(name);
    return literal && connection.literal && *literal == *connection.literal;
}

policy::HttpRequest toPolicy(const wire::RequestOpen& open) {
    policy::HttpRequest http;
    http.method = open.method;
    http.target = open.target;
    http.host = open.host;
    http.version = open.version;
    for (const auto& header : open.headers) {
        http.headers.push_back({header.name, header.value});
    }
    http.pushed = open.pushed;
    for (const auto& ref : open.refs) {
        http.refs.push_back({ref.ref, ref.create, ref.remove});
    }
    return http;
}

// 0: it says none, or none that can be read (then the egress process refuses it).
std::uint64_t saidLength(const policy::HttpRequest& http) {
    std::uint64_t out = 0;
    for (const auto& header : http.headers) {
        std::uint64_t size = 0;
        if (header.name == "content-length" &&
            std::from_chars(header.value.data(), header.value.data() + header.value.size(), size).ec == std::errc::result_out_of_range) {
            size = UINT64_MAX;
        }
        out = std::max(out, size);
    }
    return out;
}

bool onlyReads(const policy::HttpRequest& http) {
    return (http.method == "GET" || http.method == "HEAD") && *policy::saidElsewhere(http) == '\0';
}

// For people and the history. Not the query: it may hold a credential, and that there is one is said.
std::string textOf(const policy::EgressRequest& connection, const policy::HttpRequest& http) {
    policy::HttpRequest shown;
    shown.method = http.method;
    shown.pushed = http.pushed;
    shown.refs = http.refs;
    const std::size_t query = http.target.find('?');
    shown.target = query == std::string::npos ? http.target : http.target.substr(0, query) + "?...";
    return policy::describeRequest(connection, shown);
}

} // namespace

RequestGate::RequestGate(RequestHost& host, AuditTrail& trail) : m_host(host), m_trail(trail) {}

bool RequestGate::onMessage(const wire::FromEgress& message) {
    if (const auto* open = std::get_if<wire::RequestOpen>(&message)) {
        onOpen(*open);
    } else if (const auto* done = std::get_if<wire::RequestDone>(&message)) {
        onDone(*done);
    } else if (const auto* sighting = std::get_if<wire::Sighting>(&message)) {
        onSighting(*sighting);
    } else if (const auto* failed = std::get_if<wire::TlsFailed>(&message)) {
        onTlsFailed(*failed);
    } else {
        return false;
    }
    return true;
}

void RequestGate::turnAway(std::uint64_t number, wire::Refusal refusal) {
    wire::RequestVerdict verdict;
    verdict.request = number;
    verdict.refusal = static_cast<std::uint8_t>(refusal);
    m_host.send(verdict);
}

const std::optional<std::vector<policy::Address>>& RequestGate::own() {
    // Of a machine whose addresses change while a connection lives, a moment ago is now.
    const Nanos now = systemClock().awake();
    if (!m_own || now - m_ownRead > kSecond) {
        auto read = policy::ownAddresses();
        m_own = read ? std::optional(std::move(*read)) : std::nullopt;
        m_ownRead = now;
    }
    return m_own;
}

void RequestGate::onOpen(const wire::RequestOpen& open) {
    const OpenedFlow* flow = m_host.openedFlow(open.flow);
    // Numbers only rise: one that was used could stand for another request in somebody's hands.
    if (flow == nullptr || open.request <= m_lastNumber || m_requests.size() >= kMaxRequests) {
        turnAway(open.request, flow == nullptr ? wire::Refusal::BadProtocol : wire::Refusal::Overload);
        return;
    }
    m_lastNumber = open.request;
    const std::uint64_t token = m_nextToken++;
    m_byNumber.emplace(open.request, token);
    Request& request = m_requests[token];
    request.number = open.request;
    request.token = token;
    request.flow = open.flow;
    request.on = *flow;
    request.http = toPolicy(open);
    request.text = textOf(request.on.connection, request.http);
    request.opened = systemClock().awake();
    if (!isHostOf(open.host, request.on.connection)) {
        refuse(request, "name_inconsistent", "denied_by_policy", wire::Refusal::Inconsistent);
        return;
    }
    // One that says no length is counted as it is sent, by the egress process.
    if (m_maxBody != 0 && saidLength(request.http) > m_maxBody) {
        refuse(request, "body_too_large", "denied_by_policy", wire::Refusal::TooLarge);
        return;
    }
    judge(request);
}

void RequestGate::judge(Request& request) {
    const auto& addresses = own();
    if (!addresses) {
        refuse(request, "own_addresses_unknown", "denied_by_policy", wire::Refusal::HardDenied);
        return;
    }
    request.decision = m_host.rules().request(request.on.connection, request.http, *addresses);
    m_host.used(request.decision);
    switch (request.decision.verdict) {
    case policy::Verdict::Allow: admit(request, "allowed_by_policy"); return;
    case policy::Verdict::Ask:
        // No rule says more of it than of its connection, which a person let through.
        if (request.on.answered && request.decision.reason == "default") {
            admit(request, "allowed_by_user");
        } else {
            ask(request);
        }
        return;
    case policy::Verdict::Deny: break;
    }
    refuse(request, request.decision.reason, "denied_by_policy", wire::Refusal::PolicyDenied);
}

void RequestGate::record(Request& request, const std::string& outcome, secrets::Answer answer) {
    request.stage = Stage::Recording;
    request.uses = answer.uses;
    // Of a flood the connection has its row, and the rest is counted.
    RowBudget& rows = !answer.uses.empty() ? m_useRows : onlyReads(request.http) ? m_readingRows : m_allowedRows;
    if (!rows.take()) {
        countUses(request, answer);
        pass(request, 0, answer);
        return;
    }
    sumUp(rows, answer.uses.empty() ? "requests that were allowed" : "requests with a credential");
    if (!answer.uses.empty() && systemClock().awake() - m_countedAt >= kSecond) {
        recordCounted();
    }
    recordUses(request, answer);
    audit::Event event = eventOf(request, audit::Kind::Request);
    event.verdict = "allow";
    event.outcome = outcome;
    event.reason = request.decision.reason;
    auto held = std::make_shared<secrets::Answer>(std::move(answer));
    m_trail.record(std::move(event), [this, token = request.token, held](Result<std::int64_t> row) {
        Request* found = find(token);
        if (found == nullptr) {
            return;
        }
        if (!row) {
            refuse(*found, "not_recorded", "denied_by_policy", wire::Refusal::PolicyDenied);
            return;
        }
        pass(*found, *row, *held);
    });
}

void RequestGate::pass(Request& request, std::int64_t row, secrets::Answer& answer) {
    request.stage = Stage::Open;
    request.row = row;
    ++m_allowed;
    watch(request);
    if (!answer.uses.empty()) {
        watchOthers(request); // before the server can have it
    }
    wire::ToEgress message{wire::RequestVerdict{}};
    auto& verdict = std::get<wire::RequestVerdict>(message);
    verdict.request = request.number;
    verdict.allow = true;
    verdict.decisionId = std::to_string(row != 0 ? row : request.on.row);
    verdict.edits.reserve(answer.edits.size()); // nothing of a value stays behind in what it outgrew
    for (const auto& edit : answer.edits) {
        auto& put = verdict.edits.emplace_back();
        put.name = edit.header;
        put.value = edit.value.reveal();
        put.remove = edit.remove;
        put.secret = edit.secret;
    }
    verdict.redact.reserve(answer.redact.size());
    for (std::size_t i = 0; i < answer.redact.size(); ++i) {
        verdict.redact.emplace_back(answer.redact.at(i));
    }
    m_host.send(message);
    for (auto& edit : verdict.edits) {
        wipe(edit.value);
    }
    for (auto& text : verdict.redact) {
        wipe(text);
    }
}

void RequestGate::refuse(Request& request, const std::string& reason, const std::string& outcome, wire::Refusal refusal,
                         const std::string& detail) {
    m_host.refused(request.text, reason, request.on.connection, request.decision);
    wire::RequestVerdict verdict;
    verdict.request = request.number;
    verdict.refusal = static_cast<std::uint8_t>(refusal);
    if (mayWrite(m_refusedRows, "requests")) {
        audit::Event event = eventOf(request, audit::Kind::Request);
        event.verdict = "deny";
        event.outcome = outcome;
        event.reason = reason;
        if (!detail.empty()) {
            auto about = nlohmann::json::parse(event.detail);
            about["why"] = forScreen(detail, 300);
            event.detail = about.dump(-1, ' ', false, kReplace);
        }
        // The client is told the row's number, so the row comes first; without a row it is refused all the same.
        m_trail.record(std::move(event), [this, verdict, generation = m_generation](Result<std::int64_t> row) mutable {
            if (generation != m_generation) {
                return; // the number means another request by now
            }
            verdict.decisionId = row ? std::to_string(*row) : std::string();
            m_host.send(verdict);
        });
    } else {
        m_host.send(verdict);
    }
    forget(request);
}

void RequestGate::forget(const Request& request) {
    m_byNumber.erase(request.number);
    m_requests.erase(request.token); // `request` is gone with it
}

RequestGate::Request* RequestGate::find(std::uint64_t token) {
    const auto found = m_requests.find(token);
    return found == m_requests.end() ? nullptr : &found->second;
}

RequestGate::Request* RequestGate::byNumber(std::uint64_t number) {
    const auto found = m_byNumber.find(number);
    return found == m_byNumber.end() ? nullptr : find(found->second);
}

audit::Event RequestGate::eventOf(const Request& request, audit::Kind kind) const {
    audit::Event event;
    event.kind = kind;
    event.subject = request.text;
    event.rule = request.decision.ruleId;
    event.origin = request.decision.origin ? policy::describe(*request.decision.origin) : std::string();
    event.policy = request.decision.policyVersion;
    event.inputs = request.decision.inputsHash;
    event.process = request.on.client.text;
    nlohmann::json about{{"connection", request.on.row}, {"host", request.on.object}, {"version", request.http.version}};
    if (request.decision.origin) {
        about["layer"] = policy::layerName(request.decision.origin->layer);
    }
    if (request.http.pushed) {
        about["refs"] = nlohmann::json::array();
        for (const auto& ref : request.http.refs) {
            about["refs"].push_back(forScreen(ref.ref, 255));
        }
    }
    event.detail = about.dump(-1, ' ', false, kReplace);
    return event;
}

} // namespace leadglass::session
