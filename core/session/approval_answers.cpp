// Answers, and what an answer leaves behind: the other half of approval_queue.cpp.
#include <algorithm>
#include <charconv>

#include "core/base/escape.h"
#include "core/session/approval_entry.h"
#include "core/session/words.h"

namespace leadglass::session {
namespace {

constexpr Nanos kSecond = 1'000'000'000;
constexpr Nanos kOnceWindow = 10 * kSecond;
constexpr Nanos kLateWindow = 60 * kSecond;
constexpr std::size_t kMaxGrants = 256;

} // namespace

const char* outcomeName(Outcome outcome) {
    switch (outcome) {
        case Outcome::AllowedByPolicy: return "allowed_by_policy";
        case Outcome::AllowedByUser: return "allowed_by_user";
        case Outcome::DeniedByPolicy: return "denied_by_policy";
        case Outcome::DeniedByUser: return "denied_by_user";
        case Outcome::ExpiredUnanswered: return "expired_unanswered";
        case Outcome::NoApprover: return "no_approver";
        case Outcome::SupersededByRule: return "superseded_by_rule";
        case Outcome::RunEnded: return "run_ended";
    }
    return "denied_by_policy";
}

std::string canonicalObject(const std::string& host, std::uint16_t port, const std::string& protocol) {
    const bool v6 = host.find(':') != std::string::npos;
    return (v6 ? "[" + host + "]" : host) + ":" + std::to_string(port) + ":" + protocol;
}

std::uint64_t questionNumber(const std::string& id) {
    std::uint64_t number = 0;
    const char* end = id.data() + id.size();
    const auto dot = id.rfind('.');
    if (dot == std::string::npos) {
        return 0;
    }
    const auto [rest, bad] = std::from_chars(id.data() + dot + 1, end, number);
    return bad == std::errc() && rest == end ? number : 0;
}

Status ApprovalQueue::answer(const wire::Answer& answer, const std::string& approver) {
    const auto found = findEntry(answer.question);
    if (found == m_entries.end()) {
        return makeError(Code::NotFound, "no such question: " + forScreen(answer.question, 64),
                         "see 'leadglass approvals'");
    }
    const Question& q = found->second.shown;
    if (q.state == wire::QuestionState::Answered) {
        return makeError(Code::Conflict, "question " + q.id + " is closed already: " + outcomeWords(q.outcome));
    }
    if (q.digest.empty() || answer.digest != q.digest) {
        // A beginning would not do: a run can look for a request whose digest begins as that of one which was shown.
        const bool isBeginning = answer.digest.size() < q.digest.size() && q.digest.starts_with(answer.digest);
        return makeError(Code::Conflict,
                         isBeginning ? "that is only the beginning of a digest: the whole one says what was shown, and a run could make another "
                                       "question with the same beginning"
                                     : "question " + q.id + " is not the one that was shown: it has changed, or the digest is wrong",
                         isBeginning ? "copy the whole line of 'leadglass approvals'" : "look at it again with 'leadglass approvals'");
    }
    if (std::find(q.scopes.begin(), q.scopes.end(), answer.scope) == q.scopes.end()) {
        return makeError(Code::Invalid, std::string("scope '") + wire::scopeName(answer.scope) +
                                            "' is not offered for question " + q.id);
    }
    const bool offered = std::find(q.patterns.begin(), q.patterns.end(), answer.pattern) != q.patterns.end() ||
                         std::any_of(q.registries.begin(), q.registries.end(),
                                     [&](const auto& registry) { return answer.pattern == "registry:" + registry.name; });
    if (!answer.pattern.empty() && !offered) {
        return makeError(Code::Invalid, "host pattern '" + forScreen(answer.pattern, 300) +
                                            "' is not offered for question " + q.id);
    }
    if (!answer.pattern.empty() && answer.scope == Scope::Once) {
        return makeError(Code::Invalid, "a host pattern needs a scope wider than once", "add --scope run, or --for 30m");
    }
    const bool ofRequest = !q.method.empty() && !isAct(q.protocol) && answer.pattern.empty() && answer.scope != Scope::Once;
    if (ofRequest && (q.path.empty() || answer.scope > Scope::Run)) {
        return makeError(Code::Invalid,
                         q.path.empty() ? "this request can be answered once, or its whole host: no rule can name its path"
                                        : "an answer about one path holds in this run at most; for longer it is about the host",
                         q.patterns.empty() ? "" : "name the host: '" + q.patterns.front() + "'");
    }
    if (answer.scope == Scope::Minutes ? answer.seconds < wire::kLeastSeconds || answer.seconds > wire::kMostSeconds
                                       : answer.seconds != 0) {
        return makeError(Code::Invalid, "an answer for a time holds for one minute to 24 hours, and no other has a time");
    }
    if (m_gone) {
        std::erase_if(m_entries.at(found->first).flows, m_gone);
    }
    Resolution r = refusal(q.object, answer.allow ? Outcome::AllowedByUser : Outcome::DeniedByUser,
                           q.state == wire::QuestionState::Expired ? "late_answer" : "answer");
    r.allow = answer.allow;
    r.scope = answer.scope;
    r.pattern = answer.pattern;
    r.seconds = answer.seconds;
    r.note = forScreen(answer.note, wire::kMaxNote);
    r.approver = forScreen(approver, 100);
    return resolve(found->first, std::move(r));
}

void ApprovalQueue::grantAfter(const Entry& entry, const Resolution& r, bool late) {
    const bool byUser = r.outcome == Outcome::AllowedByUser || r.outcome == Outcome::DeniedByUser;
    // Wider scopes are rules by now; an Allow that a waiting flow used is used up.
    if (!byUser || r.scope != Scope::Once || m_grants.size() >= kMaxGrants ||
        (r.allow && !r.flows.empty()) || (!late && entry.trees.empty())) {
        return;
    }
    Grant grant;
    grant.object = r.object;
    grant.apart = entry.apart;
    grant.allow = r.allow;
    if (!late || !r.allow) {
        grant.trees = entry.trees;
        if (grant.trees.empty()) {
            return; // a late Deny of nobody in particular
        }
    }
    grant.until = m_clock.awake() + (late && r.allow ? kLateWindow : kOnceWindow);
    grant.resolution = r;
    m_grants.push_back(std::move(grant));
}

std::optional<Resolution> ApprovalQueue::consumeGrant(const AskRequest& request,
                                                      const std::string& object) {
    const Nanos now = m_clock.awake();
    std::erase_if(m_grants, [&](const Grant& g) { return g.until < now; });
    const auto found = std::find_if(m_grants.begin(), m_grants.end(), [&](const Grant& g) {
        const bool tree = g.trees.empty() ||
                          (request.processTree != 0 &&
                           std::find(g.trees.begin(), g.trees.end(), request.processTree) !=
                               g.trees.end());
        return g.object == object && g.apart == request.apart && tree;
    });
    if (found == m_grants.end()) {
        return std::nullopt;
    }
    Resolution r = found->resolution;
    r.flows = {request.flow};
    if (found->allow) {
        m_grants.erase(found);
    }
    return r;
}

std::vector<Question> ApprovalQueue::pending() const {
    std::vector<Question> out = all();
    std::erase_if(out, [](const Question& q) { return q.state != wire::QuestionState::Pending; });
    return out;
}

std::vector<Question> ApprovalQueue::all() const {
    std::vector<Question> out;
    for (const auto& [number, entry] : m_entries) {
        out.push_back(shownNow(entry));
    }
    return out;
}

std::optional<Question> ApprovalQueue::find(const std::string& id) const {
    const auto found = findEntry(id);
    return found == m_entries.end() ? std::nullopt : std::optional(shownNow(found->second));
}

} // namespace leadglass::session
