#include "core/audit/database.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "core/base/escape.h"
#include "core/base/owner.h"
#include "core/base/places.h"
#include "core/base/sys.h"

namespace leadglass::audit {
namespace {

constexpr int kHashColumn = 14;
constexpr int kMaxValueBytes = 1024 * 1024;

Status checkFile(int directory, const std::string& path, const std::string& name, bool* exists) {
    struct stat s {};
    const std::string shown = forScreen(path);
    *exists = false;
    if (::fstatat(directory, name.c_str(), &s, AT_SYMLINK_NOFOLLOW) != 0) {
        return errno == ENOENT ? Status()
                               : Status(ioError("cannot look at '" + shown + "'", errno));
    }
    *exists = true;
    if (!S_ISREG(s.st_mode)) {
        return makeError(Code::Refused, "audit history '" + shown + "' is not a regular file",
                         "move it away");
    }
    if (const auto fault = notAlone(s, 077, path, true)) {
        return makeError(Code::Refused, "audit history '" + shown + "' is not yours alone: " + fault->why, fault->fix);
    }
    return {};
}

bool isWritable(int directory, const char* name) {
    return ::faccessat(directory, name, W_OK, AT_EACCESS) == 0;
}

// SQLite would open what it may not write, and fail with a riddle at the first row.
Status checkWritable(int directory, const std::string& shownParent, const std::string& name) {
    if (!isWritable(directory, ".")) {
        const int problem = errno;
        return Error{Code::Io,
                     "audit history: its directory '" + shownParent + "' cannot be written",
                     problem,
                     problem == EROFS ? "mount it writable, or set XDG_DATA_HOME to another place"
                                      : "chmod u+rwx '" + shownParent + "'"};
    }
    for (const char* suffix : {"", "-wal", "-shm"}) {
        const std::string file = name + suffix;
        if (!isWritable(directory, file.c_str()) && errno != ENOENT) {
            const int problem = errno;
            const std::string shown = "'" + shownParent + "/" + forScreen(file) + "'";
            return Error{Code::Io, "audit history: " + shown + " cannot be written", problem,
                         problem == EROFS
                             ? "mount it writable, or set XDG_DATA_HOME to another place"
                             : "chmod u+rw " + shown};
        }
    }
    return {};
}

// Are all rows in the main file? Then it can be read without the companions that SQLite would make.
bool hasEmptyLog(int directory, const std::string& name) {
    struct stat s {};
    return ::fstatat(directory, (name + "-wal").c_str(), &s, AT_SYMLINK_NOFOLLOW) != 0
               ? errno == ENOENT
               : s.st_size == 0;
}

// https://sqlite.org/uri.html
std::string immutableUri(const std::string& path) {
    std::string uri = "file:";
    for (const char c : path) {
        if (c == '%' || c == '?' || c == '#') {
            constexpr std::string_view kDigits = "0123456789abcdef";
            uri += '%';
            uri += kDigits[static_cast<unsigned char>(c) >> 4U];
            uri += kDigits[static_cast<unsigned char>(c) & 15U];
        } else {
            uri += c;
        }
    }
    return uri + "?immutable=1";
}

Code codeOf(int sqliteCode) {
    switch (sqliteCode & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return Code::Busy;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_MISMATCH:
    case SQLITE_CONSTRAINT: return Code::Corrupt;
    default: return Code::Io;
    }
}

const char* fixOf(int sqliteCode) {
    switch (sqliteCode & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return "another program holds it; try again, or see: fuser -v FILE";
    case SQLITE_FULL: return "free space on that file system";
    case SQLITE_READONLY:
    case SQLITE_PERM: return "make the file and its directory writable for you";
    case SQLITE_CANTOPEN:
    case SQLITE_IOERR:
        return "see to it that the file, its -wal and -shm and their directory are yours to read "
               "and write and that there is space; or copy all three elsewhere to read them";
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return "run 'leadglass audit verify'; then 'leadglass audit set-aside' keeps the file under "
               "another name and begins a new history";
    default: return "";
    }
}

} // namespace

void Statement::Deleter::operator()(sqlite3_stmt* statement) const {
    sqlite3_finalize(statement);
}
void Database::Deleter::operator()(sqlite3* db) const {
    sqlite3_close_v2(db);
}

// A failed bind leaves NULL, which every NOT NULL column refuses; so no result is checked here.
void Statement::bind(int at, std::int64_t value) {
    sqlite3_bind_int64(m_statement.get(), at, value);
}
void Statement::bind(int at, std::string_view text) {
    // A null pointer would bind NULL; the caller's text outlives the step.
    sqlite3_bind_text64(m_statement.get(), at, text.data() != nullptr ? text.data() : "",
                        text.size(), SQLITE_STATIC, SQLITE_UTF8);
}
void Statement::bind(int at, const Hash& hash) {
    sqlite3_bind_blob64(m_statement.get(), at, hash.data(), hash.size(), SQLITE_STATIC);
}
int Statement::step() {
    return sqlite3_step(m_statement.get());
}
void Statement::reset() {
    sqlite3_reset(m_statement.get());
}
std::int64_t Statement::integer(int column) const {
    return sqlite3_column_int64(m_statement.get(), column);
}
std::string_view Statement::text(int column) const {
    const auto* text =
        reinterpret_cast<const char*>(sqlite3_column_text(m_statement.get(), column));
    const int size = sqlite3_column_bytes(m_statement.get(), column);
    return text != nullptr ? std::string_view(text, static_cast<std::size_t>(size))
                           : std::string_view();
}
std::span<const std::uint8_t> Statement::blob(int column) const {
    const auto* bytes =
        static_cast<const std::uint8_t*>(sqlite3_column_blob(m_statement.get(), column));
    const int size = sqlite3_column_bytes(m_statement.get(), column);
    return bytes != nullptr ? std::span(bytes, static_cast<std::size_t>(size))
                            : std::span<const std::uint8_t>();
}
int Statement::type(int column) const {
    return sqlite3_column_type(m_statement.get(), column);
}

Status Database::openHandle(int flags, std::chrono::milliseconds lockTimeout) {
    sqlite3* db = nullptr;
    const bool byUri = (flags & SQLITE_OPEN_URI) != 0;
    const int code = sqlite3_open_v2((byUri ? immutableUri(m_path) : m_path).c_str(), &db,
                                     flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nullptr);
    m_db.reset(db); // SQLite gives a handle even where it fails
    if (code != SQLITE_OK) {
        return error("cannot open", code);
    }
    sqlite3_busy_timeout(db, static_cast<int>(lockTimeout.count()));
    sqlite3_limit(db, SQLITE_LIMIT_LENGTH, kMaxValueBytes);
    sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_limit(db, SQLITE_LIMIT_TRIGGER_DEPTH, 0);
    struct Setting {
        int option, value;
    };
    for (const auto [option, value] :
         {Setting{SQLITE_DBCONFIG_DEFENSIVE, 1}, Setting{SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
          Setting{SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
          Setting{SQLITE_DBCONFIG_ENABLE_TRIGGER, 0}, Setting{SQLITE_DBCONFIG_ENABLE_VIEW, 0},
          Setting{SQLITE_DBCONFIG_DQS_DML, 0}, Setting{SQLITE_DBCONFIG_DQS_DDL, 0}}) {
        if (const int set = sqlite3_db_config(db, option, value, nullptr); set != SQLITE_OK) {
            return error("cannot apply the secure settings", set);
        }
    }
    return exec("PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; PRAGMA temp_store = MEMORY");
}

Result<Database> Database::open(const std::string& path, Mode mode,
                                std::chrono::milliseconds lockTimeout) {
    const std::size_t slash = path.rfind('/');
    if (slash == std::string::npos || slash == 0 || slash + 1 == path.size()) {
        return makeError(Code::Invalid,
                         "audit history needs an absolute path: '" + forScreen(path) + "'");
    }
    const std::string parent = path.substr(0, slash);
    const std::string name = path.substr(slash + 1);
    if (mode == Mode::Read && ::access(parent.c_str(), F_OK) != 0) {
        return makeError(Code::NotFound, "no audit history at '" + forScreen(path) + "'");
    }
    const UniqueFd directory = LG_TRY(openOwnDirectory(parent));
    bool exists = false;
    // Never opened here other than by SQLite: closing any descriptor of the file would drop the
    // POSIX locks that connections of this process hold (fcntl(2)).
    LG_TRY(checkFile(directory.get(), path, name, &exists));
    if (!exists && mode == Mode::Read) {
        return makeError(Code::NotFound, "no audit history at '" + forScreen(path) + "'");
    }
    if (mode == Mode::Write) {
        LG_TRY(checkWritable(directory.get(), forScreen(parent), name));
    }
    if (!exists && mode == Mode::Write) {
        auto made =
            sys::openAt(directory.get(), name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0600);
        if (!made && made.error().sysErrno != EEXIST) {
            return std::move(made).error();
        }
        if (made) { // the umask may have taken more than we want
            ::fchmod(made->get(), 0600);
        }
    }
    for (const char* suffix : {"-wal", "-shm"}) {
        bool companion = false;
        LG_TRY(checkFile(directory.get(), path + suffix, name + suffix, &companion));
    }
    Database out;
    // The directory's real name, so that SQLITE_OPEN_NOFOLLOW does not trip over /home ->
    // /var/home.
    out.m_path =
        LG_TRY(sys::realPath("/proc/self/fd/" + std::to_string(directory.get()))) + "/" + name;
    if (mode == Mode::Write) {
        LG_TRY(out.openHandle(SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW, lockTimeout));
        return out;
    }
    constexpr int kRead = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOFOLLOW;
    const bool canMakeCompanions =
        isWritable(directory.get(), ".") && isWritable(directory.get(), name.c_str());
    if (canMakeCompanions || !hasEmptyLog(directory.get(), name)) {
        Status opened = out.openHandle(kRead, lockTimeout);
        auto looked = opened ? out.number("SELECT count(*) FROM sqlite_schema")
                             : Result<std::int64_t>(opened.error());
        // A full disk has no room for the companions either.
        if (looked || looked.error().code != Code::Io || !hasEmptyLog(directory.get(), name)) {
            LG_TRY(std::move(opened));
            return out;
        }
    }
    LG_TRY(out.openHandle(kRead | SQLITE_OPEN_URI, lockTimeout));
    return out;
}

Result<Database> Database::inMemory() {
    Database out;
    out.m_path = ":memory:";
    LG_TRY(
        out.openHandle(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, std::chrono::milliseconds(0)));
    return out;
}

Status Database::exec(const char* sql) {
    const int code = sqlite3_exec(m_db.get(), sql, nullptr, nullptr, nullptr);
    return code == SQLITE_OK ? Status()
                             : Status(error("'" + forScreen(sql, 60) + "' failed", code));
}

Result<Statement> Database::prepare(std::string_view sql) {
    sqlite3_stmt* statement = nullptr;
    const int code = sqlite3_prepare_v3(m_db.get(), sql.data(), static_cast<int>(sql.size()),
                                        SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
    if (code != SQLITE_OK) {
        return error("cannot prepare a query", code);
    }
    return Statement(statement);
}

Result<std::int64_t> Database::number(const char* sql) {
    auto statement = LG_TRY(prepare(sql));
    const int code = statement.step();
    if (code != SQLITE_ROW) {
        return error("'" + forScreen(sql, 60) + "' gave nothing", code);
    }
    return statement.integer(0);
}

Result<std::string> Database::schemaText() {
    auto statement =
        LG_TRY(prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema "
                       "WHERE name NOT LIKE 'sqlite\\_stat%' ESCAPE '\\' "
                       "ORDER BY name, type"));
    std::string out;
    int code = SQLITE_OK;
    while ((code = statement.step()) == SQLITE_ROW) {
        for (int column = 0; column < 4; ++column) {
            out += statement.text(column);
            out += '\n';
        }
        if (out.size() > kMaxValueBytes) {
            return makeError(Code::Corrupt, forScreen(m_path) + ": the schema is too large");
        }
    }
    if (code != SQLITE_DONE) {
        return error("cannot read the schema", code);
    }
    return out;
}

Error Database::error(const std::string& what, int sqliteCode) const {
    const char* reason = sqlite3_errstr(sqliteCode);
    const int system = m_db ? sqlite3_system_errno(m_db.get()) : 0;
    const int primary = sqliteCode & 0xff;
    const bool kernelSaidSo = primary == SQLITE_IOERR || primary == SQLITE_CANTOPEN;
    return Error{codeOf(sqliteCode),
                 "audit history '" + forScreen(m_path) + "': " + what + ": " + reason +
                     " (SQLite code " + std::to_string(sqliteCode) + ")",
                 kernelSaidSo ? system : 0, fixOf(sqliteCode)};
}

std::optional<RowFields> fieldsFrom(const Statement& row) {
    if (row.type(0) != SQLITE_INTEGER || row.type(1) != SQLITE_INTEGER) {
        return std::nullopt;
    }
    RowFields fields{row.integer(0), row.integer(1), {}};
    for (std::size_t i = 0; i < fields.text.size(); ++i) {
        const int column = static_cast<int>(i) + 2;
        if (row.type(column) != SQLITE_TEXT) {
            return std::nullopt;
        }
        fields.text[i] = row.text(column);
    }
    return fields;
}

std::optional<Hash> hashFrom(const Statement& row) {
    if (row.type(kHashColumn) != SQLITE_BLOB) {
        return std::nullopt;
    }
    const auto bytes = row.blob(kHashColumn);
    Hash hash{};
    if (bytes.size() != hash.size()) {
        return std::nullopt;
    }
    std::copy(bytes.begin(), bytes.end(), hash.begin());
    return hash;
}

} // namespace leadglass::audit
