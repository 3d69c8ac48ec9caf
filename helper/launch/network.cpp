#include "helper/launch/network.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_addr.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "helper/launch/netlink.h"
#include "helper/launch/nft.h"
#include "helper/launch/report.h"

namespace leadglass::launch {
namespace {

constexpr std::uint32_t kLoopbackIndex = 1; // lo is the first device of every network namespace

struct Family {
    std::uint8_t family;
    std::uint8_t bits;
    const std::uint8_t* address;
    std::size_t size;
};

void exchangeOrFail(NetlinkBatch& batch, const char* what) {
    batch.end();
    errno = batch.exchange(NETLINK_ROUTE);
    if (errno != 0) {
        fail("network", what);
    }
}

void loopbackUp() {
    struct ifinfomsg link {};
    link.ifi_index = static_cast<int>(kLoopbackIndex);
    link.ifi_flags = IFF_UP;
    link.ifi_change = IFF_UP;
    NetlinkBatch batch;
    batch.begin(RTM_NEWLINK, NLM_F_ACK, &link, sizeof link);
    exchangeOrFail(batch, "cannot bring loopback up");
}

void addAddress(const Family& f) {
    struct ifaddrmsg message {};
    message.ifa_family = f.family;
    message.ifa_prefixlen = f.bits;
    message.ifa_flags = f.family == AF_INET6 ? IFA_F_NODAD : 0;
    message.ifa_scope = RT_SCOPE_UNIVERSE;
    message.ifa_index = kLoopbackIndex;
    NetlinkBatch batch;
    batch.begin(RTM_NEWADDR, NLM_F_ACK | NLM_F_CREATE | NLM_F_EXCL, &message, sizeof message);
    batch.attribute(IFA_LOCAL, f.address, f.size);
    batch.attribute(IFA_ADDRESS, f.address, f.size);
    exchangeOrFail(batch, "cannot add an address to loopback");
}

void routeEverythingHere(const Family& f) {
    struct rtmsg message {};
    message.rtm_family = f.family;
    message.rtm_table = RT_TABLE_LOCAL;
    message.rtm_protocol = RTPROT_BOOT;
    message.rtm_scope = f.family == AF_INET ? RT_SCOPE_HOST : RT_SCOPE_UNIVERSE;
    message.rtm_type = RTN_LOCAL;
    NetlinkBatch batch;
    batch.begin(RTM_NEWROUTE, NLM_F_ACK | NLM_F_CREATE | NLM_F_EXCL, &message, sizeof message);
    batch.attribute(RTA_OIF, &kLoopbackIndex, sizeof kLoopbackIndex);
    batch.attribute(RTA_PREFSRC, f.address, f.size);
    exchangeOrFail(batch, "cannot route every address to loopback");
}

} // namespace

bool kernelHasIpv6() {
    const int fd = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) {
        return false;
    }
    close(fd);
    return true;
}

void buildNetwork(const wire::LaunchPlan& plan) {
    const Family v4{AF_INET, 32, kOwnAddress4, sizeof kOwnAddress4};
    const Family v6{AF_INET6, 128, kOwnAddress6, sizeof kOwnAddress6};
    loopbackUp();
    addAddress(v4);
    routeEverythingHere(v4);
    if (kernelHasIpv6()) {
        addAddress(v6);
        routeEverythingHere(v6);
    }
    if (plan.capture == wire::PlanCapture::NftRedirect) {
        errno = loadRedirect(kCapturePort);
        if (errno != 0) {
            fail("nft", "the kernel refuses the redirect that captures TCP; see leadglass doctor");
        }
    }
}

} // namespace leadglass::launch
