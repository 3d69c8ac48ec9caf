#include "app/desktop/color_scheme.h"

#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusServiceWatcher>

namespace leadglass::app {
namespace {

const QString kService = QStringLiteral("org.freedesktop.portal.Desktop");
const QString kPath = QStringLiteral("/org/freedesktop/portal/desktop");
const QString kInterface = QStringLiteral("org.freedesktop.portal.Settings");
const QString kSpace = QStringLiteral("org.freedesktop.appearance");
const QString kKey = QStringLiteral("color-scheme");
constexpr int kPatience = 10'000; // milliseconds; the portal may have to be started
constexpr uint kDark = 1;         // 0: no preference, 2: light

} // namespace

ColorScheme::ColorScheme(const QDBusConnection& bus, QObject* parent) : QObject(parent), m_bus(bus) {
    if (!m_bus.isConnected()) {
        return;
    }
    qRegisterMetaType<QDBusVariant>(); // else the slot is not found before the first call with one
    // From anybody: who sent it is compared with the owner of the name, below.
    m_bus.connect(QString(), kPath, kInterface, QStringLiteral("SettingChanged"), this,
                  SLOT(settingChanged(QString, QString, QDBusVariant, QDBusMessage)));
    auto* watcher = new QDBusServiceWatcher(kService, m_bus, QDBusServiceWatcher::WatchForOwnerChange, this);
    connect(watcher, &QDBusServiceWatcher::serviceOwnerChanged, this, [this](const QString&, const QString&, const QString& owner) {
        m_owner = owner;
        if (!owner.isEmpty()) {
            ask();
        }
    });
    ask();
}

void ColorScheme::ask() {
    auto read = QDBusMessage::createMethodCall(kService, kPath, kInterface, QStringLiteral("Read"));
    read << kSpace << kKey;
    auto* call = new QDBusPendingCallWatcher(m_bus.asyncCall(read, kPatience), this);
    connect(call, &QDBusPendingCallWatcher::finished, this, [this](QDBusPendingCallWatcher* done) {
        const QDBusPendingReply<QDBusVariant> reply = *done;
        if (reply.isValid()) {
            m_owner = reply.reply().service();
            take(reply.value().variant());
        }
        done->deleteLater();
    });
}

void ColorScheme::settingChanged(const QString& space, const QString& key, const QDBusVariant& value, const QDBusMessage& message) {
    if (!m_owner.isEmpty() && message.service() == m_owner && space == kSpace && key == kKey) {
        take(value.variant());
    }
}

void ColorScheme::take(const QVariant& value) {
    // `Read` wraps the value twice.
    const QVariant inner = value.canConvert<QDBusVariant>() ? value.value<QDBusVariant>().variant() : value;
    const bool isDark = inner.typeId() == QMetaType::UInt && inner.toUInt() == kDark;
    if (isDark != m_isDark) {
        m_isDark = isDark;
        emit changed(isDark);
    }
}

} // namespace leadglass::app
