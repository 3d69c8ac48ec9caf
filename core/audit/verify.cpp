#include "core/audit/verify.h"

#include <sqlite3.h>

#include <algorithm>

#include "core/audit/database.h"
#include "core/audit/hash_chain.h"
#include "core/audit/migrate.h"
#include "core/base/escape.h"

namespace leadglass::audit {
namespace {

constexpr std::int64_t kProgressEvery = 20'000;

std::string rowNumber(std::int64_t id) {
    return "row " + std::to_string(id);
}

class Verifier {
public:
    Verifier(Database& db, Chain& chain, std::vector<Anchor> anchors)
        : m_db(db), m_chain(chain), m_anchors(std::move(anchors)) {
        std::sort(m_anchors.begin(), m_anchors.end(),
                  [](const Anchor& a, const Anchor& b) { return a.count < b.count; });
    }

    Status quickCheck();
    Status walk(std::int64_t after, const VerifyProgress& progress);
    VerifyReport takeReport() { return std::move(m_report); }
    void add(std::int64_t row, std::string what);

private:
    Status checkRow(const Statement& statement);
    void checkNumber(std::int64_t id);
    void checkAnchors(std::int64_t id, const Hash& stored);
    void checkAnchorsBeyond();

    Database& m_db;
    Chain& m_chain;
    std::vector<Anchor> m_anchors;
    std::size_t m_nextAnchor = 0;
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

Status Verifier::quickCheck() {
    auto statement = LG_TRY(m_db.prepare("PRAGMA quick_check(20)"));
    int code = SQLITE_OK;
    while ((code = statement.step()) == SQLITE_ROW) {
        if (statement.text(0) != "ok") {
            add(0, "the file is damaged: " + forScreen(statement.text(0)));
        }
    }
    if (code != SQLITE_DONE) {
        const Error error = m_db.error("cannot be checked", code);
        if (error.code != Code::Corrupt) {
            return error;
        }
        add(0, error.what);
    }
    return {};
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

void Verifier::checkAnchors(std::int64_t id, const Hash& stored) {
    for (; m_nextAnchor < m_anchors.size() && m_anchors[m_nextAnchor].count <= id; ++m_nextAnchor) {
        const Anchor& anchor = m_anchors[m_nextAnchor];
        if (anchor.count < 1) {
            continue;
        }
        ++m_report.anchorsChecked;
        // An anchored row that is missing was already found by its number.
        if (anchor.count == id && anchor.head != toHex(stored)) {
            add(id, rowNumber(id) +
                        " is not the row that was anchored: the history up to it was "
                        "changed and its chain recomputed");
        }
    }
}

Status Verifier::checkRow(const Statement& statement) {
    const auto fields = fieldsFrom(statement);
    const auto stored = hashFrom(statement);
    const std::int64_t id = statement.integer(0);
    checkNumber(id);
    m_last = id;
    ++m_report.rows;
    if (!fields || !stored) {
        add(id, rowNumber(id) + " is damaged: a column has the wrong type");
        return {};
    }
    if (LG_TRY(m_chain.next(m_previous, *fields)) != *stored) {
        add(id, rowNumber(id) +
                    " does not match its hash: it was changed, or does not follow the "
                    "row before it");
    } else if (!kindFromName(fields->text[0])) {
        add(id, rowNumber(id) + " has an unknown kind");
    }
    // On with what is stored: one edit is one finding, not one for every row after it.
    m_previous = *stored;
    checkAnchors(id, *stored);
    return {};
}

void Verifier::checkAnchorsBeyond() {
    std::int64_t expected = 0;
    for (; m_nextAnchor < m_anchors.size(); ++m_nextAnchor) {
        ++m_report.anchorsChecked;
        expected = std::max(expected, m_anchors[m_nextAnchor].count);
    }
    if (expected > m_last) {
        add(m_last + 1, "shorter than anchored: expected at least " + std::to_string(expected) +
                            " rows, the last one is " + std::to_string(m_last));
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
    }
    auto statement = LG_TRY(m_db.prepare(std::string("SELECT ") + kRowColumns +
                                         " FROM events WHERE id > ?1 ORDER BY id"));
    statement.bind(1, after > 0 ? after : INT64_MIN);
    int code = SQLITE_OK;
    while ((code = statement.step()) == SQLITE_ROW) {
        LG_TRY(checkRow(statement));
        if (progress && m_report.rows % kProgressEvery == 0) {
            progress(m_report.rows, total);
        }
    }
    if (code != SQLITE_DONE) {
        const Error error = m_db.error("cannot be read after " + rowNumber(m_last), code);
        if (error.code != Code::Corrupt) {
            return error;
        }
        add(m_last + 1, error.what);
    }
    checkAnchorsBeyond();
    m_report.head = {m_last, toHex(m_previous)};
    return {};
}

// Damage that keeps the file from being opened is a finding too.
Result<VerifyReport> damaged(const Error& error, std::vector<Anchor> anchors) {
    std::int64_t expected = 0;
    for (const Anchor& anchor : anchors) {
        expected = std::max(expected, anchor.count);
    }
    VerifyReport report;
    if (error.code == Code::NotFound) {
        report.head = {0, toHex(genesis())};
        if (expected > 0) {
            report.findings.push_back({1, "the history is gone: expected at least " +
                                              std::to_string(expected) + " rows (" + error.what +
                                              ")"});
        }
        return report;
    }
    if (error.code != Code::Corrupt) {
        return error;
    }
    report.findings.push_back({0, error.what});
    return report;
}

Result<VerifyReport> run(const std::string& path, std::vector<Anchor> anchors, std::int64_t newest,
                         std::chrono::milliseconds lockTimeout, const VerifyProgress& progress) {
    auto db = Database::open(path, Database::Mode::Read, lockTimeout);
    if (!db) {
        return damaged(db.error(), std::move(anchors));
    }
    if (auto schema = checkSchema(*db); !schema) {
        return damaged(schema.error(), std::move(anchors));
    }
    auto chain = LG_TRY(Chain::create());
    Verifier verifier(*db, chain, std::move(anchors));
    LG_TRY(verifier.quickCheck());
    std::int64_t after = 0;
    if (newest > 0) {
        after = LG_TRY(db->number("SELECT coalesce(max(id), 0) FROM events")) - newest;
    }
    LG_TRY(verifier.walk(std::max<std::int64_t>(after, 0), progress));
    return verifier.takeReport();
}

}  // namespace

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
    return run(path, std::move(anchors), 0, lockTimeout, progress);
}

Result<VerifyReport> verifyTail(const std::string& path, std::int64_t rows,
                                std::chrono::milliseconds lockTimeout) {
    return run(path, {}, rows, lockTimeout, {});
}

}  // namespace leadglass::audit
