#include "core/policy/judge.h"

#include <algorithm>
#include <tuple>

#include "core/policy/address.h"
#include "core/policy/host_name.h"

namespace leadglass::policy {
namespace {

Protocol protocolFor(const EgressRule& rule, std::uint16_t port) {
    if (rule.protocol != Protocol::Default) {
        return rule.protocol;
    }
    return port == 443 ? Protocol::Tls : port == 80 ? Protocol::Http : Protocol::Default;
}

bool coversPort(const EgressRule& rule, std::uint16_t port, NoPort noPort) {
    if (rule.ports.empty()) {
        return noPort == NoPort::Any || port == 443;
    }
    return std::find(rule.ports.begin(), rule.ports.end(), port) != rule.ports.end();
}

bool namesHost(const EgressRule& rule, std::string_view name) {
    const bool named = rule.kind == EgressRule::Kind::Host || rule.kind == EgressRule::Kind::Registry;
    return named && !rule.host.name.empty() && matches(rule.host, name);
}


// The most exact rule that fits, and the most exact of which that cannot be told.
struct Found {
    const EgressRule* sure = nullptr;
    const EgressRule* maybe = nullptr;
    const char* why = ""; // of `maybe`
};

// The most exact rule decides protocol and SNI; ties by content, so that order does not matter.
bool moreExact(const EgressRule& rule, const EgressRule* than) {
    const auto rank = [](const EgressRule& r) {
        const std::size_t exactness =
            r.kind == EgressRule::Kind::Address
                ? static_cast<std::size_t>(r.range.prefix)
                : (r.host.below ? r.host.name.size() : r.host.name.size() + 1000);
        return std::make_tuple(exactness, !r.ports.empty(), r.origin.layer, r.origin.line,
                               std::string_view(r.id));
    };
    return than == nullptr || rank(rule) > rank(*than);
}

Found best(const Rules& rules, const Question& question, NoPort noPort) {
    Found found;
    const auto consider = [&](const EgressRule& rule) {
        if (!covers(rule, question.to, noPort)) {
            return;
        }
        Fitness fitness;
        if (!rule.when.empty()) {
            fitness = question.freest() ? Fitness{Fit::Unsure, "", ""}
                                        : fitOf(rule.when, *question.facts, question.ref, noPort == NoPort::Any);
        }
        if (fitness.fit == Fit::Yes && moreExact(rule, found.sure)) {
            found.sure = &rule;
        } else if (fitness.fit == Fit::Unsure && moreExact(rule, found.maybe)) {
            found.maybe = &rule;
            found.why = fitness.reason;
        }
    };
    if (question.to.loopbackPort != 0 || question.to.literal) {
        rules.forOthers(consider);
    } else {
        rules.forHost(question.to.host, consider);
    }
    return found;
}

// Of a connection: whichever is more exact.
const EgressRule* either(const Found& found) {
    return found.maybe != nullptr && moreExact(*found.maybe, found.sure) ? found.maybe : found.sure;
}

// A range that merely happens to contain private addresses does not name them.
bool namesPrivate(const EgressRule& rule) {
    return rule.allowPrivate ||
           (rule.kind == EgressRule::Kind::Address &&
            classify(rule.range.base, {}).kind == AddressClass::Private &&
            rule.range.prefix >= (rule.range.base.v6 ? 7 : 8));
}

Decision byRule(Verdict verdict, const EgressRule& rule, const EgressRequest& request,
                bool isPrivate) {
    Decision out = decide(verdict, "rule", &rule);
    if (request.loopbackPort != 0) {
        out.protocol = Protocol::Tcp;
        out.allowPrivate = true;
        return out;
    }
    out.protocol = protocolFor(rule, request.port);
    if (out.protocol == Protocol::Default) {
        return decide(Verdict::Deny, "no_protocol", &rule);
    }
    if (isPrivate && !namesPrivate(rule)) {
        return decide(Verdict::Deny, "private_needs_rule", &rule);
    }
    out.sni = rule.sni;
    out.viaProxy = rule.viaProxy;
    out.allowPrivate = isPrivate || rule.allowPrivate;
    return out;
}

// Layers 1, 2, 3, 5 in one: deny beats allow, allow beats ask, ask beats the default.
Decision judgeMerged(const LayerRules& rules, const Question& question, bool isPrivate) {
    const Profile& merged = rules.layer;
    const EgressRequest& request = question.to;
    const Found denied = best(rules.deny(), question, NoPort::Any);
    if (denied.sure != nullptr) {
        return decide(Verdict::Deny, "rule", denied.sure);
    }
    if (denied.maybe != nullptr && !question.freest()) {
        return decide(Verdict::Deny, denied.why, denied.maybe);
    }
    const Found allowed = best(rules.allow(), question, NoPort::Https);
    if (const EgressRule* rule = question.freest() ? either(allowed) : allowed.sure) {
        return byRule(Verdict::Allow, *rule, request, isPrivate);
    }
    if (allowed.maybe != nullptr) {
        return decide(Verdict::Deny, allowed.why, allowed.maybe);
    }
    const Found asked = best(rules.ask(), question, NoPort::Https);
    if (const EgressRule* rule = question.freest() ? either(asked) : asked.sure) {
        return byRule(Verdict::Ask, *rule, request, isPrivate);
    }
    if (asked.maybe != nullptr && merged.egressDefault.value_or(Verdict::Deny) != Verdict::Ask) {
        return decide(Verdict::Deny, asked.why, asked.maybe);
    }
    if (request.loopbackPort != 0) {
        return decide(Verdict::Deny, "hard_denial:own_address");
    }
    if (request.literal) {
        return decide(Verdict::Deny, isPrivate ? "private_needs_rule" : "literal_needs_rule");
    }
    Decision out = decide(merged.egressDefault.value_or(Verdict::Deny), "default");
    if (!merged.egressDefaultOrigin.file.empty()) {
        out.origin = merged.egressDefaultOrigin;
    }
    if (out.verdict != Verdict::Deny) {
        out.protocol = protocolFor({}, request.port);
        // A request is judged where the protocol of its connection is known already.
        if (out.protocol == Protocol::Default && question.freest()) {
            return decide(Verdict::Deny, "no_protocol");
        }
    }
    return out;
}

// Layers 4 and 6. Says nothing about what it does not mention: then the union's verdict stays.
Decision judgeRestriction(const LayerRules& rules, const Question& question) {
    const Profile& layer = rules.layer;
    const Verdict otherwise = layer.egressDefault.value_or(Verdict::Allow);
    const Found denied = best(rules.deny(), question, NoPort::Any);
    if (denied.sure != nullptr) {
        return decide(Verdict::Deny, "project_restricts", denied.sure);
    }
    if (denied.maybe != nullptr && !question.freest()) {
        return decide(Verdict::Deny, denied.why, denied.maybe);
    }
    const Found asked = best(rules.ask(), question, NoPort::Any);
    if (asked.sure != nullptr) {
        return decide(Verdict::Ask, "project_restricts", asked.sure);
    }
    if (asked.maybe != nullptr && !question.freest()) {
        return decide(Verdict::Deny, asked.why, asked.maybe);
    }
    const Found allowed = best(rules.allow(), question, NoPort::Https);
    if (const EgressRule* rule = question.freest() ? either(allowed) : allowed.sure) {
        return decide(Verdict::Allow, "rule", rule);
    }
    if (allowed.maybe != nullptr && otherwise != Verdict::Allow) {
        return decide(Verdict::Deny, allowed.why, allowed.maybe);
    }
    if (asked.maybe != nullptr && otherwise == Verdict::Deny) {
        return decide(Verdict::Ask, "project_restricts", asked.maybe);
    }
    Decision out = decide(otherwise, "project_restricts");
    out.origin = layer.egressDefaultOrigin;
    return out;
}

bool isLocalName(std::string_view name) {
    return name == "localhost" || name.ends_with(".localhost") || name == "localhost.localdomain";
}

// Reason of a refusal that no rule can change; empty: none.
std::string hardDenialOfName(const std::string& name) {
    const auto canonical = canonicalHost(name);
    if (!canonical || *canonical != name) {
        return "bad_name";
    }
    if (isMetadataName(name)) {
        return "hard_denial:metadata";
    }
    return isLocalName(name) ? "hard_denial:loopback" : "";
}

Decision tighten(Decision decision, const std::vector<LayerRules>& restrictions, const Question& question) {
    for (const LayerRules& layer : restrictions) {
        const Decision stricter = judgeRestriction(layer, question);
        if (stricter.verdict < decision.verdict) {
            decision.verdict = stricter.verdict;
            decision.reason = stricter.reason;
            decision.ruleId = stricter.ruleId;
            decision.origin = stricter.origin;
        }
    }
    return decision;
}

void collectDeniedRanges(const LayerRules& layer, std::uint16_t port, std::vector<AddressRange>& out) {
    layer.deny().forOthers([&](const EgressRule& rule) {
        if (rule.kind == EgressRule::Kind::Address && coversPort(rule, port, NoPort::Any)) {
            out.push_back(rule.range);
        }
    });
}

// Could `name` be reached on some port, by this layer alone?
Decision judgeNameIn(const LayerRules& rules, const std::string& name, Verdict unset,
                     const char* denied) {
    const Profile& layer = rules.layer;
    const auto any = [&](const Rules& list, bool wholeOnly) {
        const EgressRule* found = nullptr;
        list.forHost(name, [&](const EgressRule& rule) {
            if (found == nullptr && namesHost(rule, name) && (!wholeOnly || (rule.ports.empty() && rule.when.empty()))) {
                found = &rule;
            }
        });
        return found;
    };
    if (const EgressRule* rule = any(rules.deny(), true)) {
        return decide(Verdict::Deny, denied, rule);
    }
    if (const EgressRule* rule = any(rules.allow(), false)) {
        return decide(Verdict::Allow, "rule", rule);
    }
    if (const EgressRule* rule = any(rules.ask(), false)) {
        return decide(Verdict::Ask, "rule", rule);
    }
    Decision out = decide(layer.egressDefault.value_or(unset), "default");
    if (!layer.egressDefaultOrigin.file.empty()) {
        out.origin = layer.egressDefaultOrigin;
    }
    return out;
}

// Does a secret go to this connection?
bool boundTo(const Secret& secret, const EgressRequest& request) {
    return std::any_of(secret.inject.begin(), secret.inject.end(), [&](const SecretInject& one) {
        const bool port = one.ports.empty() ? request.port == 443 : std::find(one.ports.begin(), one.ports.end(), request.port) != one.ports.end();
        return port && matches(one.host, request.host);
    });
}

} // namespace

bool covers(const EgressRule& rule, const EgressRequest& request, NoPort noPort) {
    if (request.loopbackPort != 0) {
        return rule.kind == EgressRule::Kind::Loopback && rule.loopbackPort == request.loopbackPort;
    }
    if (!coversPort(rule, request.port, noPort)) {
        return false;
    }
    if (!request.literal) {
        return namesHost(rule, request.host);
    }
    if (rule.kind != EgressRule::Kind::Address) {
        return false;
    }
    if (inRange(*request.literal, rule.range)) {
        return true;
    }
    // A denial of 192.0.2.7 holds for ::ffff:192.0.2.7 too; an allow says exactly what it says.
    const auto inner = unwrap(*request.literal);
    return noPort == NoPort::Any &&
           std::any_of(inner.begin(), inner.end(),
                       [&](const Address& a) { return inRange(a, rule.range); });
}

Decision decide(Verdict verdict, std::string reason, const EgressRule* rule) {
    Decision out;
    out.verdict = verdict;
    out.reason = std::move(reason);
    if (rule != nullptr) {
        out.ruleId = rule->id;
        out.origin = rule->origin;
    }
    return out;
}

Decision judge(const PolicyRules& policy, const Question& question, const std::vector<Address>& own) {
    const EgressRequest& request = question.to;
    const int targets = (request.host.empty() ? 0 : 1) + (request.literal ? 1 : 0) +
                        (request.loopbackPort != 0 ? 1 : 0);
    if (targets != 1) {
        return decide(Verdict::Deny, "bad_name");
    }
    if (request.loopbackPort == 0 && request.port == 0) {
        return decide(Verdict::Deny, "bad_port");
    }
    bool isPrivate = false;
    if (!request.host.empty()) {
        const std::string reason = hardDenialOfName(request.host);
        if (!reason.empty()) {
            return decide(Verdict::Deny, reason);
        }
    } else if (request.literal) {
        const Classified judged = classify(*request.literal, own);
        if (judged.kind == AddressClass::HardDenied) {
            return decide(Verdict::Deny, "hard_denial:" + judged.reason);
        }
        isPrivate = judged.kind == AddressClass::Private;
    }
    Decision out = tighten(judgeMerged(policy.merged, question, isPrivate), policy.restrictions, question);
    if (out.verdict != Verdict::Deny && request.loopbackPort == 0) {
        collectDeniedRanges(policy.merged, request.port, out.deniedRanges);
        for (const LayerRules& layer : policy.restrictions) {
            collectDeniedRanges(layer, request.port, out.deniedRanges);
        }
    }
    return out;
}

Decision judgeName(const PolicyRules& policy, const std::string& name) {
    const std::string reason = hardDenialOfName(name);
    if (!reason.empty()) {
        return decide(Verdict::Deny, reason);
    }
    Decision out = judgeNameIn(policy.merged, name, Verdict::Deny, "rule");
    for (const LayerRules& layer : policy.restrictions) {
        Decision own = judgeNameIn(layer, name, Verdict::Allow, "project_restricts");
        if (own.verdict < out.verdict) {
            own.reason = "project_restricts";
            out = std::move(own);
        }
    }
    return out;
}

bool mayWantInspection(const EffectivePolicy& policy) {
    const auto any = [](const Profile& layer) {
        const auto in = [](const std::vector<EgressRule>& rules) {
            return std::any_of(rules.begin(), rules.end(), [](const EgressRule& rule) { return rule.needsInspection(); });
        };
        return in(layer.allow) || in(layer.ask) || in(layer.deny);
    };
    return any(policy.merged) || !policy.merged.secrets.empty() || policy.merged.output.scans() ||
           std::any_of(policy.restrictions.begin(), policy.restrictions.end(), any);
}

Inspection wantsInspection(const EffectivePolicy& policy, const PolicyRules& rules, const EgressRequest& request) {
    const Inspection scan = policy.merged.output.scans() ? Inspection::WherePossible : Inspection::No;
    if (request.loopbackPort != 0 || request.literal) {
        return scan; // no name that an authority could vouch for
    }
    bool condition = false;
    bool exempt = false;
    const auto look = [&](const LayerRules& layer) {
        for (const Rules& list : {layer.allow(), layer.ask(), layer.deny()}) {
            list.forHost(request.host, [&](const EgressRule& rule) {
                if (covers(rule, request, NoPort::Any)) {
                    condition = condition || rule.needsInspection();
                    exempt = exempt || !rule.inspect.value_or(true);
                }
            });
        }
    };
    look(rules.merged);
    for (const LayerRules& layer : rules.restrictions) {
        look(layer);
    }
    if (condition || exempt) {
        return condition ? Inspection::Always : Inspection::No; // both at once does not load; if it came about, the condition holds
    }
    const auto& secrets = policy.merged.secrets;
    const bool bound = std::any_of(secrets.begin(), secrets.end(), [&](const Secret& secret) { return boundTo(secret, request); });
    return bound ? Inspection::Always : scan;
}

} // namespace leadglass::policy
