#include "core/session/ask_words.h"

#include <algorithm>

#include "core/base/escape.h"
#include "core/policy/address.h"
#include "core/policy/describe.h"
#include "core/policy/refusal.h"
#include "core/session/answer_rule.h"

namespace leadglass::session {

wire::Refusal refusalOf(Outcome outcome) {
    switch (outcome) {
    case Outcome::DeniedByUser: return wire::Refusal::UserDenied;
    case Outcome::ExpiredUnanswered: return wire::Refusal::NotAnswered;
    case Outcome::NoApprover: return wire::Refusal::NobodyToAsk;
    default: return wire::Refusal::PolicyDenied;
    }
}

std::string askWords(const policy::Decision& decision) {
    std::string words = decision.reason == "default" ? "no rule allows it"
                        : decision.reason == "rule"  ? "a rule asks"
                                                     : "the project's own policy file restricts it";
    auto origin = decision.origin;
    if (origin && origin->layer == policy::Layer::Base) { // there is but one
        origin->file.erase(0, origin->file.rfind('/') + 1);
    }
    const std::string place = policy::placeInWords(origin, decision.ruleId);
    return place.empty() ? words : words + " (" + place + ")";
}

wire::AskedBy askedBy(const policy::Decision& decision) {
    wire::AskedBy out{decision.reason, {}, {}, {}, 0};
    if (decision.origin) {
        out.layer = policy::layerName(decision.origin->layer);
        out.file = forScreen(decision.origin->file, 1024);
        out.rule = forScreen(decision.ruleId, 80);
        out.line = static_cast<std::uint32_t>(std::max(decision.origin->line, 0));
    }
    return out;
}

std::string programOf(const std::string& process) {
    const std::string first = process.substr(0, process.find(" <"));
    const std::size_t space = first.find(' ');
    return space == std::string::npos ? "" : first.substr(space + 1);
}

std::string hostOf(const policy::EgressRequest& connection) {
    if (!connection.host.empty()) {
        return connection.host;
    }
    return connection.literal ? policy::toText(*connection.literal) : kOwnLoopback;
}

} // namespace leadglass::session
