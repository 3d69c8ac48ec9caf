// Queries: filters, keyset pages, hostile text.
#include <QTest>

#include "core/audit/reader.h"
#include "core/audit/stored_text.h"
#include "core/base/escape.h"
#include "history_fixture.h"

using namespace leadglass;
using namespace leadglass::audit;
using leadglass::test::History;

class TestReader : public QObject {
    Q_OBJECT

private slots:
    void filtersGiveExactlyTheRowsThatFit() {
        History history;
        history.fill(100);  // ids 1..100 hold samples 0..99
        auto reader = test::must(Reader::open(history.path(), std::chrono::seconds(1)), "open");
        const auto count = [&](const Query& q) {
            return test::must(reader->query(q), "query").size();
        };
        Query q;
        QCOMPARE(count(q), std::size_t{100});
        q.run = "run3";
        QCOMPARE(count(q), std::size_t{10});
        q.verdict = "deny";
        QCOMPARE(count(q), std::size_t{5});
        q.kind = Kind::RunStart;
        QCOMPARE(count(q), std::size_t{1});  // sample 35
        q = {};
        q.since = test::sampleEvent(95).time;
        QCOMPARE(count(q), std::size_t{5});
        q = {};
        q.run = "run";
        QCOMPARE(count(q), std::size_t{0});  // exact, no prefix
        q = {};
        q.verdict = "deny' OR '1'='1";
        QCOMPARE(count(q), std::size_t{0});
    }

    void textIsSoughtLiterally_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("found");
        QTest::newRow("plain") << QByteArray("100%_sure") << 1;
        QTest::newRow("case") << QByteArray("HOST7.") << 1;
        QTest::newRow("percent is no wildcard") << QByteArray("host%example") << 0;
        QTest::newRow("underscore is no wildcard") << QByteArray("host_.example") << 0;
        QTest::newRow("quote") << QByteArray("'; DROP TABLE events; --") << 0;
        QTest::newRow("in the process") << QByteArray("/usr/bin/curl") << 10;
        QTest::newRow("in the detail") << QByteArray("\"n\":9") << 1;
        QTest::newRow("not in the rule") << QByteArray("base:12") << 0;
    }
    void textIsSoughtLiterally() {
        QFETCH(QByteArray, text);
        QFETCH(int, found);
        History history;
        history.fill(10);
        Event e = test::sampleEvent(500);
        e.subject = "100%_sure";
        e.process.clear();
        test::must(history.writer()->append({&e, 1}), "append");
        auto reader = test::must(Reader::open(history.path(), std::chrono::seconds(1)), "open");
        Query q;
        q.text = text.toStdString();
        QCOMPARE(test::must(reader->query(q), "query").size(), static_cast<std::size_t>(found));
    }

    void pagesFollowEachOtherNewestFirstWhileRowsArrive() {
        History history;
        history.fill(95);
        auto reader = test::must(Reader::open(history.path(), std::chrono::seconds(1)), "open");
        std::vector<std::int64_t> seen;
        Query q;
        q.limit = 10;
        for (;;) {
            const auto rows = test::must(reader->query(q), "query");
            if (rows.empty()) {
                break;
            }
            QVERIFY(rows.size() <= 10);
            for (const Row& row : rows) {
                seen.push_back(row.id);
            }
            q.before = seen.back();
            history.fill(1);  // must not show up on later pages
        }
        QCOMPARE(seen.size(), std::size_t{95});
        for (std::size_t i = 0; i < seen.size(); ++i) {
            QCOMPARE(seen[i], static_cast<std::int64_t>(95 - i));
        }
    }

    void aRowComesBackAsItWasGiven() {
        History history;
        const Event e = test::sampleEvent(4);
        test::must(history.writer()->append({&e, 1}), "append");
        auto reader = test::must(Reader::open(history.path(), std::chrono::seconds(1)), "open");
        const Row row = test::must(reader->get(1), "get");
        QCOMPARE(row.event.subject, e.subject);
        QCOMPARE(row.event.time, e.time);
        QCOMPARE(row.event.detail, e.detail);
        QCOMPARE(row.event.process, e.process);
        QVERIFY(row.event.kind == e.kind);
        QCOMPARE(test::must(reader->head(), "head").head, row.hash);
        const auto missing = reader->get(2);
        QVERIFY(!missing && missing.error().code == Code::NotFound);
    }

    void aMissingHistoryIsNotFoundAndIsNotMade() {
        History history;
        const auto reader = Reader::open(history.path(), std::chrono::seconds(1));
        QVERIFY(!reader && reader.error().code == Code::NotFound);
        QVERIFY(!QFile::exists(QString::fromStdString(history.directory())));
    }

    void runsAreFoundByPrefixAndLast() {
        History history;
        history.fill(100);
        auto reader = test::must(Reader::open(history.path(), std::chrono::seconds(1)), "open");
        QCOMPARE(test::must(reader->lastRun(), "last"), std::string("run9"));
        QCOMPARE(test::must(reader->runsWithPrefix("run7", 3), "runs").size(), std::size_t{1});
        QCOMPARE(test::must(reader->runsWithPrefix("run", 3), "runs").size(), std::size_t{3});
        QVERIFY(test::must(reader->runsWithPrefix("%", 3), "runs").empty());
    }

    void hostileTextIsStoredAsVisibleEscapes() {
        Event e = test::sampleEvent(1);
        e.subject = std::string("a\x1b]52;c;x\x07\nb\0c\xff\u202e", 19);
        e.process = std::string(100'000, '\x1b');
        e.detail = "{\"name\":\"q\u202e\x01\xff\U000E0041\\n\"}";
        const Event stored = storable(e);
        for (const std::string& text : {stored.subject, stored.process, stored.detail}) {
            QVERIFY(isValidUtf8(text));
            for (const char c : text) {
                QVERIFY(static_cast<unsigned char>(c) >= 0x20 && c != 0x7f);
            }
            QVERIFY(text.find("\u202e") == std::string::npos);
        }
        QVERIFY(stored.process.size() <= kMaxProcessBytes);
        QCOMPARE(stored.detail,
                 std::string("{\"name\":\"q\\u202e\\u0001\uFFFD\\udb40\\udc41\\n\"}"));
        QCOMPARE(storableJson("{\"x\":\"" + std::string(100'000, 'a') + "\"}"),
                 std::string("{\"omitted_bytes\":100008}"));
        History history;
        test::must(history.writer()->append({&e, 1}), "append");
        QVERIFY(history.verify().intact());
    }

    void kindNamesGoBothWays() {
        for (int i = 0; i <= static_cast<int>(Kind::Fault); ++i) {
            const Kind kind = static_cast<Kind>(i);
            QVERIFY(kindFromName(kindName(kind)) == kind);
        }
        QVERIFY(!kindFromName("EGRESS"));
        QVERIFY(!kindFromName(""));
    }
};

QTEST_APPLESS_MAIN(TestReader)
#include "tst_reader.moc"
