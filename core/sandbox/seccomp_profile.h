// The system call filter every agent runs under: policies/seccomp/agent.toml, compiled at build.
#pragma once

#include <cstdint>
#include <span>

namespace leadglass::sandbox {

// struct sock_filter[] (8 bytes each), as bwrap --seccomp reads it. Lives as long as the program.
std::span<const std::uint8_t> seccompProgram();

} // namespace leadglass::sandbox
