#include "core/session/approval_history.h"

#include <fcntl.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "core/audit/reader.h"
#include "core/base/sys.h"
#include "core/policy/address.h"
#include "core/policy/grants.h"
#include "core/policy/host_name.h"
#include "core/session/answer_preview.h"
#include "core/session/answer_rule.h"

namespace leadglass::session {
namespace {

constexpr auto kLockTimeout = std::chrono::milliseconds(200);
constexpr std::size_t kMaxSuggestions = 3;

using Reader = std::unique_ptr<audit::Reader>;

std::string memberOf(const std::string& detail, const char* name) {
    const auto json = nlohmann::json::parse(detail, nullptr, false);
    return json.is_object() && json.contains(name) && json[name].is_string() ? json[name].get<std::string>() : std::string();
}

// Of whom and for which folder a run was; empty where its start is not in the history any more.
api::ProjectRule ownerOf(audit::Reader& reader, const std::string& run) {
    audit::Query query;
    query.run = run;
    query.kind = audit::Kind::RunStart;
    query.limit = 1;
    api::ProjectRule out;
    if (const auto rows = reader.query(query); rows && !rows->empty()) {
        out.profile = memberOf(rows->front().event.detail, "profile");
        out.project = memberOf(rows->front().event.detail, "project");
    }
    return out;
}

void fill(api::ProjectRule& rule, const std::string& host, std::uint16_t port, const std::string& protocol) {
    rule.host = host;
    rule.port = port;
    rule.protocol = protocol;
    const bool keepable = !rule.profile.empty() && rule.project.starts_with("/") && host != kOwnLoopback && !policy::parseAddress(host);
    rule.text = keepable ? ruleText(host, port, protocol) : std::string();
}

// Nothing: there is no history yet.
Result<Reader> historyOf(const Places& places) {
    auto reader = audit::Reader::open(places.data + "/audit.db", kLockTimeout);
    if (!reader && reader.error().code == Code::NotFound) {
        return Reader();
    }
    return reader;
}

struct Asked { // a host that a run asked for
    std::uint32_t questions = 0;
    bool onlyAllowed = true;
    bool kept = false; // by a rule that outlives the run already
};

} // namespace

Result<api::Missed> missedSince(std::int64_t after, const Places& places) {
    api::Missed out;
    out.newest = after;
    const Reader reader = LG_TRY(historyOf(places));
    if (!reader) {
        return out;
    }
    audit::Query newest;
    newest.limit = 1;
    for (const auto& row : LG_TRY(reader->query(newest))) {
        out.newest = row.id;
    }
    audit::Query query;
    query.kind = audit::Kind::Egress;
    query.after = after;
    query.limit = api::kMissedRows;
    const auto rows = LG_TRY(reader->query(query));
    out.cut = rows.size() == static_cast<std::size_t>(query.limit);
    std::set<std::string> passed; // later than what is looked at: the newest come first
    std::map<std::string, std::size_t> known;
    std::map<std::string, api::ProjectRule> owners;
    for (const auto& row : rows) {
        const auto& event = row.event;
        const std::string key = event.run + " " + event.subject;
        if (event.verdict == "allow") {
            passed.insert(key);
        }
        const bool unanswered = event.outcome == "expired_unanswered";
        const auto target = policy::splitHostPort(event.subject);
        if (event.verdict != "deny" || (!unanswered && event.outcome != "no_approver") || passed.contains(key) || !target) {
            continue;
        }
        if (!known.contains(key)) {
            if (!owners.contains(event.run)) {
                owners.emplace(event.run, ownerOf(*reader, event.run));
            }
            known.emplace(key, out.requests.size());
            api::MissedRequest request;
            request.run = event.run;
            request.rule = owners.at(event.run);
            request.last = event.time;
            std::string protocol = memberOf(event.detail, "protocol");
            if (protocol.empty()) {
                protocol = target->port == 443 ? "tls" : target->port == 80 ? "http" : "tcp";
            }
            fill(request.rule, target->host, target->port, protocol);
            out.requests.push_back(std::move(request));
        }
        auto& request = out.requests[known.at(key)];
        ++request.times;
        request.hadApprover = request.hadApprover || unanswered;
    }
    std::map<std::string, std::size_t> firstOfRun;
    for (std::size_t i = 0; i < out.requests.size(); ++i) {
        firstOfRun.emplace(out.requests[i].run, i);
    }
    std::stable_sort(out.requests.begin(), out.requests.end(),
                     [&](const auto& a, const auto& b) { return firstOfRun.at(a.run) < firstOfRun.at(b.run); });
    return out;
}

Result<api::Hindsight> hindsightOf(const std::string& run, const Places& places) {
    api::Hindsight out;
    const Reader reader = LG_TRY(historyOf(places));
    if (!reader) {
        return out;
    }
    out.run = run;
    audit::Query query;
    if (run.empty()) {
        query.kind = audit::Kind::RunEnd;
        query.limit = 1;
        for (const auto& row : LG_TRY(reader->query(query))) {
            out.run = row.event.run;
        }
    }
    if (out.run.empty()) {
        return out;
    }
    query.run = out.run;
    query.kind = audit::Kind::Answer;
    query.limit = audit::kMaxPage;
    std::map<std::tuple<std::string, std::uint16_t, std::string>, Asked> asked;
    for (const auto& row : LG_TRY(reader->query(query))) {
        const auto& event = row.event;
        const std::size_t colon = event.subject.rfind(':'); // "host:port:protocol"; a request has none, and no rule for it is suggested
        const auto target = policy::splitHostPort(event.subject.substr(0, colon));
        if (event.outcome == "superseded_by_rule" || event.outcome == "run_ended" || colon == std::string::npos || !target ||
            event.subject.find("://") != std::string::npos || event.subject.find(' ') != std::string::npos) {
            continue;
        }
        ++out.questions;
        Asked& one = asked[{target->host, target->port, event.subject.substr(colon + 1)}];
        ++one.questions;
        one.onlyAllowed = one.onlyAllowed && event.outcome == "allowed_by_user";
        const std::string scope = memberOf(event.detail, "scope");
        one.kept = one.kept || scope == "project" || scope == "always";
    }
    const api::ProjectRule owner = ownerOf(*reader, out.run);
    if (!sys::open(owner.project, O_PATH | O_DIRECTORY)) {
        return out; // a rule for a project that is gone helps no run
    }
    // A whole domain only where all that was asked of it was allowed, and it was more than one name.
    std::map<std::tuple<std::string, std::uint16_t, std::string>, std::pair<Asked, int>> domains;
    const auto suggest = [&](const std::string& host, std::uint16_t port, const std::string& protocol, const Asked& one) {
        api::Hindsight::Suggestion suggestion{owner, one.questions};
        fill(suggestion.rule, host, port, protocol);
        if (one.onlyAllowed && !one.kept && !suggestion.rule.text.empty()) {
            out.suggestions.push_back(std::move(suggestion));
        }
    };
    for (const auto& [what, one] : asked) {
        const auto& [host, port, protocol] = what;
        suggest(host, port, protocol, one);
        const std::string domain = policy::parseAddress(host) ? std::string() : policy::registrableDomain(host);
        if (!domain.empty() && domain != host) {
            auto& [whole, names] = domains[{domain, port, protocol}];
            whole.questions += one.questions;
            whole.onlyAllowed = whole.onlyAllowed && one.onlyAllowed;
            whole.kept = whole.kept || one.kept;
            ++names;
        }
    }
    for (const auto& [what, whole] : domains) {
        if (whole.second > 1) {
            suggest("*." + std::get<0>(what), std::get<1>(what), std::get<2>(what), whole.first);
        }
    }
    std::stable_sort(out.suggestions.begin(), out.suggestions.end(), [](const auto& a, const auto& b) { return a.avoids > b.avoids; });
    out.suggestions.resize(std::min(out.suggestions.size(), kMaxSuggestions));
    return out;
}

Status keepForProject(const api::ProjectRule& rule, const std::string& now, const Places& places) {
    policy::Grant grant;
    grant.profile = rule.profile;
    grant.project = rule.project;
    if (rule.profile.empty() || rule.project.empty()) {
        return makeError(Code::Refused, "it is not known any more for which project this was");
    }
    grant.rule = LG_TRY(answerRule(rule.host, rule.port, rule.protocol));
    grant.origin = "kept after a run";
    grant.date = now;
    return policy::appendGrant(places, grant);
}

} // namespace leadglass::session
