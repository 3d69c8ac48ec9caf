// The app as a whole on a desktop: its windows, the tray, notices, and the times when nothing is asked.
#pragma once

#include <QDBusConnection>
#include <QDateTime>
#include <QSet>
#include <QTimer>

#include "app/alerts/alert_notifier.h"
#include "app/approval/approval_window.h"
#include "app/bridge/question_feed.h"
#include "app/bridge/run_feed.h"
#include "app/desktop/color_scheme.h"
#include "app/desktop/finish_notifier.h"
#include "app/desktop/notifications.h"
#include "app/desktop/notifier.h"
#include "app/desktop/screen_lock.h"
#include "app/desktop/tray.h"
#include "app/desktop/tray_host.h"
#include "app/main_window.h"

class QSessionManager;

namespace leadglass::app {

class Desk : public QObject {
    Q_OBJECT
public:
    Desk(const Services& services, const QDBusConnection& bus, QObject* parent = nullptr);

    // `background`: the main window stays away until it is asked for, as at login.
    void start(bool background);
    // By the person's own doing. `token`: from whoever had the focus (xdg-activation-v1); may be empty.
    void open(const QString& token);
    void review(const std::string& id, const QString& token);
    // The desktop's session ends. Asks as leave() does where `mayAsk`, for half a minute at most: then it goes on. False: the
    // person wants it to stay.
    [[nodiscard]] bool mayEndSession(bool mayAsk);
    // What is asked from now on is denied once each, at once and without being shown, for so long; 0 ends it.
    void quiet(int minutes);

    [[nodiscard]] MainWindow& window() { return m_window; }
    [[nodiscard]] ApprovalWindow& approvals() { return m_approvals; }
    [[nodiscard]] QuestionFeed& feed() { return m_feed; }
    [[nodiscard]] RunFeed& runs() { return m_runs; }
    [[nodiscard]] Tray& tray() { return m_tray; }
    [[nodiscard]] Settings& settings() { return m_settings; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void retell();
    [[nodiscard]] bool closing(); // false: the window stays
    void leave();
    void sessionAsks(QSessionManager& session);
    void obey();
    void welcomeFirst();
    void showRun(const std::string& id, const QString& token);
    void refuse(const api::PendingQuestion& question);
    void callFor(const api::PendingQuestion& question);

    Services m_services;
    Settings m_settings;
    Maker<api::ApprovalService> m_makes;
    QuestionFeed m_feed;
    RunFeed m_runs;
    MainWindow m_window;
    ApprovalWindow m_approvals;
    Notifications m_notifications;
    Notifier m_notifier;
    FinishNotifier m_finished;
    AlertNotifier m_alerted;
    ColorScheme m_scheme;
    ScreenLock m_lock;
    TrayHost m_host;
    Tray m_tray;
    QTimer m_quietEnds;
    QDateTime m_quietUntil;
    QSet<QString> m_calledFor; // ids of questions
    QString m_problem;
    QTimer m_sessionEnds;   // runs from then on for so long that the session must be over, or is called off
    bool m_leaving = false; // the person was asked, and each window is closed once more
    bool m_toldOfBackground = false;
    bool m_lookedForFirst = false;
};

} // namespace leadglass::app
