// Trust: the text is a person's, or (layer Project) one that an agent may have written.
// Privilege: none; pure over the text given.
// Input: TOML, at most 1 MiB, that the parser takes; edits from a person.
// Fails: a text that does not parse, an edit that cannot be made or would mean anything else than was asked for: an Error,
//        and no text.
//
// Edits change only the lines that they must. Every comment, blank line, order and spelling of the rest stays, byte for
// byte. What comes out is read again by the parser and compared with what the edits mean.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/policy/policy_lines.h"
#include "core/policy/types.h"

namespace leadglass::policy {

// All that can be changed, in the order of the file, lists by key.
Result<std::vector<PolicyItem>> policyItems(std::string_view text, const std::string& file, Layer layer);

// The text with the edits made one after the other. Invalid: one means nothing here, or changes nothing, or what comes
// out would not load. Unsupported: the file spells this in a way that cannot be changed here.
Result<std::string> editPolicy(std::string_view text, const std::string& file, Layer layer, std::span<const PolicyEdit> edits);

// "{ host = "api.example.com", port = 8443, protocol = "tls" }": the line that a rule would be.
std::string ruleLine(const RuleWords& rule);

} // namespace leadglass::policy
