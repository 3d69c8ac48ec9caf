// Trust: the file may have been changed by any program of the same person.
// Privilege: the person's; one file in a directory of ours.
// Input: an SQLite database of any content.
// Fails: a link, a foreign owner, other users' rights, damage, another schema: an Error; the file
//        is not changed.
//
// RAII over SQLite with secure settings (https://sqlite.org/security.html): untrusted schema, no
// views, triggers or extensions, defensive, bounded sizes. Borrowed text lives until the next step.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/audit/event.h"
#include "core/audit/hash_chain.h"
#include "core/base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace leadglass::audit {

class Statement {
public:
    explicit Statement(sqlite3_stmt* statement) : m_statement(statement) {}
    void bind(int at, std::int64_t value);  // 1-based
    void bind(int at, std::string_view text);
    void bind(int at, const Hash& hash);
    // The raw SQLite result code: SQLITE_ROW, SQLITE_DONE or an error.
    int step();
    void reset();
    [[nodiscard]] std::int64_t integer(int column) const;
    [[nodiscard]] std::string_view text(int column) const;
    [[nodiscard]] std::span<const std::uint8_t> blob(int column) const;
    [[nodiscard]] int type(int column) const;  // SQLITE_INTEGER, SQLITE_TEXT ...

private:
    struct Deleter {
        void operator()(sqlite3_stmt* statement) const;
    };
    std::unique_ptr<sqlite3_stmt, Deleter> m_statement;
};

class Database {
public:
    enum class Mode { Read, Write };
    // Write creates the file (0600) where it is missing; Read gives Code::NotFound.
    // Checks directory, file and its -wal and -shm companions. Read works where nothing can be
    // written, as long as no rows are left in the -wal: then the file is taken as immutable.
    static Result<Database> open(const std::string& path, Mode mode,
                                 std::chrono::milliseconds lockTimeout);
    // ":memory:", for comparing schemas.
    static Result<Database> inMemory();

    Status exec(const char* sql);
    Result<Statement> prepare(std::string_view sql);
    Result<std::int64_t> number(const char* sql);  // the first column of the first row
    Result<std::string> schemaText();              // every object, in a fixed order
    // "PATH: what: SQLite's reason (code N)", with the Code that fits and a way out.
    [[nodiscard]] Error error(const std::string& what, int sqliteCode) const;
    [[nodiscard]] const std::string& path() const { return m_path; }
    [[nodiscard]] sqlite3* handle() const { return m_db.get(); }

private:
    struct Deleter {
        void operator()(sqlite3* db) const;
    };
    Database() = default;
    Status openHandle(int flags, std::chrono::milliseconds lockTimeout);
    std::string m_path;
    std::unique_ptr<sqlite3, Deleter> m_db;
};

// Columns of a row in the order in which rowFrom() and fieldsFrom() read them.
inline constexpr const char* kRowColumns =
    "id, time, kind, run, verdict, outcome, reason, subject, rule, origin, policy, inputs, "
    "process, detail, hash";
// The row at a statement that selected kRowColumns; nothing where a column has the wrong type.
std::optional<RowFields> fieldsFrom(const Statement& row);  // borrows
std::optional<Hash> hashFrom(const Statement& row);

}  // namespace leadglass::audit
