#include "app/desktop/instance.h"

#include <fcntl.h>
#include <sys/file.h>

#include <QDBusMessage>

#include "core/base/places.h"
#include "core/base/sys.h"

namespace leadglass::app {
namespace {

const QString kName = QStringLiteral("org.leadglass.App");
const QString kPath = QStringLiteral("/org/leadglass/App"); // the name, as the specification makes a path of it
const QString kInterface = QStringLiteral("org.freedesktop.Application");
constexpr int kPatience = 5000; // milliseconds: the first may be busy, and we have nothing else to do

QString tokenOf(const QVariantMap& platform) {
    const QString token = platform.value(QStringLiteral("activation-token")).toString();
    return (token.isEmpty() ? platform.value(QStringLiteral("desktop-startup-id")).toString() : token).left(256);
}

} // namespace

Instance::Instance(const QDBusConnection& bus, std::string runtime, QObject* parent)
    : QObject(parent), m_bus(bus), m_runtime(std::move(runtime)) {}

Result<bool> Instance::claim(bool comesUp) {
    const UniqueFd directory = LG_TRY(openOwnDirectory(m_runtime));
    m_lock.reset(::openat(directory.get(), "app.lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!m_lock) {
        return ioError("open '" + m_runtime + "/app.lock'", errno);
    }
    if (::flock(m_lock.get(), LOCK_EX | LOCK_NB) == 0) {
        if (m_bus.isConnected()) { // the name may belong to a session of the same person elsewhere: the lock decides
            m_bus.registerObject(kPath, this, QDBusConnection::ExportScriptableSlots);
            m_bus.registerService(kName);
        }
        return true;
    }
    if (errno != EWOULDBLOCK) {
        return ioError("lock '" + m_runtime + "/app.lock'", errno);
    }
    if (m_bus.isConnected() && comesUp) {
        QVariantMap platform;
        platform[QStringLiteral("activation-token")] = qEnvironmentVariable("XDG_ACTIVATION_TOKEN");
        platform[QStringLiteral("desktop-startup-id")] = qEnvironmentVariable("DESKTOP_STARTUP_ID");
        auto ask = QDBusMessage::createMethodCall(kName, kPath, kInterface, QStringLiteral("Activate"));
        ask.setAutoStartService(false);
        ask << platform;
        m_bus.call(ask, QDBus::Block, kPatience);
    }
    return false;
}

void Instance::Activate(const QVariantMap& platform) { emit activated(tokenOf(platform)); }

void Instance::Open(const QStringList&, const QVariantMap& platform) { emit activated(tokenOf(platform)); }

void Instance::ActivateAction(const QString&, const QVariantList&, const QVariantMap& platform) { emit activated(tokenOf(platform)); }

} // namespace leadglass::app
