// One rule or request in one line, for screens, logs and questions.
#pragma once

#include <string>

#include "core/policy/types.h"

namespace leadglass::policy {

std::string describeTarget(const EgressRequest& request); // "host:443", "[2001:db8::1]:22", "loopback:5432"
std::string describeRule(const EgressRule& rule);         // "*.example.org:443 tls", with its conditions behind it
std::string describeConditions(const Conditions& when);   // "GET paths /acme/**"; empty: none

// What --allow takes so that `request`, refused for `reason`, is allowed: "example.org:8443/tcp".
// Empty where no rule would do, or where another rule stands against it.
std::string allowFlagFor(const EgressRequest& request, const std::string& reason);

} // namespace leadglass::policy
