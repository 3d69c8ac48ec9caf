// What runs in a terminal tab: a program on its terminal, and real runs, from their start to closing and quitting.
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QElapsedTimer>
#include <QListWidget>
#include <QMessageBox>
#include <QTabWidget>

#include <signal.h>
#include <sys/wait.h>

#include "app/approval/approval_window.h"
#include "app/desktop/desk.h"
#include "app/launch/launch_dialog.h"
#include "app/main_window.h"
#include "app/review/change_model.h"
#include "app/review/review_page.h"
#include "app/terminal/terminal_tab.h"
#include "app/terminal/terminals_page.h"
#include "tests/app/find_button.h"
#include "tests/app/real_run.h"

using namespace leadglass;
using namespace leadglass::app;

namespace {

constexpr int kLong = 60'000;
constexpr Qt::KeyboardModifiers kChord = Qt::ControlModifier | Qt::ShiftModifier;

Start shell(const QString& script, const QStringList& more = {}) {
    return {QStringLiteral("/bin/sh"), QStringList{"-c", script} + more, QStringLiteral("/"), {"PATH=/usr/bin:/bin", "HOME=/", "ONLY=this"}};
}

// A program on a terminal, and what it wrote.
struct Program {
    std::unique_ptr<Pty> pty;
    QByteArray output;
    int status = -1;
    int error = -1;
    explicit Program(const Start& start, int rows = 24, int columns = 80) {
        auto made = Pty::start(start, rows, columns);
        if (!made) {
            return;
        }
        pty = std::move(*made);
        pty->setReader([this](QByteArrayView bytes) { output += bytes.toByteArray(); });
        QObject::connect(pty.get(), &Pty::ended, pty.get(), [this](int s, int e) {
            status = s;
            error = e;
        });
    }
    bool ends() {
        return QTest::qWaitFor([this] { return status != -1; }, kLong);
    }
};

// Answers the question that is asked next.
void answerWith(const QString& text, QString* asked = nullptr) {
    QTimer::singleShot(300, qApp, [text, asked] {
        auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        if (box == nullptr) {
            return;
        }
        if (asked != nullptr) {
            *asked = box->text() + box->informativeText();
        }
        button(*box, text)->click();
    });
}

void type(TerminalTab& tab, const QByteArray& keys) {
    tab.view().screen().text(keys.toStdString());
    emit tab.view().inputReady();
}

} // namespace

class TestTerminalRuns : public QObject {
    Q_OBJECT
    real::Home m_home;

    Start run(const QStringList& words, const QStringList& flags = {}) {
        QStringList environment{"PATH=/usr/bin:/bin", "LANG=C.UTF-8", "HOME=" + qEnvironmentVariable("HOME"),
                                "XDG_RUNTIME_DIR=" + qEnvironmentVariable("XDG_RUNTIME_DIR")};
        return {LEADGLASS_BIN_DIR "/leadglass", QStringList{"run"} + flags + QStringList{"--"} + words, m_home.project(), environment};
    }
    static bool shows(TerminalTab& tab, const QString& text) {
        if (QTest::qWaitFor([&] { return tab.view().visibleText().contains(text); }, kLong)) {
            return true;
        }
        qWarning("%s", qPrintable(tab.view().visibleText()));
        return false;
    }

private slots:
    void statusAndSignalAreTold() {
        Program seven(shell("exit 7")), killed(shell("kill -9 $$")), none({"/nonexistent/program", {}, "/", {}}), nowhere({"/bin/sh", {"-c", "true"}, "/nonexistent", {}});
        QVERIFY(seven.ends() && killed.ends() && none.ends() && nowhere.ends());
        QVERIFY(WIFEXITED(seven.status) && WEXITSTATUS(seven.status) == 7);
        QVERIFY(WIFSIGNALED(killed.status) && WTERMSIG(killed.status) == SIGKILL);
        QCOMPARE(none.error, ENOENT);
        QCOMPARE(nowhere.error, ENOENT);
        QCOMPARE(words::terminalEnd(seven.status, 0), QStringLiteral("It has ended with status 7."));
        QVERIFY(words::terminalEnd(killed.status, 0).contains("signal 9"));
        QVERIFY(words::terminalEnd(none.status, none.error).contains("could not be started"));
    }

    void itsWordsFolderAndEnvironmentAreThoseAndNothingElse() {
        Program program(shell("printf '%s|' \"$@\"; pwd; env; ls /proc/self/fd; tty; stty size; echo END", {"sh", "a b", "$(id)", "; true"}), 30, 100);
        QVERIFY(program.ends());
        const auto lines = QString::fromUtf8(program.output).split("\r\n");
        QCOMPARE(lines[0], QStringLiteral("a b|$(id)|; true|/"));
        QVERIFY(lines.contains("ONLY=this") && !program.output.contains("XDG_RUNTIME_DIR"));
        QVERIFY2(lines.contains("30 100"), program.output);
        QVERIFY(program.output.contains("/dev/pts/"));
        QVERIFY2(!lines.contains("4") && !lines.contains("5"), program.output); // 3 is ls's own
    }

    void closingHangsUpAndLeavesNoZombie() {
        QTemporaryDir place;
        const QString told = place.path() + "/told";
        auto program = std::make_unique<Program>(shell("trap 'echo hup > " + told + "; exit' HUP; echo ready; while :; do sleep 0.05; done"));
        QTRY_VERIFY_WITH_TIMEOUT(program->output.contains("ready"), kLong);
        const QString child = "/proc/" + QString::number(program->pty->pid());
        program.reset();
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(told), kLong);
        QTRY_VERIFY_WITH_TIMEOUT(!QFile::exists(child), kLong);
    }

    void whatIsLeftBehindIsNotWaitedFor() {
        Program program(shell("trap '' HUP; sleep 300 & echo $!; echo last words"));
        QVERIFY(program.ends());
        QVERIFY(program.output.contains("last words"));
        ::kill(program.output.split('\r').first().toInt(), SIGKILL);
    }

    void aChangedSizeIsTold() {
        Program program(shell("trap 'stty size; exit' WINCH; echo ready; while :; do sleep 0.05; done"));
        QTRY_VERIFY_WITH_TIMEOUT(program.output.contains("ready"), kLong);
        program.pty->resize(50, 132);
        QVERIFY(program.ends());
        QVERIFY2(program.output.contains("50 132"), program.output);
    }

    void writingNeverWaitsAndHasABound() {
        Program program(shell("stty raw -echo; echo ready; sleep 300"));
        QTRY_VERIFY_WITH_TIMEOUT(program.output.contains("ready"), kLong);
        QElapsedTimer timer;
        timer.start();
        QVERIFY(program.pty->write(QByteArray(4 << 20, 'x')));
        QVERIFY(!program.pty->write(QByteArray(5 << 20, 'x')));
        QVERIFY(timer.elapsed() < 2000);
    }

    void aFloodLeavesTheWindowAliveAndControlCWorks() {
        TerminalTab tab(shell("exec yes floods"), "yes");
        tab.resize(900, 600);
        tab.show();
        tab.begin();
        QVERIFY(shows(tab, "floods"));
        QElapsedTimer clock;
        qint64 last = 0, longest = 0;
        int ticks = 0;
        QTimer beat;
        connect(&beat, &QTimer::timeout, this, [&] {
            longest = qMax(longest, clock.elapsed() - last);
            last = clock.elapsed();
            ++ticks;
        });
        clock.start();
        beat.start(10);
        QTest::qWait(2000);
        beat.stop();
        QVERIFY2(longest < 500 && ticks > 20, qPrintable(QStringLiteral("%1 ms, %2 ticks").arg(longest).arg(ticks)));
        QTest::keyClick(&tab.view(), Qt::Key_C, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(!tab.live(), 10'000);
        QVERIFY2(tab.state().contains("signal 2"), qPrintable(tab.state()));
        QVERIFY(tab.view().visibleText().contains("floods")); // it stays
    }

    void aShellAndFullScreenProgramsOfARunWork() {
        TerminalTab tab(run({"sh"}), "sh");
        tab.resize(900, 600);
        tab.show();
        QVERIFY(QTest::qWaitForWindowExposed(&tab));
        tab.begin();
        type(tab, "PS1='ready> '; echo $((40+2))\r");
        QVERIFY(shows(tab, "42"));
        type(tab, "stty size; tty\r");
        QVERIFY(shows(tab, QStringLiteral("%1 %2").arg(tab.view().screen().rows()).arg(tab.view().screen().columns())));
        type(tab, "vi made.txt\r");
        QTRY_VERIFY_WITH_TIMEOUT(tab.view().screen().alternate(), kLong);
        QVERIFY(shows(tab, "\n~"));
        tab.resize(1100, 700); // while it runs
        type(tab, "iwritten here\x1b");
        QVERIFY(shows(tab, "written here"));
        type(tab, ":wq\r");
        QTRY_VERIFY_WITH_TIMEOUT(!tab.view().screen().alternate(), kLong);
        type(tab, "clear; tr a-z A-Z < made.txt\r");
        QVERIFY(shows(tab, "WRITTEN HERE"));
        type(tab, "top; echo it is o''ver\r");
        QVERIFY(shows(tab, "PID"));
        type(tab, "q");
        QVERIFY(shows(tab, "it is over"));
        type(tab, "printf '\\033]2;mine\\007\\033]52;c;aGk=\\007'; echo do''ne\r");
        QVERIFY(shows(tab, "done"));
        QVERIFY(!tab.windowTitle().contains("mine") && QApplication::clipboard()->text() != "hi");
        type(tab, "exit 3\r");
        QTRY_VERIFY_WITH_TIMEOUT(!tab.live(), kLong);
        QVERIFY2(tab.state().contains("status 3"), qPrintable(tab.state()));
        QVERIFY(tab.view().visibleText().contains("done"));
        type(tab, "nothing is typed any more");
        auto* again = button(tab, "Run again");
        QVERIFY(again->isVisible());
        again->click();
        QVERIFY(tab.live() && !again->isVisible());
        type(tab, "echo ag''ain\r");
        QVERIFY(shows(tab, "again"));
    }

    void closingATabAsksAndHangsUp() {
        TerminalsPage page;
        page.show();
        page.open(run({"sh", "-c", "echo waits; sleep 300"}), "sh");
        QVERIFY(shows(*page.tab(0), "waits"));
        QString asked;
        answerWith("Keep", &asked);
        emit page.findChild<QTabWidget*>()->tabCloseRequested(0);
        QVERIFY2(asked.contains("SIGHUP") && asked.contains("other terminals"), qPrintable(asked));
        QCOMPARE(page.live(), 1);
        answerWith("Keep");
        QVERIFY(!page.mayLeave());
        answerWith("Quit", &asked);
        QVERIFY(page.mayLeave());
        QVERIFY(asked.contains("1 run"));
        answerWith("Close");
        emit page.findChild<QTabWidget*>()->tabCloseRequested(0);
        QCOMPARE(page.count(), 0);
        QVERIFY(page.mayLeave()); // without a question
        QTRY_VERIFY_WITH_TIMEOUT(!m_home.leadglass({"runs", "list", "--json"}).contains("running"), kLong);
    }

    void aRunInThisWindowGetsAPageAndTheChoiceIsRemembered() {
        auto services = m_home.services();
        QuestionFeed questions(services.approvals);
        RunFeed runs(services);
        MainWindow window(questions, runs, services);
        runs.start();
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        auto* navigation = window.findChild<QListWidget*>();
        const auto shownPages = [&] {
            QStringList out;
            for (int i = 0; i < navigation->count(); ++i) {
                if (!navigation->item(i)->isHidden()) {
                    out << navigation->item(i)->text();
                }
            }
            return out.join(' ');
        };
        QVERIFY(!shownPages().contains("Terminals"));
        for (const bool first : {true, false}) {
            window.launch({"sh -c \"echo in here; sleep 300\"", m_home.project(), "", "", {}});
            auto* dialog = window.findChild<LaunchDialog*>();
            QVERIFY(dialog != nullptr);
            auto* where = dialog->findChildren<QComboBox*>().last();
            if (first) {
                where->setCurrentIndex(where->findText("in this window"));
            }
            QCOMPARE(where->currentText(), QStringLiteral("in this window"));
            QVERIFY(!dialog->start().words.contains("--stay-on-failure"));
            button(*dialog, "Start")->click();
            QTRY_VERIFY(window.findChild<LaunchDialog*>() == nullptr);
            QCOMPARE(window.terminals().count(), first ? 1 : 2);
        }
        QVERIFY(shownPages().contains("Terminals (2)"));
        auto* tab = window.terminals().tab(1);
        QVERIFY(shows(*tab, "in here"));
        QTRY_COMPARE(window.focusWidget(), static_cast<QWidget*>(&tab->view()));
        QTRY_COMPARE_WITH_TIMEOUT(runs.live(), 2, kLong);
        answerWith("Quit");
        QVERIFY(window.mayLeave());
    }

    void aTabWhoseRunHasEndedLeadsToItsChangesAndToNoOthers() {
        auto services = m_home.services();
        QuestionFeed questions(services.approvals);
        RunFeed runs(services);
        MainWindow window(questions, runs, services);
        runs.start();
        window.show();
        const auto open = [&](const QString& script) { return &window.terminals().open(run({"sh", "-c", script}), "sh"); };
        auto* changes = open("echo new > from-the-tab; read line; exit 0");
        auto* nothing = open("exit 0");
        QTRY_VERIFY_WITH_TIMEOUT(!nothing->live(), kLong);
        real::Run elsewhere(m_home, "echo other > from-elsewhere"); // the newest of the project; not of a tab
        QVERIFY(elsewhere.ends());
        QTRY_VERIFY_WITH_TIMEOUT(!changes->run().empty(), kLong);
        QVERIFY(button(*changes, "Review its changes")->isHidden()); // it is at work
        type(*changes, "\r");
        QTRY_VERIFY_WITH_TIMEOUT(!changes->live(), kLong);
        QTRY_VERIFY_WITH_TIMEOUT(!button(*changes, "Review its changes")->isHidden(), kLong);
        QVERIFY(nothing->run().empty() || runs.find(nothing->run()) == nullptr);
        QVERIFY(button(*nothing, "Review its changes")->isHidden());
        button(*changes, "Review its changes")->click();
        QVERIFY(window.review()->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(window.review()->model().rowCount() > 0, kLong);
        const auto paths = services.review()->review(changes->run());
        QVERIFY2(paths, paths ? "" : paths.error().text().c_str());
        QCOMPARE(paths->changes.size(), std::size_t{1});
        QCOMPARE(paths->changes[0].path, std::string("from-the-tab"));
        QCOMPARE(window.review()->model().review().run.id, changes->run());
        for (const auto& each : runs.runs()) { // the tests behind this one look for none that waits
            static_cast<void>(services.review()->discard(each.id));
        }
    }

    void aClickOnItsPageGoesIntoTheTerminal() {
        RunFeed runs(m_home.services());
        QuestionFeed questions(m_home.services().approvals);
        MainWindow window(questions, runs, m_home.services());
        window.show();
        window.terminals().add(new TerminalTab(run({"sh", "-c", "sleep 300"}), "sh"));
        auto* pages = window.findChild<QListWidget*>();
        const auto items = pages->findItems("Terminals", Qt::MatchStartsWith);
        QCOMPARE(items.size(), 1);
        pages->setFocus();
        QTest::keyClick(pages, Qt::Key_T); // by keys one goes on through the pages
        QCOMPARE(pages->currentItem(), items.front());
        QCOMPARE(window.focusWidget(), static_cast<QWidget*>(pages));
        QTest::mouseClick(pages->viewport(), Qt::LeftButton, {}, pages->visualItemRect(items.front()).center());
        QCOMPARE(window.focusWidget(), static_cast<QWidget*>(&window.terminals().tab(0)->view()));
    }

    void quittingWithALiveTerminalAsks() {
        Desk desk(m_home.services(), QDBusConnection(QStringLiteral("none"))); // no tray, no notices: closing is quitting
        desk.window().show();
        desk.window().terminals().open(run({"sh", "-c", "echo waits; sleep 300"}), "sh");
        QVERIFY(shows(*desk.window().terminals().tab(0), "waits"));
        QString asked;
        answerWith("Keep", &asked);
        QVERIFY(!desk.window().close());
        QVERIFY2(asked.contains("Quit"), qPrintable(asked));
        QVERIFY(desk.window().isVisible() && desk.window().terminals().live() == 1);
        answerWith("Quit");
        QVERIFY(desk.window().close()); // asked once: windows are closed again when the app ends
    }

    void aQuestionDoesNotTakeTheFocusNorTheChordOfTheTerminal() {
        auto services = m_home.services();
        QuestionFeed questions(services.approvals);
        ApprovalWindow card(questions, services);
        TerminalTab tab(run({"sh", "-c", real::asks("inside.example") + "; cat"}, {"--ask", "app"}), "sh");
        tab.resize(900, 600);
        tab.show();
        tab.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&tab));
        tab.view().setFocus();
        questions.start();
        tab.begin();
        QVERIFY2(QTest::qWaitFor([&] { return card.isVisible(); }, kLong), qPrintable(tab.view().visibleText()));
        if (QGuiApplication::platformName() != QLatin1String("offscreen")) { // where every window that is shown is active
            QTest::qWait(500);
            QVERIFY(tab.isActiveWindow() && tab.view().hasFocus());
        }
        tab.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&tab));
        QTest::qWait(1200); // until the card could be answered
        QTest::keyClick(tab.windowHandle(), Qt::Key_Y, kChord);
        QTest::keyClick(tab.windowHandle(), Qt::Key_D, kChord);
        QTest::qWait(500);
        QVERIFY(card.isVisible());
        QCOMPARE(questions.questions().size(), std::size_t{1});
        QVERIFY(tab.live());
    }
};

QTEST_MAIN(TestTerminalRuns)
#include "tst_terminal_runs.moc"
