// Trust: whoever connected to the control socket.
// Privilege: reads /proc of the peer.
// Input: a connected AF_UNIX socket.
// Fails: any doubt (pid gone, namespaces unreadable, no pidfd) is a refusal.
//
// A peer must be of our user, and in our user, pid and mount namespaces: what runs inside a box is
// in others. SO_PEERPIDFD (Linux 6.5) names the process that connected for certain; before that
// pidfd_open(2) on the SO_PEERCRED pid, with the start time read before and after. unix(7), namespaces(7).
#pragma once

#include <string>

#include "core/base/result.h"

namespace leadglass::session {

// Returns a name for display: "pid 123 leadglass". Refused says which check failed.
Result<std::string> checkPeer(int socket);

} // namespace leadglass::session
