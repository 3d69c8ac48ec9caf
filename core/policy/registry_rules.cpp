#include "core/policy/registry_rules.h"

#include "core/base/escape.h"
#include "core/policy/describe.h"
#include "core/policy/evaluator.h"
#include "core/policy/parser.h"

namespace leadglass::policy {
namespace {

constexpr std::string_view kPrefix = "registry:";

} // namespace

std::vector<EgressRule> registryRules(const EgressRule& registry, const std::vector<std::string>& hosts,
                                      const std::function<void(const Error&)>& fault) {
    std::vector<EgressRule> out;
    for (const std::string& text : hosts) {
        const auto parsed = parseEgressFlag(text, "registry", 0);
        if (!parsed) {
            if (fault) {
                fault(parsed.error());
            }
            continue;
        }
        EgressRule one = registry;
        one.host = parsed->host;
        one.range = parsed->range;
        one.kind = parsed->kind == EgressRule::Kind::Address ? parsed->kind : registry.kind;
        if (one.kind == EgressRule::Kind::Address && registry.needsInspection()) {
            if (fault) {
                fault(makeError(Code::Unsupported, "the rule (" + describe(registry.origin) + ") does not hold for " + forScreen(text, 80) +
                                                       ": a connection to an address cannot be opened"));
            }
            continue;
        }
        one.when = one.kind == EgressRule::Kind::Address ? Conditions{} : registry.when;
        one.ports = registry.ports.empty() ? parsed->ports : registry.ports;
        one.protocol = registry.protocol == Protocol::Default ? parsed->protocol : registry.protocol;
        if (one.kind == EgressRule::Kind::Address && one.ports.empty()) {
            one.ports = {443};
        }
        out.push_back(std::move(one));
    }
    return out;
}

EgressRule registryRule(const std::string& name) {
    EgressRule rule;
    rule.kind = EgressRule::Kind::Registry;
    rule.registry = name;
    return rule;
}

bool anyAllows(const std::vector<EgressRule>& rules, const EgressRequest& request, Protocol protocol) {
    EffectivePolicy alone;
    alone.merged.egressDefault = Verdict::Deny;
    alone.merged.allow = rules;
    const Decision decision = evaluateEgress(alone, request, {});
    return decision.verdict == Verdict::Allow && decision.protocol == protocol;
}

std::string registryNamed(std::string_view text) {
    return std::string(text.starts_with(kPrefix) ? text.substr(kPrefix.size()) : std::string_view());
}

} // namespace leadglass::policy
