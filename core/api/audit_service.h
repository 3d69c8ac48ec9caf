// The audit history as the app and the CLI see it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/audit/event.h"
#include "core/base/result.h"

namespace leadglass::api {

struct AuditQuery {
    std::string run;                    // id, unique prefix, or "last"; empty: all
    std::string kind;                   // a kind name; empty: all
    std::string verdict;                // "allow" | "deny" | "ask"; empty: all
    std::optional<std::int64_t> since;  // wall nanoseconds
    std::string text;                   // in subject, process or detail
    std::int64_t before = 0;            // only smaller ids; 0: from the newest
    int limit = 100;
};

struct AuditFinding {
    std::int64_t row = 0;  // 0: not about one row
    std::string what;
};

// A history that anchors name and that is not the one that was checked.
struct AuditOtherHistory {
    std::string id;      // empty: anchors of a version without ids
    std::string place;   // its file when it was last anchored; may be empty
    std::string when;    // RFC 3339, of its newest anchor; may be empty
    std::string keptAt;  // where it lies now, whole; empty: not looked for or not found
    std::int64_t anchors = 0;
    std::int64_t rows = 0;  // the most that was anchored
    bool gone = false;      // it was kept in the file that was checked: a finding
    bool setAside = false;  // damaged, and set aside: a row of this history says so, and it is as it was then
};

struct AuditReport {
    std::string path;       // the file that was checked
    std::string history;    // its id; empty where it has none
    std::int64_t began = 0; // wall nanoseconds, as are the next two; 0: not known
    std::int64_t firstTime = 0;
    std::int64_t lastTime = 0;
    std::int64_t rows = 0;
    std::string head;  // hash of the newest row
    std::int64_t anchors = 0;             // of this history, and that fit
    std::int64_t anchorsMissing = 0;      // of this history, and that do not
    std::int64_t anchorsUnnamed = 0;      // without an id, and that do not fit
    std::int64_t anchorsNotCompared = 0;  // because the file cannot be read
    std::int64_t prunedRows = 0;          // rows 1 to this were pruned; the chain says so
    std::int64_t prunedTime = 0;          // wall nanoseconds
    std::string prunedBy;
    std::int64_t anchorsPruned = 0;       // of those rows
    std::vector<AuditOtherHistory> others;
    std::vector<AuditFinding> findings;  // in row order
    std::int64_t moreFindings = 0;
    std::int64_t firstBadRow = 0;
    std::vector<std::string> notes;  // anchors that could not be read
    bool isGone = false;             // of one of `others`
    [[nodiscard]] bool intact() const { return findings.empty() && !isGone; }
};

inline constexpr const char* kPruneAge = "400d"; // what holds where a prune names neither
inline constexpr const char* kPruneSize = "1GiB";
struct PruneRequest {
    std::string olderThan; // "90d", "12h": rows and finished runs; empty: not by age
    std::string keepSize;  // "1GiB", "64MiB": of the history; empty: not by size
    bool dryRun = false;
};
struct PruneResult {
    std::int64_t rows = 0;       // removed (dry run: would be)
    std::int64_t left = 0;       // rows that stay
    std::int64_t firstTime = 0;  // of those removed, wall nanoseconds
    std::int64_t lastTime = 0;
    std::uint64_t bytesBefore = 0, bytesAfter = 0; // of the file
    std::vector<std::string> runs;   // directories of finished runs that went with them
    std::vector<std::string> notes;  // what stayed, and why
};

struct SetAsideFile {
    std::string path;
    std::uint64_t bytes = 0;
    std::string sha256; // lower-case hexadecimal
};
struct SetAsideResult {
    std::vector<SetAsideFile> files;    // where they lie now
    std::int64_t row = 0;               // of the new history, that says all this
    std::vector<std::string> notes;
};

class AuditService {
public:
    virtual ~AuditService() = default;
    // Newest first. No history yet: none. Unknown kind, verdict or run: an Error.
    virtual Result<std::vector<audit::Row>> list(const AuditQuery& query) = 0;
    virtual Result<audit::Row> show(std::int64_t id) = 0;
    // Against the anchors of the local anchor file and of the runs' manifests. Where `progress` (may be empty) gives
    // false it ends soon, with Code::Closed.
    virtual Result<AuditReport> verify(const std::function<bool(std::int64_t done, std::int64_t total)>& progress) = 0;
    // Takes the oldest rows out, recorded so that verify still proves the rest. Refused where the
    // history does not verify. Runs that live, or whose changes wait, stay.
    virtual Result<PruneResult> prune(const PruneRequest& request) = 0;
    // Keeps a history that does not verify, under another name, and begins a new one whose first row
    // names it with its hash. Refused where it is intact, and while a run writes into it.
    virtual Result<SetAsideResult> setAside() = 0;
};

}  // namespace leadglass::api
