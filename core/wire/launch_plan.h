// Trust: the supervisor writes it; leadglass-launch and leadglass-init obey it. It names files of a
//        person, so the reader trusts no length, count or offset in it.
// Privilege: the reader runs in launch, before capabilities are dropped.
// Input: one memfd with all four seals (nothing can change it while it is read), kPlanMaxBytes.
// Fails: parse() says false; launch reports "plan" and ends with 125.
//
// libc-only: no heap, no std types, no exceptions; every text is a view into the mapped bytes, ends
// with NUL and holds none inside. The encoder is core/sandbox/launch_encode.h.
//
// Layout, little-endian, in this order; `text` and `blob` are u32 length, bytes, one NUL:
//   u32 magic, u32 version, u32 total bytes, u32 flags, u32 uid, gid (map inside launch: own ids),
//   u32 insideUid, insideGid, u32 landlockAbi, u8 capture, u16 proxyPort,
//   text bwrap, text init, text runDir, text workingDir, blob bwrapArgs, blob seccomp,
//   list anyIpPorts {u16}, list loopbackPorts {u16}, list rlimits {u32 resource, u64 value},
//   list mounts {u8 kind, u8 flags, u32 type, u64 dev, u64 ino, u64 size, u32 mode, text target,
//                text source, blob content}, in the order they are made,
//   list landlock {u8 access, text path}, list argv {text}, list env {text "NAME=value"}
// A list is u32 count and its records. Nothing may follow the last list.
#pragma once

#include <cstddef>
#include <cstdint>

namespace leadglass::wire {

constexpr std::uint32_t kPlanMagic = 0x4C50474C; // "LGPL"
constexpr std::uint32_t kPlanVersion = 4;
constexpr std::size_t kPlanMaxBytes = 16U << 20;
constexpr std::uint32_t kPlanMaxMounts = 512;
constexpr std::uint32_t kPlanMaxPorts = 64;
constexpr std::uint32_t kPlanMaxRlimits = 16;
constexpr std::uint32_t kPlanMaxLandlock = 512;
constexpr std::uint32_t kPlanMaxArgv = 16384;
constexpr std::uint32_t kPlanMaxEnv = 4096;
constexpr std::uint32_t kPlanMaxPath = 4095;

// The directory launch mounts its stage on, in its own mount namespace only. Every machine has it,
// every user may pass through it, and bwrap hides it again.
constexpr const char kPlanStage[] = "/tmp";
// The whole tree the agent will see, put together by launch; bwrap binds it as one and adds /proc and
// /dev. (bwrap reads the list of all mounts again for each bind: eighty binds cost it most of a start.)
constexpr const char kPlanTree[] = "/tmp/root";
constexpr const char kPlanDevicePrefix[] = "device-"; // and digits
constexpr const char kPlanInitInside[] = "/.leadglass/init";
// Where launch makes the devpts instance of a run with a terminal, which bwrap binds at /dev/pts; and the
// agent's terminal in it, as seen inside.
constexpr const char kPlanTerminals[] = "/tmp/pts";
constexpr const char kPlanTerminalInside[] = "/dev/pts/0";
// Descriptors launch leaves for bwrap and init.
constexpr int kPlanArgsFd = 5;    // bwrap --args
constexpr int kPlanSeccompFd = 6; // bwrap --seccomp
constexpr int kPlanStdinFd = 7;   // the agent's fd 0 and 1; bwrap itself keeps /dev/null, so that
constexpr int kPlanStdoutFd = 8;  // nobody but the agent holds the ends of its pipes

enum PlanFlag : std::uint32_t {
    // The agent's fd 0, 1 or 2 is the terminal that launch makes. 0: also its controlling terminal.
    kPlanTerminal = 1,
    kPlanRoot = 2,     // started as real root: become `uid` before the user namespace
    kPlanUnsafeRoot = 4, // started as real root: the agent stays host uid 0
    kPlanTerminalOut = 8,
    kPlanTerminalErr = 16
};

enum class PlanCapture : std::uint8_t { NftRedirect = 1, AnyIpPorts = 2 };

// What launch makes. /proc, /dev and what lies below them are bwrap's and not listed.
enum class PlanMountKind : std::uint8_t {
    Bind = 1,
    Overlay = 2,
    Home = 3,
    Data = 4,
    Tmpfs = 5,
    Symlink = 6, // content: what the link says
    Dir = 7,
    Device = 8 // size: st_rdev; content: its name on the stage, from where bwrap takes it
};
// Sealed: a Bind that is read-only and a directory. A read-only mount lets a socket be connected to and a
// pipe be written; a sealed one is seen through an overlay, whose sockets and pipes are its own.
// Git: an Overlay that is written to git/upper of the run's directory, not to upper.
enum PlanMountFlag : std::uint8_t { kPlanWritable = 1, kPlanOptional = 2, kPlanSealed = 4, kPlanGit = 8 };

struct PlanText {
    const char* data = "";
    std::uint32_t size = 0; // without the NUL
};

struct PlanMount {
    PlanMountKind kind = PlanMountKind::Dir;
    bool writable = false;
    bool optional = false;
    bool sealed = false;
    bool git = false;
    std::uint32_t type = 0; // S_IFMT bits
    std::uint64_t dev = 0;
    std::uint64_t ino = 0;
    std::uint64_t size = 0;
    std::uint32_t mode = 0;
    PlanText target; // absolute, inside; no empty, "." or ".." component
    PlanText source;
    PlanText content; // bytes; may hold NUL
};
struct PlanRlimit {
    std::uint32_t resource = 0;
    std::uint64_t value = 0;
};
enum class PlanAccess : std::uint8_t { Read = 0, Write = 1, List = 2 }; // List: names, no contents
struct PlanLandlock {
    PlanAccess access = PlanAccess::Read;
    PlanText path;
};

// Bounded cursor over bytes. The first read past the end makes it bad; after that all is zero.
class PlanCursor {
public:
    PlanCursor() = default;
    PlanCursor(const std::uint8_t* at, std::size_t left) : m_at(at), m_left(left) {}
    std::uint8_t u8() { return static_cast<std::uint8_t>(number(1)); }
    std::uint16_t u16() { return static_cast<std::uint16_t>(number(2)); }
    std::uint32_t u32() { return static_cast<std::uint32_t>(number(4)); }
    std::uint64_t u64() { return number(8); }
    PlanText text(std::uint32_t max); // refuses a NUL inside
    PlanText blob(std::uint32_t max);
    [[nodiscard]] bool bad() const { return m_bad; }
    [[nodiscard]] std::size_t left() const { return m_left; }
    void fail() { m_bad = true; }

private:
    std::uint64_t number(std::size_t size);
    const std::uint8_t* m_at = nullptr;
    std::size_t m_left = 0;
    bool m_bad = false;
};

// One list of the plan: its count, and a cursor at its first record.
struct PlanList {
    std::uint32_t count = 0;
    PlanCursor first;
};

// Reads the next record of a list whose plan has been parsed (so it cannot fail).
PlanMount nextMount(PlanCursor& at);
PlanRlimit nextRlimit(PlanCursor& at);
PlanLandlock nextLandlock(PlanCursor& at);
std::uint16_t nextPort(PlanCursor& at);
PlanText nextArgument(PlanCursor& at); // also of the environment

struct LaunchPlan {
    std::uint32_t flags = 0;
    std::uint32_t uid = 0; // host ids of the agent
    std::uint32_t gid = 0;
    std::uint32_t insideUid = 0;
    std::uint32_t insideGid = 0;
    std::uint32_t landlockAbi = 0;
    PlanCapture capture = PlanCapture::NftRedirect;
    std::uint16_t proxyPort = 0;
    PlanText bwrap;
    PlanText init;
    PlanText runDir;
    PlanText workingDir;
    PlanText bwrapArgs; // NUL-separated, as bwrap --args wants them
    PlanText seccomp;   // struct sock_filter[]
    PlanList anyIpPorts;
    PlanList loopbackPorts;
    PlanList rlimits;
    PlanList mounts;
    PlanList landlock;
    PlanList argv;
    PlanList env;

    [[nodiscard]] bool terminal(int standardFd = 0) const {
        constexpr std::uint32_t kFlags[] = {kPlanTerminal, kPlanTerminalOut, kPlanTerminalErr};
        return standardFd >= 0 && standardFd < 3 && (flags & kFlags[standardFd]) != 0;
    }
    [[nodiscard]] bool hasTerminal() const { return terminal(0) || terminal(1) || terminal(2); }
    [[nodiscard]] bool root() const { return (flags & kPlanRoot) != 0; }
    [[nodiscard]] bool unsafeRoot() const { return (flags & kPlanUnsafeRoot) != 0; }
};

// Checks everything once: magic, version, total, every bound and record. `out` views `bytes`.
[[nodiscard]] bool parseLaunchPlan(const std::uint8_t* bytes, std::size_t size, LaunchPlan& out);

// Checks the seals of `fd` and maps it read-only for the life of the process. Returns nullptr, or what is
// wrong (errno is 0 unless a call failed).
const char* mapSealed(int fd, std::size_t max, const std::uint8_t*& bytes, std::size_t& size);

// Checks the seals of `fd`, maps it read-only for the life of the process, parses it.
// Returns nullptr, or what is wrong (errno is 0 unless a call failed).
const char* openLaunchPlan(int fd, LaunchPlan& out);

} // namespace leadglass::wire
