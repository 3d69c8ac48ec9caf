#include "core/audit/search_index.h"

#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <optional>
#include <nlohmann/json.hpp>

#include "core/audit/database.h"
#include "core/audit/search_terms.h"

namespace leadglass::audit {
namespace {

constexpr std::int64_t kForm = 1; // of the tables below; another one: made anew
// Contentless: the words are here, the rows stay in the history. Without column sizes, which only ranking needs.
constexpr const char* kMake = R"(
CREATE VIRTUAL TABLE terms USING fts5(facets, subject, process, detail, content='', columnsize=0, tokenize="unicode61 tokenchars '-_'");
CREATE TABLE covered (one INTEGER PRIMARY KEY CHECK (one = 1), history TEXT NOT NULL, oldest INTEGER NOT NULL, newest INTEGER NOT NULL);
)";
constexpr std::size_t kMaxProfiles = 4096; // of runs that are held in memory

class SqliteIndex final : public SearchIndex {
public:
    explicit SqliteIndex(Database db, Covered covered) : m_db(std::move(db)), m_covered(covered) {}

    [[nodiscard]] Covered covered() const override { return m_covered; }
    Result<bool> takeUp(Reader& reader, int rows) override;
    Result<std::vector<std::int64_t>> find(const Wanted& wanted, std::int64_t before, int limit) override;
    Result<std::int64_t> count(const Wanted& wanted, std::int64_t first, std::int64_t last) override;
    void interrupt() override { ::sqlite3_interrupt(m_db.handle()); }

private:
    Result<std::string> profileOf(Reader& reader, const std::string& run);
    Status insert(Reader& reader, Statement& into, const Row& row);
    Status commit(Covered covered);

    Database m_db;
    Covered m_covered;
    std::map<std::string, std::string> m_profiles; // by run
};

Status remove(const std::string& path) {
    for (const char* suffix : {"", "-wal", "-shm"}) {
        if (::unlink((path + suffix).c_str()) != 0 && errno != ENOENT) {
            return ioError("cannot remove the search index '" + path + suffix + "'", errno, "remove it by hand");
        }
    }
    return {};
}

// Nothing: it is of another history or form.
Result<std::optional<SearchIndex::Covered>> readCovered(Database& db, const std::string& history) {
    if (LG_TRY(db.number("PRAGMA user_version")) != kForm) {
        return std::optional<SearchIndex::Covered>();
    }
    auto statement = LG_TRY(db.prepare("SELECT history, oldest, newest FROM covered"));
    if (statement.step() != SQLITE_ROW || statement.text(0) != history) {
        return std::optional<SearchIndex::Covered>();
    }
    return std::optional(SearchIndex::Covered{statement.integer(1), statement.integer(2)});
}

Result<SearchIndex::Covered> make(Database& db, const std::string& history) {
    LG_TRY(db.exec("PRAGMA journal_mode = WAL"));
    LG_TRY(db.exec("BEGIN IMMEDIATE"));
    LG_TRY(db.exec(kMake));
    auto statement = LG_TRY(db.prepare("INSERT INTO covered VALUES (1, ?1, 0, 0)"));
    statement.bind(1, history);
    if (const int code = statement.step(); code != SQLITE_DONE) {
        return db.error("cannot make the search index", code);
    }
    LG_TRY(db.exec(("PRAGMA user_version = " + std::to_string(kForm)).c_str()));
    LG_TRY(db.exec("COMMIT"));
    return SearchIndex::Covered{};
}

Result<std::string> SqliteIndex::profileOf(Reader& reader, const std::string& run) {
    if (run.empty()) {
        return std::string();
    }
    const auto known = m_profiles.find(run);
    if (known != m_profiles.end()) {
        return known->second;
    }
    Query query;
    query.run = run;
    query.kind = Kind::RunStart;
    query.oldestFirst = true;
    query.limit = 1;
    const auto rows = LG_TRY(reader.query(query));
    std::string profile;
    if (!rows.empty()) {
        const auto detail = nlohmann::json::parse(rows[0].event.detail, nullptr, false);
        if (detail.is_object() && detail.contains("profile") && detail["profile"].is_string()) {
            profile = detail["profile"].get<std::string>();
        }
    }
    if (m_profiles.size() >= kMaxProfiles) {
        m_profiles.clear();
    }
    return m_profiles[run] = profile;
}

Status SqliteIndex::insert(Reader& reader, Statement& into, const Row& row) {
    const std::string facets = facetsOf(row.event, LG_TRY(profileOf(reader, row.event.run)));
    into.reset();
    into.bind(1, row.id);
    into.bind(2, facets);
    into.bind(3, row.event.subject);
    into.bind(4, row.event.process);
    into.bind(5, row.event.detail);
    if (const int code = into.step(); code != SQLITE_DONE) {
        return m_db.error("cannot write", code);
    }
    return {};
}

Status SqliteIndex::commit(Covered covered) {
    auto statement = LG_TRY(m_db.prepare("UPDATE covered SET oldest = ?1, newest = ?2"));
    statement.bind(1, covered.oldest);
    statement.bind(2, covered.newest);
    if (const int code = statement.step(); code != SQLITE_DONE) {
        return m_db.error("cannot write", code);
    }
    LG_TRY(m_db.exec("COMMIT"));
    m_covered = covered;
    return {};
}

Result<bool> SqliteIndex::takeUp(Reader& reader, int rows) {
    Query newer;
    newer.after = m_covered.newest;
    newer.oldestFirst = m_covered.newest > 0; // what came since, in order; at first the newest
    newer.limit = rows;
    auto found = LG_TRY(reader.query(newer));
    Covered covered = m_covered;
    if (found.empty() && covered.oldest > 1) {
        Query older;
        older.before = covered.oldest;
        older.limit = rows;
        found = LG_TRY(reader.query(older));
    }
    if (found.empty()) {
        return true;
    }
    LG_TRY(m_db.exec("BEGIN IMMEDIATE"));
    Status done;
    {
        auto into = LG_TRY(m_db.prepare("INSERT INTO terms (rowid, facets, subject, process, detail) VALUES (?1, ?2, ?3, ?4, ?5)"));
        for (const Row& row : found) {
            done = insert(reader, into, row);
            if (!done) {
                break;
            }
            covered.newest = std::max(covered.newest, row.id);
            covered.oldest = covered.oldest == 0 ? row.id : std::min(covered.oldest, row.id);
        }
    }
    if (done) {
        done = commit(covered);
    }
    if (!done) {
        static_cast<void>(m_db.exec("ROLLBACK"));
        return done.error();
    }
    return false;
}

Result<std::vector<std::int64_t>> SqliteIndex::find(const Wanted& wanted, std::int64_t before, int limit) {
    std::vector<std::int64_t> ids;
    auto statement = LG_TRY(m_db.prepare("SELECT rowid FROM terms WHERE terms MATCH ?1 AND rowid < ?2 ORDER BY rowid DESC LIMIT ?3"));
    const std::string match = matchOf(wanted);
    statement.bind(1, match);
    statement.bind(2, before > 0 ? before : INT64_MAX);
    statement.bind(3, static_cast<std::int64_t>(limit));
    int code = SQLITE_OK;
    while ((code = statement.step()) == SQLITE_ROW) {
        ids.push_back(statement.integer(0));
    }
    if (code != SQLITE_DONE) {
        return m_db.error("cannot search", code);
    }
    return ids;
}

Result<std::int64_t> SqliteIndex::count(const Wanted& wanted, std::int64_t first, std::int64_t last) {
    auto statement = LG_TRY(m_db.prepare("SELECT count(*) FROM terms WHERE terms MATCH ?1 AND rowid BETWEEN ?2 AND ?3"));
    const std::string match = matchOf(wanted);
    statement.bind(1, match);
    statement.bind(2, first);
    statement.bind(3, last);
    if (const int code = statement.step(); code != SQLITE_ROW) {
        return m_db.error("cannot search", code);
    }
    return statement.integer(0);
}

} // namespace

Result<std::unique_ptr<SearchIndex>> SearchIndex::open(const std::string& path, const std::string& history,
                                                       std::chrono::milliseconds lockTimeout) {
    for (const bool again : {false, true}) {
        auto db = Database::open(path, Database::Mode::Write, lockTimeout);
        if (db) {
            auto covered = readCovered(*db, history);
            if (covered && *covered) {
                return std::unique_ptr<SearchIndex>(std::make_unique<SqliteIndex>(std::move(*db), **covered));
            }
            if (again) {
                const auto made = LG_TRY(make(*db, history));
                return std::unique_ptr<SearchIndex>(std::make_unique<SqliteIndex>(std::move(*db), made));
            }
        } else if (again || (db.error().code != Code::Corrupt && db.error().code != Code::Invalid)) {
            return db.error();
        }
        LG_TRY(remove(path));
    }
    return makeError(Code::Corrupt, "the search index cannot be made"); // not reached
}

} // namespace leadglass::audit
