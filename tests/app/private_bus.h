// A session bus of the test's own. Make it before the application object: Qt reads the address once.
#pragma once

#include <QDBusConnection>
#include <QProcess>
#include <QTest>

#include "tests/support/require.h"

namespace leadglass::app::real {

class PrivateBus {
public:
    PrivateBus() {
        m_daemon.start(QStringLiteral("dbus-daemon"), {"--session", "--nofork", "--print-address"});
        if (!m_daemon.waitForReadyRead(30'000)) {
            leadglass::test::missing("dbus", "dbus-daemon does not start");
        }
        m_address = QString::fromUtf8(m_daemon.readLine()).trimmed();
        qputenv("DBUS_SESSION_BUS_ADDRESS", m_address.toUtf8());
    }
    ~PrivateBus() {
        m_daemon.kill();
        m_daemon.waitForFinished();
    }
    [[nodiscard]] QDBusConnection connection(const QString& name) const { return QDBusConnection::connectToBus(m_address, name); }

private:
    QProcess m_daemon;
    QString m_address;
};

} // namespace leadglass::app::real
