#include "core/audit/reader.h"

#include <sqlite3.h>

#include <algorithm>

#include "core/audit/database.h"
#include "core/audit/migrate.h"
#include "core/base/escape.h"

namespace leadglass::audit {
namespace {

class SqliteReader final : public Reader {
public:
    explicit SqliteReader(Database db) : m_db(std::move(db)) {}
    Result<std::vector<Row>> query(const Query& query) override;
    Result<Row> get(std::int64_t id) override;
    Result<Anchor> head() override;
    Result<std::int64_t> firstFrom(std::int64_t time, std::int64_t low, std::int64_t high) override;
    Result<VerdictCounts> count(const std::string& run, std::int64_t first, std::int64_t last) override;
    Result<std::vector<std::string>> runsWithPrefix(const std::string& prefix, int limit) override;
    Result<std::string> lastRun() override;

private:
    Result<Row> rowAt(const Statement& statement) const;
    Database m_db;
};

// "%text%" for LIKE ... ESCAPE '\'.
std::string likePattern(const std::string& text) {
    std::string out = "%";
    for (const char c : text) {
        if (c == '%' || c == '_' || c == '\\') {
            out += '\\';
        }
        out += c;
    }
    return out + "%";
}

Result<Row> SqliteReader::rowAt(const Statement& statement) const {
    const auto fields = fieldsFrom(statement);
    const auto hash = hashFrom(statement);
    const auto kind = fields ? kindFromName(fields->text[0]) : std::nullopt;
    if (!fields || !hash || !kind) {
        return makeError(Code::Corrupt,
                         "audit history '" + forScreen(m_db.path()) + "': row " +
                             std::to_string(statement.integer(0)) + " is damaged",
                         "run 'leadglass audit verify'");
    }
    const auto& t = fields->text;
    Row row;
    row.id = fields->id;
    row.hash = toHex(*hash);
    Event& e = row.event;
    e.kind = *kind;
    e.time = fields->time;
    e.run = t[1], e.verdict = t[2], e.outcome = t[3], e.reason = t[4], e.subject = t[5];
    e.rule = t[6], e.origin = t[7], e.policy = t[8], e.inputs = t[9], e.process = t[10];
    e.detail = t[11];
    return row;
}

Result<std::vector<Row>> SqliteReader::query(const Query& q) {
    std::string sql = std::string("SELECT ") + kRowColumns + " FROM events WHERE id < ?1 AND id > ?8";
    if (!q.run.empty()) {
        sql += " AND run = ?2";
    }
    if (q.kind) {
        sql += " AND kind = ?3";
    }
    if (!q.verdict.empty()) {
        // The second half lets the partial index serve.
        sql += " AND verdict = ?4 AND verdict <> ''";
    }
    if (q.since) {
        sql += " AND time >= ?5";
    }
    if (!q.text.empty()) {
        sql +=
            " AND (subject LIKE ?6 ESCAPE '\\' OR process LIKE ?6 ESCAPE '\\' "
            "OR detail LIKE ?6 ESCAPE '\\')";
    }
    sql += q.oldestFirst ? " ORDER BY id ASC LIMIT ?7" : " ORDER BY id DESC LIMIT ?7";
    auto statement = LG_TRY(m_db.prepare(sql));
    const std::string pattern = likePattern(q.text);
    const int limit = q.limit < 1 ? 1 : (q.limit > kMaxPage ? kMaxPage : q.limit);
    // A parameter that the text does not name is out of range and ignored, or never read.
    statement.bind(1, q.before > 0 ? q.before : INT64_MAX);
    statement.bind(2, q.run);
    statement.bind(3, q.kind ? std::string_view(kindName(*q.kind)) : std::string_view());
    statement.bind(4, q.verdict);
    statement.bind(5, q.since.value_or(0));
    statement.bind(6, pattern);
    statement.bind(7, static_cast<std::int64_t>(limit));
    statement.bind(8, q.after);
    std::vector<Row> rows;
    int code = SQLITE_OK;
    while ((code = statement.step()) == SQLITE_ROW) {
        rows.push_back(LG_TRY(rowAt(statement)));
    }
    if (code != SQLITE_DONE) {
        return m_db.error("cannot read", code);
    }
    return rows;
}

Result<Row> SqliteReader::get(std::int64_t id) {
    auto statement =
        LG_TRY(m_db.prepare(std::string("SELECT ") + kRowColumns + " FROM events WHERE id = ?1"));
    statement.bind(1, id);
    const int code = statement.step();
    if (code == SQLITE_DONE) {
        return makeError(Code::NotFound, "no audit row " + std::to_string(id),
                         "'leadglass audit list' shows the ids");
    }
    if (code != SQLITE_ROW) {
        return m_db.error("cannot read", code);
    }
    return rowAt(statement);
}

Result<Anchor> SqliteReader::head() {
    Query newest;
    newest.limit = 1;
    const auto rows = LG_TRY(query(newest));
    return rows.empty() ? Anchor{0, toHex(genesis())} : Anchor{rows[0].id, rows[0].hash};
}

Result<std::int64_t> SqliteReader::firstFrom(std::int64_t time, std::int64_t low, std::int64_t high) {
    auto statement = LG_TRY(m_db.prepare("SELECT time FROM events WHERE id <= ?1 ORDER BY id DESC LIMIT 1"));
    while (low < high) {
        const std::int64_t middle = low + (high - low) / 2;
        statement.reset();
        statement.bind(1, middle);
        const int code = statement.step();
        if (code != SQLITE_ROW && code != SQLITE_DONE) {
            return m_db.error("cannot read", code);
        }
        if (code == SQLITE_ROW && statement.integer(0) >= time) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

Result<VerdictCounts> SqliteReader::count(const std::string& run, std::int64_t first, std::int64_t last) {
    // Each of the two is answered by an index of its own (schema 1); of a run each row is looked at.
    auto statement = LG_TRY(m_db.prepare(
        run.empty() ? "SELECT verdict, count(*) FROM events WHERE verdict <> '' AND verdict IN ('allow', 'deny', 'ask') AND id BETWEEN ?1 AND ?2 GROUP BY verdict"
                    : "SELECT verdict, count(*) FROM events INDEXED BY events_run WHERE run = ?3 AND id BETWEEN ?1 AND ?2 GROUP BY verdict"));
    statement.bind(1, first);
    statement.bind(2, last);
    if (!run.empty()) {
        statement.bind(3, run);
    }
    VerdictCounts out;
    int code = SQLITE_OK;
    while ((code = statement.step()) == SQLITE_ROW) {
        const std::string_view verdict = statement.text(0);
        (verdict == "allow" ? out.allow : verdict == "deny" ? out.deny : verdict == "ask" ? out.ask : out.other) += statement.integer(1);
    }
    if (code != SQLITE_DONE) {
        return m_db.error("cannot count", code);
    }
    if (run.empty()) {
        out.other = std::max<std::int64_t>(0, last - first + 1 - out.allow - out.deny - out.ask);
    }
    return out;
}

Result<std::vector<std::string>> SqliteReader::runsWithPrefix(const std::string& prefix,
                                                              int limit) {
    auto statement = LG_TRY(m_db.prepare(
        "SELECT DISTINCT run FROM events WHERE run >= ?1 AND substr(run, 1, length(?1)) = ?1 "
        "AND run <> '' ORDER BY run LIMIT ?2"));
    statement.bind(1, prefix);
    statement.bind(2, static_cast<std::int64_t>(limit));
    std::vector<std::string> runs;
    int code = SQLITE_OK;
    while ((code = statement.step()) == SQLITE_ROW) {
        runs.emplace_back(statement.text(0));
    }
    if (code != SQLITE_DONE) {
        return m_db.error("cannot read", code);
    }
    return runs;
}

Result<std::string> SqliteReader::lastRun() {
    auto statement = LG_TRY(
        m_db.prepare("SELECT run FROM events WHERE kind = 'run_start' ORDER BY id DESC LIMIT 1"));
    const int code = statement.step();
    if (code != SQLITE_ROW && code != SQLITE_DONE) {
        return m_db.error("cannot read", code);
    }
    return code == SQLITE_ROW ? std::string(statement.text(0)) : std::string();
}

}  // namespace

Result<std::unique_ptr<Reader>> Reader::open(const std::string& path,
                                             std::chrono::milliseconds lockTimeout) {
    auto db = LG_TRY(Database::open(path, Database::Mode::Read, lockTimeout));
    LG_TRY(db.exec("PRAGMA query_only = ON"));
    LG_TRY(checkSchema(db));
    return std::unique_ptr<Reader>(std::make_unique<SqliteReader>(std::move(db)));
}

}  // namespace leadglass::audit
