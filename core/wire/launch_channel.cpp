#include "core/wire/launch_channel.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

namespace leadglass::wire {

int sendControl(int fd, const LaunchPacker& message, const int* fds, std::size_t count) {
    struct iovec bytes {
        const_cast<std::uint8_t*>(message.data()), message.size()
    };
    alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof(int) * kLaunchMessageFds)] = {};
    struct msghdr header {};
    header.msg_iov = &bytes;
    header.msg_iovlen = 1;
    if (count > kLaunchMessageFds) {
        return EMSGSIZE;
    }
    if (count > 0) {
        header.msg_control = control;
        header.msg_controllen = CMSG_SPACE(sizeof(int) * count);
        struct cmsghdr* rights = CMSG_FIRSTHDR(&header);
        rights->cmsg_level = SOL_SOCKET;
        rights->cmsg_type = SCM_RIGHTS;
        rights->cmsg_len = CMSG_LEN(sizeof(int) * count);
        memcpy(CMSG_DATA(rights), fds, sizeof(int) * count);
    }
    ssize_t sent = 0;
    do {
        sent = sendmsg(fd, &header, MSG_NOSIGNAL);
    } while (sent < 0 && errno == EINTR);
    return sent < 0 ? errno : 0;
}

void failControl(int fd, const char* step, int sysErrno, const char* detail) {
    LaunchPacker message(LaunchTag::Failed);
    message.text(step, strlen(step), kLaunchStepMax);
    message.u32(static_cast<std::uint32_t>(sysErrno));
    message.text(detail, strlen(detail), kLaunchTextMax);
    (void)sendControl(fd, message);
    _exit(kLaunchExitSetup);
}

namespace {

std::size_t takeRights(struct msghdr& header, int* fds) {
    std::size_t count = 0;
    for (struct cmsghdr* head = CMSG_FIRSTHDR(&header); head != nullptr; head = CMSG_NXTHDR(&header, head)) {
        if (head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_RIGHTS) {
            continue;
        }
        const std::size_t here = (head->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (std::size_t i = 0; i < here && count < kLaunchMessageFds; ++i) {
            memcpy(fds + count++, CMSG_DATA(head) + i * sizeof(int), sizeof(int));
        }
    }
    return count;
}

} // namespace

long receiveControl(int fd, std::uint8_t* buffer, int* fds, std::size_t* count) {
    alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof(int) * kLaunchMessageFds)];
    struct iovec bytes {
        buffer, kLaunchMessageMax
    };
    struct msghdr header {};
    header.msg_iov = &bytes;
    header.msg_iovlen = 1;
    if (fds != nullptr) {
        header.msg_control = control;
        header.msg_controllen = sizeof control;
    }
    ssize_t size = 0;
    do {
        size = recvmsg(fd, &header, MSG_CMSG_CLOEXEC);
    } while (size < 0 && errno == EINTR);
    if (size < 0) {
        return -errno;
    }
    if (fds != nullptr) {
        *count = takeRights(header, fds);
    }
    // Without room for control data the kernel drops descriptors and says so.
    return (header.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) != 0 ? -EPROTO : size;
}

} // namespace leadglass::wire
