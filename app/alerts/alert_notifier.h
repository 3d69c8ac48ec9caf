// Tells a person who is elsewhere that something that must not leave was seen: one notice for all, put away with them.
#pragma once

#include <QObject>

#include <functional>

#include "app/alerts/alert_feed.h"
#include "app/desktop/notifications.h"
#include "app/settings/settings.h"

namespace leadglass::app {

class AlertNotifier : public QObject {
    Q_OBJECT
public:
    // All borrowed. `inSight`: the person looks at the window with the bar now.
    AlertNotifier(AlertFeed& feed, Settings& settings, Notifications& notifications, std::function<bool()> inSight, QObject* parent = nullptr);

    void setLocked(bool locked); // others may read the screen: no names

signals:
    // The person wants to see them. `token`: see Notifications::invoked.
    void wanted(const QString& token);

private:
    void tell(bool isNew);

    AlertFeed& m_feed;
    Settings& m_settings;
    Notifications& m_notifications;
    std::function<bool()> m_inSight;
    bool m_locked = false;
};

} // namespace leadglass::app
