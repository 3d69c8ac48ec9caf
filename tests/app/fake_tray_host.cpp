// What a panel that shows tray icons does on the bus: takes them in, and prints the tool tip of the last one, a line for
// each change. A program of its own, since Qt waits for the replies. Ends when it is killed.
#include <QCoreApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusReply>

#include <cstdio>

class FakeTrayHost : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.kde.StatusNotifierWatcher")
    Q_PROPERTY(bool IsStatusNotifierHostRegistered READ is SCRIPTABLE true)
    Q_PROPERTY(int ProtocolVersion READ version SCRIPTABLE true)
public:
    [[nodiscard]] bool is() const { return true; }
    [[nodiscard]] int version() const { return 0; }

public slots:
    Q_SCRIPTABLE void RegisterStatusNotifierItem(const QString& item) {
        m_item = item;
        emit StatusNotifierItemRegistered(item);
        look();
    }
    void look() {
        auto get = QDBusMessage::createMethodCall(m_item, "/StatusNotifierItem", "org.freedesktop.DBus.Properties", "Get");
        get << QStringLiteral("org.kde.StatusNotifierItem") << QStringLiteral("ToolTip");
        const QDBusReply<QDBusVariant> reply = QDBusConnection::sessionBus().call(get);
        if (!reply.isValid()) {
            return;
        }
        const auto argument = reply.value().variant().value<QDBusArgument>(); // (s icon, a(iiay) pictures, s title, s text)
        QString name, title;
        argument.beginStructure();
        argument >> name;
        argument.beginArray();
        while (!argument.atEnd()) {
            int width = 0, height = 0;
            QByteArray pixels;
            argument.beginStructure();
            argument >> width >> height >> pixels;
            argument.endStructure();
        }
        argument.endArray();
        argument >> title;
        argument.endStructure();
        std::printf("%s\n", qUtf8Printable(title));
        std::fflush(stdout);
    }

signals:
    Q_SCRIPTABLE void StatusNotifierItemRegistered(const QString& item);

private:
    QString m_item;
};

int main(int argc, char** argv) {
    QCoreApplication app(argc, argv);
    FakeTrayHost host;
    auto bus = QDBusConnection::sessionBus();
    bus.registerObject("/StatusNotifierWatcher", &host, QDBusConnection::ExportScriptableContents);
    bus.connect({}, "/StatusNotifierItem", "org.kde.StatusNotifierItem", "NewToolTip", &host, SLOT(look()));
    if (!bus.registerService("org.kde.StatusNotifierWatcher")) {
        return 1;
    }
    return QCoreApplication::exec();
}
#include "fake_tray_host.moc"
