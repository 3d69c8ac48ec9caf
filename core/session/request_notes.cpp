// Ends of requests, what was seen in them, and what is counted: the part of request_gate.h that decides nothing.
#include <charconv>
#include <nlohmann/json.hpp>

#include "core/base/escape.h"
#include "core/policy/describe.h"
#include "core/policy/refusal.h"
#include "core/session/request_gate.h"

namespace leadglass::session {
namespace {

constexpr auto kReplace = nlohmann::json::error_handler_t::replace;
constexpr std::array<const char*, 5> kWhere{"target", "header", "body", "response", "ref"};

std::string placeOf(const policy::Decision& decision) { return policy::placeInWords(decision.origin, decision.ruleId); }

// What a failure of TLS means to the person, and what can be done about it.
std::string tlsWords(const std::string& object, const wire::TlsFailed& failed, const policy::Decision& decision) {
    const std::string place = placeOf(decision);
    if (failed.upstream) {
        return object + " is not who it says, as far as this machine can tell: " + forScreen(failed.reason, 60) +
               (failed.detail.empty() ? "" : " (" + forScreen(failed.detail, 200) + ")") +
               "; a run that looks into its requests verifies it with this machine's own certificates (SSL_CERT_FILE adds one)";
    }
    return object + ": the program did not take the run's certificate, so its requests cannot be looked into, as " +
           (place.empty() ? std::string("the policy") : place) +
           " wants; it brings its own certificates or holds to one (inspect = false in that rule leaves the host unopened, and then "
           "nothing can be said about its requests)";
}

} // namespace

void RequestGate::recordEnd(const Request& request, const char* reason, const wire::RequestDone* done) {
    if (request.row == 0) {
        return;
    }
    audit::Event event = eventOf(request, audit::Kind::RequestEnd);
    event.reason = reason;
    constexpr Nanos kMilli = 1'000'000;
    nlohmann::json detail{{"decision", request.row}, {"host", request.on.object}, {"millis", (systemClock().awake() - request.opened) / kMilli}};
    if (done != nullptr) {
        detail["status"] = done->status;
        detail["bytes_out"] = done->bytesOut;
        detail["bytes_in"] = done->bytesIn;
        if (done->redacted > 0) {
            detail["redacted"] = done->redacted;
        }
        if (!done->failure.empty()) {
            detail["failure"] = forScreen(done->failure, 60);
        }
    }
    event.detail = detail.dump(-1, ' ', false, kReplace);
    m_trail.record(std::move(event));
}

void RequestGate::onDone(const wire::RequestDone& done) {
    Request* request = byNumber(done.request);
    if (request == nullptr) {
        return;
    }
    if (request->stage == Stage::Asking && m_queue != nullptr) {
        m_queue->withdraw(request->token);
    }
    if (request->stage == Stage::Fetching && m_broker != nullptr) {
        m_broker->cancel(request->fetch);
    }
    if (done.failure == "body_too_large" || done.failure == "body_blocked") {
        m_host.refused(request->text, done.failure, request->on.connection, request->decision);
    }
    if (request->stage == Stage::Open) {
        constexpr std::uint16_t kUnauthorized = 401;
        if (done.status == kUnauthorized && m_broker != nullptr) {
            for (const auto& use : request->uses) {
                m_broker->rejected(use);
            }
        }
        recordEnd(*request, "", &done);
    }
    forget(*request);
}

void RequestGate::flowEnded(std::uint64_t flow) {
    m_tlsTold.erase(flow);
    std::vector<std::uint64_t> numbers;
    for (const auto& [token, request] : m_requests) {
        if (request.flow == flow) {
            numbers.push_back(request.number);
        }
    }
    wire::RequestDone done;
    done.failure = "connection_closed";
    for (const std::uint64_t number : numbers) {
        done.request = number;
        onDone(done);
    }
}

void RequestGate::egressEnded() {
    auto requests = std::move(m_requests);
    m_requests.clear();
    m_byNumber.clear();
    m_tlsTold.clear();
    m_lastNumber = 0;
    ++m_generation;
    for (const auto& [token, request] : requests) {
        if (request.stage == Stage::Asking && m_queue != nullptr) {
            m_queue->withdraw(token);
        }
        if (request.stage == Stage::Fetching && m_broker != nullptr) {
            m_broker->cancel(request.fetch);
        }
        recordEnd(request, "egress_ended", nullptr);
    }
}

void RequestGate::runEnded() {
    for (const auto& [token, request] : m_requests) {
        if (request.stage == Stage::Open) {
            recordEnd(request, "run_ended", nullptr);
        }
    }
    recordCounted();
    sumUp(m_useRows, "requests with a credential");
    sumUp(m_readingRows, "requests that were allowed");
    sumUp(m_allowedRows, "requests that were allowed");
    sumUp(m_refusedRows, "requests that were refused");
    sumUp(m_alertRows, "sightings");
}

void RequestGate::onSighting(const wire::Sighting& sighting) {
    const OpenedFlow* flow = m_host.openedFlow(sighting.flow);
    if (flow == nullptr) {
        return; // of no connection that is there: only a hijacked process says so
    }
    const Request* request = sighting.request != 0 ? byNumber(sighting.request) : nullptr;
    const std::string in = request != nullptr ? request->text : flow->object;
    const std::string what = forScreen(sighting.what, 100);
    const char* where = sighting.where < kWhere.size() ? kWhere[sighting.where] : "?";
    tellOnce(m_toldSeen, "seen " + what + " " + flow->object,
             seenWords(what) + " was seen in the " + where + " of " + in + (sighting.blocked ? ", and was stopped" : "") + "; " + flow->client.text);
    if (!mayWrite(m_alertRows, "sightings")) {
        return;
    }
    audit::Event event;
    event.kind = audit::Kind::Sighting;
    event.verdict = sighting.blocked ? "deny" : "";
    event.reason = what;
    event.subject = in;
    event.rule = flow->decision.ruleId;
    event.origin = flow->decision.origin ? policy::describe(*flow->decision.origin) : std::string();
    event.process = flow->client.text;
    nlohmann::json detail{{"where", where}, {"offset", sighting.offset}, {"blocked", sighting.blocked}, {"host", flow->object}, {"connection", flow->row}};
    if (const std::string planted = plantedAt(what); !planted.empty()) {
        detail["planted"] = planted;
    }
    event.detail = detail.dump(-1, ' ', false, kReplace);
    m_trail.record(std::move(event));
}

std::string RequestGate::plantedAt(const std::string& what) const {
    constexpr std::string_view kPrefix = "canary:";
    std::size_t number = m_canaryPlaces.size();
    if (what.starts_with(kPrefix)) {
        const char* end = what.data() + what.size();
        (void)std::from_chars(what.data() + kPrefix.size(), end, number);
    }
    return number < m_canaryPlaces.size() ? m_canaryPlaces[number] : std::string();
}

std::string RequestGate::seenWords(const std::string& what) const {
    if (what.starts_with("canary")) {
        const std::string planted = plantedAt(what);
        return "a canary of this run" + (planted.empty() ? "" : " (" + planted + ")");
    }
    return what == "placeholder" ? "the placeholder of a credential" : "a credential (" + what + ")";
}

void RequestGate::canarySeen(int number, const std::string& shown, const std::string& process, const char* where) {
    const std::string what = "canary:" + std::to_string(number);
    tellOnce(m_toldSeen, "seen " + what + " " + shown, seenWords(what) + " was seen in the " + where + " " + shown + ", and was stopped; " + process);
    if (!mayWrite(m_alertRows, "sightings")) {
        return;
    }
    audit::Event event;
    event.kind = audit::Kind::Sighting;
    event.verdict = "deny";
    event.reason = what;
    event.subject = shown;
    event.process = process;
    event.detail = nlohmann::json{{"where", "name"}, {"blocked", true}, {"host", shown}, {"planted", plantedAt(what)}}.dump(-1, ' ', false, kReplace);
    m_trail.record(std::move(event));
}

void RequestGate::onTlsFailed(const wire::TlsFailed& failed) {
    const OpenedFlow* flow = m_host.openedFlow(failed.flow);
    if (flow == nullptr || !m_tlsTold.insert(failed.flow).second) {
        return; // one row a connection, whatever the egress process says
    }
    const std::string reason = failed.upstream ? "upstream_" + forScreen(failed.reason, 40) : "certificate_refused";
    m_host.refused(flow->object, reason, flow->connection, flow->decision);
    tellOnce(m_told, "tls " + reason + " " + flow->object, tlsWords(flow->object, failed, flow->decision));
    if (!mayWrite(m_refusedRows, "requests that were refused")) {
        return;
    }
    audit::Event event;
    event.kind = audit::Kind::Egress;
    event.verdict = "deny";
    event.outcome = "denied_by_policy";
    event.reason = reason;
    event.subject = flow->object;
    event.rule = flow->decision.ruleId;
    event.origin = flow->decision.origin ? policy::describe(*flow->decision.origin) : std::string();
    event.process = flow->client.text;
    event.detail = nlohmann::json{{"decision", flow->row}, {"side", failed.upstream ? "server" : "program"}, {"code", forScreen(failed.reason, 60)},
                                  {"seen", forScreen(failed.detail, 255)}}
                       .dump(-1, ' ', false, kReplace);
    m_trail.record(std::move(event));
}

void RequestGate::tellOnce(std::unordered_set<std::string>& told, const std::string& key, const std::string& line) {
    if (told.size() < kMaxTold && told.insert(key).second) {
        m_host.tell(line);
    }
}

bool RequestGate::mayWrite(RowBudget& budget, const char* what) {
    if (!budget.take()) {
        return false;
    }
    sumUp(budget, what);
    return true;
}

void RequestGate::sumUp(RowBudget& budget, const char* what) {
    const std::uint64_t count = budget.takeSuppressed();
    if (count == 0) {
        return;
    }
    audit::Event event;
    event.kind = audit::Kind::Fault;
    event.reason = "requests_summed_up";
    event.subject = std::to_string(count) + " more " + what + " than rows";
    m_trail.record(std::move(event));
}

} // namespace leadglass::session
