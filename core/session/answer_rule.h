// The rule that an answer wider than "once" stands for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/policy/types.h"
#include "core/wire/run_control.h"

namespace leadglass::session {

constexpr const char* kOwnLoopback = "localhost"; // the host's own, in a question

// `name`: a host, a pattern that was offered, a literal address, or kOwnLoopback. Id and origin are the caller's.
// Invalid: it is none of these.
Result<policy::EgressRule> answerRule(const std::string& name, std::uint16_t port, const std::string& protocol);

// What a person is offered of the registries of this machine: those with a host that allows this, and not too many of them.
std::vector<wire::OfferedRegistry> registriesFor(const std::vector<wire::OfferedRegistry>& known, const std::string& host,
                                                 std::uint16_t port, policy::Protocol protocol);

} // namespace leadglass::session
