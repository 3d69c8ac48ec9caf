#include "app/desktop/desk.h"

#include <QApplication>
#include <QCloseEvent>
#include <QFileInfo>
#include <QSessionManager>

#include <chrono>
#include <utility>

#include "app/approval/chords.h"
#include "app/bridge/off_thread.h"
#include "app/doctor/doctor_page.h"
#include "app/launch/terminals.h"
#include "app/review/review_page.h"
#include "app/settings/settings_page.h"
#include "app/welcome/welcome_dialog.h"
#include "app/widgets/dark.h"

namespace leadglass::app {
namespace {

const QString kBackground = QStringLiteral("background"); // key of a notice
constexpr std::chrono::seconds kPatience(30), kSessionEnds(60);

} // namespace

Desk::Desk(const Services& services, const QDBusConnection& bus, QObject* parent)
    : QObject(parent), m_services(services), m_settings(services.config), m_makes(services.approvals), m_feed(services.approvals), m_runs(services), m_window(m_feed, m_runs, services, &m_settings), m_approvals(m_feed, services), m_notifications(bus),
      m_notifier(m_feed, services, m_notifications,
                 [this] { return m_approvals.isActiveWindow() || (m_window.isActiveWindow() && m_window.showsApprovals()); }, &m_settings),
      m_finished(m_runs, m_settings, m_notifications, [this] { return m_window.isActiveWindow(); }),
      m_alerted(m_window.alerts(), m_settings, m_notifications, [this] { return m_window.isActiveWindow(); }), m_scheme(bus), m_lock(bus),
      m_host(bus) {
    m_quietEnds.setSingleShot(true);
    connect(&m_quietEnds, &QTimer::timeout, this, [this] { quiet(0); });
    connect(&m_host, &TrayHost::availableChanged, this, [this](bool available) {
        m_tray.setAvailable(available);
        if (!available && !m_window.isVisible()) {
            m_window.showMinimized(); // it was in the tray, and there is none any more
        }
    });
    connect(&m_tray, &Tray::openWanted, this, [this] { open({}); });
    connect(&m_tray, &Tray::reviewWanted, this, [this] { review({}, {}); });
    connect(&m_tray, &Tray::quietWanted, this, &Desk::quiet);
    connect(&m_tray, &Tray::quitWanted, this, &Desk::leave);
    connect(&m_notifier, &Notifier::reviewWanted, this, &Desk::review);
    connect(&m_notifications, &Notifications::invoked, this, [this](const QString& key, const QString& action, const QString& token) {
        if (key == kBackground) {
            m_notifications.close(key);
            action == QLatin1String("quit") ? leave() : open(token);
        }
    });
    connect(&m_finished, &FinishNotifier::runWanted, this, &Desk::showRun);
    connect(&m_alerted, &AlertNotifier::wanted, this, [this](const QString& token) {
        open(token);
        m_window.showAlerts();
    });
    connect(&m_window.alerts(), &AlertFeed::changed, this, &Desk::retell);
    connect(&m_window.alerts(), &AlertFeed::raised, this, [this] {
        if (!m_notifications.available()) {
            QApplication::alert(&m_window);
        }
    });
    connect(&m_window, &MainWindow::questionWanted, this, [this](const std::string& id) { review(id, {}); });
    connect(&m_scheme, &ColorScheme::changed, this, &setDark);
    connect(&m_lock, &ScreenLock::changed, this, [this](bool locked) {
        m_window.approvals().setLocked(locked);
        m_approvals.view().setLocked(locked);
        m_notifier.setLocked(locked);
        m_alerted.setLocked(locked);
    });
    connect(&m_settings, &Settings::changed, this, &Desk::obey);
    connect(&m_settings, &Settings::troubled, this, &Desk::retell);
    for (auto* view : {&m_window.approvals(), &m_approvals.view()}) {
        connect(view, &ApprovalView::silenceWanted, &m_settings, &Settings::silence);
    }
    m_approvals.setBeside([this]() -> QWidget* {
        auto* steps = m_window.welcomeDialog();
        return steps != nullptr && steps->isVisible() && steps->rehearsal().goesOn() ? steps : nullptr;
    });
    m_approvals.setSilenced([this](const api::PendingQuestion& question) { return m_settings.silences(question); });
    connect(&m_runs, &RunFeed::changed, this, [this] {
        m_settings.sweep([this](const std::string& id) {
            const auto* run = m_runs.find(id);
            return !m_runs.known() || (run != nullptr && run->state == "running");
        });
    });
    obey();
    const auto fail = [this](const QString& why) {
        m_problem = why;
        retell();
    };
    connect(&m_feed, &QuestionFeed::failed, this, fail);
    connect(&m_window.alerts(), &AlertFeed::failed, this, fail);
    connect(&m_runs, &RunFeed::failed, this, fail);
    connect(&m_runs, &RunFeed::changed, this, &Desk::retell);
    connect(&m_feed, &QuestionFeed::raised, this, [this](const api::PendingQuestion& question) {
        if (m_quietUntil.isValid()) {
            refuse(question);
        } else if (!m_notifications.available()) {
            callFor(question);
        }
    });
    connect(&m_feed, &QuestionFeed::closed, this, [this](const api::PendingQuestion& question) { m_calledFor.remove(QString::fromStdString(question.id)); });
    // It was there, and has not taken the notice of what waits.
    connect(&m_notifications, &Notifications::availableChanged, this, [this](bool available) {
        for (const auto& question : m_feed.questions()) {
            if (!available && !m_quietUntil.isValid()) {
                callFor(question);
            }
        }
    });
    for (const auto signal : {&QuestionFeed::raised, &QuestionFeed::changed, &QuestionFeed::closed}) {
        connect(&m_feed, signal, this, &Desk::retell);
    }
    if (auto* settings = m_window.settings()) {
        connect(settings, &SettingsPage::quietWanted, this, &Desk::quiet);
    }
    m_sessionEnds.setSingleShot(true);
    m_sessionEnds.setInterval(kSessionEnds);
    connect(qApp, &QGuiApplication::commitDataRequest, this, &Desk::sessionAsks, Qt::DirectConnection);
    m_window.installEventFilter(this);
    QApplication::setQuitOnLastWindowClosed(false); // runs may ask at any time
}

void Desk::start(bool background) {
    m_feed.start();
    m_runs.start();
    m_window.alerts().start();
    m_window.doctor().check();
    retell(); // what is wrong with the settings
    Rehearsal::clean(m_services, m_settings, this);
    if (!background) {
        m_window.show();
        welcomeFirst();
    }
}

void Desk::open(const QString& token) {
    if (!token.isEmpty()) {
        qputenv("XDG_ACTIVATION_TOKEN", token.toUtf8()); // Qt gives it to the compositor with the next activation
    }
    m_window.setWindowState(m_window.windowState() & ~Qt::WindowMinimized);
    m_window.show();
    m_window.raise();
    m_window.activateWindow();
    welcomeFirst();
}

// Once, at the first start of the app: who has used Leadglass in a terminal has not seen these either.
void Desk::welcomeFirst() {
    if (std::exchange(m_lookedForFirst, true) || m_services.config.empty() || m_settings.choices().welcomed) {
        return;
    }
    const bool cutOff = !m_settings.choices().rehearsal.isEmpty();
    if (!cutOff && !m_settings.isNew()) {
        return;
    }
    m_window.welcome();
}

void Desk::showRun(const std::string& id, const QString& token) {
    open(token);
    if (!id.empty() && m_window.review() != nullptr) {
        m_window.review()->showRun(id);
        m_window.showPage(m_window.review());
    }
}

// What the settings say of things that are one for the whole app.
void Desk::obey() {
    const auto& now = m_settings.choices();
    Chords chords;
    const auto deny = chordOf(now.deny), allow = chordOf(now.allow);
    if (deny && allow && *deny != *allow) { // else the usual ones
        chords.deny = *deny;
        chords.allow = *allow;
    }
    chords.arms = now.armsByChord;
    setChords(chords);
    preferTerminal(now.terminal);
}

void Desk::review(const std::string& id, const QString& token) {
    if (m_feed.questions().empty()) { // it was answered meanwhile
        open(token);
        return;
    }
    if (!token.isEmpty()) {
        qputenv("XDG_ACTIVATION_TOKEN", token.toUtf8());
    }
    m_approvals.bringUp(id);
}

void Desk::quiet(int minutes) {
    const bool is = minutes > 0;
    m_quietUntil = is ? QDateTime::currentDateTime().addSecs(60LL * minutes) : QDateTime();
    m_approvals.setQuiet(is);
    m_notifier.setQuiet(is);
    is ? m_quietEnds.start(std::chrono::minutes(minutes)) : m_quietEnds.stop();
    retell();
}

void Desk::refuse(const api::PendingQuestion& question) {
    api::QuestionAnswer no;
    no.id = question.id;
    no.digest = question.digest;
    // Where it fails, it was answered elsewhere or is refused when its hold is over.
    offThread(this, [makes = m_makes, no] { return makes()->answer(no); }, [](const Status&) {}, urgentThreads());
}

// Where no notice does: the window that shows it asks for attention, once. QApplication::alert() leaves an active one alone.
void Desk::callFor(const api::PendingQuestion& question) {
    const QString id = QString::fromStdString(question.id);
    if (question.quiet || question.state != "pending" || m_settings.silences(question) || m_calledFor.contains(id)) {
        return;
    }
    m_calledFor.insert(id);
    QApplication::alert(m_approvals.isVisible() ? static_cast<QWidget*>(&m_approvals) : &m_window);
}

void Desk::retell() {
    m_tray.setState({m_window.waiting(), m_runs.live(), m_quietUntil, m_problem, m_window.alerts().count()});
    m_window.setTrouble(m_problem.isEmpty() ? m_settings.trouble() : m_problem);
    if (auto* settings = m_window.settings()) {
        settings->setQuiet(m_quietUntil);
    }
}

bool Desk::eventFilter(QObject* watched, QEvent* event) {
    if (watched == &m_window && event->type() == QEvent::Close && !closing()) {
        event->ignore();
        return true;
    }
    return QObject::eventFilter(watched, event);
}

bool Desk::closing() {
    if (m_tray.available() || m_leaving || m_sessionEnds.isActive()) {
        return true; // it shows that we are here, and how to leave
    }
    if (!m_notifications.available()) {
        leave(); // nothing would say that we are here
        return m_leaving;
    }
    if (!m_toldOfBackground) {
        m_toldOfBackground = true;
        m_notifications.show(kBackground, {tr("Leadglass goes on in the background"), tr("It comes up when a run asks something."),
                                           {QStringLiteral("default"), tr("Open"), QStringLiteral("quit"), tr("Quit")}, false});
    }
    return true;
}

// Source: QSessionManager. Whether it lets us ask is itself a question, so it is put only where there is something to ask.
void Desk::sessionAsks(QSessionManager& session) {
    const bool mayAsk = m_window.live() > 0 && session.allowsInteraction();
    if (!mayEndSession(mayAsk)) {
        session.cancel();
    }
    if (mayAsk) {
        session.release();
    }
}

bool Desk::mayEndSession(bool mayAsk) {
    if (mayAsk && !m_leaving && !m_window.mayLeave(kPatience)) {
        return false;
    }
    m_sessionEnds.start(); // windows are closed now, and nothing is asked again
    return true;
}

void Desk::leave() {
    m_leaving = m_leaving || m_window.mayLeave();
    if (m_leaving) {
        QCoreApplication::quit();
    }
}

} // namespace leadglass::app
