// The first steps, with a real rehearsal: asked, answered, recorded, and nothing left.
#include <QApplication>
#include <QDir>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableWidget>

#include "app/desktop/desk.h"
#include "app/welcome/rehearsal_ground.h"
#include "app/welcome/welcome_dialog.h"
#include "tests/app/private_bus.h"
#include "tests/app/real_run.h"

using namespace leadglass;
using namespace leadglass::app;

namespace {

constexpr int kLong = 60'000;

QStringList left() { return QDir(QDir::tempPath()).entryList({"leadglass-rehearsal-*"}); }

struct Shown {
    real::Home& home;
    Settings settings{home.places().config};
    QuestionFeed feed{home.services().approvals};
    WelcomeDialog dialog{feed, home.services(), settings};
    explicit Shown(real::Home& h) : home(h) { feed.start(); }
    Rehearsal& rehearsal() { return dialog.rehearsal(); }
    bool asks() {
        rehearsal().start();
        return QTest::qWaitFor([this] { return rehearsal().state().stage == Rehearsal::Stage::Asking || rehearsal().state().stage == Rehearsal::Stage::Failed; }, kLong) &&
               rehearsal().state().stage == Rehearsal::Stage::Asking;
    }
    void answer(const QStringList& how) {
        const auto question = feed.questions().front();
        home.leadglass(QStringList{"answer", QString::fromStdString(question.id), QString::fromStdString(question.digest)} + how);
    }
    bool isOver() {
        return QTest::qWaitFor([this] { return rehearsal().state().stage == Rehearsal::Stage::Done && settings.choices().rehearsal.isEmpty(); }, kLong);
    }
};

// One run, that lives and hears only the fourth time that it is to stop: its supervisor is only being built.
struct Heard {
    int stops = 0;
    bool ended = false;
};
class Deaf final : public api::ReviewService {
public:
    Deaf(Heard& heard, std::string project) : m_heard(heard), m_project(std::move(project)) {}
    Result<std::vector<api::RunInfo>> runs() override {
        api::RunInfo run;
        run.id = "01k0deaf";
        run.state = "running";
        run.project = m_project;
        return std::vector<api::RunInfo>{run};
    }
    Result<std::string> stop(const std::string& run) override {
        if (++m_heard.stops < 4) {
            return makeError(Code::NotFound, "nothing answers on its control socket");
        }
        m_heard.ended = true;
        return run;
    }
    Result<std::string> discard(const std::string& run) override {
        return m_heard.ended ? Result<std::string>(run) : makeError(Code::Busy, "it is still running");
    }
    Result<api::RunInfo> run(const std::string&) override { return none(); }
    Result<api::Review> review(const std::string&) override { return none(); }
    Result<std::string> diff(const std::string&, const api::ChangeItem&) override { return none(); }
    Result<std::vector<api::HunkItem>> split(const std::string&, const api::ChangeItem&, const std::string&) override { return none(); }
    Result<api::FileSides> sides(const std::string&, const api::ChangeItem&, std::uint64_t) override { return none(); }
    Result<api::BaseDiff> baseDiff(const std::string&, const api::ChangeItem&) override { return none(); }
    Result<api::ApplyResult> apply(const api::ApplyRequest&) override { return none(); }
    Result<api::ApplyResult> undo(const std::string&) override { return none(); }

private:
    static Error none() { return makeError(Code::Unsupported, "not of this one"); }
    Heard& m_heard;
    std::string m_project;
};

} // namespace

class TestWelcome : public QObject {
    Q_OBJECT
    real::Home m_home;

private slots:
    void aRehearsalIsARealRunThatIsAskedAboutAndRecorded() {
        Shown app(m_home);
        QVERIFY2(app.asks(), qPrintable(app.rehearsal().state().trouble));
        QCOMPARE(app.feed.questions().front().host, std::string("rehearsal.invalid"));
        QTRY_VERIFY_WITH_TIMEOUT(app.rehearsal().state().file == RehearsalState::File::NotThere, kLong); // beside the project
        QVERIFY(QFile::exists(app.settings.choices().rehearsal + "/letter.txt"));                      // where it is, outside
        app.answer({"deny"});
        QVERIFY(app.isOver());
        const auto& rows = app.rehearsal().state().rows;
        QCOMPARE(rows.size(), 2);
        for (const auto& row : rows) {
            QVERIFY2(row[3].contains("rehearsal.invalid"), qPrintable(row.join(' ')));
        }
        QVERIFY2(rows[1].join(' ').contains("you denied it"), qPrintable(rows[1].join(' ')));
        QCOMPARE(app.dialog.findChild<QTableWidget*>()->rowCount(), 2);
        QVERIFY(left().isEmpty());
        const QByteArray runs = m_home.leadglass({"runs", "list", "--json"});
        QVERIFY2(!runs.contains("rehearsal"), runs);
        const QByteArray looked = m_home.leadglass({"audit", "list", "--kind", "dns", "--json"});
        QVERIFY2(!looked.contains("rehearsal.invalid"), looked); // and no name was looked up for it
    }

    void anAnswerForGoodIsNotKept() {
        Shown app(m_home);
        QVERIFY2(app.asks(), qPrintable(app.rehearsal().state().trouble));
        app.answer({"allow", "--scope", "always"});
        QVERIFY(app.isOver());
        QVERIFY(!QFile::exists(QString::fromStdString(m_home.places().config) + "/grants.toml"));
        QVERIFY(left().isEmpty());
        app.rehearsal().start(); // and again, as often as one likes
        QTRY_VERIFY_WITH_TIMEOUT(app.rehearsal().state().stage == Rehearsal::Stage::Asking, kLong);
        app.rehearsal().stop();
        QTRY_VERIFY_WITH_TIMEOUT(app.settings.choices().rehearsal.isEmpty(), kLong);
        QVERIFY(left().isEmpty());
    }

    void whatAKilledAppLeftTheNextStartTakesAway() {
        Settings settings;
        const QString folder = ground::nameOne();
        QVERIFY(ground::make(folder));
        settings.change([&](Choices& choices) { choices.rehearsal = folder; });
        QProcess orphan; // its run, that still holds the question
        orphan.setWorkingDirectory(folder + "/project");
        orphan.start(QStringLiteral(LEADGLASS_BIN_DIR "/leadglass"), {"run", "--ask", "app", "--", "sh", "-c", "touch made; sleep 100"});
        QTRY_VERIFY_WITH_TIMEOUT(m_home.leadglass({"runs", "list", "--json"}).contains("running"), kLong);
        QObject receiver;
        Rehearsal::clean(m_home.services(), settings, &receiver);
        QTRY_VERIFY_WITH_TIMEOUT(settings.choices().rehearsal.isEmpty(), kLong);
        QTRY_COMPARE_WITH_TIMEOUT(orphan.state(), QProcess::NotRunning, kLong);
        QVERIFY(!QFile::exists(folder));
        const QByteArray runs = m_home.leadglass({"runs", "list", "--json"});
        QVERIFY2(!runs.contains("rehearsal"), runs);
    }

    void aRunThatDoesNotHearYetIsToldAgain() {
        const QString folder = ground::nameOne();
        QVERIFY(ground::make(folder));
        Heard heard;
        QVERIFY(ground::remove([&] { return std::make_unique<Deaf>(heard, folder.toStdString() + "/project"); }, folder));
        QCOMPARE(heard.stops, 4);
        QVERIFY(heard.ended && !QFile::exists(folder));
    }

    void onlyAFolderOfOursIsTakenAway() {
        QTemporaryDir mine;
        const QString named = mine.filePath("leadglass-rehearsal-x");
        QVERIFY(QDir().mkpath(mine.filePath("else")));
        QVERIFY(QFile::link(mine.filePath("else"), named)); // a link of that name
        ground::remove({}, named);
        ground::remove({}, mine.filePath("else"));
        ground::remove({}, named + "/../else");
        QVERIFY(QFile::exists(mine.filePath("else")));
        QVERIFY(QFile::exists(named));
    }

    void aRunThatCannotStartSaysWhy() {
        auto services = m_home.services();
        services.program = "/nonexistent/leadglass";
        Settings settings;
        QuestionFeed feed(services.approvals);
        Rehearsal rehearsal(feed, services, settings);
        rehearsal.start();
        QTRY_VERIFY_WITH_TIMEOUT(rehearsal.state().stage == Rehearsal::Stage::Failed, kLong);
        QVERIFY(!rehearsal.state().trouble.isEmpty());
        QTRY_VERIFY_WITH_TIMEOUT(left().isEmpty(), kLong);
    }

    void theFirstStepsComeOnceAlsoToWhoKnowsLeadglassFromATerminal() {
        real::Home fresh;
        const auto services = fresh.services();
        {
            Desk desk(services, QDBusConnection::sessionBus());
            desk.start(true);
            QTest::qWait(300);
            QVERIFY(desk.window().welcomeDialog() == nullptr); // not at login
            desk.open({});
            QTRY_VERIFY_WITH_TIMEOUT(desk.window().welcomeDialog() != nullptr && desk.window().welcomeDialog()->isVisible(), kLong);
            desk.window().welcomeDialog()->reject(); // it demands nothing
        }
        for (const bool closedBefore : {true, false}) { // or no settings of the app, but a history
            if (!closedBefore) {
                QVERIFY(QFile::remove(QString::fromStdString(services.config) + "/app.json"));
                QDir().mkpath(QString::fromStdString(fresh.places().data));
                QFile history(QString::fromStdString(services.history));
                QVERIFY(history.open(QIODevice::WriteOnly));
            }
            Desk desk(services, QDBusConnection::sessionBus());
            desk.start(false);
            QTest::qWait(500);
            QCOMPARE(desk.window().welcomeDialog() == nullptr, closedBefore);
        }
    }
};

int main(int argc, char** argv) {
    const real::PrivateBus bus;
    QApplication app(argc, argv);
    TestWelcome tests;
    return QTest::qExec(&tests, argc, argv);
}
#include "tst_welcome.moc"
