// Which secrets go into a request (request.h).
#include <algorithm>

#include "core/policy/host_name.h"
#include "core/policy/http_path.h"
#include "core/policy/request.h"
#include "core/policy/request_match.h"

namespace leadglass::policy {
namespace {

const EgressRule* ruleOf(const Profile& merged, const std::string& id) {
    for (const auto* list : {&merged.allow, &merged.ask}) {
        for (const EgressRule& rule : *list) {
            if (!id.empty() && rule.id == id) {
                return &rule;
            }
        }
    }
    return nullptr;
}

bool covers(const SecretInject& inject, const EgressRequest& to, const RequestFacts& facts) {
    const bool port = inject.ports.empty() ? to.port == 443 : std::find(inject.ports.begin(), inject.ports.end(), to.port) != inject.ports.end();
    if (!port || !matches(inject.host, to.host)) {
        return false;
    }
    Conditions when;
    when.methods = inject.methods;
    when.paths = inject.paths;
    return fitOf(when, facts, nullptr, false).fit == Fit::Yes;
}

} // namespace

std::vector<Binding> bindingsFor(const EffectivePolicy& policy, const EgressRequest& connection, const HttpRequest& request,
                                 const Decision& decision) {
    std::vector<Binding> out;
    if (connection.host.empty() || decision.protocol != Protocol::Tls || policy.merged.secrets.empty()) {
        return out;
    }
    const RequestFacts facts(request);
    const EgressRule* rule = ruleOf(policy.merged, decision.ruleId);
    for (const Secret& secret : policy.merged.secrets) {
        for (const SecretInject& inject : secret.inject) {
            const bool ruled = inject.rule.empty() || (rule != nullptr && rule->label == inject.rule);
            if (ruled && covers(inject, connection, facts)) {
                out.push_back({&secret, &inject});
            }
        }
    }
    return out;
}

} // namespace leadglass::policy
