#include "core/audit/writer.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>

#include "core/audit/database.h"
#include "core/audit/hash_chain.h"
#include "core/audit/identity.h"
#include "core/audit/migrate.h"
#include "core/audit/stored_text.h"
#include "core/base/escape.h"
#include "core/base/sys.h"

namespace leadglass::audit {
namespace {

constexpr const char* kInsert =
    "INSERT INTO events (id, time, kind, run, verdict, outcome, reason, subject, rule, origin, "
    "policy, inputs, process, detail, hash) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)";
constexpr const char* kHead = "SELECT id, hash FROM events ORDER BY id DESC LIMIT 1";

struct Head {
    std::int64_t id = 0;
    Hash hash = genesis();
};

class SqliteWriter final : public Writer {
public:
    SqliteWriter(Database db, Chain chain, Identity identity, Statement begin, Statement commit,
                 Statement head, Statement insert)
        : m_db(std::move(db)),
          m_chain(std::move(chain)),
          m_identity(std::move(identity)),
          m_begin(std::move(begin)),
          m_commit(std::move(commit)),
          m_head(std::move(head)),
          m_insert(std::move(insert)) {}

    Result<std::vector<std::int64_t>> append(std::span<const Event> events) override;
    Result<Anchor> anchor() override;

private:
    Result<Head> readHead();
    Result<std::vector<std::int64_t>> insertAll(std::span<const Event> events);
    Status checkPlace();
    Status bindName(Head& head);
    void rollBack() {
        if (sqlite3_get_autocommit(m_db.handle()) == 0) {
            sqlite3_exec(m_db.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
        }
    }
    Status finish(Statement& statement, const char* what) {
        const int code = statement.step();
        statement.reset();
        return code == SQLITE_DONE ? Status() : Status(m_db.error(what, code));
    }

    Database m_db; // first: the statements must go before it
    Chain m_chain;
    Identity m_identity;
    Statement m_begin;
    Statement m_commit;
    Statement m_head;
    Statement m_insert;
    std::optional<std::pair<dev_t, ino_t>> m_wal; // the log as first seen
};

Result<Head> SqliteWriter::readHead() {
    const int code = m_head.step();
    if (code == SQLITE_DONE) {
        m_head.reset();
        return Head{};
    }
    if (code != SQLITE_ROW) {
        m_head.reset();
        return m_db.error("cannot read the newest row", code);
    }
    Head head;
    head.id = m_head.integer(0);
    const auto bytes = m_head.blob(1);
    const bool fits = bytes.size() == head.hash.size() && head.id > 0;
    if (fits) {
        std::copy(bytes.begin(), bytes.end(), head.hash.begin());
    }
    m_head.reset();
    if (!fits) {
        return makeError(
            Code::Corrupt,
            "audit history '" + forScreen(m_db.path()) + "': its newest row is damaged",
            "run 'leadglass audit verify'");
    }
    return head;
}

// A file that was removed or replaced under us would take rows that nobody can ever read.
Status SqliteWriter::checkPlace() {
    int moved = 0;
    if (sqlite3_file_control(m_db.handle(), "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK &&
        moved == 0) {
        struct stat s {};
        if (::stat((m_db.path() + "-wal").c_str(), &s) == 0) {
            const std::pair<dev_t, ino_t> now{s.st_dev, s.st_ino};
            if (!m_wal) {
                m_wal = now;
            }
            if (*m_wal == now) {
                return {};
            }
        }
    }
    return makeError(Code::Corrupt,
                     "audit history '" + forScreen(m_db.path()) +
                         "': the file or its -wal was removed or replaced while in use",
                     "start the run again; then run 'leadglass audit verify'");
}

// In the transaction of an append: puts the history's id into the chain where none is yet.
Status SqliteWriter::bindName(Head& head) {
    std::int64_t bound = m_identity.bound.value_or(head.id);
    if (!m_identity.bound) {
        const auto now = LG_TRY(readIdentity(m_db));
        if (!now || now->id != m_identity.id) {
            return makeError(
                Code::Corrupt,
                "audit history '" + forScreen(m_db.path()) + "': its id was changed while in use",
                "run 'leadglass audit verify'");
        }
        bound = now->bound.value_or(head.id);
        if (!now->bound) {
            auto update = LG_TRY(m_db.prepare("UPDATE history SET bound = ?1 WHERE bound IS NULL"));
            update.bind(1, bound);
            LG_TRY(finish(update, "cannot append"));
        }
    }
    if (head.id == bound) {
        head.hash = linkAfter(m_chain, head.hash, m_identity, bound);
    }
    return {};
}

Result<std::vector<std::int64_t>> SqliteWriter::insertAll(std::span<const Event> events) {
    LG_TRY(checkPlace());
    Head head = LG_TRY(readHead());
    LG_TRY(bindName(head));
    std::vector<std::int64_t> ids;
    ids.reserve(events.size());
    for (const Event& event : events) {
        const Event stored = storable(event);
        const RowFields row = fieldsOf(head.id + 1, stored);
        head.hash = m_chain.next(head.hash, row);
        head.id = row.id;
        m_insert.bind(1, row.id);
        m_insert.bind(2, row.time);
        for (std::size_t i = 0; i < row.text.size(); ++i) {
            m_insert.bind(static_cast<int>(i) + 3, row.text[i]);
        }
        m_insert.bind(15, head.hash);
        LG_TRY(finish(m_insert, "cannot append"));
        ids.push_back(row.id);
    }
    LG_TRY(finish(m_commit, "cannot commit"));
    return ids;
}

Result<std::vector<std::int64_t>> SqliteWriter::append(std::span<const Event> events) {
    if (events.empty()) {
        return std::vector<std::int64_t>{};
    }
    if (events.size() > kMaxBatch) {
        return makeError(Code::Invalid,
                         "more than " + std::to_string(kMaxBatch) + " audit events in one batch");
    }
    LG_TRY(finish(m_begin, "cannot start to append"));
    auto ids = insertAll(events);
    if (!ids) {
        rollBack();
    }
    return ids;
}

Result<Anchor> SqliteWriter::anchor() {
    const Head head = LG_TRY(readHead());
    // Rows lie in the log (or, already synced by a checkpoint, in the main file).
    auto log = sys::open(m_db.path() + "-wal", O_RDONLY | O_NOFOLLOW);
    if (!log && log.error().sysErrno != ENOENT) {
        return std::move(log).error();
    }
    if (log && ::fdatasync(log->get()) != 0) {
        return ioError("cannot sync the audit history", errno);
    }
    return Anchor{head.id, toHex(head.hash), m_identity.id, forScreen(m_db.path())};
}

} // namespace

Status checkAppendable(const std::string& path, std::chrono::milliseconds lockTimeout) {
    if (::access(path.c_str(), F_OK) != 0) {
        const std::string parent = path.substr(0, path.rfind('/'));
        if (::access(parent.c_str(), F_OK) == 0 && ::access(parent.c_str(), W_OK) != 0) {
            return Error{
                Code::Io,
                "audit history: its directory '" + forScreen(parent) + "' cannot be written", errno,
                "make it writable for you, or set XDG_DATA_HOME to another place"};
        }
        return {};
    }
    auto db = LG_TRY(Database::open(path, Database::Mode::Write, lockTimeout));
    const Status schema = checkSchema(db);
    if (!schema && schema.error().code != Code::NotFound) {
        return schema;
    }
    LG_TRY(db.exec("BEGIN IMMEDIATE"));
    // The last row once more, which is then taken back: pages that are damaged are found only by writing.
    Status tried = !schema ? Status()
                           : db.exec("INSERT INTO events SELECT (SELECT max(id) + 1 FROM events), time, kind, run, verdict, outcome, "
                                     "reason, subject, rule, origin, policy, inputs, process, detail, hash FROM events "
                                     "ORDER BY id DESC LIMIT 1");
    const Status back = db.exec("ROLLBACK"); // where the insert failed, SQLite may have done it
    return tried ? back : tried;
}

Result<std::unique_ptr<Writer>> Writer::open(const std::string& path,
                                             std::chrono::milliseconds lockTimeout) {
    auto db = LG_TRY(Database::open(path, Database::Mode::Write, lockTimeout));
    LG_TRY(prepareSchema(db, lockTimeout));
    LG_TRY(db.exec("PRAGMA synchronous = NORMAL"));
    Chain chain;
    auto identity = LG_TRY(readIdentity(db));
    if (!identity) { // prepareSchema() has just made it
        return makeError(Code::Corrupt, "audit history '" + forScreen(db.path()) + "' has no id");
    }
    auto begin = LG_TRY(db.prepare("BEGIN IMMEDIATE"));
    auto commit = LG_TRY(db.prepare("COMMIT"));
    auto head = LG_TRY(db.prepare(kHead));
    auto insert = LG_TRY(db.prepare(kInsert));
    return std::unique_ptr<Writer>(std::make_unique<SqliteWriter>(
        std::move(db), std::move(chain), *std::move(identity), std::move(begin), std::move(commit),
        std::move(head), std::move(insert)));
}

} // namespace leadglass::audit
