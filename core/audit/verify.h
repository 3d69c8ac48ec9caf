// Trust: the file is taken to be edited by somebody who knows how it works.
// Privilege: the person's; opens the file read-only.
// Input: an SQLite database of any content, and anchors kept elsewhere.
// Fails: an Error only where the file could not be looked at (rights, lock, newer schema); damage
//        and edits are findings, not errors.
//
// Finds: damaged pages, rows of a wrong form, every edit, deletion, insertion and reordering that
// was not followed by recomputing the chain; and, with an anchor, truncation to before it and
// recomputation of what it covers. What no anchor covers can be recomputed unseen by an owner of
// the file.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

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
    std::vector<Finding> findings;  // in row order; the first kMaxFindings
    std::int64_t moreFindings = 0;
    std::int64_t anchorsChecked = 0;
    [[nodiscard]] bool intact() const { return findings.empty(); }
    [[nodiscard]] std::int64_t firstBadRow() const;  // 0: none, or not about one row
};

constexpr std::size_t kMaxFindings = 50;

using VerifyProgress = std::function<void(std::int64_t done, std::int64_t total)>;

// A missing file is a finding where an anchor says that there was one, else an empty history.
Result<VerifyReport> verify(const std::string& path, std::vector<Anchor> anchors,
                            std::chrono::milliseconds lockTimeout,
                            const VerifyProgress& progress = {});

// PRAGMA quick_check and the newest `rows` rows only: for doctor. The same findings.
Result<VerifyReport> verifyTail(const std::string& path, std::int64_t rows,
                                std::chrono::milliseconds lockTimeout);

}  // namespace leadglass::audit
