// Trust: supervisor <-> leadglass-launch, then leadglass-init, on one SOCK_SEQPACKET socket (fd 3 of
//        the child). The agent never holds this socket; the supervisor still bounds every message.
// Privilege: none; packing only.
// Input: one message, at most kLaunchMessageMax bytes and kLaunchMessageFds descriptors.
// Fails: a message that does not parse ends the run.
//
// libc-only (no heap, no exceptions): compiled into the static programs. The supervisor uses
// core/wire/launch_control_codec.h, which says the same with std types.
//
// The flow. `launch` and `init` are one process chain: launch execs bwrap, whose PID 1 execs init.
//
//   supervisor                              launch                       init
//   ----------                              ------                       ----
//   fork, exec launch: fd 0,1,2 = stdio
//   (any, where the plan says terminal),
//   fd 3 = control, fd 4 = plan (sealed)
//                       <- Home (+1 fd)     staged; only if the plan has a private home
//   fills the home through the fd
//                       <- Terminal (+1 fd) only if the plan has a terminal
//                       <- Listeners (+n)   once or more, each at most kLaunchMessageFds
//                       <- Unsealed         for each mount that stays empty, since it could not be sealed
//                       <- Ready            everything is built, nothing of the agent runs
//   egress up, audit rows committed
//   Go ->                                   drops everything, execs bwrap
//                       <- Commands (+1 fd)                              to ask for further commands
//                       <- Started                                       the agent's execve succeeded
//                       <- Stopped{sig}, Continued                       the main child, job control
//   Signal{n}, Continue ->                                               to the agent's process group
//                       <- Exited{status}                                main child ended; init ends too
//
// Instead of any of these: Failed{step, errno, detail}, exit status 125 (launch: nothing of the agent
// ran; init: neither). ExecFailed{errno}: the agent's command could not be executed; exit status
// 126 (found, not executable) or 127 (not found).
// End of file without Exited: bwrap failed (it wrote why to fd 2; before Started), or the chain was
// killed. End of file towards launch or init: they kill everything inside and end.
// The home is filled and checked by the supervisor before Go; as real root every file put there is
// given to plan.root->uid (fchownat), the descriptor being a directory of a root-made tmpfs.
#pragma once

#include <cstddef>
#include <cstdint>

namespace leadglass::wire {

constexpr std::size_t kLaunchMessageMax = 1024;
constexpr std::size_t kLaunchMessageFds = 32;
constexpr std::size_t kLaunchTextMax = 400; // `detail`; `step` is at most kLaunchStepMax
constexpr std::size_t kLaunchStepMax = 48;

constexpr int kLaunchControlFd = 3;
constexpr int kLaunchPlanFd = 4;

// Exit statuses of the chain that are not the agent's own.
constexpr int kLaunchExitSetup = 125;
constexpr int kLaunchExitNotExecutable = 126;
constexpr int kLaunchExitNotFound = 127;

// First byte of every message. Integers are little-endian; text is u16 length and bytes.
enum class LaunchTag : std::uint8_t {
    Failed = 1,      // str step, u32 errno (0: none), str detail
    Home = 2,        // one descriptor: the root directory of the private home (O_RDONLY|O_DIRECTORY)
    Listeners = 3,   // u8 count, count x {u8 LaunchSocket, u16 port}; same order as the descriptors
    Ready = 4,
    Terminal = 5,    // one descriptor: the master of the agent's terminal; nobody else holds one
    Unsealed = 6,    // str target: a mount that could not be sealed and is empty; before Ready
    Started = 16,
    ExecFailed = 17, // u32 errno
    Stopped = 18,    // u32 signal
    Continued = 19,
    Exited = 20,     // u8 signalled (0/1), u32 exit code or signal number
    Commands = 21,   // one descriptor: where Command is sent to, for the life of the run
    Go = 64,
    Signal = 65,     // u32 signal number: to the foreground group (terminal) or the agent's group
    Command = 67,    // with descriptors, on the socket of Commands only: core/wire/command_request.h
    Continue = 66    // SIGCONT after Stopped; with a terminal the group gets the foreground again
};

// What a passed socket is. Values 1-6 are those of wire::Listener (egress_control.h).
enum class LaunchSocket : std::uint8_t {
    Captured4 = 1, // TCP: port 1 (nft redirect) or one of the AnyIP ports, which `port` names
    Captured6 = 2,
    Proxy = 3,     // 127.0.0.1 and [::1], plan.net.proxyPort; two sockets
    Dns4 = 4,      // UDP, wildcard :53, IP_PKTINFO on
    Dns6 = 5,      // UDP, wildcard :53, IPV6_RECVPKTINFO and FREEBIND on
    Loopback = 6,  // 127.0.0.1 and [::1], `port`; two sockets per granted port
    SockDiag = 7   // NETLINK_SOCK_DIAG of the run's network namespace, for attribution
};

// Packs one message into a fixed buffer. Text that is too long is cut.
class LaunchPacker {
public:
    explicit LaunchPacker(LaunchTag tag) { u8(static_cast<std::uint8_t>(tag)); }
    void u8(std::uint8_t v) {
        if (m_size < sizeof m_bytes) {
            m_bytes[m_size++] = v;
        }
    }
    void u16(std::uint16_t v) {
        u8(static_cast<std::uint8_t>(v));
        u8(static_cast<std::uint8_t>(v >> 8));
    }
    void u32(std::uint32_t v) {
        u16(static_cast<std::uint16_t>(v));
        u16(static_cast<std::uint16_t>(v >> 16));
    }
    void text(const char* bytes, std::size_t size, std::size_t max) {
        const std::size_t used = size < max ? size : max;
        u16(static_cast<std::uint16_t>(used));
        for (std::size_t i = 0; i < used; ++i) {
            u8(static_cast<std::uint8_t>(bytes[i]));
        }
    }
    [[nodiscard]] const std::uint8_t* data() const { return m_bytes; }
    [[nodiscard]] std::size_t size() const { return m_size; }

private:
    std::uint8_t m_bytes[kLaunchMessageMax] = {};
    std::size_t m_size = 0;
};

// Reads one message; reading past the end makes it bad and gives zero.
class LaunchUnpacker {
public:
    LaunchUnpacker(const std::uint8_t* bytes, std::size_t size) : m_at(bytes), m_left(size) {}
    std::uint8_t u8() {
        if (m_left == 0) {
            m_bad = true;
            return 0;
        }
        --m_left;
        return *m_at++;
    }
    std::uint16_t u16() {
        const std::uint16_t low = u8();
        return static_cast<std::uint16_t>(low | (u8() << 8));
    }
    std::uint32_t u32() {
        const std::uint32_t low = u16();
        return low | (static_cast<std::uint32_t>(u16()) << 16);
    }
    // A view of the text; empty (and bad) if it is longer than `max` or than what is left.
    const char* text(std::size_t max, std::size_t& size) {
        size = u16();
        if (m_bad || size > max || size > m_left) {
            m_bad = true;
            size = 0;
            return "";
        }
        const char* view = reinterpret_cast<const char*>(m_at);
        m_at += size;
        m_left -= size;
        return view;
    }
    [[nodiscard]] bool done() const { return !m_bad && m_left == 0; }
    [[nodiscard]] bool bad() const { return m_bad; }

private:
    const std::uint8_t* m_at;
    std::size_t m_left;
    bool m_bad = false;
};

} // namespace leadglass::wire
