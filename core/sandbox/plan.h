// The plan of one run: everything that will be true inside, before anything is started.
//
// Built by plan_builder from policy, project and the person's environment; printed by --dry-run;
// encoded into the sealed launch plan (core/wire/launch_plan.h). What is not in the plan is not
// inside: no mount, no variable, no descriptor, no capability.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/policy/types.h"

namespace leadglass::sandbox {

// Where one mount comes from and what it is.
struct Mount {
    enum class Kind {
        Bind,     // host `source` at `target`; opened without following links, identity checked
        Overlay,  // copy-on-write of host `source` at `target`; upper and work from `runDir`
        Tmpfs,    // empty, `sizeBytes`, mode `mode`
        Data,     // a small read-only file with `content` (bwrap --ro-bind-data)
        Symlink,  // `content` is what the link says
        Dir,      // an empty directory
        Proc,
        Dev,
        Device,   // a character device of the host at its own path below /dev; `rdev` is compared, too
        Home      // the private home: a sized tmpfs that the supervisor fills through a descriptor
    };
    Kind kind = Kind::Bind;
    std::string source;      // absolute, canonical: no component is a link
    std::string target;      // absolute path inside
    bool writable = false;
    bool isProject = false;  // the project itself, whatever stands behind it
    bool optional = false;   // a missing source is left out (decided when the plan is built, too)
    bool git = false;        // Overlay, writable: of git's own directory; upper and work from `runDir`/git
    bool sealed = false;     // Bind, read-only, a directory: its sockets and pipes lead to nobody outside
    std::uint64_t dev = 0;   // identity of `source` as the builder saw it; launch compares
    std::uint64_t ino = 0;
    std::uint32_t type = 0;  // S_IFMT bits
    std::uint64_t rdev = 0;  // Device: its number
    std::uint64_t sizeBytes = 0;
    std::uint32_t mode = 0755;
    std::string content;
    std::string why;         // "system", "toolchain: nvm", "state of profile claude", "FILE:LINE"
};

struct Variable {
    std::string name;
    std::string value;       // never printed where `secret`
    bool secret = false;     // an ambient credential passed by exact name
    std::string why;
};

enum class NetCapture { NftRedirect, AnyIpPorts };

struct NetPlan {
    NetCapture capture = NetCapture::NftRedirect;
    std::vector<std::uint16_t> anyIpPorts;   // without nft: the ports that listen
    std::vector<std::uint16_t> loopbackPorts; // granted ports of the host's loopback
    std::vector<std::uint16_t> publishedPorts; // of the run, on this machine's loopback
    std::vector<std::string> upstreamProxies; // in words, without credentials: what connections go through
    std::uint16_t proxyPort = 980;           // in-run 127.0.0.1 and ::1
};

struct RlimitPlan {
    int resource = 0; // RLIMIT_*
    std::uint64_t value = 0;
};

// How the agent's user id is mapped when Leadglass itself runs as real root.
struct RootPlan {
    bool unsafeRoot = false;     // --unsafe-root: the agent stays uid 0
    std::uint32_t uid = 0;       // the unused host uid and gid the agent gets instead
    std::uint32_t gid = 0;
};

struct LandlockRule {
    std::string path;
    bool writable = false;
    bool listOnly = false; // directories below may be listed, files not read
};

// The systemd scope around the run, where there is a service manager for it (session/scope.h).
struct ScopePlan {
    std::string unit; // "leadglass-ID.scope"
};

// Over all live runs of the person, by their settings.
struct TotalsPlan {
    std::uint64_t runs = 0;
    std::uint64_t memory = 0;    // bytes
    std::uint64_t processes = 0; // tasks
};

struct Plan {
    std::vector<std::string> canaries; // where they lie inside, for people: "~/.aws/credentials", "$NAME"
    std::string runId;
    std::string runDir;          // runs/ID: upper/ and work/ lie there
    std::string stageDir;        // runtime dir/ID/stage: empty host directory launch mounts on
    std::string profile;
    std::string project;         // canonical path
    policy::WorkspaceMode workspace = policy::WorkspaceMode::Overlay;
    std::string workingDir;      // inside; may be a spelled-through-links form of a path in the project
    std::vector<std::string> command; // argv; command[0] resolved to an absolute path inside
    std::vector<Mount> mounts;   // in order; deepest path wins
    std::vector<Variable> environment;
    NetPlan net;
    std::vector<RlimitPlan> rlimits;
    std::optional<RootPlan> root;    // set only when the real uid is 0
    std::vector<LandlockRule> landlock;
    std::uint32_t uid = 0;       // the agent's ids inside
    std::uint32_t gid = 0;
    // The agent's 0, 1, 2 that are a terminal, made by launch; where 0 is, it is the controlling one.
    std::array<bool, 3> terminal{};
    std::vector<std::string> hidden;       // project-relative, pre-placed as whiteouts in upper
    std::vector<std::string> notices;      // told to the person once: what is weaker, what was left out
    std::vector<std::string> inspected;    // host patterns whose connections are opened, and each request judged
    std::string trustNss;                  // TrustRequest::nss
    std::string trustFrom;                 // whose roots their servers are verified by, for people; empty: none is inspected
    std::vector<std::string> ambientCredentials; // names of key variables and seeded credential files
    policy::Limits limits;
    std::optional<ScopePlan> scope;
    std::string noScope;         // why there is none, for people
    TotalsPlan totals;
};

} // namespace leadglass::sandbox
