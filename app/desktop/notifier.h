// Tells a person who is elsewhere that a run asks: one notice for each run, put away the moment nothing waits any more. A burst
// is told once. Of a run that has interrupted often enough (PendingQuestion::quiet) one last notice says that it goes on asking.
//
// A notice never allows anything: it opens the card, or denies once what it named.
#pragma once

#include <QHash>
#include <QSet>
#include <QTimer>

#include "app/bridge/question_feed.h"
#include "app/desktop/notifications.h"
#include "app/settings/settings.h"

namespace leadglass::app {

class Notifier : public QObject {
    Q_OBJECT
public:
    // All borrowed; `settings` may be null: the usual ones. `inSight`: the person looks at the questions now, so nothing is told.
    Notifier(QuestionFeed& feed, const Services& services, Notifications& notifications, std::function<bool()> inSight,
             Settings* settings = nullptr, QObject* parent = nullptr);

    // Nothing is told until it is off again; what is shown is put away.
    void setQuiet(bool quiet);
    // While it is locked a notice names no host, and can do nothing but open the app.
    void setLocked(bool locked);
    // All anew: what is told, or how, may have changed.
    void retellAll();
    // How many milliseconds a minute of the reminders has; else 60,000. For those who cannot wait for a quarter of an hour.
    void setMinute(qint64 milliseconds) { m_minute = milliseconds; }

signals:
    // The person wants to see this question. `token`: see Notifications::invoked.
    void reviewWanted(const std::string& id, const QString& token);

private:
    struct OfRun {
        std::vector<std::string> shown; // ids the notice speaks of, the first by name
        std::string digest;             // of the first
        QSet<QString> put_away;         // ids whose notice the person closed
        int reminders = 0;              // that were given
        qint64 since = 0;               // milliseconds of a steady clock
        bool dangerous = false;
        bool toldOfQuiet = false;
    };
    void gather(const QString& run);
    void retell(const QString& run);
    [[nodiscard]] Choices choices() const { return m_settings != nullptr ? m_settings->choices() : Choices(); }
    // The next reminder, on from the first `given`, that is wanted; past the end: none.
    [[nodiscard]] std::size_t nextReminder(int given) const;
    void tell(const QString& run, OfRun& state, const std::vector<const api::PendingQuestion*>& waiting);
    void tellOfQuiet(const QString& run, OfRun& state, const std::vector<const api::PendingQuestion*>& quiet);
    void look();
    void invoked(const QString& run, const QString& action, const QString& token);
    void remind();
    void schedule();
    [[nodiscard]] qint64 now() const;

    QuestionFeed& m_feed;
    Maker<api::ApprovalService> m_makes;
    Notifications& m_notifications;
    std::function<bool()> m_inSight;
    Settings* m_settings;
    QHash<QString, OfRun> m_runs;
    QTimer m_timer; // the next reminder; off while nothing waits
    QTimer m_gathers; // what comes at once is told at once
    QSet<QString> m_changed;                      // runs, since it began
    std::vector<api::PendingQuestion> m_unlooked; // questions that came since
    qint64 m_minute = 60'000;
    bool m_quiet = false;
    bool m_locked = false;
};

} // namespace leadglass::app
