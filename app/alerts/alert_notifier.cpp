#include "app/alerts/alert_notifier.h"

namespace leadglass::app {
namespace {

const QString kKey = QStringLiteral("alerts");

} // namespace

AlertNotifier::AlertNotifier(AlertFeed& feed, Settings& settings, Notifications& notifications, std::function<bool()> inSight, QObject* parent)
    : QObject(parent), m_feed(feed), m_settings(settings), m_notifications(notifications), m_inSight(std::move(inSight)) {
    connect(&feed, &AlertFeed::raised, this, [this] { tell(true); });
    connect(&feed, &AlertFeed::changed, this, [this] {
        if (m_feed.alerts().empty()) {
            m_notifications.close(kKey);
        }
    });
    connect(&notifications, &Notifications::invoked, this, [this](const QString& key, const QString&, const QString& token) {
        if (key == kKey) {
            m_notifications.close(key);
            emit wanted(token);
        }
    });
}

void AlertNotifier::setLocked(bool locked) {
    m_locked = locked;
    tell(false);
}

void AlertNotifier::tell(bool isNew) {
    const bool is = m_notifications.isShown(kKey);
    if (m_feed.alerts().empty() || (isNew ? m_inSight() && !m_locked : !is)) {
        return;
    }
    const Alert& newest = m_feed.alerts().front();
    Notice notice;
    notice.summary = newest.blocked ? tr("Something that must not leave was stopped") : tr("Something that must not leave was seen");
    notice.body = words::alert(newest, m_settings.choices().nameHosts && !m_locked);
    if (m_feed.count() > 1) {
        notice.body += QLatin1Char('\n') + tr("and %n more", "alerts", m_feed.count() - 1);
    }
    notice.actions = QStringList{QStringLiteral("default"), tr("Show")};
    notice.critical = true;
    m_notifications.show(kKey, notice);
    if (isNew && is) {
        m_notifications.remind(kKey);
    }
}

} // namespace leadglass::app
