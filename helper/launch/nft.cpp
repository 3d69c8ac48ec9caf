#include "helper/launch/nft.h"

#include <arpa/inet.h>
#include <linux/netfilter.h>
#include <linux/netfilter/nf_nat.h>
#include <linux/netfilter/nf_tables.h>
#include <linux/netfilter/nfnetlink.h>
#include <netinet/in.h>

#include "helper/launch/netlink.h"

namespace leadglass::launch {
namespace {

constexpr const char kTable[] = "leadglass";
constexpr const char kChain[] = "out";
constexpr std::uint32_t kRegister = NFT_REG_1;
constexpr std::uint32_t kNatPriority = static_cast<std::uint32_t>(-100);
constexpr std::uint32_t kDestination4 = 16; // offset in the IPv4 header
constexpr std::uint32_t kDestination6 = 24;

void begin(NetlinkBatch& b, int type, std::uint16_t flags) {
    struct nfgenmsg head {};
    head.nfgen_family = NFPROTO_INET;
    b.begin(static_cast<std::uint16_t>((NFNL_SUBSYS_NFTABLES << 8) | type), flags, &head,
            sizeof head);
}

void batchMark(NetlinkBatch& b, std::uint16_t type) {
    struct nfgenmsg head {};
    head.res_id = htons(NFNL_SUBSYS_NFTABLES);
    b.begin(type, 0, &head, sizeof head);
    b.end();
}

// One expression: name and data; the caller fills the data between open and close.
struct Expression {
    Expression(NetlinkBatch& batch, const char* name) : b(batch) {
        element = b.nest(NFTA_LIST_ELEM);
        b.text(NFTA_EXPR_NAME, name);
        data = b.nest(NFTA_EXPR_DATA);
    }
    ~Expression() {
        b.endNest(data);
        b.endNest(element);
    }
    Expression(const Expression&) = delete;
    Expression& operator=(const Expression&) = delete;
    NetlinkBatch& b;
    std::size_t element;
    std::size_t data;
};

void loadMeta(NetlinkBatch& b, std::uint32_t key) {
    const Expression e(b, "meta");
    b.big32(NFTA_META_KEY, key);
    b.big32(NFTA_META_DREG, kRegister);
}

void compareEqual(NetlinkBatch& b, const void* value, std::size_t size) {
    const Expression e(b, "cmp");
    b.big32(NFTA_CMP_SREG, kRegister);
    b.big32(NFTA_CMP_OP, NFT_CMP_EQ);
    const std::size_t data = b.nest(NFTA_CMP_DATA);
    b.attribute(NFTA_DATA_VALUE, value, size);
    b.endNest(data);
}

void loadNetworkHeader(NetlinkBatch& b, std::uint32_t offset, std::size_t size) {
    const Expression e(b, "payload");
    b.big32(NFTA_PAYLOAD_DREG, kRegister);
    b.big32(NFTA_PAYLOAD_BASE, NFT_PAYLOAD_NETWORK_HEADER);
    b.big32(NFTA_PAYLOAD_OFFSET, offset);
    b.big32(NFTA_PAYLOAD_LEN, static_cast<std::uint32_t>(size));
}

void accept(NetlinkBatch& b) {
    const Expression e(b, "immediate");
    b.big32(NFTA_IMMEDIATE_DREG, NFT_REG_VERDICT);
    const std::size_t data = b.nest(NFTA_IMMEDIATE_DATA);
    const std::size_t verdict = b.nest(NFTA_DATA_VERDICT);
    b.big32(NFTA_VERDICT_CODE, NF_ACCEPT);
    b.endNest(verdict);
    b.endNest(data);
}

void redirect(NetlinkBatch& b, std::uint16_t port) {
    const std::uint16_t wire = htons(port);
    {
        const Expression e(b, "immediate");
        b.big32(NFTA_IMMEDIATE_DREG, kRegister);
        const std::size_t data = b.nest(NFTA_IMMEDIATE_DATA);
        b.attribute(NFTA_DATA_VALUE, &wire, sizeof wire);
        b.endNest(data);
    }
    const Expression e(b, "redir");
    b.big32(NFTA_REDIR_REG_PROTO_MIN, kRegister);
    b.big32(NFTA_REDIR_FLAGS, NF_NAT_RANGE_PROTO_SPECIFIED);
}

std::size_t beginRule(NetlinkBatch& b) {
    begin(b, NFT_MSG_NEWRULE, NLM_F_CREATE | NLM_F_APPEND | NLM_F_ACK);
    b.text(NFTA_RULE_TABLE, kTable);
    b.text(NFTA_RULE_CHAIN, kChain);
    return b.nest(NFTA_RULE_EXPRESSIONS);
}

void acceptDestination(NetlinkBatch& b, std::uint8_t family, std::uint32_t offset,
                       const void* value, std::size_t size) {
    const std::size_t expressions = beginRule(b);
    loadMeta(b, NFT_META_NFPROTO);
    compareEqual(b, &family, sizeof family);
    loadNetworkHeader(b, offset, size);
    compareEqual(b, value, size);
    accept(b);
    b.endNest(expressions);
    b.end();
}

void redirectTcp(NetlinkBatch& b, std::uint16_t port) {
    const std::size_t expressions = beginRule(b);
    loadMeta(b, NFT_META_L4PROTO);
    const std::uint8_t tcp = IPPROTO_TCP;
    compareEqual(b, &tcp, sizeof tcp);
    redirect(b, port);
    b.endNest(expressions);
    b.end();
}

void newTable(NetlinkBatch& b) {
    begin(b, NFT_MSG_NEWTABLE, NLM_F_CREATE | NLM_F_ACK);
    b.text(NFTA_TABLE_NAME, kTable);
    b.big32(NFTA_TABLE_FLAGS, 0);
    b.end();
}

void newChain(NetlinkBatch& b) {
    begin(b, NFT_MSG_NEWCHAIN, NLM_F_CREATE | NLM_F_ACK);
    b.text(NFTA_CHAIN_TABLE, kTable);
    b.text(NFTA_CHAIN_NAME, kChain);
    b.text(NFTA_CHAIN_TYPE, "nat");
    b.big32(NFTA_CHAIN_POLICY, NF_ACCEPT);
    const std::size_t hook = b.nest(NFTA_CHAIN_HOOK);
    b.big32(NFTA_HOOK_HOOKNUM, NF_INET_LOCAL_OUT);
    b.big32(NFTA_HOOK_PRIORITY, kNatPriority);
    b.endNest(hook);
    b.end();
}

} // namespace

int loadRedirect(std::uint16_t port) {
    constexpr std::uint8_t kLoopback4 = 127;
    constexpr std::uint8_t kLoopback6[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
    NetlinkBatch b;
    batchMark(b, NFNL_MSG_BATCH_BEGIN);
    newTable(b);
    newChain(b);
    acceptDestination(b, NFPROTO_IPV4, kDestination4, &kLoopback4, sizeof kLoopback4);
    acceptDestination(b, NFPROTO_IPV4, kDestination4, kOwnAddress4, sizeof kOwnAddress4);
    acceptDestination(b, NFPROTO_IPV6, kDestination6, kLoopback6, sizeof kLoopback6);
    acceptDestination(b, NFPROTO_IPV6, kDestination6, kOwnAddress6, sizeof kOwnAddress6);
    redirectTcp(b, port);
    batchMark(b, NFNL_MSG_BATCH_END);
    return b.exchange(NETLINK_NETFILTER);
}

} // namespace leadglass::launch
