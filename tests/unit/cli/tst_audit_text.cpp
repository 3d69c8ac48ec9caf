// Rows as people read them: what fits on a terminal, and what a pipe gets.
#include <QRegularExpression>
#include <QTest>
#include <cstdlib>
#include <ctime>

#include "core/cli/audit_text.h"
#include "core/cli/format.h"

using namespace leadglass;
using namespace leadglass::cli;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

audit::Row refused(std::int64_t id, std::int64_t seconds) {
    audit::Row row;
    row.id = id;
    row.event.kind = audit::Kind::Egress;
    row.event.time = seconds * kSecond;
    row.event.run = "01k1dyzz4395axt0hwzx";
    row.event.verdict = "deny";
    row.event.outcome = "denied_by_policy";
    row.event.reason = "private_needs_rule";
    row.event.subject = "a-rather-long-name.of-a-host.example.com:443";
    row.event.process = "19396 curl (/usr/bin/curl) < sh < init";
    return row;
}

std::vector<audit::Row> sample() {
    audit::Row start;
    start.id = 1;
    start.event.kind = audit::Kind::RunStart;
    start.event.time = 86'000 * kSecond;
    start.event.run = "01k1dyzz4395axt0hwzx";
    start.event.subject = "/usr/bin/python3 -m thing_with_underscores";
    return {refused(3, 200'000), refused(2, 199'000), start};
}

QStringList linesOf(const Screen& screen) {
    return QString::fromStdString(rowsText(sample(), screen)).trimmed().split('\n');
}

}  // namespace

class TestAuditText : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        ::setenv("TZ", "UTC", 1);
        ::tzset();
    }

    void linesFitTheTerminal_data() {
        QTest::addColumn<int>("width");
        for (const int width : {40, 60, 80, 100, 132, 300}) {
            QTest::addRow("%d", width) << width;
        }
    }
    void linesFitTheTerminal() {
        QFETCH(int, width);
        Screen screen{true, false, true, static_cast<std::size_t>(width)};
        for (const QString& line : linesOf(screen)) {
            QVERIFY2(screenWidth(line.toStdString()) <= screen.width, qPrintable(line));
        }
        screen.utf8 = false;
        for (const QString& line : linesOf(screen)) {
            QCOMPARE(line, QString::fromLatin1(line.toLatin1()));
        }
    }

    void allIsShownWhereThereIsRoom() {
        const QString text = linesOf({true, false, true, 300}).join('\n');
        for (const char* word : {"a-rather-long-name.of-a-host.example.com:443", "curl 19396",
                                 "a private address needs a rule that names it", "run start"}) {
            QVERIFY2(text.contains(word), qPrintable(text));
        }
    }

    void aTerminalGetsAHeaderAndEachDateOnce() {
        const QStringList lines = linesOf({true, false, true, 100});
        QCOMPARE(lines.size(), 6);
        QVERIFY(lines[0].startsWith("ID"));
        QCOMPARE(lines[1], QString("1970-01-03"));
        QCOMPARE(lines[4], QString("1970-01-01"));
        QVERIFY(lines[2].contains("07:33:20") && !lines[2].contains("1970"));
    }

    void aPipeGetsOneWholeRowALineAndNoHeader() {
        const QStringList lines = linesOf({});
        QCOMPARE(lines.size(), 3);
        for (const QString& line : QString::fromStdString(rowsText(sample(), {})).chopped(1).split('\n')) {
            QCOMPARE(line.split('\t').size(), 8); // also where a row has no verdict and no process
            QVERIFY2(!line.contains("  "), qPrintable(line));
        }
        QCOMPARE(lines[0].split('\t')[4], QString("deny"));
        QVERIFY(lines[0].contains("1970-01-03 07:33:20"));
        QVERIFY(lines[0].contains("01k1dyzz4395axt0hwzx"));
        QVERIFY(lines[0].contains("a-rather-long-name.of-a-host.example.com:443"));
    }

    void columnsAreAligned() {
        const QStringList lines = linesOf({true, false, true, 160});
        const auto at = lines[0].indexOf("SUBJECT");
        QCOMPARE(lines[2].indexOf("a-rather"), at);
        QCOMPARE(lines[5].indexOf("/usr/bin/python3"), at);
    }

    void colourOnlyWhereItIsAskedFor() {
        QVERIFY(rowsText(sample(), {true, false, true, 100}).find('\x1b') == std::string::npos);
        QVERIFY(rowsText(sample(), {true, true, true, 100}).find("\x1b[31mdeny\x1b[0m") !=
                std::string::npos);
    }

    void wordsForPeopleHaveNoUnderscores() {
        for (int i = 0; i <= static_cast<int>(audit::Kind::Fault); ++i) {
            QVERIFY(kindWords(static_cast<audit::Kind>(i)).find('_') == std::string::npos);
        }
        audit::Event event;
        for (const char* reason : {"private_needs_rule", "new_reason", "hard_denial:own_address"}) {
            for (const char* outcome :
                 {"denied_by_policy", "denied_by_user", "no_approver", "new_outcome", ""}) {
                event.verdict = "deny";
                event.reason = reason;
                event.outcome = outcome;
                QVERIFY(whyWords(event).find('_') == std::string::npos);
            }
        }
    }

    void aQuestionSaysWhyItIsAsked() {
        audit::Event event;
        event.verdict = "ask";
        event.reason = "default";
        QCOMPARE(QString::fromStdString(whyWords(event)), QString("no rule allows it"));
    }

    void oneRowIsShownWithUnits() {
        audit::Row row = refused(7, 0);
        row.event.detail =
            "{\"bytes_in\":191,\"bytes_out\":79,\"decision\":29,\"millis\":20,\"rows_lost\":0,"
            "\"synced\":true,\"paths\":[\"a\",\"b\"],\"hostile\":\"\\u001b[31m\"}";
        const QString text = QString::fromStdString(rowText(row));
        for (const char* pattern : {"received +191 bytes", "sent +79 bytes", "lasted +20 ms",
                                    "rows lost +0", "synced +yes", "paths +a, b"}) {
            QVERIFY2(text.contains(QRegularExpression(pattern)), qPrintable(text));
        }
        QVERIFY(!text.contains('\x1b'));
        row.event.detail = "not json\x1b";
        QVERIFY(rowText(row).find('\x1b') == std::string::npos);
        row.event.detail = std::string(5000, '[');
        QVERIFY(rowText(row).find("detail") != std::string::npos);
    }

    void cuttingKeepsCharactersWhole() {
        QCOMPARE(cut("abcdef", 6, true), std::string("abcdef"));
        QCOMPARE(cut("abcdef", 4, true), std::string("abc\u2026"));
        QCOMPARE(cut("abcdef", 4, false), std::string("ab.."));
        QCOMPARE(cut("\u00e4\u00f6\u00fc\u00df", 3, true), std::string("\u00e4\u00f6\u2026"));
        QCOMPARE(cut("\u6f22\u5b57\u6f22", 4, true), std::string("\u6f22\u2026"));
        QCOMPARE(cut("abc", 0, true), std::string());
    }
};

QTEST_APPLESS_MAIN(TestAuditText)
#include "tst_audit_text.moc"
