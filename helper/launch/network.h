// The run's own network: loopback only, every address local, all TCP captured, no way out.
#pragma once

#include "core/wire/launch_plan.h"

namespace leadglass::launch {

// Loopback up; 10.9.8.7 and fd9b:1::7 on it, so that getaddrinfo with AI_ADDRCONFIG asks for both
// families; routes that make every address local (AnyIP). UDP and other TCP are refused at once by
// the kernel, as nobody listens. Without IPv6 in the kernel that part is left out.
// With NftRedirect: one nf_tables batch that redirects all TCP which is not for the run itself to
// port kCapturePort. What cannot be built ends the run.
void buildNetwork(const wire::LaunchPlan& plan);

bool kernelHasIpv6();

constexpr std::uint16_t kCapturePort = 1;
constexpr std::uint16_t kDnsPort = 53;

} // namespace leadglass::launch
