// The chain finds what a person with an editor can do to the file.
#include <QTest>

#include "core/audit/database.h"
#include "core/audit/hash_chain.h"
#include "core/audit/identity.h"
#include "history_fixture.h"

using namespace leadglass;
using namespace leadglass::audit;
using leadglass::test::History;
using namespace std::chrono_literals;

namespace {

// Recomputes every hash, as somebody who knows the source would after an edit.
void recompute(const std::string& path) {
    auto db =
        test::must(Database::open(path, Database::Mode::Write, std::chrono::seconds(2)), "open");
    Chain chain;
    const auto identity = *test::must(readIdentity(db), "identity");
    Hash previous = genesis();
    std::int64_t last = 0;
    auto rows = test::must(
        db.prepare(std::string("SELECT ") + kRowColumns + " FROM events ORDER BY id"), "select");
    auto update = test::must(db.prepare("UPDATE events SET hash = ?1 WHERE id = ?2"), "update");
    while (rows.step() == SQLITE_ROW) {
        const auto fields = fieldsFrom(rows);
        if (identity.bound == last) {
            previous = linkAfter(chain, previous, identity, last);
        }
        last = fields->id;
        previous = chain.next(previous, *fields);
        update.bind(1, previous);
        update.bind(2, fields->id);
        update.step();
        update.reset();
    }
}

}  // namespace

class TestChain : public QObject {
    Q_OBJECT

private slots:
    void findsEveryEdit_data() {
        QTest::addColumn<QByteArray>("sql");
        QTest::addColumn<int>("firstBad");
        const auto row = [](const char* name, const char* sql, int bad) {
            QTest::newRow(name) << QByteArray(sql) << bad;
        };
        row("subject changed", "UPDATE events SET subject = 'x' WHERE id = 40", 40);
        row("verdict changed", "UPDATE events SET verdict = 'allow' WHERE id = 42", 42);
        row("time changed", "UPDATE events SET time = time + 1 WHERE id = 7", 7);
        row("kind changed", "UPDATE events SET kind = 'dns' WHERE id = 8", 8);
        row("kind unknown", "UPDATE events SET kind = 'nothing' WHERE id = 8", 8);
        row("text moved between fields",
            "UPDATE events SET rule = rule || origin, origin = '' WHERE id = 9", 9);
        row("hash changed", "UPDATE events SET hash = zeroblob(32) WHERE id = 10", 10);
        row("middle row deleted", "DELETE FROM events WHERE id = 50", 50);
        row("first row deleted", "DELETE FROM events WHERE id = 1", 1);
        row("several deleted", "DELETE FROM events WHERE id BETWEEN 20 AND 30", 20);
        row("deleted and renumbered",
            "DELETE FROM events WHERE id = 60; UPDATE events SET id = id - 1 WHERE id > 60", 60);
        row("two rows swapped",
            "UPDATE events SET id = 1000 WHERE id = 11; UPDATE events SET id = 11 WHERE id = 12; "
            "UPDATE events SET id = 12 WHERE id = 1000",
            11);
        row("row doubled at the end",
            "INSERT INTO events SELECT 101, time, kind, run, verdict, outcome, reason, subject, "
            "rule, "
            "origin, policy, inputs, process, detail, hash FROM events WHERE id = 100",
            101);
        row("row inserted",
            "UPDATE events SET id = -id WHERE id > 30; UPDATE events SET id = 1 - id WHERE id < 0; "
            "INSERT INTO events SELECT 31, time, kind, run, verdict, outcome, reason, subject, "
            "rule, "
            "origin, policy, inputs, process, detail, hash FROM events WHERE id = 30",
            31);
        row("row before the first",
            "INSERT INTO events SELECT 0, time, kind, run, verdict, outcome, reason, subject, "
            "rule, "
            "origin, policy, inputs, process, detail, hash FROM events WHERE id = 1",
            0);
        row("numbers shifted", "UPDATE events SET id = -id; UPDATE events SET id = 1 - id", 1);
    }
    void findsEveryEdit() {
        QFETCH(QByteArray, sql);
        QFETCH(int, firstBad);
        History history;
        history.fill(100);
        const VerifyReport before = history.verify();
        QVERIFY(before.intact());
        QCOMPARE(before.rows, 100);
        history.edit(sql.constData());
        const VerifyReport after = history.verify();
        QVERIFY(!after.intact());
        if (firstBad > 0) {
            QCOMPARE(after.firstBadRow(), static_cast<std::int64_t>(firstBad));
        }
    }

    // Lists go by the indexes: what is taken out of one of them is as good as taken out for who reads those.
    void findsARowTakenOutOfAnIndex_data() {
        QTest::addColumn<QByteArray>("index");
        QTest::addColumn<QByteArray>("columns");
        QTest::addColumn<QByteArray>("without");
        QTest::newRow("verdict") << QByteArray("events_verdict") << QByteArray("verdict, id") << QByteArray("verdict <> '' AND id <> 42");
        QTest::newRow("run") << QByteArray("events_run") << QByteArray("run, id") << QByteArray("id <> 42");
    }
    void findsARowTakenOutOfAnIndex() {
        QFETCH(QByteArray, index);
        QFETCH(QByteArray, columns);
        QFETCH(QByteArray, without);
        History history;
        history.fill(100);
        QVERIFY(history.verify().intact());
        const QByteArray sql = "CREATE TABLE kept AS SELECT sql FROM sqlite_schema WHERE name = '" + index + "'; DROP INDEX " + index +
                               "; CREATE INDEX " + index + " ON events (" + columns + ") WHERE " + without +
                               "; PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = (SELECT sql FROM kept) WHERE name = '" + index +
                               "'; PRAGMA writable_schema = RESET; DROP TABLE kept;";
        history.edit(sql.constData());
        const auto report = history.verify();
        QVERIFY(!report.intact());
        QVERIFY2(report.findings.front().what.find(index.toStdString()) != std::string::npos, report.findings.front().what.c_str());
    }

    void truncationNeedsAnAnchorAndIsFoundWithOne_data() {
        QTest::addColumn<QByteArray>("sql");
        QTest::newRow("last row") << QByteArray("DELETE FROM events WHERE id = 100");
        QTest::newRow("last half") << QByteArray("DELETE FROM events WHERE id > 50");
        QTest::newRow("all rows") << QByteArray("DELETE FROM events");
    }
    void truncationNeedsAnAnchorAndIsFoundWithOne() {
        QFETCH(QByteArray, sql);
        History history;
        history.fill(100);
        const Anchor anchor = test::must(history.writer()->anchor(), "anchor");
        QCOMPARE(anchor.count, 100);
        history.edit(sql.constData());
        QVERIFY(history.verify().intact());  // the chain alone cannot know
        const VerifyReport report = history.verify({anchor});
        QVERIFY(!report.intact());
        QVERIFY(report.findings.back().what.find("expected at least 100") != std::string::npos);
    }

    void recomputationIsFoundByAnAnchorThatCoversIt() {
        History history;
        history.fill(60);
        const Anchor early = test::must(history.writer()->anchor(), "anchor");
        history.fill(40);
        const Anchor late = test::must(history.writer()->anchor(), "anchor");
        history.edit("UPDATE events SET verdict = 'allow' WHERE id = 80");
        recompute(history.path());
        QVERIFY(history.verify().intact());
        QVERIFY(history.verify({early}).intact());
        const VerifyReport report = history.verify({late, early});
        QCOMPARE(report.findings.size(), std::size_t{1});
        QCOMPARE(report.firstBadRow(), 100);
        QCOMPARE(report.anchorsMatched, 1);
        QCOMPARE(report.anchorsMissing, 1);
    }

    void removedAndReplacedHistoriesAreFoundByAnchors() {
        History history;
        history.fill(30);
        const Anchor anchor = test::must(history.writer()->anchor(), "anchor");
        std::remove(history.path().c_str());
        QVERIFY(history.verify().intact());
        QVERIFY(history.verify({anchor}).isGone());
        history.fill(29);  // a fresh history, too short
        QVERIFY(history.verify({anchor}).isGone());
        history.fill(29);  // long enough, but another one
        QVERIFY(history.verify().intact());
        const VerifyReport report = history.verify({anchor});
        QVERIFY(report.isGone() && !report.intact());
        QVERIFY(report.findings.empty());  // nothing is wrong with the one that is here
        QCOMPARE(report.others.size(), std::size_t{1});
        QCOMPARE(report.others[0].id, anchor.history);
        QCOMPARE(report.others[0].rows, 30);
    }

    void oneEditIsOneFindingAndManyAreCounted() {
        History history;
        history.fill(200);
        history.edit("UPDATE events SET rule = '' WHERE id = 5");
        QCOMPARE(history.verify().findings.size(), std::size_t{1});
        history.edit("UPDATE events SET rule = '?'");
        const VerifyReport report = history.verify();
        QCOMPARE(report.findings.size(), kMaxFindings);
        QCOMPARE(report.moreFindings, static_cast<std::int64_t>(200 - kMaxFindings));
    }

    void aCheckThatIsEndedSaysNothing() {
        History history;
        history.fill(10'000);
        history.fill(10'000);
        int asked = 0;
        const auto ended = verify(history.path(), {}, 2s, [&](std::int64_t, std::int64_t) { return ++asked < 0; });
        QVERIFY(!ended.ok());
        QCOMPARE(ended.error().code, Code::Closed);
        QCOMPARE(asked, 1);
        QVERIFY(history.verify().intact());
    }

    void theTailAloneIsCheckedFromItsOwnStart() {
        History history;
        history.fill(100);
        history.edit("UPDATE events SET rule = 'x' WHERE id = 10");
        QVERIFY(
            test::must(verifyTail(history.path(), 50, std::chrono::seconds(2)), "tail").intact());
        history.edit("UPDATE events SET rule = 'x' WHERE id = 90");
        QCOMPARE(test::must(verifyTail(history.path(), 50, std::chrono::seconds(2)), "tail")
                     .firstBadRow(),
                 90);
    }

    void theEncodingIsStable() {
        // A change of this value is a new schema: old histories would no longer verify.
        Chain chain;
        Event e = test::sampleEvent(3);
        const Hash first = chain.next(genesis(), fieldsOf(1, e));
        QCOMPARE(toHex(genesis()),
                 std::string("6e2c799c8971ded20ab30a69aec028d75c5cb4690f8b6167c16426916bc488c6"));
        QCOMPARE(toHex(first),
                 std::string("68bae723eebcd7b9a8f9a4651e24ea808486ec91c066803effc23946b80ffa96"));
        QCOMPARE(fromHex(toHex(first)).value(), first);
        QVERIFY(!fromHex("xyz"));
        QVERIFY(!fromHex(std::string(64, 'A')));
    }

    void noTwoWaysToSplitTextHashAlike() {
        Chain chain;
        Event a = test::sampleEvent(1);
        Event b = a;
        a.rule = "ab", a.origin = "c";
        b.rule = "a", b.origin = "bc";
        QVERIFY(chain.next(genesis(), fieldsOf(1, a)) !=
                chain.next(genesis(), fieldsOf(1, b)));
    }
};

QTEST_APPLESS_MAIN(TestChain)
#include "tst_chain.moc"
