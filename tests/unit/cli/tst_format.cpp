// Times as people type them, and columns as a terminal shows them.
#include <QTest>
#include <cstdlib>
#include <ctime>

#include "core/cli/format.h"

using namespace leadglass;
using namespace leadglass::cli;

namespace {
constexpr Nanos kSecond = 1'000'000'000;
constexpr Nanos kNow = 1'796'000'000 * kSecond;
}  // namespace

class TestFormat : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        ::setenv("TZ", "UTC-2", 1);  // two hours east (tzset(3))
        ::tzset();
    }

    void sinceTakesDurationsAndMoments_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<qint64>("expected");  // seconds
        const auto row = [](const char* text, qint64 seconds) {
            QTest::newRow(text) << QByteArray(text) << seconds;
        };
        row("90s", kNow / kSecond - 90);
        row("2h", kNow / kSecond - 7200);
        row("7d", kNow / kSecond - 7 * 86400);
        row("1w", kNow / kSecond - 7 * 86400);
        row("5000w", 0);  // before 1970: everything
        row("1970-01-01T00:00:10Z", 10);
        row("1970-01-02T00:00:00+01:00", 86400 - 3600);
        row("1970-01-02T00:00:00-01:30", 86400 + 5400);
        row("1970-01-02T00:00:00", 86400 - 7200);  // local
        row("1970-01-02", 86400 - 7200);
        row("2024-02-29T12:00Z", 1709208000);
    }
    void sinceTakesDurationsAndMoments() {
        QFETCH(QByteArray, text);
        QFETCH(qint64, expected);
        const auto since = parseSince(text.toStdString(), kNow);
        QVERIFY2(since.ok(), since.ok() ? "" : since.error().text().c_str());
        QCOMPARE(*since / kSecond, expected);
    }

    void sinceKeepsFractions() {
        QCOMPARE(*parseSince("1970-01-01T00:00:01.25Z", kNow), kSecond + kSecond / 4);
        QCOMPARE(*parseSince("1970-01-01T00:00:01.1234567899Z", kNow), kSecond + 123'456'789);
    }

    void sinceRefusesEverythingElse_data() {
        QTest::addColumn<QByteArray>("text");
        for (const char* text : {"",
                                 "h",
                                 "2",
                                 "2x",
                                 "-2h",
                                 "+2h",
                                 "2 h",
                                 " 2h",
                                 "2h ",
                                 "2.5h",
                                 "99999999999999999999s",
                                 "9223372036854775807w",
                                 "2026-02-29",
                                 "2026-13-01",
                                 "2026-00-01",
                                 "2026-01-32",
                                 "2026-1-1",
                                 "2026-01-01T24:00:00Z",
                                 "2026-01-01T10:60Z",
                                 "2026-01-01T10",
                                 "2026-01-01T10:00:00.Z",
                                 "2026-01-01T10:00:00+1:00",
                                 "2026-01-01T10:00:00Zx",
                                 "1969-01-01",
                                 "9999-01-01",
                                 "yesterday",
                                 "-001-01-01"}) {
            QTest::newRow(text) << QByteArray(text);
        }
    }
    void sinceRefusesEverythingElse() {
        QFETCH(QByteArray, text);
        const auto since = parseSince(text.toStdString(), kNow);
        QVERIFY(!since);
        QVERIFY(since.error().text().find("--since") != std::string::npos);
        QVERIFY(!since.error().fix.empty());
    }

    void localTimeIsThePersonsZone() {
        QCOMPARE(localTime(0), std::string("1970-01-01 02:00:00"));
        QCOMPARE(localTime(-1), std::string("1970-01-01 01:59:59"));
    }

    void columnsAlignInScreenCells() {
        Table table;
        table.add({"a", "\u4e16\u754c", "x"});  // two wide characters: four cells
        table.add({"long", "b", ""});
        table.add({"", "", "last"});
        QCOMPARE(table.text(false, 0), std::string("a     \u4e16\u754c  x\n"
                                                   "long  b\n"
                                                   "            last\n"));
        Table list; // one long last cell moves nothing
        list.add({"system", "/etc: a, b, c and many more", ""});
        list.add({"variable", "TERM", "[base:36]"});
        QCOMPARE(list.text(false, 0), std::string("system    /etc: a, b, c and many more\n"
                                                  "variable  TERM  [base:36]\n"));
        QCOMPARE(screenWidth("e\u0301"), std::size_t{1});  // combining accent
        QCOMPARE(screenWidth("\xff\xff"), std::size_t{2});
    }

    void colourIsOnlyInTheAskedColumnAndOnlyWhenAsked() {
        Table table;
        table.add({"deny", "host"}, Colour::Red);
        QCOMPARE(table.text(true, 0), std::string("\x1b[31mdeny\x1b[0m  host\n"));
        QCOMPARE(table.text(false, 0), std::string("deny  host\n"));
    }

    void marksFollowTheLocale() {
        ::unsetenv("LC_ALL");
        ::unsetenv("LC_CTYPE");
        ::setenv("LANG", "de_DE.UTF-8", 1);
        QVERIFY(utf8Output());
        ::setenv("LC_ALL", "C", 1);
        QVERIFY(!utf8Output());
        ::setenv("LC_ALL", "C.utf8", 1);
        QVERIFY(utf8Output());
    }

    void tabsAndBackslashesOfALineStayAndTheRestIsEscaped() {
        QCOMPARE(lineForScreen("+\tint x;\t// \x1b[2J\t", 4000),
                 std::string("+\tint x;\t// <1b>[2J\t"));
        QCOMPARE(lineForScreen(R"(+printf("\n\x1b");)" "\r", 4000), std::string(R"(+printf("\n\x1b");^M)"));
        QCOMPARE(lineForScreen("\\ No newline at end of file", 4000), std::string("\\ No newline at end of file"));
        QCOMPARE(lineForScreen("a\xe2\x80\xae\xff", 4000), std::string("a<U+202e><ff>"));
        QVERIFY(lineForScreen(std::string(10'000, '\\'), 100).size() <= 100);
        QCOMPARE(lineForScreen("", 10), std::string());
        QVERIFY(lineForScreen(std::string(10'000, '\t'), 100).size() <= 100);
    }

    void oneIsNotPlural() {
        QCOMPARE(counted(1, "path"), std::string("1 path"));
        QCOMPARE(counted(0, "path"), std::string("0 paths"));
    }
};

QTEST_APPLESS_MAIN(TestFormat)
#include "tst_format.moc"
