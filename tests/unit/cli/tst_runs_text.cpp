// The list of runs as people read it: what fits on a terminal, and what a pipe gets.
#include <QTest>
#include <cstdlib>
#include <ctime>

#include "core/cli/format.h"
#include "core/cli/run_now_text.h"
#include "core/cli/runs_text.h"

using namespace leadglass;
using namespace leadglass::cli;

namespace {

const std::string kLong = "/home/ada/work/a-team-with-a-rather-long-name/and-more/shop-front";
const std::string kCommand = "python3 -m pytest -x tests/unit --maxfail=1 --quiet";

api::RunInfo one(const char* id, const char* state, const std::string& project) {
    api::RunInfo run;
    run.id = id;
    run.state = state;
    run.project = project;
    run.command = {kCommand};
    run.started = 200'000'000'000'000;
    return run;
}

QStringList linesOf(const Screen& screen) {
    api::RunInfo damaged;
    damaged.id = "01k1dyzz4395axt0hwzz";
    damaged.state = "damaged";
    damaged.damage = "run manifest: field 'mode' is missing or not fit";
    const std::vector<api::RunInfo> runs{one("01k1dyzz4395axt0hwzx", "partly_applied", kLong),
                                         one("01k1dyzz4395axt0hwzy", "ended", "/home/ada/shop"),
                                         one("01k1dyzz4395axt0hwza", "running", "/home/adam/\x1b[2J"),
                                         damaged};
    return QString::fromStdString(runsText(runs, screen, "/home/ada")).trimmed().split('\n');
}

}  // namespace

class TestRunsText : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        ::setenv("TZ", "UTC", 1);
        ::tzset();
    }

    void linesFitTheTerminal_data() {
        QTest::addColumn<int>("width");
        for (const int width : {38, 50, 60, 76, 80, 100, 132, 300}) {
            QTest::addRow("%d", width) << width;
        }
    }
    void linesFitTheTerminal() {
        QFETCH(int, width);
        Screen screen{true, false, true, static_cast<std::size_t>(width)};
        for (const QString& line : linesOf(screen)) {
            QVERIFY2(screenWidth(line.toStdString()) <= screen.width, qPrintable(line));
            QVERIFY2(!line.contains('_') && !line.contains('\x1b'), qPrintable(line));
        }
        screen.utf8 = false;
        for (const QString& line : linesOf(screen)) {
            QCOMPARE(line, QString::fromLatin1(line.toLatin1()));
        }
    }

    void columnsAreAlignedBelowTheirNames() {
        const QStringList lines = linesOf({true, false, true, 300});
        QCOMPARE(lines.size(), 5);
        for (const auto& [name, cell] : {std::pair("RUN", "01k1dy"), std::pair("STATE", "ended"),
                                         std::pair("STARTED", "1970-01-03 07:33"),
                                         std::pair("PROJECT", "~/shop"), std::pair("COMMAND", "python3")}) {
            QVERIFY2(lines[0].indexOf(name) >= 0, name);
            QCOMPARE(lines[2].indexOf(cell), lines[0].indexOf(name));
        }
        QVERIFY(lines[1].contains("partly applied") && lines[1].contains("~/work/a-team"));
        QVERIFY(lines[3].contains("/home/adam/\\x1b"));  // another person's home is not ~
        QVERIFY(lines[4].contains("field 'mode'"));
    }

    void aLongPathKeepsBothEnds() {
        const std::string cut = shortPath(kLong, "/home/ada", 30, true);
        QVERIFY(screenWidth(cut) <= 30 && screenWidth(cut) >= 28);
        QVERIFY(cut.starts_with("~/work/") && cut.ends_with("/shop-front"));
        QCOMPARE(shortPath("/srv/ä\u4e2d\u4e2d\u4e2d\u4e2d\u4e2d/x", "", 12, false), std::string("/sr...\u4e2d\u4e2d/x"));
        QCOMPARE(shortPath("/home/ada", "/home/ada", 30, true), std::string("~"));
        QCOMPARE(shortPath("/x", "/", 30, true), std::string("/x"));
    }

    void aPipeGetsOneWholeRunALineAndNoHeader() {
        const QStringList lines = linesOf({});
        QCOMPARE(lines.size(), 4);
        QVERIFY(lines[0].startsWith("01k1dyzz4395axt0hwzx"));
        QVERIFY(lines[0].contains(QString::fromStdString(kLong)));
        QVERIFY(lines[0].contains("1970-01-03 07:33:20") && lines[0].endsWith(QString::fromStdString(kCommand)));
    }

    void limitsAreInUnitsThatPeopleCountIn() {
        api::RunNow now;
        now.live = true;
        const auto add = [&](const char* unit, std::uint64_t used, std::uint64_t limit) {
            now.limits.push_back({"l" + std::to_string(now.limits.size()), unit, limit, used, false, "cgroup", {}});
        };
        add("seconds", 1, 86'400);
        add("seconds", 5'430, 28'800);
        add("seconds", 0, 3'661);
        add("bytes", 0, std::uint64_t{4} << 30);
        add("bytes", 1536, std::uint64_t{10} << 20);
        add("tasks", 3, 2048);
        const QString text = QString::fromStdString(runNowText(now));
        for (const char* part : {"1 s of 24 h ", "1 h 30 min of 8 h ", "0 s of 1 h 1 min ", " 0 of 4.0 GiB ", "1.5 KiB of 10 MiB ", "3 of 2048 tasks"}) {
            QVERIFY2(text.contains(part), qPrintable(QString(part) + "\n" + text));
        }
    }

    void noRunsAreNoLines() { QCOMPARE(runsText({}, {true, false, true, 80}, ""), std::string()); }
};

QTEST_GUILESS_MAIN(TestRunsText)
#include "tst_runs_text.moc"
