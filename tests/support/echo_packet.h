// Answers a packet on one of the run's sockets for DNS.
#pragma once

#include <string>

namespace leadglass::test {

// Sends one packet back from the address it was sent to, which it returns with the port; empty:
// there was none. `socket` reports the address (IP_PKTINFO, IPV6_RECVPKTINFO).
std::string echoPacket(int socket);

} // namespace leadglass::test
