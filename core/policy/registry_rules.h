// What a registry stands for on this machine: one rule per host that its client is set up for. Pure.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/policy/types.h"

namespace leadglass::policy {

// A rule of kind Registry, for each of `hosts` (as registryHosts gives them). What cannot be read is told to `fault`, and
// stands for nothing.
std::vector<EgressRule> registryRules(const EgressRule& registry, const std::vector<std::string>& hosts,
                                      const std::function<void(const Error&)>& fault = {});

// { registry = "npm" }
EgressRule registryRule(const std::string& name);

// Does one of these allow this, as this protocol and no other?
bool anyAllows(const std::vector<EgressRule>& rules, const EgressRequest& request, Protocol protocol);

// "npm" of "registry:npm", as --allow has it; empty: it is no registry.
std::string registryNamed(std::string_view text);

} // namespace leadglass::policy
