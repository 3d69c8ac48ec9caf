// Starting a run from the app: the shell's environment, the terminal's words, and a run that begins and is seen.
#include <QApplication>
#include <QComboBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTreeWidget>

#include "app/doctor/doctor_page.h"
#include "app/launch/launch_dialog.h"
#include "app/runs/runs_page.h"
#include "app/runs/run_words.h"
#include "app/widgets/plain_label.h"
#include "tests/app/real_run.h"

using namespace leadglass;
using namespace leadglass::app;

namespace {

constexpr int kLong = 60'000;

} // namespace

class TestLaunch : public QObject {
    Q_OBJECT
    real::Home m_home;
    QTemporaryDir m_tools;

    // A program of ours in front of PATH.
    QString tool(const QString& name, const QByteArray& script) {
        const QString path = m_tools.path() + QLatin1Char('/') + name;
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write("#!/bin/sh\n" + script) < 0) {
            return {};
        }
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        return path;
    }
    QMap<QString, QString> asked(const QByteArray& script, QString* trouble = nullptr) {
        ShellEnvironment shell;
        QSignalSpy done(&shell, &ShellEnvironment::done);
        shell.ask(tool("shell", script));
        if (done.isEmpty()) {
            done.wait(kLong);
        }
        if (trouble != nullptr) {
            *trouble = shell.trouble();
        }
        return shell.taken();
    }

private slots:
    void initTestCase() { qputenv("PATH", m_tools.path().toUtf8() + ":" + qgetenv("PATH")); }

    void takesPathAndToolchainsAndNoKey() {
        // As a login shell runs it: its profile prints, sets, and leaves something running.
        const auto taken = asked("echo welcome; export NVM_DIR=/opt/nvm PATH=/opt/bin:$PATH EXAMPLE_API_KEY=secret\n"
                                 "sleep 300 & while [ \"$1\" != -c ]; do shift; done; eval \"$2\"; sleep 300\n");
        QCOMPARE(taken.value("NVM_DIR"), QStringLiteral("/opt/nvm"));
        QVERIFY(taken.value("PATH").startsWith("/opt/bin:"));
        QVERIFY(!taken.contains("EXAMPLE_API_KEY"));
    }

    void aShellThatNeverAnswersIsEnded() {
        QString trouble;
        const auto taken = asked("echo $$ > \"${0%/*}/pid\"; sleep 300\n", &trouble);
        QVERIFY(taken.isEmpty());
        QVERIFY2(trouble.contains("5 seconds"), qPrintable(trouble));
        QFile pid(m_tools.path() + "/pid");
        QVERIFY(pid.open(QIODevice::ReadOnly));
        const QString place = "/proc/" + QString::fromUtf8(pid.readAll()).trimmed() + "/exe";
        QTRY_VERIFY_WITH_TIMEOUT(QFile::symLinkTarget(place).isEmpty(), kLong); // its whole group is gone
    }

    void aShellThatPrintsWithoutEndIsEnded() {
        QString trouble;
        QVERIFY(asked("yes\n", &trouble).isEmpty());
        QVERIFY(!trouble.isEmpty());
    }

    void aShellThatCannotStartIsSaid() {
        ShellEnvironment shell;
        shell.ask("/nonexistent/shell");
        QVERIFY(!shell.trouble().isEmpty());
        QVERIFY(!shell.merged().isEmpty()); // the app's own stands
    }

    void theRealShellOfThisPersonAnswers() {
        ShellEnvironment shell;
        QSignalSpy done(&shell, &ShellEnvironment::done);
        shell.ask("/bin/bash");
        QVERIFY(!done.isEmpty() || done.wait(kLong));
        QVERIFY2(shell.taken().contains("PATH"), qPrintable(shell.trouble()));
    }

    void theWordsOfARunAreNeverAShellString() {
        const QString written = m_tools.path() + "/words";
        tool("xdg-terminal-exec", "for w in \"$@\"; do printf '%s\\n' \"$w\"; done > '" + written.toUtf8() + "'\n");
        ShellEnvironment shell;
        LaunchDialog dialog(m_home.services(), "/opt/leadglass", {}, shell,
                            {"sh -c \"echo '; touch /tmp/x $(id)'\"", m_home.project(), "strict", "copy", {}});
        const auto start = dialog.start();
        QCOMPARE(start.program, QStringLiteral("/opt/leadglass"));
        QCOMPARE(start.words, (QStringList{"run", "--stay-on-failure", "--profile", "strict", "--workspace", "copy", "--", "sh", "-c",
                                           "echo '; touch /tmp/x $(id)'"}));
        const auto terminals = findTerminals();
        QVERIFY(!terminals.empty());
        QCOMPARE(terminals.front().name, QStringLiteral("xdg-terminal-exec"));
        QVERIFY(startInTerminal(terminals.front(), start));
        QFile file(written);
        QTRY_VERIFY_WITH_TIMEOUT(file.exists() && file.size() > 20, kLong);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QTRY_VERIFY_WITH_TIMEOUT((file.seek(0), file.readAll().endsWith("$(id)'\n")), kLong);
    }

    void aRunAgainHasTheSameWordsWhateverIsInThem() {
        ShellEnvironment shell;
        const QStringList words{"sh", "-c", "printf '%s\n' \"$1\"\t&& true", "", " \"quoted\" "};
        LaunchDialog dialog(m_home.services(), "/opt/leadglass", {}, shell, {words.join(' '), m_home.project(), "", "", words});
        auto start = dialog.start();
        QCOMPARE(start.words.mid(start.words.indexOf("--") + 1), words);
        dialog.findChildren<QComboBox*>().first()->setEditText("make test"); // edited: as it stands there
        start = dialog.start();
        QCOMPARE(start.words.mid(start.words.indexOf("--") + 1), (QStringList{"make", "test"}));
    }

    void noProjectIsProposedThatNoRunTakes() {
        ShellEnvironment shell;
        const QString before = QDir::currentPath();
        QVERIFY(QDir::setCurrent(QDir::homePath())); // as a desktop starts it
        LaunchDialog first(m_home.services(), "/opt/leadglass", {}, shell, {"make", "", "", "", {}});
        QVERIFY(first.start().program.isEmpty());
        QVERIFY(QDir::setCurrent(m_home.project())); // in a terminal
        LaunchDialog second(m_home.services(), "/opt/leadglass", {}, shell, {"make", "", "", "", {}});
        QCOMPARE(QDir(second.start().folder).canonicalPath(), QDir(m_home.project()).canonicalPath());
        for (const QString& folder : {QDir::homePath(), QStringLiteral("~"), QStringLiteral("/")}) {
            LaunchDialog dialog(m_home.services(), "/opt/leadglass", {}, shell, {"make", folder, "", "", {}});
            QVERIFY2(dialog.start().program.isEmpty(), qPrintable(folder));
        }
        QVERIFY(QDir::setCurrent(before));
    }

    void whatIsMissingIsSaidAndNothingStarts() {
        ShellEnvironment shell;
        LaunchDialog dialog(m_home.services(), "/opt/leadglass", {}, shell, {"", "/nonexistent", "", "", {}});
        QVERIFY(dialog.start().program.isEmpty());
        dialog.findChildren<QComboBox*>().first()->setEditText("make");
        QVERIFY(dialog.start().program.isEmpty()); // the folder
        for (auto* button : dialog.findChildren<QPushButton*>()) {
            QVERIFY(button->text() != "Start" || !button->isEnabled());
        }
    }

    void aRunThatIsStartedSoIsSeenLiveAndStopped() {
        tool("xdg-terminal-exec", "exec \"$@\"\n"); // a terminal is not what is tested here
        ShellEnvironment shell;
        RunFeed runs(m_home.services());
        QuestionFeed questions(m_home.services().approvals);
        RunsPage page(runs, questions, m_home.services());
        runs.start();
        QTRY_VERIFY_WITH_TIMEOUT(runs.known(), kLong);
        QCOMPARE(runs.live(), 0);
        LaunchDialog dialog(m_home.services(), QString::fromStdString(m_home.services().program), {}, shell,
                            {"sh -c \"echo changed > made; sleep 300\"", m_home.project(), "", "", {}});
        QVERIFY(startInTerminal(findTerminals().front(), dialog.start()));
        QTRY_COMPARE_WITH_TIMEOUT(runs.live(), 1, kLong); // without a look on a schedule
        QCOMPARE(runs.runs().front().project, m_home.project().toStdString());
        const auto id = QString::fromStdString(runs.runs().front().id);
        QTRY_VERIFY_WITH_TIMEOUT(m_home.leadglass({"review", id}).contains("made"), kLong); // or nothing would be left of it
        page.show();
        QPushButton* stop = nullptr;
        for (auto* button : page.findChildren<QPushButton*>()) {
            stop = button->text() == "Stop" ? button : stop;
        }
        QVERIFY(stop != nullptr && stop->isVisible());
        QTest::mouseClick(stop, Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(runs.live(), 0, kLong);
        QTRY_VERIFY_WITH_TIMEOUT(!stop->isVisible(), kLong);
        // What another program of the person does to it is seen as well.
        m_home.leadglass({"discard", id});
        QTRY_VERIFY_WITH_TIMEOUT(runs.find(id.toStdString()) == nullptr || runs.find(id.toStdString())->state == "discarded", kLong);
    }

    void theDoctorOfThisMachineIsShown() {
        DoctorPage page(m_home.services());
        QSignalSpy checked(&page, &DoctorPage::checked);
        page.show();
        QTRY_COMPARE_WITH_TIMEOUT(checked.count(), 1, kLong);
        QVERIFY(page.checks().size() > 5);
        for (const auto& check : page.checks()) { // the app asks in windows: its own start has no say
            QVERIFY(check.id != "terminal");
        }
    }

    void whatToDoIsShownInFullHoweverNarrow() {
        class Made final : public api::DoctorService {
        public:
            std::vector<api::DoctorCheck> check() override {
                std::string fix;
                for (int i = 0; i < 60; ++i) {
                    fix += "do this, then that; ";
                }
                return {{"long", api::DoctorCheck::Status::Weaker, "it is weaker", fix + "and the end"}, {"short", api::DoctorCheck::Status::Ok, "fine", ""}};
            }
        };
        Services services;
        services.doctor = [] { return std::make_unique<Made>(); };
        DoctorPage page(services);
        page.resize(page.fontMetrics().averageCharWidth() * 90, 600);
        page.show();
        auto* tree = page.findChild<QTreeWidget*>();
        QTRY_COMPARE_WITH_TIMEOUT(tree->topLevelItemCount(), 2, kLong);
        const auto height = [&] { return tree->visualItemRect(tree->topLevelItem(0)).height(); };
        const auto needs = [&] { // as high as the text is where it may go on at any blank
            return tree->fontMetrics().boundingRect(QRect(0, 0, tree->columnWidth(2), 100'000), Qt::TextWordWrap, tree->topLevelItem(0)->text(2)).height();
        };
        QVERIFY2(height() >= needs() && needs() > 10 * tree->fontMetrics().height(), qPrintable(QStringLiteral("%1 %2").arg(height()).arg(needs())));
        const int narrow = height();
        page.resize(page.width() * 2, 600);
        QTRY_VERIFY(height() < narrow && height() >= needs());
        QVERIFY(tree->topLevelItem(0)->toolTip(2).contains("and the end"));
    }
};

QTEST_MAIN(TestLaunch)
#include "tst_launch.moc"
