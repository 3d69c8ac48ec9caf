#include "tests/support/echo_packet.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <cstring>

namespace leadglass::test {

std::string echoPacket(int socket) {
    std::array<char, 512> bytes{};
    alignas(cmsghdr) std::array<char, 256> control{};
    sockaddr_storage from{};
    iovec part{bytes.data(), bytes.size()};
    msghdr message{};
    message.msg_name = &from;
    message.msg_namelen = sizeof from;
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    const ssize_t size = recvmsg(socket, &message, MSG_DONTWAIT);
    if (size < 0) {
        return {};
    }
    part.iov_len = static_cast<std::size_t>(size);
    std::array<char, INET6_ADDRSTRLEN> text{};
    cmsghdr* head = CMSG_FIRSTHDR(&message);
    if (head != nullptr && head->cmsg_type == IP_PKTINFO && head->cmsg_level == IPPROTO_IP) {
        in_pktinfo info{};
        std::memcpy(&info, CMSG_DATA(head), sizeof info);
        inet_ntop(AF_INET, &info.ipi_addr, text.data(), text.size());
        info.ipi_spec_dst = info.ipi_addr;
        info.ipi_ifindex = 0;
        std::memcpy(CMSG_DATA(head), &info, sizeof info);
    } else if (head != nullptr && head->cmsg_type == IPV6_PKTINFO) {
        in6_pktinfo info{};
        std::memcpy(&info, CMSG_DATA(head), sizeof info);
        inet_ntop(AF_INET6, &info.ipi6_addr, text.data(), text.size());
        info.ipi6_ifindex = 0;
        std::memcpy(CMSG_DATA(head), &info, sizeof info);
    }
    (void)sendmsg(socket, &message, 0);
    return std::string(text.data()) + ":53";
}

} // namespace leadglass::test
