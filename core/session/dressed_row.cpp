#include "core/session/dressed_row.h"

#include "core/session/words.h"

namespace leadglass::session {
namespace {

// Of a refusal, of a question, or of what stopped something; an answer's outcome says more than its reason.
std::string whyOf(const audit::Event& e) {
    const bool byPolicy = e.outcome.empty() || e.outcome == "denied_by_policy";
    return !e.reason.empty() && byPolicy ? refusalWords(e.reason) : std::string();
}

} // namespace

api::ActivityRow dressedRow(audit::Row row) {
    api::ActivityRow out;
    out.why = whyOf(row.event);
    out.wayOut = wayOutOf(row.event);
    out.row = std::move(row);
    return out;
}

} // namespace leadglass::session
