// The environment of a program in a terminal tab.
#pragma once

#include <QStringList>

namespace leadglass::app {

// `from`: NAME=VALUE. Without what tells of another terminal (its window, its sessions, its size), and with what ours is.
QStringList terminalEnvironment(const QStringList& from);

} // namespace leadglass::app
