// The audit history as a person browses it: by pages, by what is looked for, and out into a file.
//
// Read-only on the history. For one thread at a time, but for interrupt(). Text of rows is as stored: hostile until it
// went through core/base/escape.h.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/audit/event.h"
#include "core/base/result.h"

namespace leadglass::api {

struct ActivityBounds { // ids of the rows; 0 and 0: nothing was recorded yet
    std::int64_t oldest = 0;
    std::int64_t newest = 0;
    int opened = 0; // another number: another history lies there now
};

struct ActivityRow {
    audit::Row row;
    std::string why;    // words for the reason code; empty: none
    std::string wayOut; // of a refusal: the smallest change that would have allowed it; empty: none
};

// What a row must have; empty: anything. All of it must fit.
struct ActivitySought {
    std::string run;     // id, unique beginning of one, or "last"
    std::string agent;   // profile of the run
    std::string kind;    // a kind name
    std::string verdict; // "allow" | "deny" | "ask"
    std::string host;    // that host, or one below it
    std::vector<std::string> words; // beginnings of words in subject, process or detail
    // Wall nanoseconds, `after` inclusive; 0: any. Times are taken to grow with the ids: where the clock was set back,
    // rows beside the edge may be missed or shown.
    std::int64_t after = 0;
    std::int64_t before = 0;
    [[nodiscard]] bool isAnything() const {
        return run.empty() && agent.empty() && kind.empty() && verdict.empty() && host.empty() && words.empty() && after == 0 && before == 0;
    }
    friend bool operator==(const ActivitySought&, const ActivitySought&) = default;
    // Of runs, verdicts and times the history has indexes of its own.
    [[nodiscard]] bool needsIndex() const { return !agent.empty() || !kind.empty() || !host.empty() || !words.empty(); }
};

struct ActivityCovered { // by the search index
    std::int64_t oldest = 0;
    std::int64_t newest = 0;
    bool whole = false; // all of the history
};

struct ActivityFound {
    std::vector<ActivityRow> rows; // newest first
    std::int64_t next = 0;         // `before` of the next page; 0: no more of what is covered
    ActivityCovered covered;       // `whole` where no index was needed
};

constexpr std::size_t kMostBuckets = 160;
struct ActivityCounts { // rows, by verdict
    std::int64_t allow = 0, deny = 0, ask = 0;
    std::int64_t other = 0; // without one
    [[nodiscard]] std::int64_t all() const { return allow + deny + ask + other; }
};
struct ActivityTimeline { // how many rows fit, by time
    std::int64_t start = 0; // wall nanoseconds, of the first bucket
    std::int64_t width = 0; // of each; 0: there is nothing to count
    std::vector<ActivityCounts> buckets; // oldest first, at most kMostBuckets
    std::size_t countedFrom = 0; // of them: those before are not counted yet
    bool whole = true;           // all that is there now is counted
    bool waits = false;          // not whole, and goes on when the search index is further
};

struct ActivityRun {
    std::string id;
    std::string profile;
    std::string project;
};

enum class ExportForm { Jsonl, Csv, Html };
struct ActivityExported {
    std::int64_t rows = 0;
    bool cut = false;   // Html: more rows fit than a page holds
    std::string head;   // hash of the newest row of the whole history
    std::int64_t headRow = 0;
};
constexpr std::int64_t kMostRowsOfPage = 20'000; // of an HTML export

class ActivityService {
public:
    virtual ~ActivityService() = default;
    // No history yet: {0, 0}. A history that another program replaced meanwhile is opened anew.
    virtual Result<ActivityBounds> bounds() = 0;
    // Rows with ids `first` to `last`, newest first; at most 1000. A row that is damaged or missing is left out.
    virtual Result<std::vector<ActivityRow>> page(std::int64_t first, std::int64_t last) = 0;
    virtual Result<ActivityRow> row(std::int64_t id) = 0;
    // Below `before` (0: from the newest), at most `limit` (to 1000). Of words, hosts, kinds and agents only what the index
    // covers is found: takeUp() brings it further.
    virtual Result<ActivityFound> find(const ActivitySought& sought, std::int64_t before, int limit) = 0;
    // At most `rows` more into the index, the newest first.
    virtual Result<ActivityCovered> takeUp(int rows) = 0;
    // Over all that fits, the newest counted first. Works for about `milliseconds`; what is not whole goes on when it is asked again
    // for the same, and of what was counted before only what came since is looked at. Code::Busy: interrupted, ask again.
    virtual Result<ActivityTimeline> timeline(const ActivitySought& sought, int milliseconds) = 0;
    // Of a row's run. Code::NotFound: its start is not in the history.
    virtual Result<ActivityRun> run(const std::string& id) = 0;
    // All rows that fit as of now, newest first (Html: the newest kMostRowsOfPage), piece by piece into `write`, which
    // gives false where it cannot go on: Code::Io. `progress`(ids seen, all) gives false to end it: Code::Closed. Waits
    // until the index covers what is sought.
    virtual Result<ActivityExported> exportRows(const ActivitySought& sought, ExportForm form, const std::function<bool(std::string_view)>& write,
                                                const std::function<bool(std::int64_t done, std::int64_t total)>& progress) = 0;
    // From another thread: what find(), timeline() and takeUp() do ends with Code::Busy.
    virtual void interrupt() = 0;
};

} // namespace leadglass::api
