// The Activity page over histories of the real writer, and of real runs: what is found, what is shown, what is written out.
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include <sqlite3.h>

#include <mutex>

#include "app/activity/activity_page.h"
#include "app/activity/event_details.h"
#include "app/activity/history_jobs.h"
#include "app/activity/event_words.h"
#include "app/activity/reason_words.h"
#include "app/activity/search_words.h"
#include "core/policy/refusal.h"
#include "tests/app/made_history.h"
#include "tests/app/real_run.h"

using namespace leadglass;
using namespace leadglass::app;
using leadglass::app::real::MadeHistory;

namespace {

constexpr int kLong = 60'000;
constexpr int kMany = 100'000;
constexpr int kSubject = static_cast<int>(Column::Subject);

struct Shown { // the page in a window, as a person has it
    ActivityPage page;
    std::unique_ptr<QAbstractItemModelTester> tester;
    // The tester goes through all rows at each change, so that it is for short histories.
    explicit Shown(const Services& services, bool isShort = true) : page(services) {
        if (isShort) {
            tester = std::make_unique<QAbstractItemModelTester>(&page.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
            tester->setUseFetchMore(false);
        }
        page.resize(1200, 800);
        page.show();
    }
    EventModel& model() { return page.model(); }
    bool has(int rows) {
        return QTest::qWaitFor([&] { return model().isReady() && model().rowCount() == rows; }, kLong);
    }
    bool finds(const QString& line, int rows) {
        page.search(line);
        return QTest::qWaitFor([&] { return !model().isSearching() && model().rowCount() == rows; }, kLong);
    }
    QString cell(int row, int column = kSubject) {
        QString text;
        (void)QTest::qWaitFor(
            [&] {
                static_cast<void>(model().data(model().index(row, column)));
                const auto* line = model().lineAt(row);
                text = line == nullptr ? QString() : model().data(model().index(row, column)).toString();
                return line != nullptr;
            },
            kLong);
        return text;
    }
    void select(int row) { page.table().setCurrentIndex(model().index(row, 0)); }
    bool detailsHave(const QString& text) {
        return QTest::qWaitFor([&] { return page.details().text().contains(text); }, kLong);
    }
    QString ends() { // of a check or an export
        (void)QTest::qWaitFor([&] { return !page.jobs().isBusy(); }, kLong);
        return page.jobs().text();
    }
};

QByteArray contentOf(const QString& file) {
    QFile in(file);
    return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
}

QString wrongIn(const QString& line) { return searchWords(line, QDateTime::currentDateTime()).error; }

struct Scans { // of the connections that this process opens meanwhile; SQLite calls back from whatever thread
    static inline std::mutex mutex;
    static inline int statements = 0;
    static inline int most = 0;
    static inline std::string of;
    static void begin() { ::sqlite3_auto_extension(reinterpret_cast<void (*)()>(&Scans::opened)); }
    static void end() { ::sqlite3_cancel_auto_extension(reinterpret_cast<void (*)()>(&Scans::opened)); }

private:
    static int opened(sqlite3* db, const char**, const void*) { return ::sqlite3_trace_v2(db, SQLITE_TRACE_PROFILE, &Scans::ran, nullptr); }
    static int ran(unsigned, void*, void* statement, void*) {
        auto* one = static_cast<sqlite3_stmt*>(statement);
        const int steps = ::sqlite3_stmt_status(one, SQLITE_STMTSTATUS_FULLSCAN_STEP, 1);
        const std::lock_guard lock(mutex);
        ++statements;
        if (steps > most) {
            most = steps;
            of = ::sqlite3_sql(one);
        }
        return 0;
    }
};

// A text of each field, as somebody who edits the file would have it.
bool edit(const std::string& file, const char* sql) {
    sqlite3* db = nullptr;
    const bool fine = ::sqlite3_open(file.c_str(), &db) == SQLITE_OK && ::sqlite3_exec(db, sql, nullptr, nullptr, nullptr) == SQLITE_OK;
    ::sqlite3_close(db);
    return fine;
}

} // namespace

class TestActivity : public QObject {
    Q_OBJECT
    std::unique_ptr<MadeHistory> m_many; // read only, but for rows at its end

private slots:
    void everyReasonOfARefusalHasWordsOfTheApp() {
        QVERIFY(policy::refusalReasons().size() > 20);
        for (const auto& code : policy::refusalReasons()) {
            QVERIFY2(!words::reasonOf(code).isEmpty(), code.c_str());
        }
        QVERIFY(words::reasonOf("made_up_later").isEmpty());
        api::ActivityRow row;
        row.row.event.reason = "made_up_later";
        row.why = "made up later";
        QCOMPARE(words::line(row).cells[static_cast<std::size_t>(Column::Why)], QString("made up later"));
        row.row.event.reason = "default";
        QCOMPARE(words::line(row).cells[static_cast<std::size_t>(Column::Why)], words::reasonOf("default"));
    }

    void theDetailsNameTheHunksThatAnApplyTookAndLeft() {
        MadeHistory history;
        audit::Event event;
        event.kind = audit::Kind::Apply;
        event.time = MadeHistory::kBegan;
        event.reason = "applied";
        event.subject = "src/a.txt";
        event.detail = R"({"hunks_left":["bbbb\u202e",7],"hunks_taken":["aaaa","cccc"],"in_part":true,"more_hunks_left":3})";
        QVERIFY(history.add(std::vector{event}));
        Shown shown(history.services());
        QVERIFY(shown.has(1));
        shown.select(0);
        QVERIFY2(shown.detailsHave("Hunks taken: aaaa, cccc\n"), qPrintable(shown.page.details().text()));
        QVERIFY2(shown.detailsHave(", and 3 more\n") && shown.detailsHave("Hunks left: bbbb"), qPrintable(shown.page.details().text()));
        QVERIFY(!shown.page.details().text().contains(QChar(0x202e)));
    }

    void initTestCase() {
        m_many = std::make_unique<MadeHistory>();
        QVERIFY(m_many->add(kMany));
    }

    void aHundredThousandRowsArePagedAndJumpedTo() {
        Shown shown(m_many->services(), false);
        QVERIFY(shown.has(kMany));
        QCOMPARE(shown.cell(0), QStringLiteral("host1000.example.org:443"));
        for (const int row : {kMany - 1, 50'000, 77'777, 1, 99'000, 256, 255}) {
            QCOMPARE(shown.model().idAt(row), static_cast<qint64>(kMany - row));
            QCOMPARE(shown.cell(row), QStringLiteral("host%1.example.org:443").arg((kMany - row) / 100));
        }
    }

    void dataNeverWaitsAndMemoryHoldsAFewPagesOnly() {
        Shown shown(m_many->services(), false);
        QVERIFY(shown.has(kMany));
        QVERIFY(shown.model().lineAt(40'000) == nullptr);
        QCOMPARE(shown.model().data(shown.model().index(40'000, 0)).toString(), QStringLiteral("…"));
        for (int row = 0; row < kMany; row += kMany / 200) {
            QVERIFY(!shown.cell(row).isEmpty());
        }
        int held = 0;
        for (int row = 0; row < kMany; row += 50) {
            held += shown.model().lineAt(row) != nullptr ? 50 : 0;
        }
        QVERIFY2(held <= (EventModel::kPages + 2) * RowLoader::kPageRows, qPrintable(QString::number(held)));
    }

    // Of every statement on any connection: how many rows of a table it went through without an index.
    void noStatementOfThePageGoesThroughAllRows() {
        Scans::begin();
        QVERIFY(edit(m_many->file(), "SELECT sum(length(detail)) FROM events"));
        QVERIFY(Scans::most >= kMany - 1); // that would be one
        Scans::most = 0;
        Shown shown(m_many->services(), false);
        QVERIFY(shown.has(kMany));
        for (const int row : {kMany - 1, 50'000, 1}) {
            QVERIFY(!shown.cell(row).isEmpty());
        }
        shown.select(50'000);
        QVERIFY(shown.detailsHave(QStringLiteral("host500.example.org:443")));
        QVERIFY(shown.finds("host:host999.example.org", 100));
        QVERIFY(shown.finds("verdict:deny", RowLoader::kPageRows));
        QVERIFY(shown.finds("host:nowhere.example.org before:2020-01-01", 0));
        shown.page.search(QString());
        QVERIFY(shown.has(kMany));
        Scans::end();
        qInfo("%d statements, at most %d rows", Scans::statements, Scans::most);
        QVERIFY(Scans::statements > 20); // it was looked
        QVERIFY2(Scans::most < kMany / 10, qPrintable(QStringLiteral("%1 rows: %2").arg(Scans::most).arg(QString::fromStdString(Scans::of))));
    }

    void homeAndEndGoToTheNewestAndTheOldest() {
        Shown shown(m_many->services(), false);
        QVERIFY(shown.has(kMany));
        QTest::keyClick(&shown.page.table(), Qt::Key_End);
        QCOMPARE(shown.page.table().currentIndex().row(), kMany - 1);
        QVERIFY(shown.detailsHave(QStringLiteral("host0.example.org:443")));
        QTest::keyClick(&shown.page.table(), Qt::Key_Home);
        QCOMPARE(shown.page.table().currentIndex().row(), 0);
        QVERIFY(shown.detailsHave(QStringLiteral("host1000.example.org:443")));
        QTest::keyClick(&shown.page.table(), Qt::Key_Escape);
        QVERIFY(!shown.page.table().currentIndex().isValid());
    }

    void eachTokenFindsWhatItSays() {
        Shown shown(m_many->services(), false);
        QVERIFY(shown.has(kMany));
        QVERIFY(shown.finds("host:host999.example.org", 100));
        QVERIFY(shown.finds("host:host999.example.org verdict:blocked", 10));
        QCOMPARE(shown.cell(0, static_cast<int>(Column::Verdict)), QStringLiteral("blocked"));
        QVERIFY(shown.finds("run:01k0madeup99 host:host998.example.org kind:answer", 1));
        QVERIFY(shown.finds("host:nowhere.example.org before:2020-01-01", 0));
        const auto at = [](int row) { return QDateTime::fromMSecsSinceEpoch((MadeHistory::kBegan + row * 1'000'000'000LL) / 1'000'000).toString(Qt::ISODate); };
        QVERIFY(shown.finds(QStringLiteral("after:%1 before:%2").arg(at(500), at(600)), 100));
        QCOMPARE(shown.model().idAt(0), 599);
        QVERIFY(shown.finds(QStringLiteral("verdict:deny after:%1 before:%2").arg(at(500), at(600)), 10));
    }

    void aLongResultComesByPagesAndIsReadAgain() {
        Shown shown(m_many->services(), false);
        QVERIFY(shown.has(kMany));
        QVERIFY(shown.finds("verdict:allow", RowLoader::kPageRows));
        QVERIFY(shown.page.summary().contains(QLatin1Char('+')));
        for (int page = 2; page <= EventModel::kPages + 10; ++page) { // past what stays in memory
            QVERIFY(shown.model().canFetchMore({}));
            shown.model().fetchMore({});
            QTRY_COMPARE_WITH_TIMEOUT(shown.model().rowCount(), page * RowLoader::kPageRows, kLong);
        }
        QVERIFY(shown.model().lineAt(1000) == nullptr);
        QVERIFY(!shown.cell(1000).isEmpty());
        QCOMPARE(shown.model().idAt(1000), static_cast<qint64>(kMany - 1000 / 9 * 10 - 1 - 1000 % 9));
        QVERIFY(shown.finds("verdict:deny", RowLoader::kPageRows));
        while (shown.model().canFetchMore({})) {
            shown.model().fetchMore({});
            QTRY_VERIFY_WITH_TIMEOUT(!shown.model().isSearching(), kLong);
        }
        QCOMPARE(shown.model().rowCount(), kMany / 10);
        QVERIFY(!shown.page.summary().contains(QLatin1Char('+')));
    }

    void aWordIsFoundAsTheIndexReachesIt() {
        MadeHistory made;
        QVERIFY(made.add(12'000));
        Shown shown(made.services(), false);
        QVERIFY(shown.has(12'000));
        QVERIFY(shown.finds("host:host3.example.org", 100)); // rows 300 to 399: the last that the index takes up
        QTRY_VERIFY_WITH_TIMEOUT(!shown.model().hasMore(), kLong);
        QVERIFY(shown.finds("kind:answer", 120));
        QVERIFY(shown.finds("\"number 11999\"", 1));
    }

    void aWrongTokenIsToldAndNothingElseChanges() {
        Shown shown(m_many->services(), false);
        QVERIFY(shown.has(kMany));
        shown.page.search("verdict:perhaps");
        QVERIFY2(shown.page.trouble().contains("perhaps"), qPrintable(shown.page.trouble()));
        QCOMPARE(shown.model().rowCount(), kMany);
        for (const char* line : {"kind:nothing", "after:soon", "host:", "run:a run:b", "\"open", "after:2026-02-01 before:2026-01-01", "before:2026-13-01"}) {
            QVERIFY2(!wrongIn(QString::fromLatin1(line)).isEmpty(), line);
        }
        for (const char* line : {"", "example.com:443", "after:today", "before:12h", "verdict:Denied", "kind:run-start", "a \"b c\" d"}) {
            QVERIFY2(wrongIn(QString::fromLatin1(line)).isEmpty(), line);
        }
        shown.page.search("run:nosuchrun");
        QTRY_VERIFY_WITH_TIMEOUT(shown.page.trouble().contains("nosuchrun"), kLong);
        QTest::keyClick(&shown.page.line(), Qt::Key_Escape);
        QVERIFY(shown.has(kMany));
        QVERIFY(shown.page.trouble().isEmpty());
    }

    void newRowsComeInOnTopButWaitWhereAPersonReads() {
        MadeHistory made;
        QVERIFY(made.add(40));
        Shown shown(made.services());
        QVERIFY(shown.has(40));
        QVERIFY(made.add(5));
        QVERIFY(shown.has(45)); // at the top, nothing selected
        QCOMPARE(shown.cell(0), QStringLiteral("host0.example.org:443"));
        shown.select(10);
        QVERIFY(made.add(7));
        QTRY_VERIFY_WITH_TIMEOUT(shown.page.newEvents().isVisible(), kLong);
        QCOMPARE(shown.model().rowCount(), 45);
        QVERIFY2(shown.page.newEvents().text().contains(QLatin1Char('7')), qPrintable(shown.page.newEvents().text()));
        QTest::mouseClick(&shown.page.newEvents(), Qt::LeftButton);
        QCOMPARE(shown.model().rowCount(), 52);
        QVERIFY(shown.page.newEvents().isHidden());
        QVERIFY(shown.finds("verdict:deny", 5));
        QVERIFY(made.add(20));
        QTRY_COMPARE_WITH_TIMEOUT(shown.model().rowCount(), 7, kLong);
        QCOMPARE(shown.model().idAt(0), 70);
        QCOMPARE(shown.model().idAt(2), 50);
    }

    void nothingIsReadWhileNobodySees() {
        MadeHistory made;
        QVERIFY(made.add(10));
        Shown shown(made.services());
        QVERIFY(shown.has(10));
        QVERIFY(shown.page.isFollowing());
        shown.page.hide();
        QVERIFY(!shown.page.isFollowing());
        QVERIFY(made.add(10));
        QTest::qWait(600); // more than two looks
        QCOMPARE(shown.model().rowCount(), 10);
        shown.page.show();
        QVERIFY(shown.has(20));
    }

    void noHistoryYetSaysWhatToDoAndBeginsByItself() {
        MadeHistory made;
        Shown shown(made.services());
        QVERIFY(shown.has(0));
        QVERIFY2(shown.page.summary().contains("leadglass run"), qPrintable(shown.page.summary()));
        QVERIFY(shown.page.trouble().isEmpty());
        QVERIFY(made.add(3));
        QVERIFY(shown.has(3));
    }

    void damageIsToldAndTheRestIsShown() {
        MadeHistory made;
        QVERIFY(made.add(600));
        made.close();
        QVERIFY(edit(made.file(), "UPDATE events SET kind = 'nonsense' WHERE id = 590; DELETE FROM events WHERE id = 580"));
        Shown shown(made.services());
        QVERIFY(shown.has(600));
        QCOMPARE(shown.cell(9), QStringLiteral("host5.example.org:443"));
        for (const int row : {10, 20}) {
            QTRY_VERIFY_WITH_TIMEOUT(shown.model().data(shown.model().index(row, kSubject)).toString().contains(QString::number(600 - row)), kLong);
        }
        shown.page.jobs().verify();
        const QString found = shown.ends();
        QVERIFY2(found.contains("Damaged") && found.contains("580"), qPrintable(found));
        QFile file(QString::fromStdString(made.file()));
        QVERIFY(file.open(QIODevice::ReadWrite) && file.resize(0) && file.write(QByteArray(8192, 'x')) == 8192);
        file.close();
        Shown broken(made.services());
        QTRY_VERIFY_WITH_TIMEOUT(!broken.page.trouble().isEmpty(), kLong);
        QCOMPARE(broken.model().rowCount(), 0);
    }

    void aLockedHistoryIsToldAndComesBackByItself() {
        MadeHistory made;
        QVERIFY(made.add(50));
        made.close();
        QVERIFY(edit(made.file(), "PRAGMA journal_mode = DELETE"));
        sqlite3* db = nullptr;
        QCOMPARE(::sqlite3_open(made.file().c_str(), &db), SQLITE_OK);
        QCOMPARE(::sqlite3_exec(db, "BEGIN EXCLUSIVE", nullptr, nullptr, nullptr), SQLITE_OK);
        Shown shown(made.services());
        QTRY_VERIFY_WITH_TIMEOUT(shown.page.trouble().contains("locked"), kLong);
        ::sqlite3_close(db);
        QVERIFY(shown.has(50));
        QTRY_VERIFY_WITH_TIMEOUT(shown.page.trouble().isEmpty(), kLong);
    }

    void hostileTextIsHarmlessInEveryColumn() {
        const std::string evil = "<b>&\xe2\x80\xae\x1b[31m\n\xff\xc3<img src=x onerror=alert(1)>\",=1+1";
        MadeHistory made;
        audit::Event e;
        e.kind = audit::Kind::Egress;
        e.time = MadeHistory::kBegan;
        e.verdict = e.outcome = e.reason = e.subject = e.rule = e.origin = e.policy = e.inputs = e.process = e.detail = e.run = evil;
        audit::Event formula = MadeHistory::event(7);
        formula.subject = "=cmd|' /C calc'!A0";
        QVERIFY(made.add({e, formula}));
        made.close();
        QVERIFY(edit(made.file(), "UPDATE events SET process = cast(x'3c623ee280ae1b5b33316d0aff' AS TEXT) WHERE id = 1"));
        Shown shown(made.services());
        QVERIFY(shown.has(2));
        QVERIFY(!shown.cell(1).isEmpty());
        for (int column = 0; column < kColumns; ++column) {
            const QString text = shown.cell(1, column);
            for (const QChar c : text) {
                QVERIFY2(c.unicode() >= 0x20 && c.unicode() != 0x202e, qPrintable(text));
            }
            QVERIFY(!shown.model().data(shown.model().index(1, column), Qt::ToolTipRole).isValid());
        }
        shown.select(1);
        QVERIFY(shown.detailsHave(QStringLiteral("<img src=x onerror=alert(1)>")));
        QVERIFY(!shown.page.details().text().contains(QChar(0x202e)));
        const QString base = made.folder() + "/out.";
        for (const auto& [ending, form] : {std::pair("html", api::ExportForm::Html), std::pair("csv", api::ExportForm::Csv), std::pair("jsonl", api::ExportForm::Jsonl)}) {
            shown.page.exportTo(base + ending, form);
            QVERIFY2(shown.ends().contains("2 event"), qPrintable(shown.page.jobs().text()));
        }
        const QByteArray html = contentOf(base + "html");
        QVERIFY(html.contains("&lt;img src=x onerror=alert(1)&gt;") && !html.contains("<img") && !html.contains("<b>"));
        QVERIFY(html.contains("leadglass audit verify"));
        const QByteArray csv = contentOf(base + "csv");
        QVERIFY2(csv.contains("\"'=cmd|' /C calc'!A0\""), csv);
        QVERIFY(!csv.contains('\x1b') && csv.count("\r\n") == 3);
        const auto lines = contentOf(base + "jsonl").trimmed().split('\n');
        QCOMPARE(lines.size(), 2);
        QVERIFY(QString::fromUtf8(lines[1]).toUtf8() == lines[1]);
    }

    void anExportIsWholeOrNotThere() {
        Shown shown(m_many->services(), false);
        QVERIFY(shown.has(kMany));
        const QString file = m_many->folder() + "/all.jsonl";
        shown.page.exportTo(file, api::ExportForm::Jsonl);
        shown.page.jobs().stop();
        QVERIFY2(shown.ends().contains("Nothing was written"), qPrintable(shown.page.jobs().text()));
        QVERIFY(!QFile::exists(file));
        shown.page.exportTo(file, api::ExportForm::Jsonl);
        QVERIFY2(shown.ends().contains("100000 event"), qPrintable(shown.page.jobs().text()));
        QCOMPARE(contentOf(file).count('\n'), kMany);
        QCOMPARE(QFile(file).permissions() & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
        shown.page.exportTo(m_many->folder() + "/nofolder/x.csv", api::ExportForm::Csv);
        QVERIFY2(shown.ends().contains("is not written"), qPrintable(shown.page.jobs().text()));
        QVERIFY(shown.finds("host:host999.example.org", 100));
        shown.page.exportTo(file, api::ExportForm::Csv); // in place of the other one
        QVERIFY2(shown.ends().contains("100 event"), qPrintable(shown.page.jobs().text()));
        QCOMPARE(contentOf(file).count("\r\n"), 101);
        QCOMPARE(QDir(m_many->folder()).entryList({"*.jsonl*", "*.csv*"}, QDir::Files | QDir::Hidden).size(), 1);
    }

    void aCheckSaysWhatAuditVerifySaysAndCanBeStopped() {
        Shown shown(m_many->services(), false);
        QVERIFY(shown.has(kMany));
        shown.page.jobs().verify();
        shown.page.jobs().stop();
        QVERIFY2(shown.ends().contains("Stopped"), qPrintable(shown.page.jobs().text()));
        shown.page.jobs().verify();
        QVERIFY2(shown.ends().contains("Intact: every row follows the one before it"), qPrintable(shown.page.jobs().text()));
    }

    void aBlockedHostOfARealRunIsFoundAndExplained() {
        real::Home home;
        int status = -1;
        QProcess run;
        run.setWorkingDirectory(home.project());
        run.start(QStringLiteral(LEADGLASS_BIN_DIR "/leadglass"),
                  {"run", "--", "sh", "-c", "curl -sS -o /dev/null --max-time 20 https://blocked.example/; curl -sS -o /dev/null --max-time 20 http://169.254.169.254/; true"});
        QVERIFY(run.waitForFinished(kLong));
        status = run.exitCode();
        QVERIFY2(status == 0, run.readAllStandardError());
        Shown shown(home.services());
        QTRY_VERIFY_WITH_TIMEOUT(shown.model().rowCount() > 3, kLong);
        QVERIFY(shown.finds("host:blocked.example verdict:deny", 1));
        shown.select(0);
        QVERIFY(shown.detailsHave(QStringLiteral("blocked.example:443")));
        QVERIFY2(shown.page.details().text().contains("To allow it"), qPrintable(shown.page.details().text()));
        QVERIFY(shown.page.details().canExplain());
        QSignalSpy explained(&shown.page.details(), &EventDetails::explained);
        shown.page.details().explain();
        QTRY_COMPARE_WITH_TIMEOUT(explained.count(), 1, kLong);
        const QString said = shown.page.details().text();
        static const QRegularExpression kLine(QStringLiteral("As the policy [^\\n]+ is now:.*\\.toml:[0-9]+"), QRegularExpression::DotMatchesEverythingOption);
        QVERIFY2(kLine.match(said).hasMatch(), qPrintable(said));
        QVERIFY(shown.finds("run:last host:169.254.169.254", 1));
        QVERIFY(shown.finds("run:last kind:run_start", 1));
    }
};

QTEST_MAIN(TestActivity)
#include "tst_activity.moc"
