#include "core/audit/verify.h"

#include <sqlite3.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "core/audit/database.h"
#include "core/audit/file_check.h"
#include "core/audit/hash_chain.h"
#include "core/audit/identity.h"
#include "core/audit/migrate.h"
#include "core/base/escape.h"
#include "core/base/sys.h"

namespace leadglass::audit {
namespace {

constexpr std::int64_t kProgressEvery = 20'000;

std::string rowNumber(std::int64_t id) {
    return "row " + std::to_string(id);
}

class Verifier {
public:
    Verifier(Database& db, Chain& chain) : m_db(db), m_chain(chain) {}

    Status identify(std::vector<Anchor> anchors);
    Status walk(std::int64_t after, const VerifyProgress& progress);
    VerifyReport takeReport();
    // Damage of the file comes before what its rows say.
    void addDamage(const std::vector<std::string>& lines);
    [[nodiscard]] std::int64_t rows() const { return m_report.rows; }

private:
    void add(std::int64_t row, std::string what);
    Status beginAfterPruned();
    Status checkRow(const Statement& statement);
    void checkNumber(std::int64_t id);
    void checkEnd();

    Database& m_db;
    Chain& m_chain;
    std::optional<Identity> m_identity;
    std::optional<AnchorCheck> m_anchors;
    std::int64_t m_last = 0;
    Hash m_previous = genesis();
    VerifyReport m_report;
};

void Verifier::add(std::int64_t row, std::string what) {
    if (m_report.findings.size() < kMaxFindings) {
        m_report.findings.push_back({row, std::move(what)});
    } else {
        ++m_report.moreFindings;
    }
}

void Verifier::addDamage(const std::vector<std::string>& lines) {
    auto rows = std::move(m_report.findings);
    m_report.findings.clear();
    for (const std::string& line : lines) {
        add(0, line);
    }
    for (Finding& finding : rows) {
        add(finding.row, std::move(finding.what));
    }
}

Status Verifier::identify(std::vector<Anchor> anchors) {
    auto identity = readIdentity(m_db);
    if (!identity && identity.error().code != Code::Corrupt) {
        return std::move(identity).error();
    }
    if (identity) {
        m_identity = *std::move(identity);
    } else {
        add(0, identity.error().what);
    }
    if (m_identity) {
        m_report.history = m_identity->id;
        m_report.began = m_identity->began;
    }
    const bool isNew = m_identity && m_identity->bound.value_or(1) == 0;
    m_anchors.emplace(std::move(anchors), m_report.history, forScreen(m_db.path()), !isNew);
    return {};
}

VerifyReport Verifier::takeReport() {
    m_report.anchorsMatched = m_anchors->matched();
    m_report.anchorsMissing = m_anchors->missing();
    m_report.anchorsUnnamed = m_anchors->unnamed();
    m_report.anchorsPruned = m_anchors->pruned();
    m_report.others = m_anchors->others();
    return std::move(m_report);
}

void Verifier::checkNumber(std::int64_t id) {
    if (id == m_last + 1) {
        return;
    }
    if (id == m_last + 2) {
        add(m_last + 1, rowNumber(m_last + 1) + " is missing");
    } else if (id > m_last) {
        add(m_last + 1, "rows " + std::to_string(m_last + 1) + " to " + std::to_string(id - 1) +
                            " are missing");
    } else {
        add(id, rowNumber(id) + " has an impossible number");
    }
}

Status Verifier::checkRow(const Statement& statement) {
    const auto fields = fieldsFrom(statement);
    const auto stored = hashFrom(statement);
    const std::int64_t id = statement.integer(0);
    if (m_identity && m_identity->bound == m_last) {
        m_previous = linkAfter(m_chain, m_previous, *m_identity, m_last);
    }
    checkNumber(id);
    m_last = id;
    ++m_report.rows;
    if (!fields || !stored) {
        add(id, rowNumber(id) + " is damaged: a column has the wrong type");
        return {};
    }
    if (m_report.rows == 1) {
        m_report.firstTime = fields->time;
    }
    m_report.lastTime = fields->time;
    if (m_chain.next(m_previous, *fields) != *stored) {
        add(id, rowNumber(id) +
                    " does not match its hash: it was changed, or does not follow the "
                    "row before it");
    } else if (!kindFromName(fields->text[0])) {
        add(id, rowNumber(id) + " has an unknown kind");
    }
    // On with what is stored: one edit is one finding, not one for every row after it.
    m_previous = *stored;
    if (auto finding = m_anchors->atRow(id, *stored)) {
        add(id, *std::move(finding));
    }
    return {};
}

// A history that was pruned does not begin with row 1. Where none of its rows says so, rows are missing.
Status Verifier::beginAfterPruned() {
    const auto first = m_db.number("SELECT coalesce(min(id), 0) FROM events");
    if (!first || *first <= 1) {
        return {};
    }
    auto pruned = findPruned(m_db, *first);
    if (!pruned && pruned.error().code != Code::Corrupt) {
        return std::move(pruned).error();
    }
    if (!pruned || !*pruned) {
        return {};
    }
    m_report.pruned = **pruned;
    m_last = m_report.pruned->upto;
    m_previous = m_report.pruned->last;
    if (auto finding = m_anchors->startAfter(m_last, m_previous)) {
        add(m_last, *std::move(finding));
    }
    return {};
}

void Verifier::checkEnd() {
    if (auto finding = m_anchors->atEnd(m_last)) {
        add(m_last + 1, *std::move(finding));
    }
    if (m_identity && m_identity->bound.value_or(0) > m_last) {
        add(m_last + 1, "shorter than when it got its id: expected at least " +
                            std::to_string(*m_identity->bound) + " rows, the last one is " +
                            std::to_string(m_last));
    }
}

Status Verifier::walk(std::int64_t after, const VerifyProgress& progress) {
    // One snapshot: supervisors go on appending meanwhile.
    LG_TRY(m_db.exec("BEGIN"));
    std::int64_t total = 0;
    if (auto count = m_db.number("SELECT coalesce(max(id), 0) FROM events")) {
        total = *count;
    }
    if (after > 0) {
        auto before = LG_TRY(
            m_db.prepare(std::string("SELECT ") + kRowColumns + " FROM events WHERE id = ?1"));
        before.bind(1, after);
        const auto hash = before.step() == SQLITE_ROW ? hashFrom(before) : std::nullopt;
        if (!hash) {
            add(after, rowNumber(after) + " is missing or damaged");
            return {};
        }
        m_previous = *hash;
        m_last = after;
    } else {
        LG_TRY(beginAfterPruned());
    }
    auto statement = LG_TRY(m_db.prepare(std::string("SELECT ") + kRowColumns +
                                         " FROM events WHERE id > ?1 ORDER BY id"));
    statement.bind(1, after > 0 ? after : INT64_MIN);
    int code = SQLITE_OK;
    while ((code = statement.step()) == SQLITE_ROW) {
        LG_TRY(checkRow(statement));
        if (progress && m_report.rows % kProgressEvery == 0 && !progress(m_report.rows, total)) {
            return makeError(Code::Closed, "the check was ended before its end: it says nothing");
        }
    }
    if (code != SQLITE_DONE) {
        const Error error = m_db.error("cannot be read after " + rowNumber(m_last), code);
        if (error.code != Code::Corrupt) {
            return error;
        }
        add(m_last + 1, error.what);
    }
    checkEnd();
    m_report.head = {m_last, toHex(m_previous)};
    return {};
}

// As the writer names the file, so that anchors can be compared although it is not there.
std::string placeOf(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    const auto parent = sys::realPath(path.substr(0, slash));
    return forScreen(parent ? *parent + path.substr(slash) : path);
}

// Damage that keeps the file from being opened is a finding too; one that is not there is an empty
// history, and what was anchored of it is gone.
Result<VerifyReport> unopened(const std::string& path, const Error& error,
                              std::vector<Anchor> anchors) {
    if (error.code != Code::NotFound && error.code != Code::Corrupt) {
        return error;
    }
    VerifyReport report;
    if (error.code == Code::Corrupt) {
        report.findings.push_back({0, error.what});
        report.anchorsNotCompared = static_cast<std::int64_t>(anchors.size());
        return report;
    }
    report.head.head = toHex(genesis());
    AnchorCheck check(std::move(anchors), "", placeOf(path), false);
    (void)check.atEnd(0);
    report.anchorsUnnamed = check.unnamed();
    report.others = check.others();
    return report;
}

Result<VerifyReport> run(const std::string& path, std::vector<Anchor> anchors, std::int64_t newest,
                         std::chrono::milliseconds lockTimeout, const VerifyProgress& progress) {
    auto db = Database::open(path, Database::Mode::Read, lockTimeout);
    if (!db) {
        return unopened(path, db.error(), std::move(anchors));
    }
    if (auto schema = checkSchema(*db); !schema) {
        return unopened(path, schema.error(), std::move(anchors));
    }
    Chain chain;
    Verifier verifier(*db, chain);
    LG_TRY(verifier.identify(std::move(anchors)));
    // A row that is missing in an index is in the table, and in no list that the index serves.
    auto file = LG_TRY(FileCheck::start(path, newest == 0, lockTimeout));
    std::int64_t after = 0;
    if (newest > 0) {
        after = LG_TRY(db->number("SELECT coalesce(max(id), 0) FROM events")) - newest;
    }
    LG_TRY(verifier.walk(std::max<std::int64_t>(after, 0), progress));
    verifier.addDamage(LG_TRY(file.wait([&] { return !progress || progress(verifier.rows(), verifier.rows()); })));
    return verifier.takeReport();
}

// NAME.something beside the history, at most kMaxAside.
std::vector<std::string> filesAside(const std::string& path) {
    constexpr std::size_t kMaxAside = 16;
    const std::size_t slash = path.rfind('/');
    const std::string start = path.substr(slash + 1) + ".";
    std::vector<std::string> found;
    std::error_code problem;
    std::filesystem::directory_iterator entry(path.substr(0, slash), problem);
    for (; !problem && entry != std::filesystem::directory_iterator() && found.size() < kMaxAside;
         entry.increment(problem)) {
        const std::string name = entry->path().filename().string();
        if (name.starts_with(start) && !name.ends_with("-wal") && !name.ends_with("-shm")) {
            found.push_back(entry->path().string());
        }
    }
    return found;
}

// People move a damaged or large history away under a name beside its own: one that is there,
// whole, is not gone.
void lookAside(const std::string& path, VerifyReport& report, const std::vector<Anchor>& anchors,
               std::chrono::milliseconds lockTimeout) {
    for (const std::string& aside : filesAside(path)) {
        const auto found = run(aside, anchors, 0, lockTimeout, {});
        for (OtherHistory& other : report.others) {
            if (other.gone && !other.id.empty() && found && found->findings.empty() &&
                found->history == other.id) {
                other.gone = false;
                other.keptAt = forScreen(aside);
            }
        }
    }
}

} // namespace

bool VerifyReport::isGone() const {
    return std::any_of(others.begin(), others.end(),
                       [](const OtherHistory& other) { return other.gone; });
}

std::int64_t VerifyReport::firstBadRow() const {
    for (const Finding& finding : findings) {
        if (finding.row > 0) {
            return finding.row;
        }
    }
    return 0;
}

Result<VerifyReport> verify(const std::string& path, std::vector<Anchor> anchors,
                            std::chrono::milliseconds lockTimeout, const VerifyProgress& progress) {
    auto report = LG_TRY(run(path, anchors, 0, lockTimeout, progress));
    if (report.isGone()) {
        lookAside(path, report, anchors, lockTimeout);
    }
    return report;
}

Result<VerifyReport> verifyTail(const std::string& path, std::int64_t rows,
                                std::chrono::milliseconds lockTimeout) {
    return run(path, {}, rows, lockTimeout, {});
}

} // namespace leadglass::audit
