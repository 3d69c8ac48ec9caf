// Trust: whoever owns the name of a screen saver on the session bus; it can hide questions, and answer none.
// Privilege: the person's session bus.
// Input: one flag from each.
// Fails: without an answer the screen is taken for unlocked, as on a desktop that tells nobody; then only the lock itself covers it.
//
// Whether the screen is locked, as the desktop says. Sources: Idle Inhibition Service specification
// (org.freedesktop.ScreenSaver: GetActive, ActiveChanged), and GNOME's and Cinnamon's of the same form.
#pragma once

#include <QDBusConnection>
#include <QObject>
#include <QSet>

namespace leadglass::app {

class ScreenLock : public QObject {
    Q_OBJECT
public:
    explicit ScreenLock(const QDBusConnection& bus, QObject* parent = nullptr);
    [[nodiscard]] bool isLocked() const { return !m_locked.isEmpty(); }

signals:
    void changed(bool isLocked);

private slots:
    void freedesktop(bool active) { take(0, active); }
    void gnome(bool active) { take(1, active); }
    void cinnamon(bool active) { take(2, active); }

private:
    void ask(int which);
    void take(int which, bool active);

    QDBusConnection m_bus;
    QSet<int> m_locked; // those that say so
};

} // namespace leadglass::app
