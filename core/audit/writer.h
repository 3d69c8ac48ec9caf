// Appends to the audit history. One chain over all runs; several processes may append at once.
//
// Durability: SQLite WAL, synchronous = NORMAL: a row whose append() returned survives SIGKILL of
//        any process. A power cut or a kernel crash can take the newest rows (those that the kernel
//        had not written back); what is left is a shorter, unbroken chain, and anchor() syncs first,
//        so what an anchor names is on the disk.
// Fails: locked longer than the timeout, full, corrupt, or of a newer schema: an Error, nothing is
//        written. The caller must not let an allow take effect whose row was not committed.
#pragma once

#include <chrono>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/audit/event.h"
#include "core/base/result.h"

namespace leadglass::audit {

constexpr std::size_t kMaxBatch = 10'000;

struct Anchor { // lets verify find truncation, recomputation and a history that is gone
    std::int64_t count = 0; // id of the last row
    std::string head{};     // its hash, hex
    std::string history{};  // id of the history (identity.h); empty in anchors older than ids
    std::string place{};    // its file, fit for a screen; empty where it is not known
    std::string when{};     // RFC 3339, of an anchor that was kept; for people
};

// What would keep a run from appending: rights, a lock, damage, a newer schema. Changes nothing and
// makes nothing; no history yet is fine where one can be made.
Status checkAppendable(const std::string& path, std::chrono::milliseconds lockTimeout);

class Writer {
public:
    // Creates the file 0600 in a checked directory, migrates an older schema after a backup.
    static Result<std::unique_ptr<Writer>> open(const std::string& path,
                                                std::chrono::milliseconds lockTimeout);
    virtual ~Writer() = default;
    // All or none, in one transaction. Returns the ids. At most kMaxBatch events.
    virtual Result<std::vector<std::int64_t>> append(std::span<const Event> events) = 0;
    // Head of the whole history, written to the disk before it is returned.
    virtual Result<Anchor> anchor() = 0;
};

} // namespace leadglass::audit
