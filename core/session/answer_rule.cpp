#include "core/session/answer_rule.h"

#include "core/policy/address.h"
#include "core/policy/host_name.h"
#include "core/policy/protocol.h"
#include "core/policy/registry_rules.h"

namespace leadglass::session {

Result<policy::EgressRule> answerRule(const std::string& name, std::uint16_t port, const std::string& protocol) {
    policy::EgressRule rule;
    rule.ports = {port};
    rule.protocol = policy::protocolNamed(protocol).value_or(policy::Protocol::Tcp);
    if (name == kOwnLoopback) {
        rule.kind = policy::EgressRule::Kind::Loopback;
        rule.loopbackPort = port;
    } else if (auto literal = policy::parseAddress(name)) {
        rule.kind = policy::EgressRule::Kind::Address;
        rule.range = {*literal, literal->v6 ? 128 : 32};
    } else {
        rule.host = LG_TRY(policy::parseHostPattern(name));
    }
    return rule;
}

std::vector<wire::OfferedRegistry> registriesFor(const std::vector<wire::OfferedRegistry>& known, const std::string& host,
                                                 std::uint16_t port, policy::Protocol protocol) {
    std::vector<wire::OfferedRegistry> out;
    policy::EgressRequest request;
    request.host = host;
    request.port = port;
    for (const auto& registry : known) {
        const auto rules = policy::registryRules(policy::registryRule(registry.name), registry.hosts);
        if (registry.hosts.size() <= wire::kMaxRegistryHosts && policy::anyAllows(rules, request, protocol)) {
            out.push_back(registry);
        }
    }
    return out;
}

} // namespace leadglass::session
