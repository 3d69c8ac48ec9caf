#include "core/sandbox/seccomp_profile.h"

#include "core/sandbox/seccomp_agent.h" // generated from policies/seccomp/agent.toml

namespace leadglass::sandbox {

std::span<const std::uint8_t> seccompProgram() { return kSeccompAgent; }

} // namespace leadglass::sandbox
