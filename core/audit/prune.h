// Trust: as writer.h and verify.h.
// Privilege: the person's; removes rows, which nothing else does.
// Input: how far to remove, and the history.
// Fails: a history that is not intact, locked longer than the timeout, or without room: an Error;
//        what was removed until then is recorded, and the history verifies.
//
// Takes the oldest rows out of a history so that the chain stays provable. Each batch is one
// transaction: rows 1 to N go, and a row is appended that says so, with the hash of row N, which
// row N + 1 follows (kind "discard", reason "pruned"). verify() begins there. Whoever takes rows out
// otherwise would have to recompute the chain from that row on, which the anchors show.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/audit/database.h"
#include "core/base/clock.h"
#include "core/base/result.h"

namespace leadglass::audit {

struct PruneRequest {
    std::optional<Nanos> before;            // wall time: rows up to the first that is not older
    std::optional<std::uint64_t> keepBytes; // at most about so much stays
    std::vector<std::string> keepRuns;      // no row at or after the start of these
};

struct PrunePlan {
    std::int64_t rows = 0;      // to be removed; 0: none
    std::int64_t upto = 0;      // the last of them
    std::int64_t all = 0;       // rows there are
    Nanos firstTime = 0;        // of those to be removed
    Nanos lastTime = 0;
    std::uint64_t bytes = 0;    // of the file that holds rows
    std::string heldBy;         // a run of keepRuns that keeps rows which would go otherwise
};
// Changes nothing. Code::NotFound: no history.
Result<PrunePlan> planPrune(const std::string& path, const PruneRequest& request,
                            std::chrono::milliseconds lockTimeout);

// Removes rows 1 to `upto`. `who` goes into the rows. Precondition: verify() found the history
// intact; the caller appends a row of its own through Writer first, so that it has an id in its chain.
Status pruneRows(const std::string& path, std::int64_t upto, const std::string& who,
                 std::chrono::milliseconds lockTimeout);

// Gives what is free in the file back to the file system. Needs it for itself for seconds where it
// is large, and room for a copy: Code::Unsupported where there is not enough, nothing is changed. Code::Busy: somebody
// reads or writes it; the file shrinks when they are done.
Status compact(const std::string& path, std::chrono::milliseconds lockTimeout);
// The same for the log beside the file alone (SQLite's -wal): no copy, and nobody has to wait longer than `lockTimeout`.
Status shortenLog(const std::string& path, std::chrono::milliseconds lockTimeout);

// What a history that begins after row `upto` says of the rows before.
struct Pruned {
    std::int64_t upto = 0;
    Hash last{};        // hash of row `upto`
    Nanos when = 0;
    std::string who;    // fit for a screen
};
// The newest such row that fits a history whose first row is `first`; nothing: there is none.
Result<std::optional<Pruned>> findPruned(Database& db, std::int64_t first);

} // namespace leadglass::audit
