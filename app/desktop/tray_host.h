// Whether something on this desktop shows StatusNotifierItems; it may come up long after us.
// Source: https://www.freedesktop.org/wiki/Specifications/StatusNotifierItem/StatusNotifierWatcher/
#pragma once

#include <QDBusConnection>
#include <QObject>

namespace leadglass::app {

class TrayHost : public QObject {
    Q_OBJECT
public:
    explicit TrayHost(const QDBusConnection& bus, QObject* parent = nullptr);
    [[nodiscard]] bool available() const { return m_available; }

signals:
    void availableChanged(bool available);

private slots:
    void ask();

private:
    void set(bool available);
    QDBusConnection m_bus;
    bool m_available = false;
};

} // namespace leadglass::app
