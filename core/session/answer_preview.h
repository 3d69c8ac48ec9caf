// What a person should know before answering a question: from the history of this person, read only.
#pragma once

#include "core/api/approval_service.h"
#include "core/base/places.h"
#include "core/policy/types.h"

namespace leadglass::session {

// As in a policy: host = "...", port = ..., protocol = "..."; of an address and of loopback with their own keys.
std::string ruleText(const std::string& name, std::uint16_t port, const std::string& protocol);
// No history, or one that cannot be read: nothing was seen before.
std::vector<api::QuestionContext> contextsOf(const std::vector<api::PendingQuestion>& questions, const Places& places);
// Invalid: the pattern is none.
Result<api::AnswerPreview> previewOf(const api::PendingQuestion& question, api::AnswerScope scope, const std::string& pattern,
                                     const Places& places);

// The last connections of the history that such a rule fits.
struct MatchedLately {
    std::int64_t looked = 0;
    std::int64_t matched = 0;
    std::int64_t denied = 0; // of those
};
MatchedLately matchedLately(const policy::EgressRule& rule, bool denial, const Places& places);

} // namespace leadglass::session
