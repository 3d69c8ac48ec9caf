#include "core/audit/journal_anchor.h"

#include <sys/socket.h>
#include <sys/un.h>

#include <cerrno>

#include "core/base/escape.h"
#include "core/base/unique_fd.h"

namespace leadglass::audit {

Status sendJournalAnchor(const Anchor& anchor, const std::string& run,
                         const std::string& socketPath) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (socketPath.size() >= sizeof address.sun_path) {
        return makeError(Code::Invalid, "journal socket path is too long");
    }
    socketPath.copy(address.sun_path, socketPath.size());
    const UniqueFd fd(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!fd) {
        return ioError("cannot create a socket for the journal", errno);
    }
    // forScreen() leaves one line each, so no field can smuggle in another.
    const std::string count = std::to_string(anchor.count);
    const std::string head = forScreen(anchor.head, 128);
    const std::string history = forScreen(anchor.history, 64);
    const std::string message =
        "MESSAGE=Leadglass audit history " + history + ": " + count + " rows, head " + head +
        "\nPRIORITY=6\nSYSLOG_IDENTIFIER=leadglass\nLEADGLASS_AUDIT_COUNT=" + count +
        "\nLEADGLASS_AUDIT_HISTORY=" + history + "\nLEADGLASS_AUDIT_HEAD=" + head + "\nLEADGLASS_RUN=" + forScreen(run, 128) + "\n";
    const ssize_t sent = ::sendto(fd.get(), message.data(), message.size(), MSG_NOSIGNAL,
                                  reinterpret_cast<const sockaddr*>(&address), sizeof address);
    if (sent < 0 && (errno == ENOENT || errno == ECONNREFUSED)) {
        return makeError(Code::NotFound, "no system journal");
    }
    if (sent != static_cast<ssize_t>(message.size())) {
        return ioError("cannot write the audit anchor to the system journal", errno);
    }
    return {};
}

}  // namespace leadglass::audit
