#include "core/policy/check_together.h"

#include <algorithm>
#include <vector>

#include "core/base/escape.h"
#include "core/policy/describe.h"
#include "core/policy/host_name.h"

namespace leadglass::policy {
namespace {

std::string place(const Origin& origin) {
    return forScreen(origin.file, 1024) + (origin.line > 0 ? ":" + std::to_string(origin.line) + ":" + std::to_string(origin.column) : "");
}

// Is there a name that both are for?
bool overlap(const HostPattern& a, const HostPattern& b) {
    const auto within = [](const HostPattern& inner, const HostPattern& outer) {
        return inner.name == outer.name ? inner.below == outer.below || !outer.below : matches(outer, inner.name);
    };
    if (a.below && b.below) {
        return a.name == b.name || a.name.ends_with("." + b.name) || b.name.ends_with("." + a.name);
    }
    return a.below ? matches(a, b.name) : b.below ? matches(b, a.name) : within(a, b);
}

using Ports = std::vector<std::uint16_t>;
bool overlap(const Ports& a, const Ports& b) {
    const Ports usual{443};
    const Ports& left = a.empty() ? usual : a;
    const Ports& right = b.empty() ? usual : b;
    return std::any_of(left.begin(), left.end(), [&](std::uint16_t port) { return std::find(right.begin(), right.end(), port) != right.end(); });
}

std::vector<const EgressRule*> rulesOf(const EffectivePolicy& policy) {
    std::vector<const EgressRule*> out;
    const auto add = [&](const Profile& layer) {
        for (const auto* list : {&layer.allow, &layer.ask, &layer.deny}) {
            for (const EgressRule& rule : *list) {
                if (!rule.host.name.empty()) {
                    out.push_back(&rule);
                }
            }
        }
    };
    add(policy.merged);
    std::for_each(policy.restrictions.begin(), policy.restrictions.end(), add);
    return out;
}

Status checkExempt(const EffectivePolicy& policy, const std::vector<const EgressRule*>& rules) {
    for (const EgressRule* exempt : rules) {
        if (exempt->inspect.value_or(true)) {
            continue;
        }
        const std::string why = ": " + describeRule(*exempt) + " is exempt from inspection (inspect = false), but ";
        for (const EgressRule* rule : rules) {
            const bool any = rule->ports.empty() && &*rule != exempt;
            if (rule->needsInspection() && overlap(rule->host, exempt->host) && (any || overlap(rule->ports, exempt->ports))) {
                return makeError(Code::Invalid, place(exempt->origin) + why + place(rule->origin) + " has a condition that only an opened connection can be held to",
                                 "take one of them away");
            }
        }
        for (const Secret& secret : policy.merged.secrets) {
            for (const SecretInject& inject : secret.inject) {
                if (overlap(inject.host, exempt->host) && overlap(inject.ports, exempt->ports)) {
                    return makeError(Code::Invalid, place(exempt->origin) + why + "secret " + secret.name + " (" + place(inject.origin) + ") goes there",
                                     "take one of them away: into a connection that stays closed no secret can be put");
                }
            }
        }
    }
    return {};
}

bool passes(const Variable& variable, const std::string& name) {
    return variable.name.ends_with('*') ? name.starts_with(variable.name.substr(0, variable.name.size() - 1)) : variable.name == name;
}

Status checkPlaces(const Profile& merged, const Secret& secret) {
    for (const Secret& other : merged.secrets) {
        const bool env = !secret.env.empty() && other.env == secret.env;
        const bool file = !secret.file.empty() && other.file == secret.file;
        const bool endpoint = secret.endpoint && other.endpoint;
        if (&other != &secret && (env || file || endpoint)) {
            return makeError(Code::Invalid, place(other.origin) + ": secrets " + secret.name + " and " + other.name + " both want " + (env ? other.env : file ? other.file : "the endpoint"),
                             "one place holds one placeholder");
        }
    }
    if (secret.env.empty()) {
        return {};
    }
    const auto fail = [&](const std::string& where) {
        return makeError(Code::Invalid, where + ": " + secret.env + " is handed into the run, and secret " + secret.name + " (" + place(secret.origin) + ") keeps it out",
                         "take one of them away");
    };
    for (const auto* list : {&merged.pass, &merged.set}) {
        for (const Variable& variable : *list) {
            if (passes(variable, secret.env)) {
                return fail(place(variable.origin));
            }
        }
    }
    const auto& keys = merged.agent.keyVariables;
    return std::find(keys.begin(), keys.end(), secret.env) == keys.end() ? Status() : Status(fail("agent.key_variables"));
}

} // namespace

Status checkTogether(const EffectivePolicy& policy) {
    const auto rules = rulesOf(policy);
    LG_TRY(checkExempt(policy, rules));
    for (const Secret& secret : policy.merged.secrets) {
        LG_TRY(checkPlaces(policy.merged, secret));
        for (const SecretInject& inject : secret.inject) {
            const auto& allow = policy.merged.allow;
            const auto& ask = policy.merged.ask;
            const auto named = [&](const EgressRule& rule) { return rule.label == inject.rule; };
            if (!inject.rule.empty() && std::none_of(allow.begin(), allow.end(), named) && std::none_of(ask.begin(), ask.end(), named)) {
                return makeError(Code::Invalid, place(inject.origin) + ": no rule is named '" + forScreen(inject.rule, 80) + "'",
                                 "name = \"" + forScreen(inject.rule, 80) + "\" in the rule of egress.allow or egress.ask that secret " + secret.name + " is for");
            }
        }
    }
    return {};
}

} // namespace leadglass::policy
