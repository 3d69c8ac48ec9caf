// One rule or request in one line, for screens, logs and questions.
#pragma once

#include <string>

#include "core/policy/types.h"

namespace leadglass::policy {

std::string describeTarget(const EgressRequest& request); // "host:443", "[2001:db8::1]:22", "loopback:5432"
std::string describeRule(const EgressRule& rule);         // "*.example.org:443 tls"

} // namespace leadglass::policy
