#include "app/desktop/notifications.h"

#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusServiceWatcher>

namespace leadglass::app {
namespace {

const QString kService = QStringLiteral("org.freedesktop.Notifications");
const QString kPath = QStringLiteral("/org/freedesktop/Notifications");
constexpr int kPatience = 10'000;   // milliseconds until a call is given up; the server may have to be started
constexpr int kServerDecides = -1;  // how long it is shown
constexpr uchar kNormal = 1, kCritical = 2;

} // namespace

Notifications::Notifications(const QDBusConnection& bus, QObject* parent) : QObject(parent), m_bus(bus) {
    if (!m_bus.isConnected()) {
        return;
    }
    auto* watcher = new QDBusServiceWatcher(kService, m_bus, QDBusServiceWatcher::WatchForOwnerChange, this);
    connect(watcher, &QDBusServiceWatcher::serviceOwnerChanged, this,
            [this](const QString&, const QString&, const QString& owner) { ownerChanged(owner); });
    // From anybody: who sent it is compared with the owner of the name, below.
    const auto on = [this](const char* name, const char* slot) { m_bus.connect(QString(), kPath, kService, QLatin1String(name), this, slot); };
    on("ActionInvoked", SLOT(actionInvoked(uint, QString, QDBusMessage)));
    on("ActivationToken", SLOT(activationToken(uint, QString, QDBusMessage)));
    on("NotificationClosed", SLOT(notificationClosed(uint, uint, QDBusMessage)));
    auto ask = QDBusMessage::createMethodCall("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetNameOwner");
    ask << kService;
    auto* owner = new QDBusPendingCallWatcher(m_bus.asyncCall(ask, kPatience), this);
    connect(owner, &QDBusPendingCallWatcher::finished, this, [this](QDBusPendingCallWatcher* done) {
        const QDBusPendingReply<QString> reply = *done;
        if (reply.isValid() && m_owner.isEmpty()) {
            ownerChanged(reply.value());
        }
        done->deleteLater();
    });
}

QDBusPendingCallWatcher* Notifications::call(const QString& method, const QVariantList& arguments) {
    auto message = QDBusMessage::createMethodCall(kService, kPath, kService, method);
    message.setArguments(arguments);
    return new QDBusPendingCallWatcher(m_bus.asyncCall(message, kPatience), this);
}

void Notifications::ownerChanged(const QString& owner) {
    if (owner == m_owner) {
        return;
    }
    m_owner = owner;
    m_capabilities.reset();
    for (auto& entry : m_notices) { // another server knows nothing of them
        entry.id = 0;
        entry.sent.reset();
    }
    setAvailable(!owner.isEmpty());
    const QStringList keys = m_notices.keys();
    for (const auto& key : keys) {
        flush(key);
    }
}

void Notifications::setAvailable(bool available) {
    if (m_available != available) {
        m_available = available;
        emit availableChanged(available);
    }
}

void Notifications::askCapabilities() {
    if (m_asks) {
        return;
    }
    m_asks = true;
    connect(call(QStringLiteral("GetCapabilities"), {}), &QDBusPendingCallWatcher::finished, this, [this](QDBusPendingCallWatcher* done) {
        m_asks = false;
        done->deleteLater();
        const QDBusPendingReply<QStringList> reply = *done;
        setAvailable(reply.isValid());
        if (!reply.isValid()) {
            return; // asked again when a server comes up, or with the next notice
        }
        m_capabilities = reply.value();
        const QStringList keys = m_notices.keys();
        for (const auto& key : keys) {
            flush(key);
        }
    });
}

void Notifications::show(const QString& key, const Notice& notice) {
    auto& entry = m_notices[key];
    entry.wanted = notice;
    entry.closing = false;
    flush(key);
}

void Notifications::remind(const QString& key) {
    const auto at = m_notices.find(key);
    if (at == m_notices.end() || at->busy) {
        return;
    }
    if (at->id != 0) {
        call(QStringLiteral("CloseNotification"), {at->id})->deleteLater();
    }
    at->id = 0;
    at->sent.reset();
    flush(key);
}

void Notifications::close(const QString& key) {
    const auto at = m_notices.find(key);
    if (at == m_notices.end()) {
        return;
    }
    at->closing = true;
    flush(key);
}

void Notifications::flush(const QString& key) {
    const auto at = m_notices.find(key);
    if (at == m_notices.end() || at->busy) {
        return; // goes on when the reply is here
    }
    if (at->closing) {
        if (at->id != 0) {
            call(QStringLiteral("CloseNotification"), {at->id})->deleteLater();
        }
        m_notices.erase(at);
        return;
    }
    if (at->sent == at->wanted || !m_bus.isConnected()) {
        return;
    }
    if (!m_capabilities) {
        askCapabilities();
        return;
    }
    const Notice notice = at->wanted;
    const bool markup = m_capabilities->contains(QStringLiteral("body-markup"));
    const QVariantMap hints{{QStringLiteral("urgency"), QVariant::fromValue(notice.critical ? kCritical : kNormal)},
                            {QStringLiteral("desktop-entry"), QStringLiteral("org.leadglass.App")}};
    at->busy = true;
    at->sent = notice;
    auto* sent = call(QStringLiteral("Notify"),
                      {QStringLiteral("Leadglass"), at->id, QStringLiteral("org.leadglass.App"), notice.summary,
                       markup ? notice.body.toHtmlEscaped() : notice.body,
                       m_capabilities->contains(QStringLiteral("actions")) ? notice.actions : QStringList(), hints, kServerDecides});
    connect(sent, &QDBusPendingCallWatcher::finished, this, [this, key](QDBusPendingCallWatcher* done) {
        answered(key, *done);
        done->deleteLater();
    });
}

void Notifications::answered(const QString& key, QDBusPendingCallWatcher& call) {
    const QDBusPendingReply<uint> reply = call;
    setAvailable(reply.isValid());
    const auto at = m_notices.find(key);
    if (at == m_notices.end()) {
        return;
    }
    at->busy = false;
    if (reply.isValid()) {
        at->id = reply.value();
        flush(key); // what was asked for meanwhile
    } else {
        at->sent.reset();
        if (at->closing) {
            m_notices.erase(at);
        }
    }
}

QString Notifications::keyOf(uint id, const QDBusMessage& message) const {
    if (id == 0 || m_owner.isEmpty() || message.service() != m_owner) {
        return {};
    }
    for (auto at = m_notices.begin(); at != m_notices.end(); ++at) {
        if (at->id == id) {
            return at.key();
        }
    }
    return {};
}

void Notifications::activationToken(uint id, const QString& token, const QDBusMessage& message) {
    if (const QString key = keyOf(id, message); !key.isEmpty()) {
        m_notices[key].token = token.left(256);
    }
}

void Notifications::actionInvoked(uint id, const QString& action, const QDBusMessage& message) {
    if (const QString key = keyOf(id, message); !key.isEmpty()) {
        emit invoked(key, action, m_notices[key].token);
    }
}

void Notifications::notificationClosed(uint id, uint, const QDBusMessage& message) {
    const QString key = keyOf(id, message);
    if (key.isEmpty()) {
        return;
    }
    const auto at = m_notices.find(key);
    if (at->busy) { // it is being replaced: the reply brings a new id
        at->id = 0;
        return;
    }
    m_notices.erase(at);
    emit dismissed(key);
}

} // namespace leadglass::app
