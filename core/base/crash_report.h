// What is left when one of our programs crashes: one page with version, signal and addresses.
//
// No memory, no arguments, no environment; nothing is sent anywhere. Only async-signal-safe calls
// (signal-safety(7)) once the signal has come. The process then ends by the same signal.
#pragma once

#include <string>

#include "core/base/result.h"

namespace leadglass::crash {

// Reports go to DIRECTORY/crash-PROGRAM-PID.txt (0600); the directory is made on install.
Status install(const std::string& directory, const char* program, const char* version);

// Called first when a fatal signal comes, for example to put a terminal back. Must only make
// async-signal-safe calls. nullptr: nothing.
void setLastAct(void (*act)(void*), void* what);

} // namespace leadglass::crash
