// How many rows of the history fit, by time: counted piece by piece, kept, and brought up to date. Of LocalActivityService.
//
// Time is cut into buckets, and each bucket is a range of ids, since times grow with ids. What was counted of a bucket is never
// counted again; rows that come make the last one longer, or new ones. Only where there get too many of them all is counted anew.
#pragma once

#include <cstdint>
#include <vector>

#include "core/api/activity_service.h"
#include "core/base/clock.h"
#include "core/session/activity_history.h"

namespace leadglass::session {

class ActivityTimelineOf {
public:
    // `history`: borrowed.
    explicit ActivityTimelineOf(ActivityHistory& history) : m_history(history) {}
    // `sought.run` is resolved. As ActivityService::timeline().
    Result<api::ActivityTimeline> go(const api::ActivitySought& sought, Nanos budget);

private:
    struct Bucket {
        std::int64_t first = 0; // id; it ends where the next one begins
        std::int64_t next = 0;  // up to which it is counted
        api::ActivityCounts counts;
    };
    struct Range { // ids; `end` is one past the last
        std::int64_t first = 0, end = 0;
        std::int64_t firstTime = 0, lastTime = 0;
        [[nodiscard]] bool isEmpty() const { return first >= end; }
    };
    Result<Range> range(const api::ActivitySought& sought);
    Status lay(const Range& range);
    Status grow(const Range& range);
    Result<bool> countSome(Nanos until, const api::ActivityCovered& covered);
    [[nodiscard]] std::int64_t endOf(std::size_t bucket) const;

    ActivityHistory& m_history;
    api::ActivitySought m_sought;
    int m_opened = 0;
    std::int64_t m_start = 0;
    std::int64_t m_width = 0; // 0: nothing is laid
    std::int64_t m_first = 0;
    std::int64_t m_end = 0;
    std::vector<Bucket> m_buckets;
};

} // namespace leadglass::session
