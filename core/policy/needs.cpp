#include "core/policy/needs.h"

#include <algorithm>

namespace leadglass::policy {
namespace {

bool can(const Abilities& abilities, Need need) {
    switch (need) {
    case Need::Inspection: return abilities.inspection;
    case Need::Secrets: return abilities.inspection && abilities.secrets;
    case Need::Minting: return abilities.inspection && abilities.secrets && abilities.minting;
    case Need::Scan: return abilities.inspection && abilities.scan;
    case Need::Unbuilt: return false;
    }
    return false;
}

void addHost(std::vector<std::string>& hosts, const HostPattern& host) {
    const std::string text = (host.below ? "*." : "") + host.name;
    if (!host.name.empty() && std::find(hosts.begin(), hosts.end(), text) == hosts.end()) {
        hosts.push_back(text);
    }
}

// Empty: it is looked into.
const char* whyUnseen(const EgressRule& rule) {
    if (rule.kind == EgressRule::Kind::Loopback) {
        return "a port of this machine is passed on as it is";
    }
    if (!rule.inspect.value_or(true)) {
        return "inspect = false";
    }
    if (rule.protocol == Protocol::Ssh || rule.protocol == Protocol::Tcp) {
        return "its protocol has no requests that can be seen";
    }
    return rule.kind == EgressRule::Kind::Address && rule.protocol != Protocol::Http ? "TLS to a bare address cannot be opened" : "";
}

} // namespace

std::vector<NotEnforced> notEnforcedBy(const EffectivePolicy& policy, const Abilities& abilities) {
    std::vector<NotEnforced> out;
    const auto add = [&](const std::vector<NotEnforced>& lines) {
        std::copy_if(lines.begin(), lines.end(), std::back_inserter(out), [&](const NotEnforced& one) {
            const auto same = [&](const NotEnforced& known) {
                return known.key == one.key && known.origin.file == one.origin.file && known.origin.line == one.origin.line;
            };
            return !can(abilities, one.need) && std::none_of(out.begin(), out.end(), same);
        });
    };
    add(policy.merged.notEnforced);
    for (const Profile& layer : policy.restrictions) {
        add(layer.notEnforced); // also in the union where a project's file was read
    }
    return out;
}

Needs needs(const EffectivePolicy& policy) {
    Needs out;
    out.secrets = !policy.merged.secrets.empty();
    out.scan = policy.merged.output.scans();
    out.anyHost = out.scan;
    out.inspection = out.scan;
    const auto look = [&](const Profile& layer) {
        for (const auto* list : {&layer.allow, &layer.ask, &layer.deny}) {
            for (const EgressRule& rule : *list) {
                if (rule.needsInspection()) {
                    out.inspection = true;
                    addHost(out.hosts, rule.host);
                }
            }
        }
    };
    look(policy.merged);
    std::for_each(policy.restrictions.begin(), policy.restrictions.end(), look);
    for (const Secret& secret : policy.merged.secrets) {
        out.inspection = true;
        for (const SecretInject& inject : secret.inject) {
            addHost(out.hosts, inject.host);
        }
    }
    return out;
}

std::vector<Unseen> unseenByScan(const EffectivePolicy& policy) {
    std::vector<Unseen> out;
    if (!policy.merged.output.scans()) {
        return out;
    }
    for (const auto* list : {&policy.merged.allow, &policy.merged.ask}) {
        for (const EgressRule& rule : *list) {
            if (const char* why = whyUnseen(rule); *why != '\0') {
                out.push_back({&rule, why});
            }
        }
    }
    return out;
}

void dropSecret(EffectivePolicy& policy, const std::string& name) {
    std::erase_if(policy.merged.secrets, [&](const Secret& secret) {
        if (secret.name != name) {
            return false;
        }
        std::erase_if(policy.merged.notEnforced, [&](const NotEnforced& one) {
            return one.key == "[[secret]]" && one.origin.file == secret.origin.file && one.origin.line == secret.origin.line;
        });
        return true;
    });
}

} // namespace leadglass::policy
