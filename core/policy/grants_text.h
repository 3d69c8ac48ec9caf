// The grants file as text: written anew, or changed where it must be. Internal to core/policy.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/policy/grants.h"

namespace leadglass::policy {

// All of a file. Two lists of grants say the same exactly if this does.
std::string grantsText(const std::vector<Grant>& grants);

// `text`, which holds `before`, made to hold `after`: some of them gone, some with another last use, new ones at the end.
// Every other byte stays. nullopt: it is spelled in a way that cannot be changed so. What comes out is to be read again
// and compared: of a text that was misread it may be anything.
std::optional<std::string> changedGrants(std::string_view text, const std::vector<Grant>& before, const std::vector<Grant>& after);

} // namespace leadglass::policy
