#include "core/policy/evaluator.h"

#include <algorithm>
#include <tuple>

#include "core/base/digest.h"
#include "core/policy/address.h"
#include "core/policy/host_name.h"
#include "core/policy/layer_rules.h"

namespace leadglass::policy {
namespace {

// What a rule without `port` covers. An allow is narrow, a denial is wide: a slip never opens.
enum class NoPort { Https, Any };

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

// The most exact rule decides protocol and SNI; ties by content, so that order does not matter.
const EgressRule* best(const Rules& rules, const EgressRequest& request, NoPort noPort) {
    const EgressRule* found = nullptr;
    const auto rank = [](const EgressRule& r) {
        const std::size_t exactness =
            r.kind == EgressRule::Kind::Address
                ? static_cast<std::size_t>(r.range.prefix)
                : (r.host.below ? r.host.name.size() : r.host.name.size() + 1000);
        return std::make_tuple(exactness, !r.ports.empty(), r.origin.layer, r.origin.line,
                               std::string_view(r.id));
    };
    const auto consider = [&](const EgressRule& rule) {
        if (covers(rule, request, noPort) && (found == nullptr || rank(rule) > rank(*found))) {
            found = &rule;
        }
    };
    if (request.loopbackPort != 0 || request.literal) {
        rules.forOthers(consider);
    } else {
        rules.forHost(request.host, consider);
    }
    return found;
}

// A range that merely happens to contain private addresses does not name them.
bool namesPrivate(const EgressRule& rule) {
    return rule.allowPrivate ||
           (rule.kind == EgressRule::Kind::Address &&
            classify(rule.range.base, {}).kind == AddressClass::Private &&
            rule.range.prefix >= (rule.range.base.v6 ? 7 : 8));
}

Decision decide(Verdict verdict, std::string reason, const EgressRule* rule = nullptr) {
    Decision out;
    out.verdict = verdict;
    out.reason = std::move(reason);
    if (rule != nullptr) {
        out.ruleId = rule->id;
        out.origin = rule->origin;
    }
    return out;
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
Decision judgeMerged(const LayerRules& rules, const EgressRequest& request, bool isPrivate) {
    const Profile& merged = rules.layer;
    if (const EgressRule* rule = best(rules.deny(), request, NoPort::Any)) {
        return decide(Verdict::Deny, "rule", rule);
    }
    if (const EgressRule* rule = best(rules.allow(), request, NoPort::Https)) {
        return byRule(Verdict::Allow, *rule, request, isPrivate);
    }
    if (const EgressRule* rule = best(rules.ask(), request, NoPort::Https)) {
        return byRule(Verdict::Ask, *rule, request, isPrivate);
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
        if (out.protocol == Protocol::Default) {
            return decide(Verdict::Deny, "no_protocol");
        }
    }
    return out;
}

// Layers 4 and 6. Says nothing about what it does not mention: then the union's verdict stays.
Decision judgeRestriction(const LayerRules& rules, const EgressRequest& request) {
    const Profile& layer = rules.layer;
    if (const EgressRule* rule = best(rules.deny(), request, NoPort::Any)) {
        return decide(Verdict::Deny, "project_restricts", rule);
    }
    if (const EgressRule* rule = best(rules.ask(), request, NoPort::Any)) {
        return decide(Verdict::Ask, "project_restricts", rule);
    }
    if (const EgressRule* rule = best(rules.allow(), request, NoPort::Https)) {
        return decide(Verdict::Allow, "rule", rule);
    }
    Decision out = decide(layer.egressDefault.value_or(Verdict::Allow), "project_restricts");
    out.origin = layer.egressDefaultOrigin;
    return out;
}

std::string canonicalText(const EgressRequest& request) {
    std::string target = request.loopbackPort != 0 ? "loopback"
                         : request.literal         ? "[" + toText(*request.literal) + "]"
                                                   : request.host;
    const std::uint16_t port = request.loopbackPort != 0 ? request.loopbackPort : request.port;
    return "egress " + target + ":" + std::to_string(port);
}

Decision seal(Decision decision, const EffectivePolicy& policy, const std::string& subject) {
    decision.policyVersion = policy.version;
    decision.inputsHash = sha256Hex(subject + "\n" + policy.version);
    if (decision.protocol == Protocol::Default) {
        decision.protocol = Protocol::Tcp;
    }
    return decision;
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

Decision tighten(Decision decision, const std::vector<LayerRules>& restrictions,
                 const EgressRequest& request) {
    for (const LayerRules& layer : restrictions) {
        const Decision stricter = judgeRestriction(layer, request);
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

Decision judge(const PolicyRules& policy, const EgressRequest& request,
               const std::vector<Address>& own) {
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
    Decision out = tighten(judgeMerged(policy.merged, request, isPrivate), policy.restrictions,
                           request);
    if (out.verdict != Verdict::Deny && request.loopbackPort == 0) {
        collectDeniedRanges(policy.merged, request.port, out.deniedRanges);
        for (const LayerRules& layer : policy.restrictions) {
            collectDeniedRanges(layer, request.port, out.deniedRanges);
        }
    }
    return out;
}

// Could `name` be reached on some port, by this layer alone?
Decision judgeNameIn(const LayerRules& rules, const std::string& name, Verdict unset,
                     const char* denied) {
    const Profile& layer = rules.layer;
    const auto any = [&](const Rules& list, bool wholeOnly) {
        const EgressRule* found = nullptr;
        list.forHost(name, [&](const EgressRule& rule) {
            if (found == nullptr && namesHost(rule, name) && (!wholeOnly || rule.ports.empty())) {
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

std::vector<EgressRule>& listFor(EffectivePolicy& policy, Verdict verdict) {
    return verdict == Verdict::Allow ? policy.merged.allow
           : verdict == Verdict::Ask ? policy.merged.ask
                                     : policy.merged.deny;
}

} // namespace

Decision evaluateEgress(const EffectivePolicy& policy, const EgressRequest& request,
                        const std::vector<Address>& ownAddresses) {
    return seal(judge(wholeLists(policy), request, ownAddresses), policy, canonicalText(request));
}

Decision evaluateName(const EffectivePolicy& policy, const std::string& canonicalName) {
    return seal(judgeName(wholeLists(policy), canonicalName), policy, "name " + canonicalName);
}

Evaluator::Evaluator(EffectivePolicy policy) : m_policy(std::move(policy)), m_merged(m_policy.merged) {
    for (const Profile& layer : m_policy.restrictions) {
        m_restrictions.emplace_back(layer);
    }
}

Decision Evaluator::egress(const EgressRequest& request, const std::vector<Address>& ownAddresses) const {
    return seal(judge(indexed(m_policy, m_merged, m_restrictions), request, ownAddresses), m_policy,
                canonicalText(request));
}

Decision Evaluator::name(const std::string& canonicalName) const {
    return seal(judgeName(indexed(m_policy, m_merged, m_restrictions), canonicalName), m_policy,
                "name " + canonicalName);
}

void Evaluator::add(const EgressRule& rule, Verdict verdict) {
    addRule(m_policy, rule, verdict);
    const auto& list = listFor(m_policy, verdict);
    RuleIndex& index = verdict == Verdict::Allow ? m_merged.allow
                       : verdict == Verdict::Ask ? m_merged.ask
                                                 : m_merged.deny;
    index.add(list.back(), list.size() - 1);
}

void Evaluator::remove(const std::string& ruleId, Verdict verdict) {
    if (std::erase_if(listFor(m_policy, verdict), [&](const EgressRule& rule) { return rule.id == ruleId; }) > 0) {
        m_merged = LayerIndex(m_policy.merged); // places in the lists have moved
    }
}

std::string checkResolved(const Decision& decision, const Address& answer,
                          const std::vector<Address>& ownAddresses) {
    if (decision.verdict == Verdict::Deny) {
        return decision.reason;
    }
    const Classified judged = classify(answer, ownAddresses);
    if (judged.kind == AddressClass::HardDenied) {
        return "hard_denial:" + judged.reason;
    }
    for (const Address& one : unwrap(answer)) {
        for (const AddressRange& denied : decision.deniedRanges) {
            if (inRange(one, denied)) {
                return "denied_address";
            }
        }
    }
    return judged.kind == AddressClass::Private && !decision.allowPrivate ? "private_needs_rule" : "";
}

void addRule(EffectivePolicy& policy, const EgressRule& rule, Verdict verdict) {
    std::vector<EgressRule>& list = listFor(policy, verdict);
    EgressRule added = rule;
    if (added.id.empty()) {
        added.id = std::string(layerName(rule.origin.layer)) + ":answer" +
                   std::to_string(list.size() + 1);
    }
    list.push_back(std::move(added));
}

} // namespace leadglass::policy
