// Trust: leadglass-launch and leadglass-init, as seen by the supervisor.
// Privilege: none; encoding only.
// Input: one SOCK_SEQPACKET message, at most kLaunchMessageMax bytes.
// Fails: Code::Invalid; the supervisor ends the run.
//
// The supervisor's side of core/wire/launch_control.h, where the message flow is told.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "core/base/result.h"
#include "core/wire/launch_control.h"

namespace leadglass::wire {

struct LaunchFailed { // exit status 125 follows
    std::string step; // "overlay", "nft", "bind source", ...
    int sysErrno = 0;
    std::string detail; // names the path or the value; may be empty
};
struct LaunchHome {}; // comes with exactly one descriptor
struct LaunchSocketInfo {
    LaunchSocket kind = LaunchSocket::Captured4;
    std::uint16_t port = 0;
};
struct LaunchListeners { // comes with exactly sockets.size() descriptors
    std::vector<LaunchSocketInfo> sockets;
};
struct LaunchTerminal {}; // comes with exactly one descriptor
struct LaunchUnsealed {
    std::string target; // fit for a screen, cut where it is long
};
struct InitCommands {}; // comes with exactly one descriptor
struct LaunchReady {};
struct InitStarted {};
struct InitExecFailed { // exit status 126 or 127 follows
    int sysErrno = 0;
};
struct InitStopped {
    int signal = 0;
};
struct InitContinued {};
struct InitExited {
    bool signalled = false;
    int code = 0; // exit code, or the signal's number
    // As a shell says it: 128 + signal.
    [[nodiscard]] int exitStatus() const { return signalled ? 128 + code : code; }
};
using FromLaunch = std::variant<LaunchFailed, LaunchHome, LaunchListeners, LaunchReady, InitStarted,
                                InitExecFailed, InitStopped, InitContinued, InitExited, LaunchTerminal,
                                LaunchUnsealed, InitCommands>;

struct LaunchGo {};
struct InitSignal {
    int signal = 0;
};
struct InitContinue {};
using ToLaunch = std::variant<LaunchGo, InitSignal, InitContinue>;

// `fdCount`: how many descriptors came along; another number than the message needs is Invalid.
Result<FromLaunch> decodeFromLaunch(std::span<const std::uint8_t> bytes, std::size_t fdCount);
std::vector<std::uint8_t> encode(const ToLaunch& message);

// One line for a person: "cannot build the sandbox: STEP: why (detail)".
Error toError(const LaunchFailed& failed);

} // namespace leadglass::wire
