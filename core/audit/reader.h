// Trust: the file may have been changed by any program of the same person.
// Privilege: the person's; opens the file read-only.
// Input: an SQLite database of any content; see database.h.
// Fails: missing (Code::NotFound), not ours, damaged, of another schema: an Error.
//
// Reads the history. Text comes back as stored, bounded; it still goes through forScreen() before
// a screen, since the file may have been edited.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/audit/event.h"
#include "core/audit/writer.h"
#include "core/base/result.h"

namespace leadglass::audit {

constexpr int kMaxPage = 10'000;

struct Query {
    std::string run;  // exact id
    std::optional<Kind> kind;
    std::string verdict;                // "allow" | "deny" | "ask"; empty: any
    std::optional<std::int64_t> since;  // wall nanoseconds, inclusive
    std::string text;         // contained in subject, process or detail, ASCII case ignored
    std::int64_t before = 0;  // only rows with a smaller id; 0: from the newest
    std::int64_t after = 0;   // only rows with a larger id
    bool oldestFirst = false;
    int limit = 100;          // 1 to kMaxPage
};

struct VerdictCounts {
    std::int64_t allow = 0, deny = 0, ask = 0;
    std::int64_t other = 0; // rows without a verdict
};

class Reader {
public:
    static Result<std::unique_ptr<Reader>> open(const std::string& path,
                                                std::chrono::milliseconds lockTimeout);
    virtual ~Reader() = default;
    // Newest first unless asked otherwise. The next page: before (after) = id of the last row.
    virtual Result<std::vector<Row>> query(const Query& query) = 0;
    virtual Result<Row> get(std::int64_t id) = 0;  // Code::NotFound
    virtual Result<Anchor> head() = 0;
    // The smallest id from `low` on and below `high` whose row is not older than `time` (wall nanoseconds); `high`: all are
    // older. Times are taken to grow with the ids.
    virtual Result<std::int64_t> firstFrom(std::int64_t time, std::int64_t low, std::int64_t high) = 0;
    // Of rows `first` to `last`, of one run where it is not empty. By the indexes: of all runs what is without a verdict is
    // the rest, since ids have no gaps.
    virtual Result<VerdictCounts> count(const std::string& run, std::int64_t first, std::int64_t last) = 0;
    // Ids of runs that begin so, at most `limit`; and the run that started last ("" for none).
    virtual Result<std::vector<std::string>> runsWithPrefix(const std::string& prefix,
                                                            int limit) = 0;
    virtual Result<std::string> lastRun() = 0;
};

}  // namespace leadglass::audit
