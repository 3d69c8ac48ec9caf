// The page of one live run, with real runs behind it: what it says is what lives, was decided and was written.
#include <QAbstractItemModelTester>
#include <QDBusConnection>
#include <QListView>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTreeView>

#include <nlohmann/json.hpp>

#include "app/home/home_page.h"
#include "app/main_window.h"
#include "app/runs/keyed_rows.h"
#include "app/runs/limit_gauges.h"
#include "app/runs/process_model.h"
#include "app/runs/run_now_words.h"
#include "core/sandbox/limit_lines.h"
#include "app/runs/run_page.h"
#include "app/runs/runs_page.h"
#include "tests/app/real_run.h"

using namespace leadglass;
using namespace leadglass::app;

namespace {

constexpr int kLong = 60'000;

api::ProcessNow process(quint32 pid, quint32 parent, quint64 started, const char* command = "sh") {
    api::ProcessNow out;
    out.pid = pid;
    out.parent = parent;
    out.started = started;
    out.command = command;
    return out;
}

QString cells(const KeyedRows& rows) {
    QStringList out;
    for (int row = 0; row < rows.rowCount(); ++row) {
        QStringList line;
        for (int column = 0; column < rows.columnCount(); ++column) {
            line.append(rows.index(row, column).data().toString());
        }
        out.append(line.join(QLatin1Char('|')));
    }
    return out.join(QLatin1Char('\n'));
}

QString tree(const ProcessModel& model, const QModelIndex& parent = {}) {
    QString out;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const auto at = model.index(row, 0, parent);
        out += at.data().toString() + QLatin1Char('\n') + tree(model, at);
    }
    return out;
}

struct Shown {
    QuestionFeed questions;
    RunFeed runs;
    MainWindow window;
    explicit Shown(const Services& services) : questions(services.approvals), runs(services), window(questions, runs, services) {
        questions.start();
        runs.start();
        window.show();
    }
    RunPage& page() { return *window.runs().page(); }
    // The newest live run, on its page.
    bool opens() {
        const auto live = [this] { return runs.live() == 1 && runs.runs().front().state == "running"; };
        if (!QTest::qWaitFor(live, kLong)) {
            return false;
        }
        window.showPage(&window.runs());
        window.runs().openRun(runs.runs().front().id);
        return true;
    }
};

} // namespace

class TestRunPage : public QObject {
    Q_OBJECT
private slots:
    void aProcessStaysSelectedWhileOthersComeAndGo() {
        ProcessModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setProcesses({process(10, 0, 1), process(11, 10, 2), process(12, 10, 3), process(13, 12, 4)});
        const QPersistentModelIndex held = model.indexOf(13);
        QVERIFY(held.isValid());
        model.setProcesses({process(10, 0, 1), process(12, 10, 3), process(13, 12, 4), process(14, 12, 5)}); // 11 has ended
        QVERIFY(held.isValid());
        QCOMPARE(model.at(held)->pid, 13U);
        QCOMPARE(model.rowCount(model.indexOf(12)), 2);
    }

    void thePageBeginsWithItsListUnlessARunWasAskedFor() {
        const real::Home home;
        Shown shown(home.services());
        auto* pages = shown.window.findChild<QListWidget*>();
        auto& runs = shown.window.runs();
        const auto row = pages->row(pages->findItems("Runs", Qt::MatchExactly).front());
        runs.openRun("01k0example");
        shown.window.showPage(&runs); // as Home does
        QVERIFY(runs.page()->isVisible());
        pages->setCurrentRow(0);
        pages->setCurrentRow(row);
        QVERIFY(runs.isVisible() && !runs.page()->isVisible());
        runs.openRun("01k0example");
        QVERIFY(runs.page()->isVisible());
        QTest::mouseClick(pages->viewport(), Qt::LeftButton, {}, pages->visualItemRect(pages->item(row)).center()); // and on the page that is shown
        QVERIFY(!runs.page()->isVisible());
    }

    void theWindowFitsBesideAnother() {
        const real::Home home;
        Shown shown(home.services());
        const int letter = shown.window.fontMetrics().averageCharWidth();
        QString widths = QString::number(shown.window.minimumSizeHint().width() / letter);
        for (auto* pages : shown.window.findChildren<QStackedWidget*>()) {
            for (int i = 0; i < pages->count() && pages->parentWidget() == shown.window.centralWidget(); ++i) {
                widths += QStringLiteral(" %1:%2").arg(QLatin1String(pages->widget(i)->metaObject()->className())).arg(pages->widget(i)->minimumSizeHint().width() / letter);
            }
        }
        QVERIFY2(shown.window.minimumSizeHint().width() <= letter * 130, qPrintable(widths)); // in letters
    }

    void aNumberThatIsUsedAgainIsAnotherProcess() {
        ProcessModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setProcesses({process(10, 0, 1), process(11, 10, 2)});
        const QPersistentModelIndex held = model.indexOf(11);
        model.setProcesses({process(10, 0, 1), process(11, 10, 9)});
        QVERIFY(!held.isValid());
        QVERIFY(model.indexOf(11).isValid());
    }

    void whatAnEndedProcessLeavesBehindMovesUp() {
        ProcessModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setProcesses({process(10, 0, 1), process(11, 10, 2), process(12, 11, 3)});
        model.setProcesses({process(10, 0, 1), process(12, 0, 3)});
        QCOMPARE(model.rowCount(), 2);
        QVERIFY(!model.indexOf(12).parent().isValid());
    }

    void hostileWordsAreShownAsText() {
        ProcessModel model;
        model.setProcesses({process(10, 0, 1, "<b>sh</b>\n\x1b[2J\xe2\x80\xae")});
        const auto at = model.indexOf(10);
        const QString text = at.data().toString();
        QVERIFY2(!text.contains(QLatin1Char('\n')) && !text.contains(QChar(0x202e)) && !text.contains(QChar(0x1b)), qUtf8Printable(text));
        QVERIFY(!at.data(Qt::ToolTipRole).toString().contains(QLatin1String("<b>")));
    }

    void rowsKeepTheirSelectionInAnyOrder() {
        KeyedRows rows({"a"}, {});
        const QAbstractItemModelTester tester(&rows, QAbstractItemModelTester::FailureReportingMode::QtTest);
        rows.setRows({{"1", {"x"}, {}}, {"2", {"x"}, {}}, {"3", {"x"}, {}}});
        const QPersistentModelIndex held = rows.index(1, 0);
        rows.setRows({{"4", {"x"}, {}}, {"3", {"x"}, {}}, {"2", {"y"}, {}}});
        QVERIFY(held.isValid());
        QCOMPARE(held.row(), 2);
        QCOMPARE(held.data().toString(), QString("y"));
        QCOMPARE(rows.rowCount(), 3);
    }

    void whatEnforcesALimitHasWordsForEveryCode() {
        for (const auto& code : sandbox::enforcerCodes()) {
            QVERIFY2(!words::enforcer(code).isEmpty(), code.c_str());
        }
        sandbox::Plan plan;
        plan.scope.emplace();
        for (const auto mode : {policy::WorkspaceMode::Overlay, policy::WorkspaceMode::Copy, policy::WorkspaceMode::Direct, policy::WorkspaceMode::Scratch}) {
            plan.workspace = mode;
            for (const auto& line : sandbox::limitLines(plan)) {
                QVERIFY2(!line.codes.empty(), line.name.c_str());
                for (const auto& code : line.codes) {
                    const auto all = sandbox::enforcerCodes();
                    QVERIFY2(std::find(all.begin(), all.end(), code) != all.end(), code.c_str());
                }
            }
        }
        const auto by = [&](std::vector<std::string> codes) {
            api::LimitNow limit;
            limit.name = "disk";
            limit.by = "core's <own> words";
            limit.codes = std::move(codes);
            return words::enforcedBy(limit);
        };
        QCOMPARE(by({"watchdog_cpu", "rlimit_cpu"}), QString("a watch over the run; RLIMIT_CPU for each process"));
        QCOMPARE(by({"watchdog_cpu", "made_up_later"}), QString("core's <own> words"));
        QCOMPARE(by({}), QString("core's <own> words"));
    }

    void theGaugesSayWhatIsUsedAndWhatHasNoLimit() {
        LimitGauges gauges;
        gauges.setLimits({{"processes", "tasks", 10, 9, false, "RLIMIT_NPROC"}, {"cpu", "percent", std::nullopt, std::nullopt, false, ""}}, {});
        QCOMPARE(gauges.textOf("processes"), QString("9 of 10"));
        QVERIFY2(gauges.others().contains(QLatin1String("Processors")), qUtf8Printable(gauges.others()));
        gauges.setLimits({}, "an old one");
        QCOMPARE(gauges.textOf("processes"), QString());
        QCOMPARE(gauges.others(), QString("an old one"));
    }

    void tellsWhatLivesWhatWasRefusedAndWhatWasWritten() {
        real::Home home;
        real::Run run(home, "echo old > made; (sleep 300; true) & curl -sS --max-time 5 https://refused.example/; "
                            "TOKEN=s3cr3tvalue12345 sh -c 'sleep 301; true' --password hunter2secret; true",
                      {"--limit", "memory=512MiB", "--limit", "wall_clock=10m"});
        Shown shown(home.services());
        QVERIFY(shown.opens());
        auto& page = shown.page();
        QVERIFY2(QTest::qWaitFor([&] { return tree(page.processes()).contains(QLatin1String("sleep 301")); }, kLong), qUtf8Printable(tree(page.processes()) + run.output()));
        const QString all = tree(page.processes());
        QVERIFY2(all.contains(QLatin1String("sleep 300")), qUtf8Printable(all));
        QVERIFY2(!all.contains(QLatin1String("hunter2secret")), qUtf8Printable(all)); // as the history has it
        QVERIFY2(!all.contains(QLatin1String("bwrap")) && !all.contains(QLatin1String("leadglass-init")), qUtf8Printable(all)); // ours
        QVERIFY(page.isFollowing());

        QVERIFY2(QTest::qWaitFor([&] { return page.gauges().textOf("memory").contains(QLatin1String(" of ")); }, kLong), qUtf8Printable(page.gauges().textOf("memory")));
        QVERIFY2(page.gauges().textOf("memory").contains(QLatin1String("512")), qUtf8Printable(page.gauges().textOf("memory")));
        QVERIFY2(page.gauges().textOf("wall_clock").contains(QLatin1String("10 min")), qUtf8Printable(page.gauges().textOf("wall_clock")));

        QVERIFY2(QTest::qWaitFor([&] { return cells(page.hosts()).contains(QLatin1String("refused.example")); }, kLong), qUtf8Printable(cells(page.hosts())));
        QVERIFY2(cells(page.decisions()).contains(QLatin1String("refused.example")), qUtf8Printable(cells(page.decisions())));
        QVERIFY2(QTest::qWaitFor([&] { return cells(page.changes()).contains(QLatin1String("made")); }, kLong), qUtf8Printable(cells(page.changes())));
        QVERIFY2(page.state().contains(QLatin1String(" s so far")), qUtf8Printable(page.state()));
    }

    void filesSoFarAreListedInEveryModeThatKeepsThem_data() {
        QTest::addColumn<QString>("mode");
        QTest::newRow("overlay") << "overlay";
        QTest::newRow("copy") << "copy";
        QTest::newRow("direct") << "direct";
    }
    void filesSoFarAreListedInEveryModeThatKeepsThem() {
        QFETCH(QString, mode);
        real::Home home;
        for (const char* name : {"kept", "edited", "removed"}) {
            QFile file(home.project() + "/" + name);
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write("a\n") == 2);
        }
        real::Run run(home, "echo more >> edited; rm removed; echo new > made; touch ready; sleep 300; true", {"--workspace", mode});
        Shown shown(home.services());
        QVERIFY(shown.opens());
        auto& page = shown.page();
        const auto all = [&] { return cells(page.changes()); };
        QVERIFY2(QTest::qWaitFor([&] { return all().contains("ready"); }, kLong), qUtf8Printable(all() + run.output()));
        QVERIFY2(all().contains("made") && all().contains("edited") && all().contains("removed") && !all().contains("kept"), qUtf8Printable(all()));
        QVERIFY2(page.tabs().tabText(2).contains(QLatin1Char('4')), qUtf8Printable(page.tabs().tabText(2)));
    }

    void looksOnlyWhileItIsSeen() {
        real::Home home;
        real::Run run(home, "sleep 300; true");
        Shown shown(home.services());
        QVERIFY(shown.opens());
        QVERIFY(QTest::qWaitFor([&] { return shown.page().isFollowing() && shown.page().processes().rowCount() > 0; }, kLong));
        shown.window.showPage(&shown.window.home());
        QVERIFY(!shown.page().isFollowing());
        shown.window.showPage(&shown.window.runs());
        QVERIFY(shown.page().isFollowing());
        shown.window.hide();
        QVERIFY(!shown.page().isFollowing());
        QVERIFY(QTest::qWaitFor([&] { return !shown.page().isLooking(); }, kLong));
        QSignalSpy looked(&shown.page(), &RunPage::looked);
        QTest::qWait(2500);
        QCOMPARE(looked.count(), 0);
    }

    void aDecisionLeadsToItsRow() {
        real::Home home;
        real::Run run(home, "curl -sS --max-time 5 https://refused.example/; sleep 300; true");
        Shown shown(home.services());
        QVERIFY(shown.opens());
        auto& page = shown.page();
        QVERIFY(QTest::qWaitFor([&] { return page.decisions().rowCount() > 0; }, kLong));
        QSignalSpy wanted(&page, &RunPage::rowWanted);
        auto* view = page.tabs().widget(0)->isVisible() ? qobject_cast<QTreeView*>(page.tabs().widget(0)) : nullptr;
        QVERIFY(view != nullptr);
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(page.decisions().index(0, 0)).center());
        QCOMPARE(wanted.count(), 1);
        QVERIFY(wanted[0][1].toLongLong() > 0);
    }

    void stopAndDiscardEndsItAndLeavesNothing() {
        real::Home home;
        real::Run run(home, "echo x > made; sleep 300; true");
        Shown shown(home.services());
        QVERIFY(shown.opens());
        auto& page = shown.page();
        QVERIFY(QTest::qWaitFor([&] { return cells(page.changes()).contains(QLatin1String("made")); }, kLong));
        const auto buttons = page.findChildren<QPushButton*>();
        const auto drop = std::find_if(buttons.begin(), buttons.end(), [](auto* each) { return each->text().startsWith(QLatin1String("Stop and")); });
        QVERIFY(drop != buttons.end());
        QTimer::singleShot(0, this, [] { // the question
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            QVERIFY(box != nullptr);
            for (auto* each : box->buttons()) {
                if (box->buttonRole(each) == QMessageBox::DestructiveRole) {
                    each->click();
                }
            }
        });
        (*drop)->click();
        QVERIFY(run.ends());
        QVERIFY(QTest::qWaitFor([&] { return shown.runs.runs().empty() || shown.runs.runs().front().state == "discarded"; }, kLong));
        QVERIFY(!QFile::exists(home.project() + "/made"));
        QVERIFY(QTest::qWaitFor([&] { return !page.isFollowing(); }, kLong));
    }

    void anEndedRunTellsHowItEnded() {
        real::Home home;
        real::Run run(home, "echo x > made; exit 3");
        QVERIFY(run.ends());
        Shown shown(home.services());
        QVERIFY(QTest::qWaitFor([&] { return !shown.runs.runs().empty(); }, kLong));
        shown.window.showPage(&shown.window.runs());
        shown.window.runs().openRun(shown.runs.runs().front().id);
        QVERIFY2(QTest::qWaitFor([&] { return shown.page().state().contains(QLatin1String("with status 3")); }, kLong), qUtf8Printable(shown.page().state()));
        QVERIFY(!shown.page().isFollowing());
        QVERIFY(!shown.page().processView().isVisible());
    }

    void enterInTheListOpensIt() {
        real::Home home;
        real::Run run(home, "sleep 300; true");
        Shown shown(home.services());
        QVERIFY(QTest::qWaitFor([&] { return shown.runs.live() == 1; }, kLong));
        shown.window.showPage(&shown.window.runs());
        auto* list = shown.window.runs().findChild<QListView*>();
        QVERIFY(list != nullptr);
        QTest::keyClick(list, Qt::Key_Return);
        QVERIFY(shown.page().isVisible());
        QCOMPARE(shown.page().run(), shown.runs.runs().front().id);
    }

    void theCommandLineTellsTheSame() {
        real::Home home;
        real::Run run(home, "sleep 300; true", {"--limit", "memory=512MiB"});
        Shown shown(home.services());
        QVERIFY(shown.opens());
        QVERIFY(QTest::qWaitFor([&] { return tree(shown.page().processes()).contains(QLatin1String("sleep 300")); }, kLong));
        const auto out = nlohmann::json::parse(home.leadglass({"runs", "show", "--json", QString::fromStdString(shown.page().run())}).toStdString(), nullptr, false);
        QVERIFY(out.is_object() && out.contains("processes"));
        const bool sleeps = std::any_of(out["processes"].begin(), out["processes"].end(), [](const auto& each) { return each["command"]["text"] == "sleep 300"; });
        QVERIFY2(sleeps, out.dump(1).c_str());
        const auto memory = std::find_if(out["limits"].begin(), out["limits"].end(), [](const auto& each) { return each["name"] == "memory"; });
        QVERIFY(memory != out["limits"].end());
        QCOMPARE((*memory)["limit"].get<std::uint64_t>(), 512ULL << 20U);
        QByteArray text;
        // What it takes is known once the watchdog has looked.
        QTRY_VERIFY_WITH_TIMEOUT((text = home.leadglass({"runs", "show", QString::fromStdString(shown.page().run())})).contains("of 512 MiB"), kLong);
        QVERIFY2(text.contains("sleep 300") && text.contains("of 512 MiB"), text.constData());
    }
};

QTEST_MAIN(TestRunPage)
#include "tst_run_page.moc"
