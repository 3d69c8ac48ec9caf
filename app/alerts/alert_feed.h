// What was seen leaving runs and must not, from the history: what came since the person last looked, also while the app was
// away. Looks while a run is live, and once more when one ends; at nothing while none is.
#pragma once

#include <QObject>
#include <QTimer>

#include <vector>

#include "app/alerts/alert_words.h"
#include "app/bridge/run_feed.h"

namespace leadglass::app {

class AlertFeed : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kMost = 200; // that are kept; more are counted
    static constexpr qint64 kMostRows = 20'000; // of the history, the newest, looked through at the start

    // `runs`: borrowed. Does nothing until start(), nor without the service.
    AlertFeed(RunFeed& runs, const Services& services, QObject* parent = nullptr);

    void start();
    // Those that the person has not put away, newest first.
    [[nodiscard]] const std::vector<Alert>& alerts() const { return m_alerts; }
    [[nodiscard]] int count() const { return m_count; }
    void seen(); // all of them
    [[nodiscard]] bool isWaiting() const { return m_timer.isActive(); } // for the next look

signals:
    void raised(); // there are more
    void changed();
    void failed(const QString& why); // where the mark cannot be kept

private:
    struct Looked {
        std::vector<Alert> alerts; // newest first
        qint64 newest = 0;
        bool known = false;
    };
    static Looked lookFrom(const Maker<api::ActivityService>& makes, qint64 after, bool fromNow);
    void look();
    void take(const Looked& looked);
    void remember();
    void pace();

    RunFeed& m_runs;
    Maker<api::ActivityService> m_makes;
    QString m_file; // of the mark; empty: none is kept
    std::vector<Alert> m_alerts;
    int m_count = 0;
    qint64 m_looked = -1; // id of the newest row that was looked at; -1: none ever
    bool m_started = false;
    bool m_busy = false;
    bool m_again = false;
    QTimer m_timer;
};

} // namespace leadglass::app
