// The part of sys.h that speaks over SOCK_SEQPACKET sockets.
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>

#include "core/base/secret_bytes.h"
#include "core/base/sys.h"

namespace leadglass::sys {
namespace {

struct ReceiveRoom {
    // Messages are small: of this, only what one fills is ever touched.
    std::unique_ptr<std::uint8_t[]> bytes = std::make_unique_for_overwrite<std::uint8_t[]>(kMaxMessage);
    std::size_t filled = 0; // the most since it was last overwritten
};

ReceiveRoom& receiveRoom() {
    thread_local ReceiveRoom room;
    return room;
}

} // namespace

Result<SocketPair> seqpacketPair() {
    std::array<int, 2> fds{};
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fds.data()) != 0) {
        return ioError("cannot create a socket pair", errno);
    }
    return SocketPair{UniqueFd(fds[0]), UniqueFd(fds[1])};
}

Status sendMessage(int fd, std::span<const std::uint8_t> bytes, std::span<const int> fds) {
    if (fds.size() > kMaxFds || bytes.empty() || bytes.size() > kMaxMessage) {
        return makeError(Code::Invalid, "message does not fit the protocol");
    }
    iovec part{const_cast<std::uint8_t*>(bytes.data()), bytes.size()};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int) * kMaxFds)> control{};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    if (!fds.empty()) {
        message.msg_control = control.data();
        message.msg_controllen = CMSG_SPACE(sizeof(int) * fds.size());
        cmsghdr* head = CMSG_FIRSTHDR(&message);
        head->cmsg_level = SOL_SOCKET;
        head->cmsg_type = SCM_RIGHTS;
        head->cmsg_len = CMSG_LEN(sizeof(int) * fds.size());
        std::memcpy(CMSG_DATA(head), fds.data(), sizeof(int) * fds.size());
    }
    for (;;) {
        if (::sendmsg(fd, &message, MSG_NOSIGNAL) >= 0) {
            return {};
        }
        if (errno == EINTR) {
            continue;
        }
        if (errno == EAGAIN) {
            return makeError(Code::Busy, "the peer does not read its messages");
        }
        if (errno == EPIPE || errno == ECONNRESET) {
            return makeError(Code::Closed, "the peer closed the connection");
        }
        return ioError("cannot send a message", errno);
    }
}

Result<Message> receiveMessage(int fd) {
    Message out;
    ReceiveRoom& room = receiveRoom();
    iovec part{room.bytes.get(), kMaxMessage};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int) * kMaxFds)> control{};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    ssize_t size = 0;
    bool reset = false;
    for (;;) {
        size = ::recvmsg(fd, &message, MSG_CMSG_CLOEXEC);
        if (size >= 0 || (errno != EINTR && (errno != ECONNRESET || reset))) {
            break;
        }
        // Told once where the peer ended with a message of ours unread; what it sent before comes after that.
        reset = reset || errno == ECONNRESET;
    }
    if (size < 0) {
        if (errno == EAGAIN) {
            return makeError(Code::Busy, "no message yet");
        }
        if (errno == ECONNRESET) {
            return makeError(Code::Closed, "the peer closed the connection");
        }
        return ioError("cannot receive a message", errno);
    }
    for (cmsghdr* head = CMSG_FIRSTHDR(&message); head != nullptr;
         head = CMSG_NXTHDR(&message, head)) {
        if (head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS) {
            const std::size_t count = (head->cmsg_len - CMSG_LEN(0)) / sizeof(int);
            for (std::size_t i = 0; i < count; ++i) {
                int received = -1;
                std::memcpy(&received, CMSG_DATA(head) + i * sizeof(int), sizeof(int));
                out.fds.emplace_back(received);
            }
        }
    }
    if (size == 0) {
        return makeError(Code::Closed, "the peer closed the connection");
    }
    if ((message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) != 0) {
        return makeError(Code::Invalid, "a message is longer than the protocol allows");
    }
    room.filled = std::max(room.filled, static_cast<std::size_t>(size));
    out.bytes.assign(room.bytes.get(), room.bytes.get() + size);
    return out;
}

void forgetReceived() {
    ReceiveRoom& room = receiveRoom();
    wipe(room.bytes.get(), room.filled);
    room.filled = 0;
}

} // namespace leadglass::sys
