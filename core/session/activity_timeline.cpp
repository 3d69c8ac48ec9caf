#include "core/session/activity_timeline.h"

#include <algorithm>
#include <array>

namespace leadglass::session {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kMinute = 60 * kSecond, kHour = 60 * kMinute, kDay = 24 * kHour;
// What a person can name; those below divide those above, so that a bar begins at a round time (UTC).
constexpr std::array kWidths{kSecond, 2 * kSecond, 5 * kSecond, 10 * kSecond, 30 * kSecond, kMinute, 2 * kMinute, 5 * kMinute, 10 * kMinute,
                             30 * kMinute, kHour, 2 * kHour, 6 * kHour, 12 * kHour, kDay, 2 * kDay, 7 * kDay, 28 * kDay, 364 * kDay};
constexpr std::int64_t kLaid = 96;         // buckets at most, when they are laid: there is room to grow
constexpr std::int64_t kAtOnce = 20'000;   // rows, between two looks at the clock

std::int64_t widthFor(std::int64_t span) {
    const auto fits = std::find_if(kWidths.begin(), kWidths.end(), [span](std::int64_t width) { return span / width < kLaid; });
    return fits == kWidths.end() ? std::max(kWidths.back(), span / kLaid + 1) : *fits;
}

} // namespace

std::int64_t ActivityTimelineOf::endOf(std::size_t bucket) const { return bucket + 1 < m_buckets.size() ? m_buckets[bucket + 1].first : m_end; }

Result<ActivityTimelineOf::Range> ActivityTimelineOf::range(const api::ActivitySought& sought) {
    const auto ends = LG_TRY(m_history.bounds());
    Range out{ends.oldest, ends.newest + 1, 0, 0};
    if (ends.newest == 0) {
        return Range{};
    }
    if (sought.after > 0) {
        out.first = LG_TRY(m_history.firstFrom(sought.after));
    }
    if (sought.before > 0) {
        out.end = LG_TRY(m_history.firstFrom(sought.before));
    }
    auto* history = LG_TRY(m_history.reader());
    audit::Query edge;
    edge.run = sought.run;
    edge.after = out.first - 1;
    edge.before = out.end;
    edge.limit = 1;
    const auto last = LG_TRY(history->query(edge));
    edge.oldestFirst = true;
    const auto first = LG_TRY(history->query(edge));
    if (first.empty() || last.empty()) {
        return Range{};
    }
    return Range{first[0].id, last[0].id + 1, first[0].event.time, std::max(first[0].event.time, last[0].event.time)};
}

Status ActivityTimelineOf::lay(const Range& range) {
    m_width = widthFor(range.lastTime - range.firstTime);
    m_start = range.firstTime - range.firstTime % m_width;
    m_first = range.first;
    m_end = range.first;
    m_buckets = {{range.first, range.first, {}}};
    return grow(range);
}

// Buckets for what came behind the end.
Status ActivityTimelineOf::grow(const Range& range) {
    auto* history = LG_TRY(m_history.reader());
    const std::int64_t count = std::max<std::int64_t>(1, (range.lastTime - m_start) / m_width + 1);
    std::int64_t from = std::max(m_end, m_buckets.back().first);
    for (auto at = static_cast<std::int64_t>(m_buckets.size()); at < count; ++at) {
        from = LG_TRY(history->firstFrom(m_start + at * m_width, from, range.end));
        m_buckets.push_back({from, from, {}});
    }
    m_end = range.end;
    return {};
}

// True: all that is covered.
Result<bool> ActivityTimelineOf::countSome(Nanos until, const api::ActivityCovered& covered) {
    for (std::size_t at = m_buckets.size(); at-- > 0;) {
        Bucket& bucket = m_buckets[at];
        const std::int64_t end = std::min(endOf(at), covered.newest + 1);
        if (bucket.next < covered.oldest && bucket.next < end) {
            return true; // older ones are not covered, either
        }
        while (bucket.next < end) {
            const std::int64_t last = std::min(end, bucket.next + kAtOnce) - 1;
            const auto more = LG_TRY(m_history.count(m_sought, bucket.next, last));
            bucket.counts.allow += more.allow;
            bucket.counts.deny += more.deny;
            bucket.counts.ask += more.ask;
            bucket.counts.other += more.other;
            bucket.next = last + 1;
            if (systemClock().awake() >= until) {
                return false;
            }
        }
    }
    return true;
}

Result<api::ActivityTimeline> ActivityTimelineOf::go(const api::ActivitySought& sought, Nanos budget) {
    const Nanos until = systemClock().awake() + budget;
    auto found = range(sought);
    if (!found && found.error().code == Code::NotFound) {
        return api::ActivityTimeline{};
    }
    const Range range = LG_TRY(std::move(found));
    if (range.isEmpty()) {
        m_width = 0;
        return api::ActivityTimeline{};
    }
    // What was pruned is not shown any more, and a clock that was set back is another axis.
    const bool goesOn = m_width > 0 && m_sought == sought && m_opened == m_history.opened() && m_first == range.first && m_end <= range.end &&
                        range.firstTime >= m_start && (range.lastTime - m_start) / m_width < static_cast<std::int64_t>(api::kMostBuckets);
    m_sought = sought;
    m_opened = m_history.opened();
    LG_TRY(goesOn ? grow(range) : lay(range));
    const auto covered = LG_TRY(m_history.covered(sought));
    const bool done = LG_TRY(countSome(until, covered));
    api::ActivityTimeline out;
    out.start = m_start;
    out.width = m_width;
    for (std::size_t at = 0; at < m_buckets.size(); ++at) {
        out.buckets.push_back(m_buckets[at].counts);
        const Bucket& bucket = m_buckets[at];
        out.whole = out.whole && bucket.next >= endOf(at);
        if (bucket.next == bucket.first && bucket.first < endOf(at)) {
            out.countedFrom = at + 1;
        }
    }
    out.waits = !out.whole && done;
    return out;
}

} // namespace leadglass::session
