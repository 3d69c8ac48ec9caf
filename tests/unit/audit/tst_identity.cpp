// Which history is it? Ids in the chain, and anchors that name one.
#include <QFile>
#include <QTest>

#include "core/audit/anchor_file.h"
#include "core/audit/database.h"
#include "core/audit/identity.h"
#include "core/audit/migrate.h"
#include "core/audit/reader.h"
#include "history_fixture.h"

using namespace leadglass;
using namespace leadglass::audit;
using leadglass::test::History;

namespace {

Anchor anchorOf(const History& history) {
    return test::must(history.writer()->anchor(), "anchor");
}

void insertRow(Database& db, const RowFields& row, const Hash& hash) {
    auto insert = test::must(
        db.prepare(std::string("INSERT INTO events (") + kRowColumns +
                   ") VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"),
        "insert");
    insert.bind(1, row.id);
    insert.bind(2, row.time);
    for (std::size_t i = 0; i < row.text.size(); ++i) {
        insert.bind(static_cast<int>(i) + 3, row.text[i]);
    }
    insert.bind(15, hash);
    QCOMPARE(insert.step(), SQLITE_DONE);
}

// Appends as the version before ids did: each row follows the hash of the row before it.
void appendAsBefore(const History& history, int count) {
    auto db = test::must(Database::open(history.path(), Database::Mode::Write, test::kWait), "open");
    if (test::must(db.number("PRAGMA user_version"), "version") == 0) {
        QVERIFY(prepareSchema(db, test::kWait, schemaSteps().first(1)));
    }
    Chain chain;
    std::int64_t last = test::must(db.number("SELECT coalesce(max(id), 0) FROM events"), "last");
    Hash previous = genesis();
    if (last > 0) {
        auto head = test::must(
            db.prepare(std::string("SELECT ") + kRowColumns + " FROM events ORDER BY id DESC"), "head");
        QCOMPARE(head.step(), SQLITE_ROW);
        previous = hashFrom(head).value();
    }
    for (int i = 0; i < count; ++i) {
        const Event event = test::sampleEvent(i);
        const RowFields row = fieldsOf(++last, event);
        previous = chain.next(previous, row);
        insertRow(db, row, previous);
    }
}

Anchor withoutId(Anchor anchor, const std::string& place) {
    anchor.history.clear();
    anchor.place = place;
    return anchor;
}

void move(const History& history, const std::string& suffix) {
    QCOMPARE(std::rename(history.path().c_str(), (history.path() + suffix).c_str()), 0);
}

}  // namespace

class TestIdentity : public QObject {
    Q_OBJECT

private slots:
    void everyHistoryHasAnIdOfItsOwnFromTheStart() {
        History one;
        History two;
        one.fill(3);
        two.fill(3);
        QVERIFY(isHistoryId(anchorOf(one).history));
        QVERIFY(anchorOf(one).history != anchorOf(two).history);
        QCOMPARE(one.verify().history, anchorOf(one).history);
        QVERIFY(one.verify().began > 0);
        QVERIFY(one.verify().head.head != two.verify().head.head);  // same rows, other chains
    }

    void theIdCannotBeChangedUnseen_data() {
        QTest::addColumn<QByteArray>("sql");
        QTest::newRow("another id") << QByteArray("UPDATE history SET id = '0123456789abcdef'");
        QTest::newRow("not an id") << QByteArray("UPDATE history SET id = 'XXXXXXXXXXXXXXXX'");
        QTest::newRow("another beginning") << QByteArray("UPDATE history SET began = began - 1");
        QTest::newRow("bound elsewhere") << QByteArray("UPDATE history SET bound = 3");
        QTest::newRow("bound beyond the end") << QByteArray("UPDATE history SET bound = 300");
        QTest::newRow("not bound") << QByteArray("UPDATE history SET bound = NULL");
        QTest::newRow("removed") << QByteArray("DELETE FROM history");
    }
    void theIdCannotBeChangedUnseen() {
        QFETCH(QByteArray, sql);
        History history;
        history.fill(5);
        QVERIFY(history.verify().intact());
        history.edit(sql.constData());
        QVERIFY(!history.verify().intact());
    }

    void anOlderHistoryIsReadableAndGetsItsIdWithTheNextAppend() {
        History history;
        appendAsBefore(history, 10);
        VerifyReport report = history.verify();  // not migrated by looking
        QVERIFY(report.intact());
        QVERIFY(report.history.empty());
        auto reader = test::must(Reader::open(history.path(), test::kWait), "reader");
        QCOMPARE(test::must(reader->query({}), "query").size(), std::size_t{10});
        reader.reset();
        auto writer = history.writer();
        QVERIFY(QFile::exists(QString::fromStdString(history.path() + ".schema-1.backup")));
        appendAsBefore(history, 2);  // a run of the version before, still going on
        test::must(writer->append(test::sampleEvents(4)), "append");
        appendAsBefore(history, 2);
        test::must(writer->append(test::sampleEvents(1)), "append");
        report = history.verify({test::must(writer->anchor(), "anchor")});
        QVERIFY2(report.intact(), report.findings.empty() ? "" : report.findings[0].what.c_str());
        QCOMPARE(report.rows, 19);
        QCOMPARE(report.anchorsMatched, 1);
        QCOMPARE(report.began, test::sampleEvent(0).time);
        history.edit("UPDATE history SET id = '0123456789abcdef'");
        QCOMPARE(history.verify().firstBadRow(), 13);
    }

    void anchorsOfAnotherDataHomeAreListedAndNoFinding() {
        History here;
        History there;
        here.fill(5);
        there.fill(50);
        const VerifyReport report = here.verify({anchorOf(there), anchorOf(here)});
        QVERIFY(report.intact());
        QCOMPARE(report.anchorsMatched, 1);
        QCOMPARE(report.others.size(), std::size_t{1});
        QCOMPARE(report.others[0].id, anchorOf(there).history);
        QCOMPARE(report.others[0].place, there.path());
        History none;  // and where there is no history yet
        QVERIFY(none.verify({anchorOf(there)}).intact());
    }

    void aHistoryDeletedAndMadeAnewIsGone() {
        History history;
        history.fill(20);
        const Anchor anchor = anchorOf(history);
        QVERIFY(QFile::remove(QString::fromStdString(history.path())));
        QVERIFY(history.verify({anchor}).isGone());
        history.fill(20);
        const VerifyReport report = history.verify({anchor});
        QVERIFY(report.isGone());
        QVERIFY(report.findings.empty());
        QVERIFY(!report.intact());
        // Also with the old id written into the new file.
        history.edit(("UPDATE history SET id = '" + anchor.history + "'").c_str());
        QVERIFY(!history.verify({anchor}).intact());
    }

    void aHistoryMovedAsideIsKeptAndOneEditedThereIsGone() {
        History history;
        history.fill(20);
        const Anchor anchor = anchorOf(history);
        move(history, ".2026");
        history.fill(3);
        const VerifyReport kept = history.verify({anchor});
        QVERIFY(kept.intact());
        QCOMPARE(kept.others.at(0).keptAt, history.path() + ".2026");
        QCOMPARE(std::rename((history.path() + ".2026").c_str(), history.path().c_str()), 0);
        QVERIFY(history.verify({anchor}).intact());  // restored
        history.edit("DELETE FROM events WHERE id = 20");
        QVERIFY(!history.verify({anchor}).intact());  // truncated
        move(history, ".2026");
        history.fill(3);
        QVERIFY(history.verify({anchor}).isGone());
    }

    void aHistoryThatMovedHouseLeavesNothingMissing() {
        History before;
        before.fill(20);
        Anchor early = anchorOf(before);
        early.when = "2026-01-01T00:00:00Z";
        Anchor late = early;
        late.place = "/elsewhere/audit.db";
        late.when = "2026-02-01T00:00:00Z";
        QVERIFY(QFile::remove(QString::fromStdString(before.path())));
        before.fill(2);
        QVERIFY(before.verify({early}).isGone());
        QVERIFY(before.verify({early, late}).intact());
    }

    void anAnchorWithoutAnIdIsBelievedOnlyWhereItCanBeAttributed() {
        History history;
        appendAsBefore(history, 10);
        const std::string here = history.path();
        const Anchor fits = withoutId(anchorOf(history), "");
        Anchor other = fits;
        other.head = std::string(64, 'a');
        QCOMPARE(history.verify({fits}).anchorsMatched, 1);
        const VerifyReport report = history.verify({fits, other});
        QVERIFY(report.intact());
        QCOMPARE(report.anchorsUnnamed, 1);
        QVERIFY(!history.verify({withoutId(other, here)}).intact());  // kept beside this one
        Anchor longer = withoutId(fits, here);
        longer.count = 11;
        QVERIFY(!history.verify({longer}).intact());
        // A history that has had an id from the start is not what they speak of.
        QVERIFY(QFile::remove(QString::fromStdString(here)));
        history.fill(30);
        QVERIFY(history.verify({fits}).intact());
        QVERIFY(history.verify({withoutId(fits, here)}).isGone());
    }

    void anchorsKeepIdAndPlaceInTheFile() {
        QTemporaryDir dir;
        const std::string state = dir.filePath("state").toStdString();
        const std::string head(64, 'a');
        QVERIFY(appendAnchor(state, {7, head}, 0));  // as the version before wrote it
        QVERIFY(appendAnchor(state, {8, head, "0123456789abcdef", "/a b/audit.db"}, 0));
        QVERIFY(!appendAnchor(state, {9, head, "0123456789abcdef", "/a\nb"}, 0));
        const KnownAnchors known = test::must(readAnchors(state), "read");
        QCOMPARE(known.anchors.size(), std::size_t{2});
        QVERIFY(known.anchors[0].history.empty());
        QCOMPARE(known.anchors[1].history, std::string("0123456789abcdef"));
        QCOMPARE(known.anchors[1].place, std::string("/a b/audit.db"));
        QVERIFY(known.anchors[1].when.starts_with("1970-01-01T00:00:00"));
    }
};

QTEST_APPLESS_MAIN(TestIdentity)
#include "tst_identity.moc"
