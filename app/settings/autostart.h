// Trust: the file may be anybody's: another version of ours, the distribution's, the person's.
// Privilege: writes one file in the person's autostart directory.
// Input: a desktop entry of at most 64 KiB.
// Fails: what we did not write is left as it is, and said; nothing is half written.
//
// Whether the desktop starts the app at login. Source: Desktop Application Autostart Specification 0.5, Desktop Entry
// Specification 1.5 ("The Exec key").
#pragma once

#include <QString>

#include "core/base/result.h"

namespace leadglass::app {

class Autostart {
public:
    enum class State { Off, On, Foreign }; // Foreign: a file of that name that we did not write

    // `folder`: $XDG_CONFIG_HOME/autostart; `program`: what is to be started, absolute.
    Autostart(QString folder, QString program);

    [[nodiscard]] State state() const;
    // Refused where the file is foreign; Invalid: a program whose path no desktop entry can name.
    Status set(bool on) const;
    [[nodiscard]] QString file() const;

private:
    QString m_folder;
    QString m_program;
};

} // namespace leadglass::app
