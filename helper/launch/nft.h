// The one nf_tables rule set, as one netlink transaction (no nft program, no library).
#pragma once

#include <cstdint>

namespace leadglass::launch {

// The run's own addresses, besides loopback: not captured, so that its own servers stay its own.
constexpr std::uint8_t kOwnAddress4[4] = {10, 9, 8, 7};
constexpr std::uint8_t kOwnAddress6[16] = {0xfd, 0x9b, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7};

// table inet leadglass { chain out { type nat hook output priority -100; policy accept;
//   ip daddr 127.0.0.0/8 accept; ip daddr 10.9.8.7 accept; ip6 daddr ::1 accept;
//   ip6 daddr fd9b:1::7 accept; meta l4proto tcp redirect to :PORT } }
// 0, or an errno. It needs CAP_NET_ADMIN over the network namespace; the agent's user namespace is
// below the one that owns it, so nobody inside can change it.
int loadRedirect(std::uint16_t port);

} // namespace leadglass::launch
