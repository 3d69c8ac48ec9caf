// The two parts of a policy that are no lists of rules or texts: [environment] set, and [[example]]. Internal to core/policy.
//
// A variable is "NAME=value", an example "api.example.com:443 allow": as PolicyItem and PolicyEdit have them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/policy/edit_text.h"
#include "core/policy/policy_lines.h"
#include "core/policy/toml_reader.h"

namespace leadglass::policy {

inline constexpr std::string_view kVariablePrefix = "environment.set."; // of one variable's key, for EditText

// In the order of PolicyItem::index. Precondition here and below: the parser took `root`.
std::vector<std::string> variableNames(const toml::table& root);
const toml::table* variablesIn(const toml::table& root); // null: none
Status meanVariable(toml::table& root, const PolicyEdit& edit);
Status changeVariable(std::string& text, const toml::table& before, const PolicyEdit& edit);

std::string exampleText(const toml::table& root, std::size_t index);
Fields exampleFields(const std::string& text);
toml::table exampleTable(const std::string& text);

} // namespace leadglass::policy
