// Tells a person who is elsewhere that a run has ended, and what is left of it: one notice a run, put away once its changes
// are decided.
#pragma once

#include <QHash>
#include <QObject>

#include <functional>

#include "app/bridge/run_feed.h"
#include "app/desktop/notifications.h"
#include "app/settings/settings.h"

namespace leadglass::app {

class FinishNotifier : public QObject {
    Q_OBJECT
public:
    // All borrowed. `inSight`: the person looks at the app now, so nothing is told.
    FinishNotifier(RunFeed& runs, Settings& settings, Notifications& notifications, std::function<bool()> inSight, QObject* parent = nullptr);

signals:
    // The person wants to see this run; empty: it left nothing. `token`: see Notifications::invoked.
    void runWanted(const std::string& id, const QString& token);

private:
    void look();
    void tell(const api::RunInfo& run, bool isKept);

    RunFeed& m_runs;
    Settings& m_settings;
    Notifications& m_notifications;
    std::function<bool()> m_inSight;
    QHash<QString, api::RunInfo> m_live;
    QHash<QString, bool> m_told; // by key of the notice: whether the run is kept
};

} // namespace leadglass::app
