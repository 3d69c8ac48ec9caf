#include "core/session/inside_door.h"

#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/base/sys.h"

namespace leadglass::session {
namespace {

constexpr int kBacklog = 16;
constexpr int kAcceptBatch = 8;
constexpr mode_t kAnybody = 0666; // inside; outside nobody else comes as far as its directory

} // namespace

Result<std::unique_ptr<InsideDoor>> InsideDoor::open(EventLoop& loop, const std::string& directory, const std::string& name,
                                                     std::function<std::size_t()> peers, Came came) {
    std::unique_ptr<InsideDoor> made(new InsideDoor(loop, std::move(peers), std::move(came)));
    const auto dir = LG_TRY(sys::openNoLinks(directory, O_PATH | O_DIRECTORY));
    made->m_socket.reset(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    // Through the descriptor: sun_path holds 108 bytes, a runtime directory may be longer.
    const std::string path = "/proc/self/fd/" + std::to_string(dir.get()) + "/" + name;
    if (!made->m_socket || path.size() >= sizeof address.sun_path) {
        return ioError("cannot create the socket '" + name + "' of the run", made->m_socket ? ENAMETOOLONG : errno);
    }
    std::memcpy(static_cast<char*>(address.sun_path), path.c_str(), path.size() + 1);
    if (::bind(made->m_socket.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 ||
        ::chmod(path.c_str(), kAnybody) != 0 || ::listen(made->m_socket.get(), kBacklog) != 0) {
        return ioError("cannot listen on the socket '" + name + "' of the run", errno);
    }
    InsideDoor* self = made.get();
    LG_TRY(loop.add(made->m_socket.get(), EPOLLIN, [self](std::uint32_t) { self->accept(); }));
    return made;
}

InsideDoor::~InsideDoor() {
    if (m_socket) {
        m_loop.remove(m_socket.get());
    }
}

void InsideDoor::accept() {
    for (int i = 0; i < kAcceptBatch; ++i) {
        UniqueFd peer(::accept4(m_socket.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (!peer) {
            return;
        }
        ucred who{};
        socklen_t size = sizeof who;
        const bool told = ::getsockopt(peer.get(), SOL_SOCKET, SO_PEERCRED, &who, &size) == 0 && who.pid > 0;
        if (told && m_peers() < kMaxPeers) {
            m_came(std::move(peer), who.pid);
        }
    }
}

} // namespace leadglass::session
