// Notices of the desktop, with a server on a bus of the test's own and real runs that ask.
#include <QApplication>
#include <QElapsedTimer>
#include <QSignalSpy>

#include <array>

#include "app/approval/approval_window.h"
#include "app/desktop/finish_notifier.h"
#include "app/desktop/notifications.h"
#include "app/approval/approval_card.h"
#include "app/approval/approval_window.h"
#include "app/desktop/notifier.h"
#include "app/main_window.h"
#include "tests/app/made_questions.h"
#include "tests/app/private_bus.h"
#include "tests/app/real_run.h"

using namespace leadglass;
using namespace leadglass::app;
using leadglass::app::real::asks;

namespace {

constexpr int kLong = 60'000;
constexpr int kMinute = 400; // milliseconds, of the reminders
using Wanted = std::array<bool, 3>; // Choices::remind
const real::PrivateBus* theBus = nullptr;

QDBusConnection peer(const QString& name) { return theBus->connection(name); }

struct Told { // as desk.cpp has it
    real::Home& home;
    Settings settings;
    QuestionFeed feed{home.services().approvals};
    Notifications notifications{peer("app")};
    bool inSight = false;
    Notifier notifier{feed, home.services(), notifications, [this] { return inSight; }, &settings};
    RunFeed runs{home.services()};
    FinishNotifier finished{runs, settings, notifications, [this] { return inSight; }};
    explicit Told(real::Home& h) : home(h) { feed.start(); }
    void deny() {
        const auto question = feed.questions().front();
        home.leadglass({"answer", QString::fromStdString(question.id), QString::fromStdString(question.digest), "deny"});
    }
};

} // namespace

// A notification server. What it was asked to show is kept until it is closed.
class FakeNotifications : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")
public:
    struct Shown {
        QString summary, body;
        QStringList actions;
        QVariantMap hints;
    };
    FakeNotifications(const QDBusConnection& bus, QStringList capabilities) : m_bus(bus), m_capabilities(std::move(capabilities)) {
        clock.start();
        m_bus.registerObject("/org/freedesktop/Notifications", this, QDBusConnection::ExportScriptableContents);
    }
    ~FakeNotifications() override { leave(); }
    bool appear() { return m_bus.registerService("org.freedesktop.Notifications"); }
    void leave() { m_bus.unregisterService("org.freedesktop.Notifications"); }
    void invoke(uint id, const QString& action) { emit ActionInvoked(id, action); }
    // As that notice has it: with what it is about.
    void press(uint id, const QString& does) {
        for (const auto& action : shown[id].actions) {
            if (action.section(' ', 0, 0) == does) {
                return invoke(id, action);
            }
        }
        QFAIL(qPrintable("no action " + does));
    }
    void dismiss(uint id) {
        shown.remove(id);
        emit NotificationClosed(id, 2);
    }
    uint last = 0;
    int asked = 0; // calls of Notify
    QList<qint64> times; // of them, in milliseconds
    QElapsedTimer clock;
    QMap<uint, Shown> shown;

public slots:
    Q_SCRIPTABLE QStringList GetCapabilities() { return m_capabilities; }
    Q_SCRIPTABLE uint Notify(const QString&, uint replaces, const QString&, const QString& summary, const QString& body,
                             const QStringList& actions, const QVariantMap& hints, int) {
        const uint id = replaces != 0 ? replaces : ++last;
        shown[id] = {summary, body, actions, hints};
        ++asked;
        times.append(clock.elapsed());
        return id;
    }
    Q_SCRIPTABLE void CloseNotification(uint id) {
        if (shown.remove(id) > 0) {
            emit NotificationClosed(id, 3);
        }
    }

signals:
    Q_SCRIPTABLE void ActionInvoked(uint id, const QString& action);
    Q_SCRIPTABLE void NotificationClosed(uint id, uint reason);

private:
    QDBusConnection m_bus;
    QStringList m_capabilities;
};

class TestNotifier : public QObject {
    Q_OBJECT
    real::Home m_home;

private slots:
    void aRunThatAsksIsToldAndAnAnswerElsewherePutsItAway() {
        FakeNotifications server(peer("server"), {"actions", "body"});
        QVERIFY(server.appear());
        Told app(m_home);
        real::Run run(m_home, asks("told.example"));
        QTRY_COMPARE_WITH_TIMEOUT(server.shown.size(), 1, kLong);
        const auto notice = server.shown.first();
        QVERIFY2(notice.body.contains("told.example:443"), qPrintable(notice.body));
        QCOMPARE(notice.actions.size(), 6);
        QCOMPARE(notice.actions[0], QStringLiteral("default"));
        QVERIFY(notice.actions[2].startsWith("deny "));
        QVERIFY(notice.actions[4].startsWith("silence ")); // and nothing that allows
        QCOMPARE(notice.hints["desktop-entry"].toString(), QStringLiteral("org.leadglass.App"));
        QCOMPARE(app.feed.questions().size(), std::size_t(1));
        const auto question = app.feed.questions().front();
        m_home.leadglass({"answer", QString::fromStdString(question.id), QString::fromStdString(question.digest), "deny"});
        QTRY_COMPARE_WITH_TIMEOUT(server.shown.size(), 0, kLong);
        QVERIFY(run.ends());
    }

    void aSilenceHoldsBackTheNoticeAndDecidesNothing() {
        FakeNotifications server(peer("server"), {"actions"});
        QVERIFY(server.appear());
        Told app(m_home);
        ApprovalWindow window(app.feed, m_home.services());
        window.setSilenced([&](const api::PendingQuestion& question) { return app.settings.silences(question); });
        {
            real::Run run(m_home, asks("silent.example"));
            QTRY_COMPARE_WITH_TIMEOUT(server.shown.size(), 1, kLong);
            server.press(server.shown.firstKey(), "silence");
            QTRY_COMPARE_WITH_TIMEOUT(server.shown.size(), 0, kLong);
            QCOMPARE(app.feed.questions().front().state, std::string("pending")); // it still waits for an answer
            app.deny();
            QVERIFY(run.ends());
        }
        QTRY_VERIFY_WITH_TIMEOUT(!window.isVisible(), kLong);
        const int asked = server.asked;
        real::Run again(m_home, asks("silent.example"));
        QTRY_COMPARE_WITH_TIMEOUT(app.feed.questions().size(), std::size_t(1), kLong);
        QTest::qWait(300);
        QCOMPARE(server.asked, asked);
        QVERIFY(!window.isVisible());
        app.settings.change([](Choices& choices) { choices.silences.clear(); }); // as on the page Settings
        QTRY_COMPARE_WITH_TIMEOUT(server.shown.size(), 1, kLong);
        app.deny();
        QVERIFY(again.ends());
    }

    void aNoticeNamesNoHostWhereNoneIsWantedAndNoneComesWhereItIsOff() {
        FakeNotifications server(peer("server"), {"actions"});
        QVERIFY(server.appear());
        Told app(m_home);
        app.settings.change([](Choices& choices) { choices.nameHosts = false; });
        real::Run run(m_home, asks("unnamed.example"));
        QTRY_COMPARE_WITH_TIMEOUT(server.shown.size(), 1, kLong);
        const auto notice = server.shown.first();
        QVERIFY2(!(notice.summary + notice.body).contains("unnamed"), qPrintable(notice.body));
        app.settings.change([](Choices& choices) { choices.tellQuestions = false; });
        QTRY_COMPARE_WITH_TIMEOUT(server.shown.size(), 0, kLong);
        app.deny();
        QVERIFY(run.ends());
    }

    void theEndOfARunIsToldApartFromItsQuestions() {
        FakeNotifications server(peer("server"), {"actions"});
        QVERIFY(server.appear());
        Told app(m_home);
        app.settings.change([](Choices& choices) { choices.tellQuestions = false; });
        app.runs.start();
        QSignalSpy wanted(&app.finished, &FinishNotifier::runWanted);
        QTRY_VERIFY_WITH_TIMEOUT(app.runs.known(), kLong);
        {
            real::Run run(m_home, "sleep 2; echo new > made.txt");
            QTRY_COMPARE_WITH_TIMEOUT(app.runs.live(), 1, kLong);
            QVERIFY(run.ends());
        }
        QTRY_COMPARE_WITH_TIMEOUT(server.shown.size(), 1, kLong);
        QVERIFY2(server.shown.first().summary.contains("ended"), qPrintable(server.shown.first().summary));
        server.invoke(server.shown.firstKey(), "default");
        QTRY_COMPARE_WITH_TIMEOUT(wanted.count(), 1, kLong);
        QVERIFY(!wanted.first().first().value<std::string>().empty()); // to be reviewed
        app.settings.change([](Choices& choices) { choices.tellFinished = false; });
        const int asked = server.asked;
        real::Run other(m_home, "sleep 2");
        QTRY_COMPARE_WITH_TIMEOUT(app.runs.live(), 1, kLong);
        QVERIFY(other.ends());
        QTRY_COMPARE_WITH_TIMEOUT(app.runs.live(), 0, kLong);
        QTest::qWait(300);
        QCOMPARE(server.asked, asked);
    }

    void fiveHundredRequestsInASecondAreOneNotice() {
        FakeNotifications server(peer("server"), {"actions"});
        QVERIFY(server.appear());
        std::vector<api::PendingQuestion> questions;
        for (int i = 1; i <= 500; ++i) {
            questions.push_back(made::question(i));
        }
        const auto services = made::services(questions, std::chrono::milliseconds(2), std::make_shared<made::Answers>());
        QuestionFeed feed(services.approvals);
        Notifications notifications(peer("app"));
        Notifier notifier(feed, services, notifications, [] { return false; });
        feed.start();
        QTRY_COMPARE_WITH_TIMEOUT(feed.questions().size(), std::size_t(500), kLong);
        QTRY_VERIFY_WITH_TIMEOUT(server.shown.size() == 1 && server.shown.first().body.contains("499"), kLong);
        QCOMPARE(server.last, 1U);                                              // one, whose number grew
        QVERIFY2(server.asked <= 6, QByteArray::number(server.asked));          // some times, not 500
        QVERIFY(server.shown.first().actions.filter("deny").isEmpty());                // of several none is denied unread
    }

    void ofARunThatAsksTooOftenOneLastNoticeSaysSo() {
        FakeNotifications server(peer("server"), {"actions"});
        QVERIFY(server.appear());
        std::vector<api::PendingQuestion> questions;
        for (int i = 1; i <= 20; ++i) {
            questions.push_back(made::question(i, "madeuprun.1"));
            questions.back().quiet = true;
        }
        const auto services = made::services(questions, std::chrono::milliseconds(100), std::make_shared<made::Answers>());
        QuestionFeed feed(services.approvals);
        Notifications notifications(peer("app"));
        Notifier notifier(feed, services, notifications, [] { return false; });
        feed.start();
        QTRY_COMPARE_WITH_TIMEOUT(feed.questions().size(), std::size_t(20), kLong);
        QTest::qWait(600);
        QCOMPARE(server.asked, 1);
        QVERIFY(server.shown.first().summary.contains("often"));
    }

    void aQuestionIsToldAgainAfterOneFiveAndFifteenMinutesAndThenNoMore_data() {
        QTest::addColumn<Wanted>("wanted");
        QTest::addColumn<QList<int>>("minutes");
        QTest::newRow("all") << Wanted{true, true, true} << QList<int>{1, 5, 15};
        QTest::newRow("one of them") << Wanted{false, true, false} << QList<int>{5};
        QTest::newRow("none") << Wanted{false, false, false} << QList<int>();
    }
    void aQuestionIsToldAgainAfterOneFiveAndFifteenMinutesAndThenNoMore() {
        QFETCH(Wanted, wanted);
        QFETCH(QList<int>, minutes);
        FakeNotifications server(peer("server"), {"actions"});
        QVERIFY(server.appear());
        Told app(m_home);
        app.settings.change([&](Choices& choices) { choices.remind = wanted; });
        app.notifier.setMinute(kMinute);
        real::Run run(m_home, asks("reminded.example"));
        QTRY_COMPARE_WITH_TIMEOUT(server.shown.size(), 1, kLong);
        QTest::qWait(18 * kMinute);
        QCOMPARE(server.times.size(), 1 + minutes.size()); // none is left out, none comes twice
        for (int i = 0; i < minutes.size(); ++i) {
            const qint64 after = server.times[i + 1] - server.times[0];
            QVERIFY2(after > minutes[i] * kMinute - 100 && after < (minutes[i] + 3) * kMinute, QByteArray::number(after));
        }
        QCOMPARE(server.shown.size(), 1); // in the place of the one before
        app.deny();
        QVERIFY(run.ends());
    }

    void noReminderComesDuringASilenceNorAfterTheAnswer_data() {
        QTest::addColumn<int>("how");
        QTest::newRow("silence of this host") << 0;
        QTest::newRow("nothing is told at all") << 1;
        QTest::newRow("the answer") << 2;
        QTest::newRow("put away by the person") << 3;
        QTest::newRow("the person looks") << 4;
    }
    void noReminderComesDuringASilenceNorAfterTheAnswer() {
        QFETCH(int, how);
        FakeNotifications server(peer("server"), {"actions"});
        QVERIFY(server.appear());
        Told app(m_home);
        app.notifier.setMinute(kMinute);
        real::Run run(m_home, asks("hushed.example"));
        QTRY_COMPARE_WITH_TIMEOUT(server.times.size(), 2, kLong); // it does remind
        switch (how) {
            case 0: app.settings.silence(app.feed.questions().front(), SilenceFor::Hour); break;
            case 1: app.notifier.setQuiet(true); break;
            case 2: app.deny(); break;
            case 3: server.dismiss(server.shown.lastKey()); break;
            default: app.inSight = true;
        }
        if (how < 3) {
            QTRY_COMPARE_WITH_TIMEOUT(server.shown.size(), 0, kLong);
        }
        QTest::qWait(16 * kMinute);
        QCOMPARE(server.times.size(), 2);
        if (how != 2) {
            app.deny();
        }
        QVERIFY(run.ends());
    }

    void denyOnTheNoticeRefusesOnceWhatItNamed() {
        FakeNotifications server(peer("server"), {"actions"});
        QVERIFY(server.appear());
        Told app(m_home);
        real::Run run(m_home, asks("refused.example"));
        QTRY_COMPARE_WITH_TIMEOUT(server.shown.size(), 1, kLong);
        server.press(server.shown.firstKey(), "deny");
        QTRY_COMPARE_WITH_TIMEOUT(server.shown.size(), 0, kLong);
        QVERIFY(run.ends());
        QVERIFY2(run.output().contains("403"), run.output());
    }

    void denyOfANoticeThatIsPastAnswersNothing() {
        FakeNotifications server(peer("server"), {"actions"});
        QVERIFY(server.appear());
        Told app(m_home);
        QSignalSpy review(&app.notifier, &Notifier::reviewWanted);
        real::Run run(m_home, asks("second.example"));
        QTRY_COMPARE_WITH_TIMEOUT(server.shown.size(), 1, kLong);
        server.invoke(server.shown.firstKey(), "deny " + QString(64, 'a')); // of the one that was there before
        QTRY_COMPARE_WITH_TIMEOUT(review.count(), 1, kLong);                // shown, not lost
        QCOMPARE(app.feed.questions().front().state, std::string("pending"));
        server.press(server.shown.firstKey(), "deny");
        QVERIFY(run.ends());
    }

    void withNoWindowInFrontItIsSeenWithinASecondAndASingleNoticeSaysSo() {
        FakeNotifications server(peer("server"), {"actions"});
        QVERIFY(server.appear());
        Told app(m_home);
        RunFeed runs(m_home.services());
        MainWindow window(app.feed, runs, m_home.services()); // not shown: its title is what a list of windows has
        real::Run run(m_home, asks("seen-soon.example"));
        QSignalSpy raised(&app.feed, &QuestionFeed::raised);
        QVERIFY(raised.wait(kLong));
        QElapsedTimer since;
        since.start();
        QTRY_COMPARE_WITH_TIMEOUT(server.shown.size(), 1, kLong);
        QVERIFY2(window.windowTitle().startsWith("(1)"), qPrintable(window.windowTitle()));
        QVERIFY2(since.elapsed() < 1000, QByteArray::number(since.elapsed()));
        QTest::qWait(600);
        QCOMPARE(server.asked, 1); // and says it once
        const auto question = app.feed.questions().front();
        m_home.leadglass({"answer", QString::fromStdString(question.id), QString::fromStdString(question.digest), "deny"});
        QVERIFY(run.ends());
    }

    void anAnswerOnOneSurfaceClearsAllOthersWithinHalfASecondAndALateOneIsRefused() {
        FakeNotifications server(peer("server"), {"actions"});
        QVERIFY(server.appear());
        Told app(m_home);
        ApprovalWindow window(app.feed, m_home.services());
        real::Run run(m_home, asks("everywhere.example"));
        QTRY_VERIFY_WITH_TIMEOUT(server.shown.size() == 1 && window.isVisible(), kLong);
        api::QuestionAnswer no;
        no.id = app.feed.questions().front().id;
        no.digest = app.feed.questions().front().digest;
        const auto service = m_home.services().approvals();
        QVERIFY(service->answer(no));
        QElapsedTimer since;
        since.start();
        QTRY_VERIFY_WITH_TIMEOUT(server.shown.isEmpty() && !window.isVisible() && app.feed.questions().empty(), kLong);
        QVERIFY2(since.elapsed() < 500, QByteArray::number(since.elapsed()));
        no.allow = true;
        const auto late = service->answer(no);
        QVERIFY(!late);
        QVERIFY2(late.error().text().find("closed already") != std::string::npos || late.error().code == Code::NotFound || late.error().code == Code::Closed, late.error().text().c_str());
        QVERIFY(run.ends());
    }

    void aNoticeOpensItsCardAfterTheHoldIsOverToo() {
        FakeNotifications server(peer("server"), {"actions"});
        QVERIFY(server.appear());
        Told app(m_home);
        ApprovalWindow window(app.feed, m_home.services());
        connect(&app.notifier, &Notifier::reviewWanted, &window, [&](const std::string& id, const QString&) { window.bringUp(id); });
        QFile profile(m_home.project() + "/short.toml");
        QVERIFY(profile.open(QIODevice::WriteOnly));
        profile.write("schema = 1\nname = \"short\"\nversion = \"1\"\nextends = \"default\"\n[approvals]\nhold = \"5s\"\n");
        profile.close();
        real::Run run(m_home, asks("too-late.example") + "; sleep 100", {"--profile", profile.fileName()});
        QTRY_COMPARE_WITH_TIMEOUT(server.shown.size(), 1, kLong);
        window.close(); // later
        QTRY_VERIFY_WITH_TIMEOUT(!app.feed.questions().empty() && app.feed.questions().front().state == "expired", kLong);
        QTest::qWait(600);
        QCOMPARE(server.shown.size(), 1); // it is still there, since an answer still counts
        server.invoke(server.shown.firstKey(), "default");
        QTRY_VERIFY_WITH_TIMEOUT(window.isVisible(), kLong);
        QCOMPARE(window.view().card().question().host, std::string("too-late.example"));
        QCOMPARE(window.view().card().question().state, std::string("expired"));
        const auto rows = m_home.leadglass({"audit", "list", "--kind", "answer", "--json"});
        QVERIFY2(rows.contains("expired_unanswered"), rows);
        QVERIFY(!QFile::exists(QString::fromStdString(m_home.places().config) + "/grants.toml")); // silence made no rule
    }

    void whoDoesNotOwnTheNameIsNotHeard() {
        FakeNotifications server(peer("server"), {"actions"});
        QVERIFY(server.appear());
        Told app(m_home);
        QSignalSpy review(&app.notifier, &Notifier::reviewWanted);
        real::Run run(m_home, asks("forged.example"));
        QTRY_COMPARE_WITH_TIMEOUT(server.shown.size(), 1, kLong);
        const uint id = server.shown.firstKey();
        FakeNotifications other(peer("other"), {"actions"}); // the same signals, without the name
        other.invoke(id, server.shown[id].actions[2]);
        other.invoke(id, "default");
        other.dismiss(id);
        // What the owner says afterwards is heard, so the others' words have been there before.
        server.invoke(id, "default");
        QTRY_COMPARE_WITH_TIMEOUT(review.count(), 1, kLong);
        QCOMPARE(app.feed.questions().front().state, std::string("pending"));
        QVERIFY(app.notifications.isShown(QString::fromStdString(app.feed.questions().front().run)));
        const auto question = app.feed.questions().front();
        m_home.leadglass({"answer", QString::fromStdString(question.id), QString::fromStdString(question.digest), "deny"});
        QVERIFY(run.ends());
    }

    void whatIsPutAwayComesBackOnlyWithSomethingNew() {
        FakeNotifications server(peer("server"), {"actions"});
        QVERIFY(server.appear());
        Told app(m_home);
        real::Run run(m_home, asks("one.example") + " & sleep 120");
        QTRY_COMPARE_WITH_TIMEOUT(server.shown.size(), 1, kLong);
        server.dismiss(server.shown.firstKey());
        QProcess another;
        another.setWorkingDirectory(m_home.project());
        another.start(QStringLiteral(LEADGLASS_BIN_DIR "/leadglass"), {"exec", "last", "--", "curl", "-s", "https://two.example/"});
        QTRY_VERIFY_WITH_TIMEOUT(app.feed.questions().size() >= 2, kLong);
        QTRY_COMPARE_WITH_TIMEOUT(server.shown.size(), 1, kLong);
        const auto notice = server.shown.first();
        QCOMPARE(notice.actions.size(), 2); // of several none is denied unread
        QVERIFY2(notice.body.contains('\n'), qPrintable(notice.body));
        another.kill();
        another.waitForFinished();
    }

    void nothingIsToldToWhoLooks() {
        FakeNotifications server(peer("server"), {"actions"});
        QVERIFY(server.appear());
        Told app(m_home);
        app.inSight = true;
        real::Run run(m_home, asks("seen.example"));
        QTRY_COMPARE_WITH_TIMEOUT(app.feed.questions().size(), std::size_t(1), kLong);
        QCOMPARE(server.asked, 0);
        app.notifier.setQuiet(false); // told again for all: still in sight
        QTest::qWait(200);
        QCOMPARE(server.asked, 0);
        const auto question = app.feed.questions().front();
        m_home.leadglass({"answer", QString::fromStdString(question.id), QString::fromStdString(question.digest), "deny"});
        QVERIFY(run.ends());
    }

    void aServerThatComesLateShowsWhatWaits() {
        Notifications notifications(peer("app"));
        QSignalSpy available(&notifications, &Notifications::availableChanged);
        notifications.show("a", {"summary", "body", {}, true});
        QTest::qWait(200);
        QVERIFY(!notifications.available());
        FakeNotifications server(peer("server"), {});
        QVERIFY(server.appear());
        QTRY_COMPARE_WITH_TIMEOUT(server.shown.size(), 1, kLong);
        QVERIFY(notifications.available());
        server.leave(); // and one that is started anew is told again
        QTRY_VERIFY_WITH_TIMEOUT(!notifications.available(), kLong);
        server.shown.clear();
        QVERIFY(server.appear());
        QTRY_COMPARE_WITH_TIMEOUT(server.shown.size(), 1, kLong);
    }

    void textIsNeverMarkup() {
        for (const bool renders : {true, false}) {
            FakeNotifications server(peer("server"), renders ? QStringList{"body-markup"} : QStringList{});
            QVERIFY(server.appear());
            Notifications notifications(peer("app"));
            notifications.show("a", {"summary", "<b>x</b> & y", {"default", "Review"}, false});
            QTRY_COMPARE_WITH_TIMEOUT(server.shown.size(), 1, kLong);
            QCOMPARE(server.shown.first().body, renders ? QStringLiteral("&lt;b&gt;x&lt;/b&gt; &amp; y") : QStringLiteral("<b>x</b> & y"));
            QVERIFY(server.shown.first().actions.isEmpty()); // it shows none
            QCOMPARE(server.shown.first().hints["urgency"].value<uchar>(), uchar(1));
        }
    }

    void manyChangesAtOnceEndWithTheLast() {
        FakeNotifications server(peer("server"), {});
        QVERIFY(server.appear());
        Notifications notifications(peer("app"));
        for (int i = 0; i < 100; ++i) {
            notifications.show("a", {"summary", QString::number(i), {}, false});
        }
        QTRY_VERIFY_WITH_TIMEOUT(server.shown.size() == 1 && server.shown.first().body == QLatin1String("99"), kLong);
        QVERIFY(server.asked < 10);
        notifications.show("a", {"summary", "on its way", {}, false});
        notifications.close("a"); // while the call is under way
        QTRY_COMPARE_WITH_TIMEOUT(server.shown.size(), 0, kLong);
        QVERIFY(!notifications.isShown("a"));
    }
};

int main(int argc, char** argv) {
    const real::PrivateBus bus;
    theBus = &bus;
    QApplication app(argc, argv);
    TestNotifier tests;
    return QTest::qExec(&tests, argc, argv);
}
#include "tst_notifier.moc"
