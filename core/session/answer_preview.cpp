#include "core/session/answer_preview.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <string_view>

#include "core/audit/reader.h"
#include "core/base/escape.h"
#include "core/policy/address.h"
#include "core/policy/host_name.h"
#include "core/policy/registry_rules.h"
#include "core/session/answer_rule.h"
#include "core/session/approval_queue.h"

namespace leadglass::session {
namespace {

// Hosts that runs were let through to. With fewer nearly all that is asked for is new, and a mark on all marks nothing.
constexpr std::size_t kKnown = 5;
constexpr auto kLockTimeout = std::chrono::milliseconds(200);

struct Seen { // one connection of the history
    std::string host;
    std::uint16_t port = 0;
    std::string verdict;
    bool unanswered = false; // refused, as nobody was there or answered in time
};

std::vector<Seen> seenLately(const Places& places) {
    std::vector<Seen> out;
    const auto reader = audit::Reader::open(places.data + "/audit.db", kLockTimeout);
    if (!reader) {
        return out;
    }
    audit::Query query;
    query.kind = audit::Kind::Egress;
    query.limit = static_cast<int>(api::kPreviewRows);
    const auto rows = (*reader)->query(query);
    if (!rows) {
        return out;
    }
    for (const auto& row : *rows) {
        const auto target = policy::splitHostPort(row.event.subject);
        if (target) {
            const auto& outcome = row.event.outcome;
            out.push_back({target->host, target->port, row.event.verdict, outcome == "expired_unanswered" || outcome == "no_approver"});
        }
    }
    return out;
}

bool fits(const policy::EgressRule& rule, bool denial, const Seen& seen) {
    using Kind = policy::EgressRule::Kind;
    if (rule.kind == Kind::Loopback) {
        return seen.host == "loopback" && seen.port == rule.loopbackPort;
    }
    const bool anyPort = rule.ports.empty() && denial;
    const bool port = anyPort || (rule.ports.empty() ? seen.port == 443 : std::find(rule.ports.begin(), rule.ports.end(), seen.port) != rule.ports.end());
    if (rule.kind != Kind::Address) {
        return port && policy::matches(rule.host, seen.host);
    }
    const auto address = policy::parseAddress(seen.host);
    return port && address && policy::inRange(*address, rule.range);
}

bool isOdd(std::uint16_t port, const std::string& protocol) {
    return port != 443 && !(port == 80 && protocol == "http") && !(port == 22 && protocol == "ssh");
}

std::string quoted(const std::string& text) { return "\"" + text + "\""; }

Result<api::AnswerPreview> previewOfRegistry(const api::PendingQuestion& question, const std::string& pattern, const Places& places) {
    const auto offered = std::find_if(question.registries.begin(), question.registries.end(),
                                      [&](const auto& registry) { return pattern == api::registryPattern(registry); });
    if (offered == question.registries.end()) {
        return makeError(Code::Invalid, "registry '" + forScreen(pattern, 80) + "' was not offered");
    }
    const auto rules = policy::registryRules(policy::registryRule(offered->name), offered->hosts);
    api::AnswerPreview out;
    out.rule = "registry = " + quoted(offered->name);
    for (const auto& seen : seenLately(places)) {
        ++out.looked;
        if (std::any_of(rules.begin(), rules.end(), [&](const auto& rule) { return fits(rule, false, seen); })) {
            ++out.matched;
            out.denied += seen.verdict == "deny" ? 1 : 0;
        }
    }
    return out;
}

api::QuestionContext contextOf(const api::PendingQuestion& question, const std::vector<Seen>& history) {
    using api::RiskReason;
    api::QuestionContext out;
    const bool literal = policy::parseAddress(question.host).has_value();
    if (literal) {
        out.reasons.push_back(RiskReason::Address);
    } else {
        out.owner = policy::registrableDomain(question.host);
        if (question.host.starts_with("xn--") || question.host.find(".xn--") != std::string::npos) {
            out.reasons.push_back(RiskReason::Lookalike);
        }
    }
    out.risk = out.reasons.empty() ? api::Risk::Routine : api::Risk::Dangerous;
    if (question.protocol == kOpenUrlAct) { // what connections were let through says nothing of it
        out.reasons.push_back(RiskReason::Outside);
        if (question.port != 443) {
            out.reasons.push_back(RiskReason::OddPort);
        }
        out.risk = std::max(out.risk, api::Risk::Unusual);
        return out;
    }
    bool allowed = false, refused = false, unanswered = false;
    std::set<std::string_view> known; // hosts that a run was let through to
    for (const auto& seen : history) {
        const bool same = seen.host == question.host && seen.port == question.port;
        allowed = allowed || (same && seen.verdict == "allow");
        refused = refused || (same && seen.verdict == "deny" && !seen.unanswered);
        unanswered = unanswered || (same && seen.unanswered);
        if (seen.verdict == "allow" && known.size() < kKnown) {
            known.insert(seen.host);
        }
    }
    if (!allowed) {
        out.reasons.push_back(refused ? RiskReason::Refused : unanswered ? RiskReason::Unanswered : RiskReason::FirstTime);
    }
    const bool act = isAct(question.protocol); // about keys of ssh, which is encrypted
    if (isOdd(question.port, act ? "ssh" : question.protocol) && question.port != 0) {
        out.reasons.push_back(RiskReason::OddPort);
    }
    if (question.protocol == kHostKeyAct) {
        out.reasons.insert(out.reasons.begin(), RiskReason::HostKey);
    } else if (!act && question.protocol != "tls" && question.protocol != "ssh") {
        out.reasons.push_back(RiskReason::Unencrypted);
    }
    const bool newcomer = !allowed && !refused; // the first of the reasons, and the only one: what it says hangs on the others
    if (out.risk == api::Risk::Routine && !out.reasons.empty() && !(newcomer && out.reasons.size() == 1 && known.size() < kKnown)) {
        out.risk = api::Risk::Unusual;
    }
    return out;
}

} // namespace

std::string ruleText(const std::string& name, std::uint16_t port, const std::string& protocol) {
    if (name == kOwnLoopback) {
        return "loopback = " + std::to_string(port);
    }
    return (policy::parseAddress(name) ? "address = " : "host = ") + quoted(name) + ", port = " + std::to_string(port) + ", protocol = " + quoted(protocol);
}

std::vector<api::QuestionContext> contextsOf(const std::vector<api::PendingQuestion>& questions, const Places& places) {
    const auto history = seenLately(places);
    std::vector<api::QuestionContext> out;
    for (const auto& question : questions) {
        out.push_back(contextOf(question, history));
    }
    return out;
}

Result<api::AnswerPreview> previewOf(const api::PendingQuestion& question, api::AnswerScope scope, const std::string& pattern,
                                     const Places& places) {
    if (pattern.starts_with("registry:")) {
        return previewOfRegistry(question, pattern, places);
    }
    api::AnswerPreview out;
    if (question.protocol == kOpenUrlAct) {
        return out; // no rule opens a page, and none is kept
    }
    const std::string name = pattern.empty() ? question.host : pattern;
    policy::HostPattern wanted{name, false};
    if (!policy::parseAddress(name)) {
        wanted = LG_TRY(policy::parseHostPattern(name));
    }
    const bool ofPath = !question.method.empty() && pattern.empty();
    if (question.protocol == kHostKeyAct) {
        if (scope == api::AnswerScope::Always) {
            constexpr std::string_view kBefore = "accept ";
            out.rule = "~/.ssh/known_hosts: " + (question.object.starts_with(kBefore) ? question.object.substr(kBefore.size()) : question.object);
        }
    } else if (scope != api::AnswerScope::Once) {
        out.rule = ruleText(name, question.port, question.protocol);
        if (ofPath) {
            out.rule += ", methods = [" + quoted(question.method) + "], paths = [" + quoted(question.path) + "]";
        }
    }
    for (const auto& seen : seenLately(places)) {
        ++out.looked;
        if (seen.port == question.port && policy::matches(wanted, seen.host)) {
            ++out.matched;
            out.denied += seen.verdict == "deny" ? 1 : 0;
        }
    }
    return out;
}

MatchedLately matchedLately(const policy::EgressRule& rule, bool denial, const Places& places) {
    MatchedLately out;
    for (const auto& seen : seenLately(places)) {
        ++out.looked;
        if (fits(rule, denial, seen)) {
            ++out.matched;
            out.denied += seen.verdict == "deny" ? 1 : 0;
        }
    }
    return out;
}

} // namespace leadglass::session
