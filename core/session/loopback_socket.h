// Sockets of this machine's loopback, for ports of a run.
#pragma once

#include <sys/socket.h>

#include <cstdint>
#include <string>

#include "core/base/result.h"
#include "core/base/unique_fd.h"

namespace leadglass::session {

// 127.0.0.1 or [::1], for bind(2) and connect(2).
socklen_t loopbackAddress(bool v6, std::uint16_t port, sockaddr_storage& out);
// Listens; non-blocking, close-on-exec. Not valid: this machine has no such family. Conflict: the port is taken, or not ours to
// take; `asked` says in the error what it was for: "--publish 8080".
Result<UniqueFd> listenOn(bool v6, std::uint16_t port, const std::string& asked);
// Its peer is to see at once that there is nothing.
void closeWithReset(const UniqueFd& fd);

} // namespace leadglass::session
