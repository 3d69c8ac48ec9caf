// One nf_tables batch as launch would send it, in the smallest form: table, NAT chain, redirect.
#include <arpa/inet.h>  // before the kernel headers, which then leave out what it defines

#include <linux/netfilter.h>
#include <linux/netfilter/nf_tables.h>
#include <linux/netfilter/nfnetlink.h>
#include <linux/netlink.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>

#include "core/base/unique_fd.h"
#include "core/sandbox/probe_namespace.h"

namespace leadglass::sandbox {
namespace {

// Writes netlink messages into a fixed buffer; nested attributes are closed by end().
class Batch {
public:
    void message(std::uint16_t type, std::uint16_t flags, std::uint8_t family,
                 std::uint16_t resource) {
        finish();
        m_message = m_size;
        const nlmsghdr header{0, type, static_cast<std::uint16_t>(NLM_F_REQUEST | flags),
                              ++m_sequence, 0};
        const nfgenmsg generic{family, NFNETLINK_V0, htons(resource)};
        append(&header, sizeof header);
        append(&generic, sizeof generic);
    }
    void attribute(std::uint16_t type, const void* data, std::size_t size) {
        const nlattr header{static_cast<std::uint16_t>(NLA_HDRLEN + size), type};
        append(&header, sizeof header);
        append(data, size);
    }
    void text(std::uint16_t type, const char* value) {
        attribute(type, value, std::strlen(value) + 1);
    }
    void number(std::uint16_t type, std::uint32_t value) {
        const std::uint32_t big = htonl(value);
        attribute(type, &big, sizeof big);
    }
    std::size_t begin(std::uint16_t type) {
        const std::size_t at = m_size;
        const nlattr header{0, static_cast<std::uint16_t>(type | NLA_F_NESTED)};
        append(&header, sizeof header);
        return at;
    }
    void end(std::size_t at) {
        const auto size = static_cast<std::uint16_t>(m_size - at);
        std::memcpy(m_bytes.data() + at, &size, sizeof size);
    }
    void finish() {
        if (m_size > m_message) {
            const auto size = static_cast<std::uint32_t>(m_size - m_message);
            std::memcpy(m_bytes.data() + m_message, &size, sizeof size);
        }
    }
    [[nodiscard]] const void* data() const { return m_bytes.data(); }
    [[nodiscard]] std::size_t size() const { return m_size; }

private:
    void append(const void* data, std::size_t size) {
        std::memcpy(m_bytes.data() + m_size, data, size);
        m_size += NLMSG_ALIGN(size);
    }
    std::array<std::uint8_t, 1024> m_bytes{};  // the batch below needs about 300
    std::size_t m_size = 0;
    std::size_t m_message = 0;
    std::uint32_t m_sequence = 0;
};

constexpr std::uint16_t message(int type) {
    return static_cast<std::uint16_t>(NFNL_SUBSYS_NFTABLES << 8 | type);
}

constexpr int kAcknowledged = 3;

Batch redirectBatch() {
    constexpr const char* kTable = "leadglass_probe";
    constexpr const char* kChain = "out";
    constexpr std::uint16_t kCreate = NLM_F_CREATE | NLM_F_ACK;
    Batch batch;
    batch.message(NFNL_MSG_BATCH_BEGIN, 0, AF_UNSPEC, NFNL_SUBSYS_NFTABLES);
    batch.message(message(NFT_MSG_NEWTABLE), kCreate, NFPROTO_INET, 0);
    batch.text(NFTA_TABLE_NAME, kTable);
    batch.message(message(NFT_MSG_NEWCHAIN), kCreate, NFPROTO_INET, 0);
    batch.text(NFTA_CHAIN_TABLE, kTable);
    batch.text(NFTA_CHAIN_NAME, kChain);
    const std::size_t hook = batch.begin(NFTA_CHAIN_HOOK);
    batch.number(NFTA_HOOK_HOOKNUM, NF_INET_LOCAL_OUT);
    batch.number(NFTA_HOOK_PRIORITY, static_cast<std::uint32_t>(-100));
    batch.end(hook);
    batch.text(NFTA_CHAIN_TYPE, "nat");
    batch.message(message(NFT_MSG_NEWRULE), kCreate | NLM_F_APPEND, NFPROTO_INET, 0);
    batch.text(NFTA_RULE_TABLE, kTable);
    batch.text(NFTA_RULE_CHAIN, kChain);
    const std::size_t list = batch.begin(NFTA_RULE_EXPRESSIONS);
    const std::size_t element = batch.begin(NFTA_LIST_ELEM);
    batch.text(NFTA_EXPR_NAME, "redir");
    batch.end(batch.begin(NFTA_EXPR_DATA));
    batch.end(element);
    batch.end(list);
    batch.message(NFNL_MSG_BATCH_END, 0, AF_UNSPEC, NFNL_SUBSYS_NFTABLES);
    batch.finish();
    return batch;
}

}  // namespace

int probeNft(const void*) {
    const UniqueFd fd(::socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_NETFILTER));
    if (!fd) {
        return errno;
    }
    const timeval patience{2, 0};
    ::setsockopt(fd.get(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    const Batch batch = redirectBatch();
    if (::send(fd.get(), batch.data(), batch.size(), 0) < 0) {
        return errno;
    }
    alignas(nlmsghdr) std::array<char, 4096> reply{};
    for (int acknowledged = 0; acknowledged < kAcknowledged;) {
        const ssize_t size = ::recv(fd.get(), reply.data(), reply.size(), 0);
        if (size < 0) {
            return errno;
        }
        auto left = static_cast<unsigned>(size);
        for (auto* h = reinterpret_cast<nlmsghdr*>(reply.data()); NLMSG_OK(h, left);
             h = NLMSG_NEXT(h, left)) {
            if (h->nlmsg_type != NLMSG_ERROR) {
                continue;
            }
            const int error = static_cast<const nlmsgerr*>(NLMSG_DATA(h))->error;
            if (error != 0) {
                return -error;
            }
            ++acknowledged;
        }
    }
    return 0;
}

}  // namespace leadglass::sandbox
