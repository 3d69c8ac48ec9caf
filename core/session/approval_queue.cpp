#include "core/session/approval_queue.h"

#include <algorithm>
#include <utility>

#include "core/base/escape.h"
#include "core/session/approval_entry.h"
#include "core/session/question_digest.h"

namespace leadglass::session {
namespace {

constexpr Nanos kCountsAreTold = 250'000'000; // after the first of a burst
constexpr Nanos kSecond = 1'000'000'000;
constexpr Nanos kMinute = 60 * kSecond;
constexpr Nanos kBurst = 400'000'000;
constexpr Nanos kLongestBurst = 10 * kSecond; // then it is another one, however steadily they come
constexpr std::size_t kMaxMembers = 8;
constexpr std::size_t kMaxWaiting = 256;

template <class T> void keepCommon(std::vector<T>& list, const std::vector<T>& other) {
    std::erase_if(list, [&](const T& item) {
        return std::find(other.begin(), other.end(), item) == other.end();
    });
}

} // namespace

ApprovalQueue::ApprovalQueue(EventLoop& loop, const Clock& clock, Options options,
                             ResolvedCallback onResolved)
    : m_loop(loop), m_clock(clock), m_options(std::move(options)),
      m_onResolved(std::move(onResolved)) {}

ApprovalQueue::~ApprovalQueue() {
    m_loop.cancel(m_timer);
    m_loop.cancel(m_countsTimer);
}

template <class F> void ApprovalQueue::tell(F&& call) {
    const auto copy = m_listeners; // a listener may remove itself or others
    for (Listener* listener : copy) {
        if (std::find(m_listeners.begin(), m_listeners.end(), listener) != m_listeners.end()) {
            call(*listener);
        }
    }
}

Resolution ApprovalQueue::refusal(const std::string& object, Outcome outcome,
                                  const char* reason) const {
    Resolution r;
    r.object = object;
    r.outcome = outcome;
    r.reason = reason;
    r.shown.run = m_options.run;
    r.shown.object = object;
    return r;
}

bool ApprovalQueue::overBudget() {
    const Nanos now = m_clock.awake();
    while (!m_recent.empty() && m_recent.front() + kMinute <= now) {
        m_recent.pop_front();
    }
    const auto open = std::count_if(m_entries.begin(), m_entries.end(), [](const auto& item) {
        return item.second.shown.state == wire::QuestionState::Pending;
    });
    return m_recent.size() >= m_options.newPerMinute ||
           static_cast<std::size_t>(open) >= m_options.maxPending;
}

std::optional<Resolution> ApprovalQueue::ask(const AskRequest& request) {
    const std::string object =
        request.request.empty() ? canonicalObject(request.host, request.port, request.protocol) : request.request;
    const auto refuse = [&](Outcome outcome, const char* reason) {
        Resolution r = refusal(object, outcome, reason);
        r.flows = {request.flow};
        return r;
    };
    if (m_ended) {
        return refuse(Outcome::RunEnded, "run_ended");
    }
    if (auto granted = consumeGrant(request, object)) {
        return granted;
    }
    if (m_options.askNobody) {
        return refuse(Outcome::NoApprover, "ask_deny");
    }
    if (refusesUnasked() && !m_options.keepUnasked) {
        return refuse(Outcome::NoApprover, "nobody_to_ask");
    }
    // The newest question about this object that a person can still answer.
    auto found = std::find_if(m_entries.rbegin(), m_entries.rend(), [&](const auto& item) {
        return item.second.shown.object == object && item.second.apart == request.apart &&
               item.second.shown.state != wire::QuestionState::Answered;
    });
    if (found != m_entries.rend() && found->second.shown.state == wire::QuestionState::Pending) {
        Entry& entry = found->second;
        if (entry.flows.size() >= kMaxWaiting) {
            return refuse(Outcome::DeniedByPolicy, "question_flood");
        }
        if (join(entry, request)) {
            const Question shown = shownNow(entry);
            tell([&](Listener& l) { l.questionChanged(shown); });
        } else {
            countsChanged(entry);
        }
        return std::nullopt;
    }
    if (overBudget()) {
        return refuse(Outcome::DeniedByPolicy, "question_flood");
    }
    std::uint64_t number = 0;
    if (found != m_entries.rend()) { // expired, and tried again: the same card comes back
        number = found->first;
        join(found->second, request);
    } else {
        number = m_next++;
        Entry entry;
        Question& q = entry.shown;
        q.id = m_options.run + "." + std::to_string(number);
        q.run = m_options.run;
        q.project = forScreen(m_options.project);
        q.profile = forScreen(m_options.profile);
        q.object = object;
        entry.apart = request.apart;
        q.host = forScreen(request.host);
        q.port = request.port;
        q.protocol = request.protocol;
        q.method = forScreen(request.method, 64);
        q.path = request.path;
        q.process = forScreen(request.process);
        q.why = forScreen(request.why);
        q.by = request.by;
        q.scopes = request.scopes;
        q.patterns = request.patterns;
        q.registries = request.registries;
        q.generation = 0;
        join(entry, request);
        m_entries.emplace(number, std::move(entry));
    }
    raise(m_entries.at(number));
    return std::nullopt;
}

// True: what is shown has changed.
bool ApprovalQueue::join(Entry& entry, const AskRequest& request) {
    Question& q = entry.shown;
    entry.flows.push_back(request.flow);
    q.waiting = static_cast<std::uint32_t>(entry.flows.size());
    ++q.attempts;
    if (request.processTree != 0 && entry.trees.size() < kMaxWaiting &&
        std::find(entry.trees.begin(), entry.trees.end(), request.processTree) == entry.trees.end()) {
        entry.trees.push_back(request.processTree);
    }
    const std::string program = forScreen(request.program, 200);
    if (q.members.size() < kMaxMembers &&
        std::find(q.members.begin(), q.members.end(), program) == q.members.end()) {
        // The last place says that there are more, so that ever new names cannot keep the question
        // changing under the person who answers it.
        q.members.push_back(q.members.size() + 1 == kMaxMembers ? "..." : program);
    }
    keepCommon(q.scopes, request.scopes);
    keepCommon(q.patterns, request.patterns);
    keepCommon(q.registries, request.registries);
    std::string digest = questionDigest(q);
    if (digest == q.digest) {
        return false;
    }
    q.digest = std::move(digest);
    ++q.generation;
    return true;
}

// The end of its hold by the wall clock as it is now, which may have been set since.
Question ApprovalQueue::shownNow(const Entry& entry) const {
    Question shown = entry.shown;
    shown.expires = m_clock.wall() + entry.deadline - m_clock.awake();
    return shown;
}

void ApprovalQueue::raise(Entry& entry) {
    const Nanos now = m_clock.awake();
    m_recent.push_back(now);
    const Nanos hold = refusesUnasked() ? 0 : m_options.hold;
    entry.deadline = now + hold;
    entry.hadApprover = m_approvers > 0;
    entry.shown.state = wire::QuestionState::Pending;
    entry.shown.outcome.clear();
    entry.shown.raised = m_clock.wall();
    putInBurst(entry.shown, now);
    const Question shown = shownNow(entry);
    arm();
    tell([&](Listener& l) { l.questionRaised(shown); });
}

void ApprovalQueue::putInBurst(Question& question, Nanos now) {
    while (!m_interruptions.empty() && m_interruptions.front() + m_options.budgetTime <= now) {
        m_interruptions.pop_front();
    }
    const bool over = m_interruptions.size() >= m_options.interruptions;
    const bool goesOn = !m_burst.id.empty() && now - m_burst.last <= kBurst && now - m_burst.began <= kLongestBurst;
    if (!goesOn && !(over && m_burst.quiet)) { // all that is quiet is one
        m_burst = {question.id, now, now, over};
        if (!over) {
            m_interruptions.push_back(now);
        }
    }
    m_burst.last = now;
    question.group = m_burst.id;
    question.quiet = m_burst.quiet;
}

void ApprovalQueue::withdraw(std::uint64_t flow) {
    for (auto& [number, entry] : m_entries) {
        if (std::erase(entry.flows, flow) > 0) {
            entry.shown.waiting = static_cast<std::uint32_t>(entry.flows.size());
            countsChanged(entry);
        }
    }
}

// A burst of connections is one message.
void ApprovalQueue::countsChanged(Entry& entry) {
    entry.countsUntold = true;
    if (m_countsTimer == 0) {
        m_countsTimer = m_loop.after(kCountsAreTold, [this] { tellCounts(); });
    }
}

void ApprovalQueue::tellCounts() {
    m_countsTimer = 0;
    std::vector<Question> changed;
    for (auto& [number, entry] : m_entries) {
        if (std::exchange(entry.countsUntold, false) && entry.shown.state == wire::QuestionState::Pending) {
            changed.push_back(shownNow(entry));
        }
    }
    for (const Question& question : changed) {
        tell([&](Listener& l) { l.questionChanged(question); });
    }
}

std::map<std::uint64_t, ApprovalQueue::Entry>::const_iterator
ApprovalQueue::findEntry(const std::string& id) const {
    return std::find_if(m_entries.begin(), m_entries.end(),
                        [&](const auto& item) { return item.second.shown.id == id; });
}

Status ApprovalQueue::resolve(std::uint64_t number, Resolution r) {
    Entry& entry = m_entries.at(number);
    const bool expired = r.outcome == Outcome::ExpiredUnanswered || r.outcome == Outcome::NoApprover;
    const bool late = entry.shown.state == wire::QuestionState::Expired;
    entry.shown.state = expired ? wire::QuestionState::Expired : wire::QuestionState::Answered;
    entry.shown.outcome = outcomeName(r.outcome);
    entry.shown.waiting = 0;
    r.question = entry.shown.id;
    r.flows = std::exchange(entry.flows, {});
    r.shown = entry.shown;
    Status recorded = m_onResolved ? m_onResolved(r) : Status();
    if (!recorded && r.allow) {
        // An allow that is not on record does not take effect.
        r.allow = false;
        r.outcome = Outcome::DeniedByPolicy;
        r.reason = "not_recorded";
        r.shown.outcome = outcomeName(r.outcome);
        recorded.error().what = "the answer could not be recorded, so the request was refused: " +
                                recorded.error().what;
    }
    const auto again = m_entries.find(number); // the callback may have asked and made room
    if (again != m_entries.end()) {
        again->second.shown.outcome = r.shown.outcome;
        if (recorded) {
            grantAfter(again->second, r, late);
        }
    }
    tell([&](Listener& l) { l.questionClosed(r.shown); });
    return recorded;
}

void ApprovalQueue::reevaluate(const Judge& judge) {
    std::vector<std::uint64_t> numbers;
    for (const auto& [number, entry] : m_entries) {
        if (entry.shown.state == wire::QuestionState::Pending && !isAct(entry.shown.protocol)) {
            numbers.push_back(number);
        }
    }
    for (const std::uint64_t number : numbers) {
        const auto found = m_entries.find(number);
        if (found == m_entries.end() || found->second.shown.state != wire::QuestionState::Pending) {
            continue;
        }
        const auto verdict = judge(found->second.shown, found->second.flows);
        if (verdict) {
            Resolution r = refusal(found->second.shown.object, Outcome::SupersededByRule, "rule");
            r.allow = *verdict;
            // An Error is a refusal of the flows, which the callback has done.
            static_cast<void>(resolve(number, std::move(r)));
        }
    }
}

void ApprovalQueue::endRun() {
    m_ended = true;
    m_grants.clear();
    std::vector<std::uint64_t> numbers;
    for (const auto& [number, entry] : m_entries) {
        if (entry.shown.state != wire::QuestionState::Answered) {
            numbers.push_back(number);
        }
    }
    for (const std::uint64_t number : numbers) {
        const auto found = m_entries.find(number);
        if (found == m_entries.end()) {
            continue;
        }
        if (found->second.shown.state == wire::QuestionState::Expired) {
            found->second.shown.state = wire::QuestionState::Answered; // on record already
            continue;
        }
        static_cast<void>(resolve(number, refusal(found->second.shown.object, Outcome::RunEnded, "run_ended")));
    }
    arm();
}

void ApprovalQueue::approverCame() {
    ++m_approvers;
    for (auto& [number, entry] : m_entries) {
        entry.hadApprover = true;
    }
}

void ApprovalQueue::addListener(Listener* listener) { m_listeners.push_back(listener); }
void ApprovalQueue::removeListener(Listener* listener) { std::erase(m_listeners, listener); }

void ApprovalQueue::tick() {
    const Nanos now = m_clock.awake();
    std::vector<std::uint64_t> due;
    for (const auto& [number, entry] : m_entries) {
        if (entry.shown.state == wire::QuestionState::Pending && entry.deadline <= now) {
            due.push_back(number);
        }
    }
    for (const std::uint64_t number : due) {
        const auto found = m_entries.find(number);
        if (found == m_entries.end() || found->second.shown.state != wire::QuestionState::Pending) {
            continue;
        }
        const Outcome outcome = found->second.hadApprover ? Outcome::ExpiredUnanswered : Outcome::NoApprover;
        const bool unasked = outcome == Outcome::NoApprover && m_options.onlyIfApprover;
        static_cast<void>(resolve(number, refusal(found->second.shown.object, outcome, unasked ? "nobody_to_ask" : "hold")));
    }
    forgetOld();
    arm();
}

// Who looks on forgets it, too: a run that asks without end fills no other program.
void ApprovalQueue::forgetOld() {
    std::vector<Question> gone;
    for (auto it = m_entries.begin(); m_entries.size() > m_options.maxKept && it != m_entries.end();) {
        const bool waits = it->second.shown.state == wire::QuestionState::Pending;
        if (it->second.shown.state == wire::QuestionState::Expired) { // what is answered was told so
            gone.push_back(std::move(it->second.shown));
            gone.back().state = wire::QuestionState::Answered;
        }
        it = waits ? std::next(it) : m_entries.erase(it);
    }
    for (const Question& question : gone) {
        tell([&](Listener& l) { l.questionClosed(question); });
    }
}

void ApprovalQueue::arm() {
    m_loop.cancel(m_timer);
    m_timer = 0;
    std::optional<Nanos> next;
    for (const auto& [number, entry] : m_entries) {
        if (entry.shown.state == wire::QuestionState::Pending && (!next || entry.deadline < *next)) {
            next = entry.deadline;
        }
    }
    if (next) {
        m_timer = m_loop.after(*next - m_clock.awake(), [this] { tick(); });
    }
}

} // namespace leadglass::session
