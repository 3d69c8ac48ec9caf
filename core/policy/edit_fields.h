// A rule's fields between RuleWords, TOML text and the parser's tables. Internal to core/policy.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/policy/policy_lines.h"
#include "core/policy/toml_reader.h"

namespace leadglass::policy {

// Field by field as it would be written: ("host", "\"a.example\""), in the order of the grammar; unset ones are left out.
std::vector<std::pair<std::string, std::string>> writtenFields(const RuleWords& rule);
RuleWords wordsOf(const toml::table& rule);
// `rule` with the fields of `wanted`; those that say the same are left as they are.
void setFields(toml::table& rule, const RuleWords& wanted);
// The value of a single key, as text for people and editors: "8GiB", "2", "ask".
std::optional<std::string> textOf(const toml::node& value);
bool isNumberKey(const std::string& key);

} // namespace leadglass::policy
