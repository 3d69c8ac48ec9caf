// The escape techniques that leadglass-probe tries and `leadglass doctor --attack` reports: one table.
//
// `id` is what the probe is told and answers with. `source` says where the technique was published or
// which class it is of. `wall` is what must contain it. `mark` is what the history's rows for its
// attempts hold in their subject (empty: it makes none). `outside` says whether it is also tried outside
// the sandbox, as a positive control: only where that touches nothing but the throwaway ground. `policy`
// says what the run that it is tried in may reach.
#pragma once

#include <array>

namespace leadglass::wire {

enum class Outside { Try, Never };
enum class AttackPolicy { Usual, NothingAllowed };

struct Technique {
    const char* id;
    const char* source;
    const char* title;
    const char* wall;
    Outside outside = Outside::Never;
    const char* mark = "";
    AttackPolicy policy = AttackPolicy::Usual;
};

inline constexpr std::array kTechniques{
    // Names and addresses: refused by the name, before anything is looked up or dialled.
    Technique{"names-nul", "Claude Code 2.0.24-2.1.89", "a NUL byte in the name given to SOCKS",
              "egress: host names", Outside::Never, "nul.attack.invalid"},
    Technique{"names-dots", "nono, codex: trailing and Unicode dots", "a denied name with other dots",
              "egress: host names", Outside::Never, "dots.attack"},
    Technique{"names-userinfo", "class: URL confusion", "an allowed name as user of another host",
              "egress: host names", Outside::Never, "userinfo.attack.invalid"},
    Technique{"names-numbers", "class: SSRF", "the metadata address in other notations",
              "egress: hard denials", Outside::Never, "169.254.169.254"},
    Technique{"names-mapped", "class: SSRF, decode lists", "the metadata address inside IPv6 addresses",
              "egress: hard denials", Outside::Never, "a9fe:a9fe"},
    Technique{"names-metadata", "class: SSRF", "metadata addresses and names of the clouds",
              "egress: hard denials", Outside::Never, "metadata"},
    Technique{"names-loopback", "class: SSRF", "this machine's loopback in other notations",
              "egress: hard denials", Outside::Never, "localhost"},
    Technique{"names-empty", "CVE-2025-66479", "anything, where the policy allows nothing", "egress: default deny",
              Outside::Never, "empty.attack", AttackPolicy::NothingAllowed},
    // Going round the proxy.
    Technique{"net-direct", "claude-code-action#341", "a connection without the proxy variables",
              "network namespace, nftables", Outside::Never, "192.0.2."},
    Technique{"net-host-port", "class: local services", "a server on this machine's loopback",
              "network namespace", Outside::Try},
    Technique{"net-race", "lkml: seccomp notify and CONTINUE", "an address that changes while the kernel reads it",
              "network namespace, nftables", Outside::Try, "192.0.2.88"},
    Technique{"net-own-ports", "leash, codex: control plane", "every port of the run's own loopback but the proxy's",
              "network namespace"},
    Technique{"net-dns", "CVE-2025-55284", "data in a name that is looked up", "egress: own name server",
              Outside::Never, "dns.attack.invalid"},
    Technique{"net-resolver", "gh-aw-firewall", "a name server or DNS over TLS of one's own",
              "network namespace", Outside::Never, "192.0.2.53"},
    Technique{"net-datagram", "boundary: UDP left open", "datagrams, and QUIC", "network namespace",
              Outside::Try},
    Technique{"net-ping", "class: ICMP tunnel", "ICMP, and raw packets", "network namespace, capabilities"},
    Technique{"net-families", "OpenShell, agentsh", "every other family of sockets", "seccomp", Outside::Try},
    Technique{"net-netlink", "yoloai DF179", "netfilter and other netlink protocols", "seccomp", Outside::Try},
    Technique{"net-links", "yoloai DF179", "changing links, addresses and packet marks", "capabilities"},
    // Local IPC.
    Technique{"ipc-bus", "GHSA-27vp-2mmc-vmh3, greywall#32", "the session bus and the system bus",
              "mount namespace", Outside::Try},
    Technique{"ipc-agents", "class: key agents", "the agents of ssh and GnuPG", "mount namespace", Outside::Try},
    Technique{"ipc-containers", "greywall#55, srt#234", "sockets of container managers", "mount namespace",
              Outside::Try},
    Technique{"ipc-desktop", "class: X11, Wayland, sound", "sockets of the desktop", "mount namespace",
              Outside::Try},
    Technique{"ipc-abstract", "class: abstract sockets", "an abstract socket of this machine",
              "network namespace, Landlock", Outside::Try},
    Technique{"ipc-project", "landrun#43", "a socket or pipe that lies in the project", "overlay", Outside::Try},
    Technique{"ipc-shown", "landrun#43", "a socket or pipe in a directory that is shown read-only", "sealed mounts (overlay)",
              Outside::Try},
    Technique{"ipc-memory", "class: System V IPC", "shared memory of this machine", "ipc namespace", Outside::Try},
    Technique{"ipc-inherited", "srt caveat, aigate", "descriptors that were left open", "close_range"},
    Technique{"ipc-environment", "class: ambient credentials", "tokens and socket names in the environment",
              "cleared environment", Outside::Try},
    Technique{"ipc-terminal", "CVE-2017-5226, CVE-2023-28100", "input pushed into the terminal", "seccomp"},
    // Files.
    Technique{"files-home", "class: credentials", "keys in the home directory", "mount namespace", Outside::Try},
    Technique{"files-proc-root", "Ona, aigate", "the same through /proc/*/root, cwd and fd", "mount namespace, Landlock",
              Outside::Try},
    Technique{"files-links", "CVE-2026-25724, KunAgent#746", "symbolic and hard links out of the project",
              "mount namespace", Outside::Try},
    Technique{"files-hidden", "srt caveat, aigate", "a hidden file of the project by other names", "whiteouts",
              Outside::Try},
    Technique{"files-repository", "srt pins", "the repository moved aside, hooks planted in a new one", "overlay"},
    Technique{"files-ours", "leash, codex: control plane", "the files and control sockets of Leadglass",
              "mount namespace", Outside::Try},
    Technique{"files-system", "class: persistence", "files of the system, changed", "read-only mounts, Landlock"},
    Technique{"files-kernel", "class: /proc and /sys", "settings of the kernel", "read-only mounts, capabilities"},
    Technique{"files-devices", "class: devices", "disks, memory and new device nodes", "private /dev, capabilities"},
    Technique{"files-processes", "class: other processes", "environment and memory of other processes",
              "pid namespace", Outside::Try},
    // The kernel's surface.
    Technique{"kernel-namespaces", "CVE-2021-41133", "capabilities from a new user namespace", "seccomp", Outside::Try},
    Technique{"kernel-mounts", "flatpak-run.c: new mount calls", "mounting, in every way there is", "seccomp"},
    Technique{"kernel-io-uring", "LWN, srt, OpenShell", "io_uring", "seccomp", Outside::Try},
    Technique{"kernel-calls", "OpenShell list", "bpf, userfaultfd, perf, key rings, modules", "seccomp"},
    Technique{"kernel-init", "class: ptrace", "the sandbox's own first process", "ptrace, Landlock"},
    Technique{"kernel-identity", "class: privileges", "other users, groups and capabilities", "user namespace"},
    Technique{"kernel-limits", "taxonomy T7", "more memory, files, room and priority than the run is given",
              "rlimits, sizes of tmpfs"},
    Technique{"kernel-other-calls", "class: other ABIs", "32-bit, x32 and unknown system calls", "seccomp"},
};

} // namespace leadglass::wire
