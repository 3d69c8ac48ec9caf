#include "core/audit/migrate.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "core/audit/schema_sql.h"
#include "core/base/digest.h"
#include "core/base/escape.h"
#include "core/base/sys.h"

namespace leadglass::audit {
namespace {

constexpr std::array<const char*, 2> kSteps{kSchema1, kSchema2};
constexpr std::string_view kNewestDigest = "1f3d85af9b448ee5e5d39300bd5b2d576cb308837ddfc4255da9dcb57b358f8f";

struct Header {
    std::int64_t application = 0;
    std::int64_t version = 0;
    bool empty = false;
};

Result<Header> readParts(Database& db) {
    Header header;
    header.empty = LG_TRY(db.number("SELECT count(*) FROM sqlite_schema")) == 0;
    header.application = LG_TRY(db.number("PRAGMA application_id"));
    header.version = LG_TRY(db.number("PRAGMA user_version"));
    return header;
}

// The parts must be of one moment: another process may be creating the history right now.
Result<Header> readHeader(Database& db) {
    LG_TRY(db.exec("SAVEPOINT look"));
    auto header = readParts(db);
    LG_TRY(db.exec("RELEASE look"));
    return header;
}

Status checkHeader(const Database& db, const Header& header, std::size_t newest) {
    if (header.empty && header.application == 0 && header.version == 0) {
        return {};
    }
    const std::string file = "audit history '" + forScreen(db.path()) + "'";
    if (header.application != kApplicationId || header.version < 1) {
        return makeError(Code::Corrupt, file + " is an SQLite file that Leadglass did not make",
                         "'leadglass audit set-aside' keeps it under another name and begins a new history");
    }
    if (header.version > static_cast<std::int64_t>(newest)) {
        return makeError(Code::Unsupported,
                         file + " has schema " + std::to_string(header.version) +
                             ", this version knows up to " + std::to_string(newest),
                         "use the newer Leadglass; the file was not changed");
    }
    return {};
}

Status compareSchema(Database& db, std::int64_t version, std::span<const char* const> steps) {
    const std::string found = LG_TRY(db.schemaText());
    const bool newest = steps.data() == kSteps.data() && version == static_cast<std::int64_t>(kSteps.size());
    if (newest && sha256Hex(found) == kNewestDigest) {
        return {}; // a model of it to compare with would take a start as long as all else here
    }
    auto model = LG_TRY(Database::inMemory());
    for (const char* step : steps.first(static_cast<std::size_t>(version))) {
        LG_TRY(model.exec(step));
    }
    if (found != LG_TRY(model.schemaText())) {
        return makeError(Code::Corrupt,
                         "audit history '" + forScreen(db.path()) +
                             "': its tables are not those of schema " + std::to_string(version) +
                             ": it was changed by another program",
                         "'leadglass audit set-aside' keeps it under another name and begins a new history");
    }
    return {};
}

// BEGIN IMMEDIATE until the end of the scope; rolled back unless committed.
class Transaction {
public:
    explicit Transaction(Database& db) : m_db(db) {}
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    ~Transaction() {
        if (m_open) {
            sqlite3_exec(m_db.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
        }
    }
    Status begin() {
        LG_TRY(m_db.exec("BEGIN IMMEDIATE"));
        m_open = true;
        return {};
    }
    Status commit() {
        LG_TRY(m_db.exec("COMMIT"));
        m_open = false;
        return {};
    }

private:
    Database& m_db;
    bool m_open = false;
};

// A WAL reader sees what was committed although we hold the write lock, so the copy is exact.
Status backUp(const Database& db, std::int64_t version) {
    const std::string copy = db.path() + ".schema-" + std::to_string(version) + ".backup";
    if (::unlink(copy.c_str()) != 0 && errno != ENOENT) {
        return ioError("cannot replace '" + forScreen(copy) + "'", errno);
    }
    { auto made = LG_TRY(sys::open(copy, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0600)); }
    auto from = LG_TRY(Database::open(db.path(), Database::Mode::Read, std::chrono::seconds(5)));
    auto to = LG_TRY(Database::open(copy, Database::Mode::Write, std::chrono::seconds(5)));
    sqlite3_backup* backup = sqlite3_backup_init(to.handle(), "main", from.handle(), "main");
    if (backup == nullptr) {
        return to.error("cannot back up before the migration", sqlite3_errcode(to.handle()));
    }
    const int stepped = sqlite3_backup_step(backup, -1);
    const int finished = sqlite3_backup_finish(backup);
    if (stepped != SQLITE_DONE || finished != SQLITE_OK) {
        return to.error("cannot back up before the migration",
                        stepped != SQLITE_DONE ? stepped : finished);
    }
    return {};
}

// Turning a file into a WAL needs it exclusively, and SQLite's busy timeout does not cover that.
Status useWal(Database& db, std::chrono::milliseconds lockTimeout) {
    const auto end = std::chrono::steady_clock::now() + lockTimeout;
    for (;;) {
        auto statement = LG_TRY(db.prepare("PRAGMA journal_mode = WAL"));
        const int code = statement.step();
        if (code == SQLITE_ROW && statement.text(0) == "wal") {
            return {};
        }
        if (code == SQLITE_ROW) {
            return makeError(Code::Unsupported,
                             "audit history '" + forScreen(db.path()) +
                                 "': its file system cannot hold a write-ahead log",
                             "put XDG_DATA_HOME on a local file system");
        }
        if ((code & 0xff) != SQLITE_BUSY || std::chrono::steady_clock::now() > end) {
            return db.error("cannot start the write-ahead log", code);
        }
        ::usleep(2000);
    }
}

}  // namespace

std::span<const char* const> schemaSteps() {
    return kSteps;
}

std::string_view newestSchemaDigest() {
    return kNewestDigest;
}

Status checkSchema(Database& db, std::span<const char* const> steps) {
    const Header header = LG_TRY(readHeader(db));
    LG_TRY(checkHeader(db, header, steps.size()));
    if (header.version == 0) {
        return makeError(Code::NotFound, "audit history '" + forScreen(db.path()) +
                                             "' is empty: nothing was recorded");
    }
    return compareSchema(db, header.version, steps);
}

Status prepareSchema(Database& db, std::chrono::milliseconds lockTimeout,
                     std::span<const char* const> steps) {
    // Until the file is known to be ours, closing it must not move its log into it.
    sqlite3_db_config(db.handle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
    const Header found = LG_TRY(readHeader(db));
    LG_TRY(checkHeader(db, found, steps.size()));
    sqlite3_db_config(db.handle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, nullptr);
    LG_TRY(useWal(db, lockTimeout));
    if (LG_TRY(db.number("PRAGMA user_version")) < static_cast<std::int64_t>(steps.size())) {
        Transaction transaction(db);
        LG_TRY(transaction.begin());
        // Another process may have done it between our look and our lock.
        const Header header = LG_TRY(readHeader(db));
        LG_TRY(checkHeader(db, header, steps.size()));
        if (header.version > 0 && header.version < static_cast<std::int64_t>(steps.size())) {
            LG_TRY(compareSchema(db, header.version, steps));
            LG_TRY(backUp(db, header.version));
        }
        for (const char* step : steps.subspan(static_cast<std::size_t>(header.version))) {
            LG_TRY(db.exec(step));
        }
        LG_TRY(db.exec(("PRAGMA application_id = " + std::to_string(kApplicationId)).c_str()));
        LG_TRY(db.exec(("PRAGMA user_version = " + std::to_string(steps.size())).c_str()));
        LG_TRY(transaction.commit());
    }
    return checkSchema(db, steps);
}

}  // namespace leadglass::audit
