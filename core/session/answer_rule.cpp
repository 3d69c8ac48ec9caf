#include "core/session/answer_rule.h"

#include "core/policy/address.h"
#include "core/policy/host_name.h"
#include "core/policy/protocol.h"

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

} // namespace leadglass::session
