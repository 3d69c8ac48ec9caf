#include "core/audit/prune.h"

#include <sqlite3.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/audit/migrate.h"
#include "core/audit/stored_text.h"
#include "core/base/escape.h"

namespace leadglass::audit {
namespace {

using nlohmann::json;

// A batch holds the write lock; live runs wait for it at most some tenths of a second.
constexpr std::int64_t kBatch = 20'000;
constexpr const char* kReason = "pruned";

Result<std::int64_t> numberBound(Database& db, const char* sql, std::int64_t value) {
    auto statement = LG_TRY(db.prepare(sql));
    statement.bind(1, value);
    const int code = statement.step();
    return code == SQLITE_ROW ? Result<std::int64_t>(statement.integer(0))
                              : Result<std::int64_t>(db.error("cannot read", code));
}

Result<std::uint64_t> usedBytes(Database& db) {
    const auto pages = LG_TRY(db.number("PRAGMA page_count"));
    const auto free = LG_TRY(db.number("PRAGMA freelist_count"));
    const auto size = LG_TRY(db.number("PRAGMA page_size"));
    return static_cast<std::uint64_t>((pages - free) * size);
}

// Only what begins before `upto` is of interest; 0: the run has no rows.
Result<std::int64_t> firstRowOf(Database& db, const std::string& run) {
    auto statement = LG_TRY(db.prepare("SELECT coalesce(min(id), 0) FROM events WHERE run = ?1"));
    statement.bind(1, run);
    const int code = statement.step();
    return code == SQLITE_ROW ? Result<std::int64_t>(statement.integer(0))
                              : Result<std::int64_t>(db.error("cannot read", code));
}

struct Head {
    std::int64_t id = 0;
    Hash hash{};
};

Result<Head> rowHash(Database& db, const char* sql, std::int64_t id) {
    auto statement = LG_TRY(db.prepare(sql));
    statement.bind(1, id);
    const int code = statement.step();
    const auto bytes = code == SQLITE_ROW ? statement.blob(1) : std::span<const std::uint8_t>();
    Head head;
    if (bytes.size() != head.hash.size()) {
        return makeError(Code::Corrupt, "audit history '" + forScreen(db.path()) + "': row " + std::to_string(id) + " is missing or damaged",
                         "run 'leadglass audit verify'");
    }
    head.id = statement.integer(0);
    std::copy(bytes.begin(), bytes.end(), head.hash.begin());
    return head;
}

Status appendPruned(Database& db, std::int64_t upto, const Hash& last, const std::string& who) {
    const Head head = LG_TRY(rowHash(db, "SELECT id, hash FROM events WHERE id >= ?1 ORDER BY id DESC LIMIT 1", 0));
    Event event;
    event.kind = Kind::Discard;
    event.time = systemClock().wall();
    event.reason = kReason;
    event.subject = "rows 1 to " + std::to_string(upto) + " were pruned";
    event.process = who;
    event.detail = json{{"upto", upto}, {"last_hash", toHex(last)}}.dump();
    const Event stored = storable(event);
    const RowFields row = fieldsOf(head.id + 1, stored);
    Chain chain;
    const Hash hash = chain.next(head.hash, row);
    auto insert = LG_TRY(db.prepare(
        "INSERT INTO events (id, time, kind, run, verdict, outcome, reason, subject, rule, origin, policy, "
        "inputs, process, detail, hash) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"));
    insert.bind(1, row.id);
    insert.bind(2, row.time);
    for (std::size_t i = 0; i < row.text.size(); ++i) {
        insert.bind(static_cast<int>(i) + 3, row.text[i]);
    }
    insert.bind(15, hash);
    const int code = insert.step();
    return code == SQLITE_DONE ? Status() : Status(db.error("cannot append", code));
}

Status pruneBatch(Database& db, std::int64_t upto, const std::string& who) {
    const Head last = LG_TRY(rowHash(db, "SELECT id, hash FROM events WHERE id = ?1", upto));
    auto remove = LG_TRY(db.prepare("DELETE FROM events WHERE id <= ?1"));
    remove.bind(1, upto);
    if (const int code = remove.step(); code != SQLITE_DONE) {
        return db.error("cannot remove rows", code);
    }
    return appendPruned(db, upto, last.hash, who);
}

} // namespace

Result<PrunePlan> planPrune(const std::string& path, const PruneRequest& request,
                            std::chrono::milliseconds lockTimeout) {
    auto db = LG_TRY(Database::open(path, Database::Mode::Read, lockTimeout));
    LG_TRY(checkSchema(db));
    LG_TRY(db.exec("BEGIN"));
    const auto first = LG_TRY(db.number("SELECT coalesce(min(id), 0) FROM events"));
    const auto last = LG_TRY(db.number("SELECT coalesce(max(id), 0) FROM events"));
    PrunePlan plan;
    plan.all = first == 0 ? 0 : last - first + 1;
    plan.bytes = LG_TRY(usedBytes(db));
    if (plan.all == 0) {
        return plan;
    }
    std::int64_t upto = 0;
    if (request.before) {
        const auto young = LG_TRY(numberBound(
            db, "SELECT coalesce(min(id), 0) FROM events WHERE time >= ?1", *request.before));
        upto = (young == 0 ? last + 1 : young) - 1;
    }
    if (request.keepBytes && plan.bytes > *request.keepBytes) {
        // Rows are of much the same size.
        const double share = static_cast<double>(*request.keepBytes) / static_cast<double>(plan.bytes);
        const auto kept = static_cast<std::int64_t>(static_cast<double>(plan.all) * share);
        upto = std::max(upto, last - kept);
    }
    upto = std::min(upto, last - 1); // the newest stays
    for (const auto& run : request.keepRuns) {
        const auto began = LG_TRY(firstRowOf(db, run));
        if (began > 0 && began <= upto) {
            upto = began - 1;
            plan.heldBy = run;
        }
    }
    if (upto >= first) {
        plan.rows = upto - first + 1;
        plan.upto = upto;
        plan.firstTime = LG_TRY(numberBound(db, "SELECT time FROM events WHERE id = ?1", first));
        plan.lastTime = LG_TRY(numberBound(db, "SELECT time FROM events WHERE id = ?1", upto));
    }
    return plan;
}

Status pruneRows(const std::string& path, std::int64_t upto, const std::string& who,
                 std::chrono::milliseconds lockTimeout) {
    auto db = LG_TRY(Database::open(path, Database::Mode::Write, lockTimeout));
    LG_TRY(prepareSchema(db, lockTimeout));
    // What is removed must not come back after a power cut, while its record does.
    LG_TRY(db.exec("PRAGMA synchronous = FULL"));
    auto first = LG_TRY(db.number("SELECT coalesce(min(id), 0) FROM events"));
    for (; first > 0 && first <= upto; first = std::min(upto, first + kBatch - 1) + 1) {
        LG_TRY(db.exec("BEGIN IMMEDIATE"));
        Status done = pruneBatch(db, std::min(upto, first + kBatch - 1), who);
        if (done) {
            done = db.exec("COMMIT");
        }
        if (!done) {
            sqlite3_exec(db.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
            return done;
        }
        // The log would grow with every batch. Readers may hold a part of it back; the next one gets it.
        sqlite3_wal_checkpoint_v2(db.handle(), nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
    }
    return {};
}

namespace {

// What stands in the log beside the file goes into the file, which gets its new size by that. A reader that has
// begun keeps the log in place, and SQLite says so in the first column of its answer, not as an error.
Status foldLog(Database& db) {
    if (LG_TRY(db.number("PRAGMA wal_checkpoint(TRUNCATE)")) == 0) {
        return {};
    }
    return makeError(Code::Busy, "another program reads the history, and the log beside the file stays until it ends",
                     "see: fuser -v '" + forScreen(db.path()) + "'");
}

} // namespace

Status compact(const std::string& path, std::chrono::milliseconds lockTimeout) {
    auto db = LG_TRY(Database::open(path, Database::Mode::Write, lockTimeout));
    LG_TRY(prepareSchema(db, lockTimeout));
    const std::uint64_t used = LG_TRY(usedBytes(db));
    struct statvfs room {};
    constexpr std::uint64_t kSpare = 1 << 20;
    // The copy is written to the log beside the file before it takes its place.
    const std::string parent = db.path().substr(0, db.path().rfind('/'));
    if (::statvfs(parent.c_str(), &room) != 0 || room.f_bavail * room.f_frsize < used + used / 4 + kSpare) {
        return makeError(Code::Unsupported,
                         "there is no room for a copy of the " + std::to_string(used) + " bytes that stay",
                         "free space on that file system; what was removed is used again for new rows");
    }
    // VACUUM attaches its copy, which lies in an unlinked temporary file and not in memory.
    sqlite3_limit(db.handle(), SQLITE_LIMIT_ATTACHED, 1);
    LG_TRY(db.exec("PRAGMA temp_store = FILE"));
    LG_TRY(db.exec("VACUUM"));
    return foldLog(db);
}

Status shortenLog(const std::string& path, std::chrono::milliseconds lockTimeout) {
    auto db = LG_TRY(Database::open(path, Database::Mode::Write, lockTimeout));
    LG_TRY(prepareSchema(db, lockTimeout));
    return foldLog(db);
}

Result<std::optional<Pruned>> findPruned(Database& db, std::int64_t first) {
    auto statement = LG_TRY(db.prepare("SELECT detail, time, process FROM events WHERE kind = 'discard' "
                                       "AND reason = 'pruned' ORDER BY id DESC"));
    int code = SQLITE_OK;
    while ((code = statement.step()) == SQLITE_ROW) {
        const json detail = json::parse(statement.text(0), nullptr, false);
        if (!detail.is_object() || !detail.contains("upto") || !detail["upto"].is_number_integer() ||
            !detail.contains("last_hash") || !detail["last_hash"].is_string()) {
            continue;
        }
        const auto hash = fromHex(detail["last_hash"].get<std::string>());
        if (hash && detail["upto"].get<std::int64_t>() == first - 1) {
            return std::optional(Pruned{first - 1, *hash, statement.integer(1), forScreen(statement.text(2), 200)});
        }
    }
    if (code != SQLITE_DONE) {
        return db.error("cannot be searched for what was pruned", code);
    }
    return std::optional<Pruned>();
}

} // namespace leadglass::audit
