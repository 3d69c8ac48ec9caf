// Trust: a peer on the session bus says what was pressed; it is believed only if it owns the name of the notification
// server at that moment.
// Privilege: the person's session bus.
// Input: signals of org.freedesktop.Notifications, and replies.
// Fails: with no server nothing is shown, and `availableChanged(false)` says so; nothing waits for a reply.
//
// Notices of the desktop, each known by a key of ours. Source: Desktop Notifications Specification 1.2.
#pragma once

#include <QDBusConnection>
#include <QDBusMessage>
#include <QHash>
#include <QObject>
#include <QStringList>

#include <optional>

class QDBusPendingCallWatcher;

namespace leadglass::app {

struct Notice {
    QString summary;
    QString body;               // plain text
    QStringList actions;        // id, label, id, label ...; left out where the server shows none
    bool critical = false;
    bool operator==(const Notice&) const = default;
};

class Notifications : public QObject {
    Q_OBJECT
public:
    explicit Notifications(const QDBusConnection& bus, QObject* parent = nullptr);

    // Shows it, or changes the one of that key where it stands. The same notice again does nothing.
    void show(const QString& key, const Notice& notice);
    // As show(), but it comes up once more.
    void remind(const QString& key);
    void close(const QString& key);
    [[nodiscard]] bool isShown(const QString& key) const { return m_notices.contains(key); }
    // Whether the last request reached a server.
    [[nodiscard]] bool available() const { return m_available; }

signals:
    // `action`: an id of the notice, or "default". `token`: for the activation of a window; may be empty.
    void invoked(const QString& key, const QString& action, const QString& token);
    // The person put it away, or it ran out.
    void dismissed(const QString& key);
    void availableChanged(bool available);

private slots:
    void actionInvoked(uint id, const QString& action, const QDBusMessage& message);
    void activationToken(uint id, const QString& token, const QDBusMessage& message);
    void notificationClosed(uint id, uint reason, const QDBusMessage& message);

private:
    struct Entry {
        Notice wanted;
        std::optional<Notice> sent;
        uint id = 0; // of the server; 0: none yet
        bool busy = false;
        bool closing = false;
        QString token;
    };
    void ownerChanged(const QString& owner);
    void askCapabilities();
    void flush(const QString& key);
    void answered(const QString& key, QDBusPendingCallWatcher& call);
    void setAvailable(bool available);
    [[nodiscard]] QString keyOf(uint id, const QDBusMessage& message) const;
    QDBusPendingCallWatcher* call(const QString& method, const QVariantList& arguments);

    QDBusConnection m_bus;
    QString m_owner;
    std::optional<QStringList> m_capabilities;
    bool m_asks = false;
    bool m_available = false;
    QHash<QString, Entry> m_notices;
};

} // namespace leadglass::app
