// One app for a person: a second start asks the first to come up, and ends.
//
// A lock in the runtime directory says who is first, also without a bus; the name org.leadglass.App carries the request
// (org.freedesktop.Application, Desktop Entry Specification 1.5, "D-Bus Activation").
#pragma once

#include <QDBusConnection>
#include <QObject>
#include <QVariantMap>

#include <string>

#include "core/base/result.h"
#include "core/base/unique_fd.h"

namespace leadglass::app {

class Instance : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Application")
public:
    // `runtime`: a directory of this person alone; made with mode 0700 where it is missing.
    Instance(const QDBusConnection& bus, std::string runtime, QObject* parent = nullptr);

    // True: this is the first. False: another one runs, and was asked to come up if there is a bus and `comesUp` (a start
    // without a window, as at login, asks for none).
    Result<bool> claim(bool comesUp);

public slots:
    Q_SCRIPTABLE void Activate(const QVariantMap& platform);
    Q_SCRIPTABLE void Open(const QStringList& uris, const QVariantMap& platform);
    Q_SCRIPTABLE void ActivateAction(const QString& name, const QVariantList& parameters, const QVariantMap& platform);

signals:
    // `token`: for the activation of a window; may be empty.
    void activated(const QString& token);

private:
    QDBusConnection m_bus;
    std::string m_runtime;
    UniqueFd m_lock;
};

} // namespace leadglass::app
