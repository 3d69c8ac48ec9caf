// Trust: whoever owns the portal's name on the session bus; it can make the app dark, and nothing else.
// Privilege: the person's session bus.
// Input: one number.
// Fails: without an answer the colours are the desktop's own, as Qt has them.
//
// Light or dark, as the desktop says, for where Qt does not ask itself (before 6.5, or without a theme of the desktop).
// Source: XDG Desktop Portal, org.freedesktop.portal.Settings, key org.freedesktop.appearance color-scheme.
#pragma once

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusVariant>
#include <QObject>

namespace leadglass::app {

class ColorScheme : public QObject {
    Q_OBJECT
public:
    explicit ColorScheme(const QDBusConnection& bus, QObject* parent = nullptr);
    [[nodiscard]] bool isDark() const { return m_isDark; }

signals:
    void changed(bool isDark);

private slots:
    void settingChanged(const QString& space, const QString& key, const QDBusVariant& value, const QDBusMessage& message);

private:
    void ask();
    void take(const QVariant& value);

    QDBusConnection m_bus;
    QString m_owner; // of the portal's name
    bool m_isDark = false;
};

} // namespace leadglass::app
