#include "helper/launch/netlink.h"

#include <arpa/inet.h>
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

namespace leadglass::launch {

void NetlinkBatch::put(const void* data, std::size_t size) {
    const std::size_t padded = NLMSG_ALIGN(size);
    if (m_full || padded > kMax - m_size) {
        m_full = true;
        return;
    }
    if (size > 0) {
        memcpy(m_bytes + m_size, data, size);
    }
    m_size += padded;
}

void NetlinkBatch::begin(std::uint16_t type, std::uint16_t flags, const void* header,
                         std::size_t size) {
    m_message = m_size;
    struct nlmsghdr head {};
    head.nlmsg_type = type;
    head.nlmsg_flags = static_cast<std::uint16_t>(NLM_F_REQUEST | flags);
    head.nlmsg_seq = m_sequence++;
    m_acks += (flags & NLM_F_ACK) != 0 ? 1 : 0;
    put(&head, sizeof head);
    put(header, size);
}

void NetlinkBatch::end() {
    const auto size = static_cast<std::uint32_t>(m_size - m_message);
    memcpy(m_bytes + m_message, &size, sizeof size); // nlmsg_len is the first field
}

void NetlinkBatch::attribute(std::uint16_t type, const void* data, std::size_t size) {
    struct nlattr head {};
    head.nla_type = type;
    head.nla_len = static_cast<std::uint16_t>(sizeof head + size);
    put(&head, sizeof head);
    put(data, size);
}

void NetlinkBatch::text(std::uint16_t type, const char* value) {
    attribute(type, value, strlen(value) + 1);
}

void NetlinkBatch::big32(std::uint16_t type, std::uint32_t value) {
    const std::uint32_t wire = htonl(value);
    attribute(type, &wire, sizeof wire);
}

std::size_t NetlinkBatch::nest(std::uint16_t type) {
    const std::size_t at = m_size;
    attribute(static_cast<std::uint16_t>(type | NLA_F_NESTED), nullptr, 0);
    return at;
}

void NetlinkBatch::endNest(std::size_t at) {
    const auto size = static_cast<std::uint16_t>(m_size - at);
    memcpy(m_bytes + at, &size, sizeof size); // nla_len is the first field
}

int NetlinkBatch::exchange(int protocol) {
    if (m_full) {
        return EMSGSIZE;
    }
    const int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, protocol);
    if (fd < 0) {
        return errno;
    }
    struct sockaddr_nl kernel {};
    kernel.nl_family = AF_NETLINK;
    if (sendto(fd, m_bytes, m_size, 0, reinterpret_cast<struct sockaddr*>(&kernel),
               sizeof kernel) != static_cast<ssize_t>(m_size)) {
        const int saved = errno;
        close(fd);
        return saved;
    }
    int result = 0;
    alignas(NLMSG_ALIGNTO) std::uint8_t answer[8192];
    while (m_acks > 0 && result == 0) {
        const ssize_t size = recv(fd, answer, sizeof answer, 0);
        if (size <= 0) {
            result = size < 0 && errno == EINTR ? 0 : EPROTO;
            continue;
        }
        std::size_t left = static_cast<std::size_t>(size);
        const std::uint8_t* at = answer;
        while (left >= sizeof(struct nlmsghdr)) {
            struct nlmsghdr head {};
            memcpy(&head, at, sizeof head);
            if (head.nlmsg_len < sizeof head || head.nlmsg_len > left) {
                break;
            }
            struct nlmsgerr error {};
            if (head.nlmsg_type == NLMSG_ERROR &&
                head.nlmsg_len >= sizeof head + sizeof error.error) {
                memcpy(&error.error, at + sizeof head, sizeof error.error);
                if (error.error != 0) {
                    result = -error.error;
                    break;
                }
                --m_acks;
            }
            const std::size_t step = NLMSG_ALIGN(head.nlmsg_len);
            at += step < left ? step : left;
            left -= step < left ? step : left;
        }
    }
    close(fd);
    return result;
}

} // namespace leadglass::launch
