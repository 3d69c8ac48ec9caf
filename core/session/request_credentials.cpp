// What credentials a request gets, and what its response is looked through for: the part of request_gate.h that has values.
#include <algorithm>
#include <utility>
#include <nlohmann/json.hpp>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/session/request_gate.h"

namespace leadglass::session {
namespace {

constexpr auto kReplace = nlohmann::json::error_handler_t::replace;
constexpr std::size_t kWatchBytes = 32 * 1024; // of one message, and one text more

// More than that would end the egress process, and with it every connection of the run, or be cut.
bool fitsOneVerdict(const secrets::Answer& answer) {
    constexpr std::size_t kOther = 4096; // what a verdict has besides, and the lengths of all this
    std::size_t bytes = kOther;
    for (const auto& edit : answer.edits) {
        const std::size_t size = edit.value.reveal().size();
        if (size > wire::kMaxEditValue) {
            return false;
        }
        bytes += edit.header.size() + size;
    }
    for (std::size_t i = 0; i < answer.redact.size(); ++i) {
        bytes += answer.redact.at(i).size();
    }
    return answer.edits.size() <= wire::kMaxHeaderEdits && answer.redact.size() <= wire::kMaxRedact && bytes <= sys::kMaxMessage;
}

// Is it written as the policy says? The broker takes any of a credential's places on the host and header; what a place's
// methods, paths and rule are, only the policy knows, so it must be the very one that binds this request.
bool isWrittenAs(const secrets::Use& use, const policy::SecretInject& inject) {
    switch (use.format) {
    case secrets::Place::Format::Raw: return !inject.basic && inject.format == "{}";
    case secrets::Place::Format::Template: return !inject.basic && inject.format == use.text;
    case secrets::Place::Format::Basic: return inject.basic && (inject.user.empty() || inject.user == use.user);
    case secrets::Place::Format::AwsV4: break;
    }
    return true; // a signature over this very request, in whatever place
}

// Of one use, or of `times` of which this was the last.
audit::Event useRow(audit::Event row, const secrets::Use& use, std::int64_t connection, std::uint64_t times) {
    row.subject = use.name;
    row.verdict = "allow";
    row.reason = "injected";
    nlohmann::json detail{{"host", use.host}, {"path", forScreen(use.path, 1024)}, {"header", use.header}, {"count", use.count}, {"connection", connection}};
    if (times > 1) {
        detail["merged"] = times;
    }
    row.detail = detail.dump(-1, ' ', false, kReplace);
    return row;
}

} // namespace

void RequestGate::admit(Request& request, const std::string& outcome) {
    if (m_broker != nullptr) {
        secrets::Request asked;
        asked.host = request.on.connection.host;
        asked.port = request.on.connection.port;
        asked.method = request.http.method;
        asked.target = request.http.target;
        for (const auto& header : request.http.headers) {
            asked.headers.emplace_back(header.name, header.value);
        }
        asked.verifiedTls = request.on.decision.protocol == policy::Protocol::Tls;
        if (!m_broker->concerns(asked)) {
            record(request, outcome, m_broker->besides(asked));
            return;
        }
        request.stage = Stage::Fetching;
        request.fetch = m_broker->ask(std::move(asked), [this, token = request.token, outcome](secrets::Answer answer) {
            fetched(token, outcome, std::move(answer));
        });
        return;
    }
    record(request, outcome, {});
}

// What the broker put in is what the policy binds to this very request: it may say a method, a path or a rule, too.
bool RequestGate::bound(const Request& request, const secrets::Answer& answer) {
    const auto bindings = policy::bindingsFor(m_host.rules().policy(), request.on.connection, request.http, request.decision);
    return std::all_of(answer.uses.begin(), answer.uses.end(), [&](const secrets::Use& use) {
        return use.host == request.on.connection.host && std::any_of(bindings.begin(), bindings.end(), [&](const policy::Binding& binding) {
            return binding.secret->name == use.name && binding.inject->header == use.header && isWrittenAs(use, *binding.inject);
        });
    });
}

void RequestGate::fetched(std::uint64_t token, const std::string& outcome, secrets::Answer answer) {
    Request* request = find(token);
    if (request == nullptr) {
        return;
    }
    request->fetch = 0;
    if (answer.allow && !bound(*request, answer)) {
        answer.allow = false;
        answer.reason = "placeholder_elsewhere";
        answer.detail = "the policy does not let this credential into this request";
    }
    if (answer.allow && !fitsOneVerdict(answer)) {
        answer.allow = false;
        answer.reason = "secret_unavailable";
        answer.name = answer.uses.empty() ? std::string() : answer.uses.front().name;
        answer.detail = "the credentials of one request are larger than can be put in";
    }
    if (!answer.allow) {
        tellOnce(m_told, answer.name + " " + answer.reason, answer.name + (answer.name.empty() ? "" : ": ") + forScreen(answer.detail, 300) + " (" +
                                                        request->text + ")");
        refuse(*request, answer.reason, "denied_by_policy", wire::Refusal::PolicyDenied, answer.detail);
        return;
    }
    record(*request, outcome, std::move(answer));
}

void RequestGate::recordUses(const Request& request, const secrets::Answer& answer) {
    for (const auto& use : answer.uses) {
        m_trail.record(useRow(eventOf(request, audit::Kind::Credential), use, request.on.row, 1));
    }
}

void RequestGate::countUses(const Request& request, const secrets::Answer& answer) {
    for (const auto& use : answer.uses) {
        std::string key = use.name + "\n" + use.header + "\n" + use.host;
        const bool fresh = m_counted.find(key) == m_counted.end();
        if (fresh && m_counted.size() >= kMaxCounted) {
            key = use.name; // a run with a binding to "*.NAME" can make up hosts without end
        }
        auto& counted = m_counted[key];
        if (counted.times++ == 0) {
            counted.row = eventOf(request, audit::Kind::Credential);
            counted.connection = request.on.row;
        }
        counted.last = use;
    }
}

void RequestGate::recordCounted() {
    m_countedAt = systemClock().awake();
    for (auto& [key, counted] : m_counted) {
        if (key == counted.last.name) {
            counted.last.host = "*";
            counted.last.path.clear();
        }
        m_trail.record(useRow(std::move(counted.row), counted.last, counted.connection, counted.times));
    }
    m_counted.clear();
}

// A value that an earlier request brought this host may come back in the response of any later one.
void RequestGate::watch(Request& request) {
    const auto given = m_broker == nullptr ? secrets::Broker::Given() : m_broker->given(request.on.connection.host, request.watchedTo);
    if (!given.bound) {
        return;
    }
    request.watchedTo = given.newest;
    if (std::exchange(request.watched, true) && given.forms.empty()) {
        return;
    }
    wire::ToEgress message{wire::RequestWatch{}};
    auto& watch = std::get<wire::RequestWatch>(message);
    watch.request = request.number;
    std::size_t bytes = 0;
    const auto flush = [&] {
        m_host.send(message);
        for (auto& text : watch.texts) {
            wipe(text);
        }
        watch.texts.clear();
        bytes = 0;
    };
    for (const auto* forms : given.forms) {
        for (std::size_t i = 0; i < forms->size(); ++i) {
            // A long one in pieces, each of which is taken out.
            for (std::string_view rest = forms->at(i); !rest.empty(); rest.remove_prefix(std::min(rest.size(), wire::kMaxEditValue))) {
                if (watch.texts.size() == wire::kMaxRedact || bytes > kWatchBytes) {
                    flush();
                }
                const std::string_view piece = rest.substr(0, wire::kMaxEditValue);
                watch.texts.emplace_back(piece);
                bytes += piece.size();
            }
        }
    }
    flush();
}

// Those that are under way already: their response may be made after the server has got what `request` brings it.
void RequestGate::watchOthers(const Request& request) {
    const std::uint64_t newest = request.watchedTo;
    for (auto& [token, other] : m_requests) {
        if (token != request.token && other.stage == Stage::Open && other.watched && other.watchedTo < newest) {
            watch(other);
        }
    }
}

} // namespace leadglass::session
