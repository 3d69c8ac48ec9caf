// Trust: the supervisor writes it; the spawner of leadglass-init obeys it. The words come from the person
//        who asked for the command, so the reader trusts no length and no count.
// Privilege: the reader runs inside, with the walls of the run up.
// Input: one memfd with all four seals, at most kCommandMaxBytes.
// Fails: what does not parse starts nothing; the supervisor is told.
//
// A further command of a live run (`leadglass exec`), or a file for it (`leadglass paste`). libc-only, as
// launch_plan.h. Everything else of the command - environment, working directory, walls - is the run's.
//
// Layout, little-endian; `text` is u32 length, bytes, one NUL:
//   u32 magic, u32 version, u32 total bytes, u8 kind, u8 terminal (bits 0-2: descriptors 0-2),
//   text term (TERM of a terminal; empty: as in the run), list argv {text}
// Nothing may follow.
//
// It goes to the spawner as LaunchTag::Command with kCommandFds descriptors: the control socket of this
// command, the memfd, and its 0, 1, 2 (/dev/null where the terminal is). On that socket then, as for
// the first command (launch_control.h):
//
//   supervisor                          the command's process of leadglass-init
//                 <- Terminal (+1 fd)   only if it has one: the master, which nobody else holds
//                 <- Ready              nothing of the command runs yet
//   audit row committed
//   Go ->
//                 <- Started, Stopped{sig}, Continued, Exited{status}; or ExecFailed, Failed
//   Signal{n}, Continue ->
// End of file towards it: the command is killed.
#pragma once

#include "core/wire/launch_plan.h"

namespace leadglass::wire {

constexpr std::uint32_t kCommandMagic = 0x4D43474C; // "LGCM"
constexpr std::uint32_t kCommandVersion = 1;
constexpr std::uint32_t kCommandMaxBytes = 256U << 10;
constexpr std::uint32_t kCommandMaxArgv = 4096;
constexpr std::uint32_t kCommandMaxTerm = 64;
constexpr std::size_t kCommandFds = 5;
constexpr std::uint64_t kPasteMaxBytes = 64U << 20;

enum class CommandKind : std::uint8_t {
    Execute = 1, // argv; argv[0] without a slash is looked for in PATH of the run
    Paste = 2    // argv: the name of a new file in /tmp/paste, and its size in digits; standard input is
                 // its content
};

struct CommandRequest {
    CommandKind kind = CommandKind::Execute;
    std::uint8_t terminals = 0;
    PlanText term;
    PlanList argv;

    [[nodiscard]] bool terminal(int standardFd) const { return (terminals & (1U << standardFd)) != 0; }
};

// Letters, digits and "-+._": what terminfo(5) has for names; at most kCommandMaxTerm.
[[nodiscard]] bool plainTerm(const char* bytes, std::size_t size);
// One component of a path, of letters, digits, "-" and ".", not hidden.
[[nodiscard]] bool plainPasteName(const char* bytes, std::size_t size);

// Digits of a number from 0 to kPasteMaxBytes; else kPasteMaxBytes + 1.
[[nodiscard]] std::uint64_t pasteSize(const PlanText& digits);

// Checks everything once. `out` views `bytes`.
[[nodiscard]] bool parseCommandRequest(const std::uint8_t* bytes, std::size_t size, CommandRequest& out);

// As openLaunchPlan().
const char* openCommandRequest(int fd, CommandRequest& out);

} // namespace leadglass::wire
