// Trust: the session bus and the services on it are the person's own programs.
// Privilege: asks from a child process, which reads nothing else and is killed after three seconds.
// Input: the address in DBUS_SESSION_BUS_ADDRESS, and yes or no.
// Fails: a bus that does not answer is said to be one; nothing of a run depends on it.
//
// Are there notifications and a tray on this desktop? Both are optional: questions are answered on a terminal, too.
#pragma once

#include <vector>

#include "core/api/doctor_service.h"

namespace leadglass::session {

// "notifications" (org.freedesktop.Notifications) and "tray" (org.kde.StatusNotifierWatcher). Call from the main
// thread of a process with one thread.
std::vector<api::DoctorCheck> desktopChecks();

} // namespace leadglass::session
