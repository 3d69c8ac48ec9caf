// The app on a desktop: a tray that comes late, its shapes, times when nothing is asked, and a second start. On a real
// display, with a tray host on a bus of the test's own and real runs.
#include <QApplication>
#include <QDBusConnectionInterface>
#include <QDBusContext>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>

#include "app/approval/approval_card.h"
#include "app/desktop/desk.h"
#include "app/desktop/instance.h"
#include "app/settings/settings_page.h"
#include "app/widgets/plain_label.h"
#include "tests/app/private_bus.h"
#include "tests/app/real_run.h"

using namespace leadglass;
using namespace leadglass::app;
using leadglass::app::real::asks;

namespace {

constexpr int kLong = 60'000;
const real::PrivateBus* theBus = nullptr;

} // namespace

// The program fake_tray_host: what a panel reads of the icon that registered last.
class TrayHost {
public:
    TrayHost() {
        m_program.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_program.start(QCoreApplication::applicationDirPath() + "/fake_tray_host", QStringList());
    }
    ~TrayHost() { leave(); }
    void leave() {
        m_program.kill();
        m_program.waitForFinished();
    }
    QString toolTip() {
        while (m_program.canReadLine()) {
            m_toolTip = QString::fromUtf8(m_program.readLine()).trimmed();
        }
        return m_toolTip;
    }

private:
    QProcess m_program;
    QString m_toolTip;
};

// A notification server that is there, and takes no notice.
class RefusingServer : public QObject, protected QDBusContext {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")
public:
    explicit RefusingServer(QDBusConnection bus) : m_bus(std::move(bus)) {
        m_bus.registerObject("/org/freedesktop/Notifications", this, QDBusConnection::ExportScriptableSlots);
    }
    ~RefusingServer() override { leave(); }
    bool appear() { return m_bus.registerService("org.freedesktop.Notifications"); }
    void leave() { m_bus.unregisterService("org.freedesktop.Notifications"); }
    int refused = 0;

public slots:
    Q_SCRIPTABLE QStringList GetCapabilities() { return {}; }
    Q_SCRIPTABLE uint Notify(const QString&, uint, const QString&, const QString&, const QString&, const QStringList&, const QVariantMap&, int) {
        ++refused;
        sendErrorReply(QDBusError::Failed, "no");
        return 0;
    }

private:
    QDBusConnection m_bus;
};

namespace {

// Does the window ask for attention? As the window manager is told; Qt says it in this word alone.
bool isUrgent(const QWidget& window) {
    QProcess xprop;
    xprop.start("xprop", {"-id", QString::number(window.winId()), "_NET_WM_STATE"});
    return QTest::qWaitFor([&] { return xprop.state() == QProcess::NotRunning; }, kLong) && xprop.readAll().contains("_NET_WM_STATE_DEMANDS_ATTENTION");
}

bool activate(QWidget& window) {
    window.raise();
    window.activateWindow();
    return QTest::qWaitForWindowActive(&window, kLong);
}

} // namespace

// What a desktop's screen saver says on the bus.
class ScreenSaver : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.ScreenSaver")
public:
    explicit ScreenSaver(QDBusConnection bus) : m_bus(std::move(bus)) {
        m_bus.registerObject("/org/freedesktop/ScreenSaver", this, QDBusConnection::ExportAllSlots | QDBusConnection::ExportAllSignals);
    }
    ~ScreenSaver() override { m_bus.unregisterService("org.freedesktop.ScreenSaver"); }
    bool appear() { return m_bus.registerService("org.freedesktop.ScreenSaver"); }
    void lock(bool locked) {
        m_locked = locked;
        emit ActiveChanged(locked);
    }

public slots:
    bool GetActive() const { return m_locked; }

signals:
    void ActiveChanged(bool active);

private:
    QDBusConnection m_bus;
    bool m_locked = false;
};

class TestDesk : public QObject {
    Q_OBJECT
    real::Home m_home;

    // In the box that is asked next. `said`: its text.
    void press(const QString& text, QString& said) {
        QTimer::singleShot(300, this, [&said, text] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            QVERIFY(box != nullptr);
            said = box->text() + box->informativeText();
            for (auto* button : box->buttons()) {
                if (button->text().remove(QLatin1Char('&')) == text) {
                    button->click();
                }
            }
        });
    }
    void answer(const api::PendingQuestion& question) {
        m_home.leadglass({"answer", QString::fromStdString(question.id), QString::fromStdString(question.digest), "deny"});
    }

private slots:
    void initTestCase() { // of somebody who has seen the first steps
        const QString folder = QString::fromStdString(m_home.services().config);
        QVERIFY(QDir().mkpath(folder));
        QFile file(folder + "/app.json");
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(file.write(R"({"version": 1, "welcomed": true})") > 0);
    }

    void aTrayThatComesLateShowsWhatWaits() {
        Desk desk(m_home.services(), QDBusConnection::sessionBus());
        desk.start(true);
        QTest::qWait(200);
        QVERIFY(!desk.tray().available());
        QVERIFY(!desk.window().isVisible()); // as at login
        ::TrayHost host;
        QTRY_VERIFY_WITH_TIMEOUT(desk.tray().available(), kLong);
        QTRY_VERIFY_WITH_TIMEOUT(host.toolTip().contains("othing waits"), kLong);
        real::Run run(m_home, asks("tray.example"));
        QTRY_VERIFY_WITH_TIMEOUT(host.toolTip().contains("1 request"), kLong);
        QVERIFY(desk.window().windowTitle().startsWith("(1)")); // and where there is no tray
        QTRY_VERIFY_WITH_TIMEOUT(desk.approvals().isVisible(), kLong);
        answer(desk.feed().questions().front());
        QTRY_VERIFY_WITH_TIMEOUT(host.toolTip().contains("othing waits"), kLong);
        QVERIFY(run.ends());
        host.leave(); // nothing to come back from: the window is there
        QTRY_VERIFY_WITH_TIMEOUT(!desk.tray().available() && desk.window().isVisible(), kLong);
        ::TrayHost again; // as a panel that was started anew
        QTRY_VERIFY_WITH_TIMEOUT(desk.tray().available(), kLong);
        QTRY_VERIFY_WITH_TIMEOUT(again.toolTip().contains("othing waits"), kLong);
    }

    void whileQuietNothingComesUpAndRequestsAreRefusedAtOnce() {
        Desk desk(m_home.services(), QDBusConnection::sessionBus());
        desk.start(true);
        auto* settings = desk.window().settings();
        const auto press = [&](const char* text) {
            for (auto* button : settings->findChildren<QPushButton*>()) {
                if (button->text().contains(QLatin1String(text)) && !button->isHidden()) {
                    button->click();
                    return true;
                }
            }
            return false;
        };
        QVERIFY(press("for 15")); // without a tray, too
        {
            real::Run run(m_home, asks("quiet.example"));
            QVERIFY(run.ends());
            QVERIFY2(run.output().contains("403"), run.output());
            QVERIFY(!desk.approvals().isVisible());
        }
        QVERIFY(m_home.leadglass({"audit", "list", "--kind", "answer", "--json"}).contains("denied_by_user"));
        QVERIFY(!press("for 15") && press("Ask"));
        real::Run run(m_home, asks("again.example"));
        QTRY_VERIFY_WITH_TIMEOUT(desk.approvals().isVisible(), kLong);
        answer(desk.feed().questions().front());
        QVERIFY(run.ends());
    }

    void theWindowDoesNotTakeTheFocus() {
        QWidget work; // what the person types into
        work.show();
        work.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&work, kLong));
        Desk desk(m_home.services(), QDBusConnection::sessionBus());
        desk.start(true);
        real::Run run(m_home, asks("focus.example"));
        QTRY_VERIFY_WITH_TIMEOUT(desk.approvals().isVisible(), kLong);
        QVERIFY(QTest::qWaitForWindowExposed(&desk.approvals(), kLong));
        QTest::qWait(500);
        QVERIFY(work.isActiveWindow());
        QVERIFY(!desk.approvals().isActiveWindow());
        desk.review({}, {}); // by the person's own doing it does
        QVERIFY(QTest::qWaitForWindowActive(&desk.approvals(), kLong));
        answer(desk.feed().questions().front());
        QVERIFY(run.ends());
    }

    void aQuestionThatNoNoticeTellsMarksTheWindowOnceAndNeverAnActiveOne() {
        QWidget work;
        work.show();
        Desk desk(m_home.services(), QDBusConnection(QStringLiteral("none"))); // no notices
        desk.start(false);
        QVERIFY(activate(work));
        real::Run one(m_home, asks("one.example"));
        QTRY_VERIFY_WITH_TIMEOUT(desk.approvals().isVisible(), kLong);
        QTRY_VERIFY_WITH_TIMEOUT(isUrgent(desk.approvals()), kLong);
        QVERIFY(activate(desk.approvals()));
        QTRY_VERIFY_WITH_TIMEOUT(!isUrgent(desk.approvals()), kLong); // it was seen
        {
            real::Run two(m_home, asks("two.example"));
            QTRY_COMPARE_WITH_TIMEOUT(desk.feed().questions().size(), std::size_t(2), kLong);
            QTest::qWait(500);
            QVERIFY(!isUrgent(desk.approvals())); // it is active
        }
        QTRY_COMPARE_WITH_TIMEOUT(desk.feed().questions().size(), std::size_t(1), kLong);
        QVERIFY(activate(work));
        QTest::qWait(500);
        QVERIFY(!isUrgent(desk.approvals())); // of what was there already it does not speak again
        real::Run three(m_home, asks("three.example"));
        QTRY_VERIFY_WITH_TIMEOUT(isUrgent(desk.approvals()), kLong); // the window is there, so it does not come up: it asks for attention
        for (const auto& question : std::vector(desk.feed().questions())) {
            answer(question);
        }
        QVERIFY(one.ends() && three.ends());
    }

    void aNoticeThatIsRefusedMarksTheWindowOnce() {
        RefusingServer server(theBus->connection("refusing"));
        QVERIFY(server.appear());
        QWidget work;
        work.show();
        Desk desk(m_home.services(), QDBusConnection::sessionBus());
        desk.start(false);
        real::Run one(m_home, asks("one.example"));
        QTRY_VERIFY_WITH_TIMEOUT(desk.approvals().isVisible() && server.refused > 0, kLong);
        QVERIFY(activate(desk.approvals())); // seen
        QVERIFY(activate(work));
        QTRY_VERIFY_WITH_TIMEOUT(!isUrgent(desk.approvals()), kLong); // the window manager takes the mark away in its own time
        server.leave();
        QTest::qWait(200);
        QVERIFY(server.appear()); // there again: what it is told, it refuses again
        const int before = server.refused;
        real::Run two(m_home, asks("two.example"));
        QTRY_VERIFY_WITH_TIMEOUT(server.refused > before, kLong);
        QTRY_VERIFY_WITH_TIMEOUT(isUrgent(desk.approvals()), kLong);
        QVERIFY(activate(desk.approvals()));
        QVERIFY(activate(work));
        server.leave();
        QTest::qWait(500);
        QVERIFY(!isUrgent(desk.approvals())); // not once more for the same
        for (const auto& question : std::vector(desk.feed().questions())) {
            answer(question);
        }
        QVERIFY(one.ends() && two.ends());
    }

    void theEndOfTheSessionAsksForAWhileAndNeverHoldsItUpForGood() {
        real::Run run(m_home, asks("session.example"));
        Desk desk(m_home.services(), QDBusConnection(QStringLiteral("none"))); // closing is quitting
        desk.start(false);
        QTRY_VERIFY_WITH_TIMEOUT(desk.runs().live() == 1 && desk.window().waiting() == 1, kLong);
        QString said;
        press("Stay", said);
        QVERIFY(!desk.mayEndSession(true));
        QVERIFY2(said.contains("at work") && said.contains("session is ending") && said.contains("30"), qPrintable(said));
        press("Stay", said);
        QVERIFY(!desk.window().close()); // it was called off, so closing asks as ever, and waits for an answer
        QVERIFY2(!said.contains("session is ending"), qPrintable(said));
        QElapsedTimer since;
        since.start();
        QVERIFY(desk.window().mayLeave(std::chrono::seconds(1))); // nobody is there: it goes on
        QVERIFY2(since.elapsed() >= 900 && since.elapsed() < 20'000, QByteArray::number(since.elapsed()));
        QVERIFY(desk.mayEndSession(false)); // a desktop that lets nobody ask
        QVERIFY(desk.window().close());     // without another question
        QCOMPARE(desk.feed().questions().front().state, std::string("pending"));
        answer(desk.feed().questions().front());
        QVERIFY(run.ends());
    }

    void aLockedScreenShowsNoCardAndAnswersNothing() {
        ScreenSaver saver(theBus->connection("saver")), forger(theBus->connection("forger"));
        QVERIFY(saver.appear()); // the other has no name
        Desk desk(m_home.services(), QDBusConnection::sessionBus());
        desk.start(true);
        real::Run run(m_home, asks("locked.example"));
        QTRY_VERIFY_WITH_TIMEOUT(desk.approvals().isVisible() && desk.approvals().view().card().isVisible(), kLong);
        const auto shows = [&](const QString& text) {
            for (const auto* label : desk.approvals().findChildren<QLabel*>()) {
                if (label->isVisible() && label->text().contains(text)) {
                    return true;
                }
            }
            for (const auto* label : desk.approvals().findChildren<PlainLabel*>()) {
                if (label->isVisible() && label->toPlainText().contains(text)) {
                    return true;
                }
            }
            return false;
        };
        auto& card = desk.approvals().view().card();
        QTRY_VERIFY_WITH_TIMEOUT(card.armed(), kLong);
        saver.lock(true);
        QTRY_VERIFY_WITH_TIMEOUT(!card.isVisible() && shows("locked"), kLong);
        QVERIFY(!card.armed() && card.question().id.empty());
        QVERIFY(!shows("locked.example"));
        forger.lock(false); // it is not its to say
        QTest::qWait(200);
        QVERIFY(!card.isVisible());
        saver.lock(false);
        QTRY_VERIFY_WITH_TIMEOUT(card.isVisible(), kLong);
        QVERIFY(!card.armed()); // it is read anew
        QCOMPARE(desk.feed().questions().front().state, std::string("pending"));
        answer(desk.feed().questions().front());
        QVERIFY(run.ends());
    }

    void quittingWhileARunIsLiveElsewhereAsksAndDoesItNoHarm() {
        real::Run run(m_home, asks("quit.example"));
        Desk desk(m_home.services(), QDBusConnection(QStringLiteral("none"))); // no tray, no notices: closing is quitting
        desk.start(false);
        QTRY_VERIFY_WITH_TIMEOUT(desk.runs().live() == 1 && desk.window().waiting() == 1, kLong);
        QString said;
        press("Stay", said);
        QVERIFY(!desk.window().close());
        QVERIFY2(said.contains("at work") && said.contains("wait"), qPrintable(said)); // what is pending is not hidden unsaid
        QVERIFY(desk.window().isVisible());
        press("Quit", said);
        QVERIFY(desk.window().close());
        QCOMPARE(desk.feed().questions().front().state, std::string("pending")); // quitting answers nothing
        answer(desk.feed().questions().front());
        QVERIFY(run.ends());
    }

    void aScreenThatIsLockedAlreadyIsKnown() {
        ScreenSaver saver(theBus->connection("early"));
        saver.lock(true);
        QVERIFY(saver.appear());
        ScreenLock lock(QDBusConnection::sessionBus());
        QTRY_VERIFY_WITH_TIMEOUT(lock.isLocked(), kLong);
    }

    void aSecondStartBringsTheFirstUp() {
        const QString program = QStringLiteral(LEADGLASS_BIN_DIR "/leadglass-app");
        QProcess first;
        first.setProcessChannelMode(QProcess::ForwardedChannels);
        first.start(program, {"--background"});
        QTRY_VERIFY_WITH_TIMEOUT(QDBusConnection::sessionBus().interface()->isServiceRegistered("org.leadglass.App"), kLong);
        QProcess second;
        second.setProcessChannelMode(QProcess::MergedChannels);
        second.start(program, QStringList());
        QVERIFY(second.waitForFinished(kLong));
        QCOMPARE(second.exitCode(), 0);
        QVERIFY(second.readAll().contains("it runs already"));
        QCOMPARE(first.state(), QProcess::Running);
        first.terminate();
        first.waitForFinished();
        QProcess third; // the lock of one that was ended is no hindrance
        third.start(program, {"--background"});
        QTRY_VERIFY_WITH_TIMEOUT(QDBusConnection::sessionBus().interface()->isServiceRegistered("org.leadglass.App"), kLong);
        third.terminate();
        third.waitForFinished();
    }

    void aSecondStartWithoutAWindowBringsNothingUp() {
        Instance first(QDBusConnection::sessionBus(), m_home.places().runtime);
        const auto claimed = [&] {
            const auto is = first.claim(true);
            return is && *is;
        };
        QTRY_VERIFY_WITH_TIMEOUT(claimed(), kLong); // a child of the one before, which is not yet another program, may hold the lock for a moment
        QSignalSpy activated(&first, &Instance::activated);
        const auto again = [](const QStringList& how) {
            QProcess app;
            app.setProcessChannelMode(QProcess::MergedChannels);
            app.start(QStringLiteral(LEADGLASS_BIN_DIR "/leadglass-app"), how);
            const bool ended = QTest::qWaitFor([&] { return app.state() == QProcess::NotRunning; }, kLong);
            return ended && app.readAll().contains("it runs already");
        };
        QVERIFY(again({"--background"})); // at login, beside one that the session brought back
        QTest::qWait(100);
        QCOMPARE(activated.count(), 0);
        QVERIFY(again({}));
        QTRY_COMPARE(activated.count(), 1);
    }
};

int main(int argc, char** argv) {
    const real::PrivateBus bus;
    theBus = &bus;
    QApplication app(argc, argv);
    TestDesk tests;
    return QTest::qExec(&tests, argc, argv);
}
#include "tst_desk.moc"
