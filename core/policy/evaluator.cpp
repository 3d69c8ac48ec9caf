#include "core/policy/evaluator.h"

#include <algorithm>

#include "core/base/digest.h"
#include "core/policy/address.h"
#include "core/policy/host_name.h"
#include "core/policy/judge.h"

namespace leadglass::policy {
namespace {

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

std::string canonicalText(const EgressRequest& to, const HttpRequest& request) {
    std::string out = canonicalText(to) + "\nrequest " + request.method + " " + request.target;
    for (const HttpHeader& header : request.headers) {
        out += "\n" + header.name + ": " + header.value;
    }
    for (const PushedRef& ref : request.refs) {
        out += "\nref " + ref.ref + (ref.create ? " create" : "") + (ref.remove ? " delete" : "");
    }
    return out;
}

Decision judgeConnection(const EffectivePolicy& policy, const PolicyRules& rules, bool mayInspect, const EgressRequest& request,
                         const std::vector<Address>& own) {
    Decision out = judge(rules, {request}, own);
    const Inspection wanted = !mayInspect || out.verdict == Verdict::Deny ? Inspection::No : wantsInspection(policy, rules, request);
    if (wanted == Inspection::No) {
        return out;
    }
    if (out.protocol != Protocol::Tls && out.protocol != Protocol::Http) {
        return wanted == Inspection::Always ? decide(Verdict::Deny, "cannot_inspect") : out;
    }
    if (out.protocol == Protocol::Tls && request.host.empty()) {
        return out; // scanned where that can be: no authority vouches for a bare address
    }
    out.inspect = true;
    out.sni = SniMode::Match; // what is presented to the client is for the name
    return out;
}

bool namesSameHost(const EgressRequest& to, std::string_view said) {
    if (to.host.empty() || said == to.host) {
        return true;
    }
    const auto parts = splitHostPort(said);
    const auto canonical = parts ? canonicalHost(parts->host) : Result<std::string>(makeError(Code::Invalid, ""));
    return canonical && *canonical == to.host;
}

bool pathMatters(const PolicyRules& rules, const EgressRequest& to) {
    bool out = false;
    const auto look = [&](const LayerRules& layer) {
        for (const Rules& list : {layer.allow(), layer.ask(), layer.deny()}) {
            list.forHost(to.host, [&](const EgressRule& rule) {
                out = out || (looksAtPath(rule.when) && covers(rule, to, NoPort::Any));
            });
        }
    };
    look(rules.merged);
    for (const LayerRules& layer : rules.restrictions) {
        look(layer);
    }
    return out;
}

Decision judgeRequest(const EffectivePolicy& policy, const PolicyRules& rules, bool mayInspect, const EgressRequest& to,
                      const HttpRequest& request, const std::vector<Address>& own) {
    const Decision connection = judgeConnection(policy, rules, mayInspect, to, own);
    if (connection.verdict == Verdict::Deny) {
        return connection;
    }
    if (!namesSameHost(to, request.host)) {
        return decide(Verdict::Deny, "name_inconsistent");
    }
    const RequestFacts facts(request);
    Decision out = judge(rules, {to, &facts, request.refs.empty() ? nullptr : request.refs.data()}, own);
    for (std::size_t i = 1; i < request.refs.size() && out.verdict != Verdict::Deny; ++i) {
        Decision one = judge(rules, {to, &facts, &request.refs[i]}, own);
        if (one.verdict < out.verdict) {
            out = std::move(one);
        }
    }
    out.inspect = connection.inspect;
    out.sni = connection.sni;
    out.protocol = connection.protocol;
    if (out.verdict != Verdict::Deny && request.rewritable && facts.target.ok() && !facts.target.exact && pathMatters(rules, to)) {
        out.target = facts.target.sent;
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
    return seal(judgeConnection(policy, wholeLists(policy), mayWantInspection(policy), request, ownAddresses), policy,
                canonicalText(request));
}

Decision evaluateRequest(const EffectivePolicy& policy, const EgressRequest& connection, const HttpRequest& request,
                         const std::vector<Address>& ownAddresses) {
    return seal(judgeRequest(policy, wholeLists(policy), mayWantInspection(policy), connection, request, ownAddresses), policy,
                canonicalText(connection, request));
}

Decision evaluateName(const EffectivePolicy& policy, const std::string& canonicalName) {
    return seal(judgeName(wholeLists(policy), canonicalName), policy, "name " + canonicalName);
}

Evaluator::Evaluator(EffectivePolicy policy)
    : m_policy(std::move(policy)), m_merged(m_policy.merged), m_mayInspect(mayWantInspection(m_policy)) {
    for (const Profile& layer : m_policy.restrictions) {
        m_restrictions.emplace_back(layer);
    }
}

Decision Evaluator::egress(const EgressRequest& request, const std::vector<Address>& ownAddresses) const {
    return seal(judgeConnection(m_policy, indexed(m_policy, m_merged, m_restrictions), m_mayInspect, request, ownAddresses),
                m_policy, canonicalText(request));
}

Decision Evaluator::request(const EgressRequest& connection, const HttpRequest& request,
                            const std::vector<Address>& ownAddresses) const {
    return seal(judgeRequest(m_policy, indexed(m_policy, m_merged, m_restrictions), m_mayInspect, connection, request, ownAddresses),
                m_policy, canonicalText(connection, request));
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
    m_mayInspect = m_mayInspect || rule.needsInspection();
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
