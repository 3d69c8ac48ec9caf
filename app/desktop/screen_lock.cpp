#include "app/desktop/screen_lock.h"

#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusServiceWatcher>

namespace leadglass::app {
namespace {

struct Saver {
    const char* service; // and interface
    const char* path;
    const char* slot;
};
const Saver kSavers[] = {{"org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver", SLOT(freedesktop(bool))},
                             {"org.gnome.ScreenSaver", "/org/gnome/ScreenSaver", SLOT(gnome(bool))},
                             {"org.cinnamon.ScreenSaver", "/org/cinnamon/ScreenSaver", SLOT(cinnamon(bool))}};

} // namespace

ScreenLock::ScreenLock(const QDBusConnection& bus, QObject* parent) : QObject(parent), m_bus(bus) {
    if (!m_bus.isConnected()) {
        return;
    }
    for (int which = 0; which < static_cast<int>(std::size(kSavers)); ++which) {
        const QString service = QLatin1String(kSavers[which].service);
        // Of the owner of the name alone: QtDBus compares each sender with it.
        m_bus.connect(service, QLatin1String(kSavers[which].path), service, QStringLiteral("ActiveChanged"), this, kSavers[which].slot);
        auto* watcher = new QDBusServiceWatcher(service, m_bus, QDBusServiceWatcher::WatchForOwnerChange, this);
        connect(watcher, &QDBusServiceWatcher::serviceOwnerChanged, this, [this, which](const QString&, const QString&, const QString& owner) {
            owner.isEmpty() ? take(which, false) : ask(which);
        });
        ask(which);
    }
}

void ScreenLock::ask(int which) {
    const QString service = QLatin1String(kSavers[which].service);
    auto message = QDBusMessage::createMethodCall(service, QLatin1String(kSavers[which].path), service, QStringLiteral("GetActive"));
    message.setAutoStartService(false); // where there is none, none is wanted
    auto* call = new QDBusPendingCallWatcher(m_bus.asyncCall(message), this);
    connect(call, &QDBusPendingCallWatcher::finished, this, [this, which](QDBusPendingCallWatcher* done) {
        const QDBusPendingReply<bool> reply = *done;
        if (reply.isValid()) {
            take(which, reply.value());
        }
        done->deleteLater();
    });
}

void ScreenLock::take(int which, bool active) {
    const bool before = isLocked();
    active ? static_cast<void>(m_locked.insert(which)) : static_cast<void>(m_locked.remove(which));
    if (isLocked() != before) {
        emit changed(isLocked());
    }
}

} // namespace leadglass::app
