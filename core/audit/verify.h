// Trust: the file is taken to be edited by somebody who knows how it works.
// Privilege: the person's; opens the file read-only.
// Input: an SQLite database of any content, and anchors kept elsewhere.
// Fails: an Error only where the file could not be looked at (rights, lock, newer schema); damage
//        and edits are findings, not errors.
//
// Finds: damaged pages, indexes that are not of their table, rows of a wrong form, every edit, deletion, insertion and reordering that
// was not followed by recomputing the chain; and, with an anchor, truncation to before it and
// recomputation of what it covers, and that another history lies in its place. What no anchor covers can be recomputed unseen by an owner of
// the file.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/audit/anchor_check.h"
#include "core/audit/prune.h"
#include "core/audit/writer.h"
#include "core/base/result.h"

namespace leadglass::audit {

struct Finding {
    std::int64_t row = 0;  // 0: not about one row
    std::string what;      // one line, fit for a screen
};

struct VerifyReport {
    std::int64_t rows = 0;          // rows seen
    Anchor head;                    // the newest row
    std::string history;            // its id; empty: none (schema 1, or no history)
    std::int64_t began = 0;         // when it was made, wall nanoseconds
    std::int64_t firstTime = 0;     // of the first and the last row seen
    std::int64_t lastTime = 0;
    std::vector<Finding> findings;  // in row order; the first kMaxFindings
    std::int64_t moreFindings = 0;
    std::int64_t anchorsMatched = 0;      // anchors of this history that fit ...
    std::int64_t anchorsMissing = 0;      // ... and that do not: there are findings, too
    std::int64_t anchorsUnnamed = 0;      // older than ids, and of who knows which history
    std::int64_t anchorsNotCompared = 0;  // the file could not be opened
    std::int64_t anchorsPruned = 0;       // of rows that were pruned
    std::optional<Pruned> pruned;         // rows 1 to upto were taken out, and the chain says so
    std::vector<OtherHistory> others;
    [[nodiscard]] bool isGone() const;  // a history that was kept in this file is not there
    [[nodiscard]] bool intact() const { return findings.empty() && !isGone(); }
    [[nodiscard]] std::int64_t firstBadRow() const;  // 0: none, or not about one row
};

constexpr std::size_t kMaxFindings = 50;

// False: no more of it; the answer is Code::Closed.
using VerifyProgress = std::function<bool(std::int64_t done, std::int64_t total)>;

// A missing file is an empty history; what anchors say was in it is gone (isGone()).
Result<VerifyReport> verify(const std::string& path, std::vector<Anchor> anchors,
                            std::chrono::milliseconds lockTimeout,
                            const VerifyProgress& progress = {});

// PRAGMA quick_check and the newest `rows` rows only: for doctor. The same findings.
Result<VerifyReport> verifyTail(const std::string& path, std::int64_t rows,
                                std::chrono::milliseconds lockTimeout);

}  // namespace leadglass::audit
