#include "core/sandbox/launch_encode.h"

#include <sys/stat.h>

#include <numeric>
#include <string_view>

#include "core/base/bytes.h"
#include "core/base/escape.h"
#include "core/sandbox/bwrap_args.h"
#include "core/sandbox/seccomp_profile.h"
#include "core/wire/launch_plan.h"

namespace leadglass::sandbox {
namespace {

Error invalid(const std::string& what) { return makeError(Code::Invalid, "launch plan: " + what); }

void putBlob(ByteWriter& out, std::string_view bytes) {
    out.str(bytes);
    out.u8(0);
}

Status putText(ByteWriter& out, const std::string& text, const char* field, std::size_t max) {
    if (text.find('\0') != std::string::npos || text.size() > max) {
        return invalid(std::string(field) + " '" + forScreen(text, 120) + "' holds a NUL or is too long");
    }
    putBlob(out, text);
    return {};
}

Status putPath(ByteWriter& out, const std::string& path, const char* field) {
    if (path.empty() || path.front() != '/') {
        return invalid(std::string(field) + " '" + forScreen(path, 120) + "' is not an absolute path");
    }
    return putText(out, path, field, wire::kPlanMaxPath);
}

Status checkCount(std::size_t count, std::size_t max, const char* field) {
    if (count > max) {
        return invalid(std::string(field) + ": " + std::to_string(count) + " entries, at most " +
                       std::to_string(max));
    }
    return {};
}

struct Ids {
    std::uint32_t flags = 0;
    std::uint32_t uid = 0;
    std::uint32_t gid = 0;
};

Result<Ids> ids(const Plan& plan) {
    Ids out{0, plan.uid, plan.gid};
    out.flags |= plan.terminal[0] ? std::uint32_t{wire::kPlanTerminal} : 0U;
    out.flags |= plan.terminal[1] ? std::uint32_t{wire::kPlanTerminalOut} : 0U;
    out.flags |= plan.terminal[2] ? std::uint32_t{wire::kPlanTerminalErr} : 0U;
    if (!plan.root) {
        if (plan.uid == 0) {
            return invalid("user id 0 without a plan for real root");
        }
        return out;
    }
    if (plan.root->unsafeRoot) {
        out.flags |= wire::kPlanUnsafeRoot;
        out.uid = 0;
        out.gid = 0;
        return out;
    }
    if (plan.root->uid == 0 || plan.root->gid == 0 || plan.uid != plan.root->uid ||
        plan.gid != plan.root->gid) {
        return invalid("the agent's ids must be the unprivileged ids chosen for real root");
    }
    out.flags |= wire::kPlanRoot;
    return out;
}

wire::PlanMountKind wireKind(Mount::Kind kind) {
    switch (kind) {
    case Mount::Kind::Bind: return wire::PlanMountKind::Bind;
    case Mount::Kind::Overlay: return wire::PlanMountKind::Overlay;
    case Mount::Kind::Home: return wire::PlanMountKind::Home;
    case Mount::Kind::Data: return wire::PlanMountKind::Data;
    case Mount::Kind::Tmpfs: return wire::PlanMountKind::Tmpfs;
    case Mount::Kind::Symlink: return wire::PlanMountKind::Symlink;
    case Mount::Kind::Device: return wire::PlanMountKind::Device;
    case Mount::Kind::Dir:
    case Mount::Kind::Proc: // mountOrder() gives these two to bwrap
    case Mount::Kind::Dev: break;
    }
    return wire::PlanMountKind::Dir;
}

Status checkSource(const Mount& m) {
    if (m.kind == Mount::Kind::Device && (m.ino == 0 || (m.type & S_IFMT) != S_IFCHR || m.rdev == 0 || !m.writable)) {
        return invalid("mount source '" + forScreen(m.source) + "' is not recorded as a device with an identity");
    }
    if (m.kind != Mount::Kind::Bind && m.kind != Mount::Kind::Overlay) {
        return {};
    }
    const std::uint32_t type = m.type & S_IFMT;
    if (m.ino == 0 || (type != S_IFDIR && type != S_IFREG)) {
        return invalid("mount source '" + forScreen(m.source) +
                       "' is not recorded as a file or directory with an identity");
    }
    if (m.sealed && (m.kind != Mount::Kind::Bind || m.writable || type != S_IFDIR)) {
        return invalid("mount source '" + forScreen(m.source) + "' is sealed, but no read-only directory");
    }
    if (m.git && (m.kind != Mount::Kind::Overlay || !m.writable)) {
        return invalid("mount source '" + forScreen(m.source) + "' is git's, but no overlay that can be written");
    }
    if (m.kind == Mount::Kind::Overlay && type != S_IFDIR) {
        return invalid("overlay source '" + forScreen(m.source) + "' is no directory");
    }
    return {};
}

Status putMount(ByteWriter& out, const Mount& m, std::size_t index) {
    const auto kind = wireKind(m.kind);
    const bool device = kind == wire::PlanMountKind::Device;
    const bool hasSource = kind == wire::PlanMountKind::Bind || kind == wire::PlanMountKind::Overlay || device;
    LG_TRY(checkSource(m));
    out.u8(static_cast<std::uint8_t>(kind));
    out.u8(static_cast<std::uint8_t>((m.writable ? wire::kPlanWritable : 0) |
                                     (m.optional ? wire::kPlanOptional : 0) |
                                     (m.sealed ? wire::kPlanSealed : 0) | (m.git ? wire::kPlanGit : 0)));
    out.u32(m.type & S_IFMT);
    out.u64(m.dev);
    out.u64(m.ino);
    out.u64(device ? m.rdev : m.sizeBytes);
    out.u32(m.mode & 07777U);
    LG_TRY(putPath(out, m.target, "mount target"));
    if (hasSource) {
        LG_TRY(putPath(out, m.source, "mount source"));
    } else {
        putBlob(out, "");
    }
    const bool hasContent = kind == wire::PlanMountKind::Data || kind == wire::PlanMountKind::Symlink;
    const std::string staged = device ? stagedDevice(index) : std::string();
    putBlob(out, device ? std::string_view(staged) : hasContent ? std::string_view(m.content) : "");
    return {};
}

Status putMounts(ByteWriter& out, const Plan& plan) {
    const auto order = LG_TRY(mountOrder(plan)).launch;
    LG_TRY(checkCount(order.size(), wire::kPlanMaxMounts, "mounts"));
    int overlays = 0;
    int ofGit = 0;
    int homes = 0;
    out.u32(static_cast<std::uint32_t>(order.size()));
    for (const std::size_t index : order) {
        const Mount& m = plan.mounts[index];
        overlays += m.kind == Mount::Kind::Overlay && !m.git ? 1 : 0;
        ofGit += m.git ? 1 : 0;
        homes += m.kind == Mount::Kind::Home ? 1 : 0;
        if (m.kind == Mount::Kind::Home && m.sizeBytes == 0) {
            return invalid("the private home has no size");
        }
        LG_TRY(putMount(out, m, index));
    }
    if (overlays > 1 || ofGit > 1 || homes > 1) {
        return invalid("more than one overlay of a kind, or private home");
    }
    return {};
}

Status putPorts(ByteWriter& out, const std::vector<std::uint16_t>& ports, const char* field) {
    LG_TRY(checkCount(ports.size(), wire::kPlanMaxPorts, field));
    out.u32(static_cast<std::uint32_t>(ports.size()));
    for (const std::uint16_t port : ports) {
        if (port == 0) {
            return invalid(std::string(field) + ": port 0");
        }
        out.u16(port);
    }
    return {};
}

Status putEnvironment(ByteWriter& out, const std::vector<Variable>& environment) {
    LG_TRY(checkCount(environment.size(), wire::kPlanMaxEnv, "environment"));
    out.u32(static_cast<std::uint32_t>(environment.size()));
    for (const auto& v : environment) {
        if (v.name.empty() || v.name.find('=') != std::string::npos ||
            v.name.find('\0') != std::string::npos || v.value.find('\0') != std::string::npos) {
            // The value may be a secret: only the name is said.
            return invalid("environment variable '" + forScreen(v.name, 120) + "' cannot be passed");
        }
        putBlob(out, v.name + "=" + v.value);
    }
    return {};
}

Status putCommand(ByteWriter& out, const std::vector<std::string>& command) {
    if (command.size() > wire::kPlanMaxArgv) {
        return makeError(Code::Invalid,
                         "the command has " + std::to_string(command.size()) + " arguments, at most " +
                             std::to_string(wire::kPlanMaxArgv) + " can be given",
                         "let it read them: xargs inside, as in leadglass run -- sh -c 'xargs -0 COMMAND' <LIST, or a file");
    }
    if (command.empty() || command.front().empty() || command.front().front() != '/') {
        return invalid("the command is not an absolute path");
    }
    out.u32(static_cast<std::uint32_t>(command.size()));
    for (const auto& argument : command) {
        LG_TRY(putText(out, argument, "argument", wire::kPlanMaxBytes));
    }
    return {};
}

wire::PlanAccess access(const LandlockRule& rule) {
    if (rule.writable) {
        return wire::PlanAccess::Write;
    }
    return rule.listOnly ? wire::PlanAccess::List : wire::PlanAccess::Read;
}

Status putLandlock(ByteWriter& out, const std::vector<LandlockRule>& rules) {
    LG_TRY(checkCount(rules.size(), wire::kPlanMaxLandlock, "Landlock rules"));
    out.u32(static_cast<std::uint32_t>(rules.size()));
    for (const auto& rule : rules) {
        out.u8(static_cast<std::uint8_t>(access(rule)));
        LG_TRY(putPath(out, rule.path, "Landlock rule"));
    }
    return {};
}

Status putRlimits(ByteWriter& out, const std::vector<RlimitPlan>& limits) {
    LG_TRY(checkCount(limits.size(), wire::kPlanMaxRlimits, "limits"));
    out.u32(static_cast<std::uint32_t>(limits.size()));
    for (const auto& limit : limits) {
        if (limit.resource < 0) {
            return invalid("unknown resource limit");
        }
        out.u32(static_cast<std::uint32_t>(limit.resource));
        out.u64(limit.value);
    }
    return {};
}

Result<std::string> joinedArgs(const Plan& plan) {
    std::string joined;
    for (const auto& argument : LG_TRY(bwrapArgs(plan))) {
        joined += argument;
        joined.push_back('\0');
    }
    return joined;
}

void putU32At(std::vector<std::uint8_t>& bytes, std::size_t at, std::size_t value) {
    for (std::size_t i = 0; i < 4; ++i) {
        bytes[at + i] = static_cast<std::uint8_t>(value >> (8 * i));
    }
}

} // namespace

Result<std::vector<std::uint8_t>> encodeLaunchPlan(const Plan& plan, const LaunchParts& parts) {
    const Ids agent = LG_TRY(ids(plan));
    ByteWriter out;
    constexpr std::size_t kBesideContents = 64 * 1024; // rarely more: then it grows
    out.reserve(std::accumulate(plan.mounts.begin(), plan.mounts.end(), kBesideContents,
                                [](std::size_t sum, const Mount& mount) { return sum + mount.content.size(); }));
    out.u32(wire::kPlanMagic);
    out.u32(wire::kPlanVersion);
    const std::size_t totalAt = out.bytes().size();
    out.u32(0);
    out.u32(agent.flags);
    out.u32(agent.uid);
    out.u32(agent.gid);
    out.u32(plan.uid);
    out.u32(plan.gid);
    out.u32(parts.landlockAbi);
    out.u8(static_cast<std::uint8_t>(plan.net.capture == NetCapture::NftRedirect
                                         ? wire::PlanCapture::NftRedirect
                                         : wire::PlanCapture::AnyIpPorts));
    if (plan.net.proxyPort == 0) {
        return invalid("proxy port 0");
    }
    out.u16(plan.net.proxyPort);
    LG_TRY(putPath(out, parts.bwrap, "bwrap"));
    LG_TRY(putPath(out, parts.init, "leadglass-init"));
    LG_TRY(putPath(out, plan.runDir, "run directory"));
    LG_TRY(putPath(out, plan.workingDir, "working directory"));
    putBlob(out, LG_TRY(joinedArgs(plan)));
    const auto filter = seccompProgram();
    putBlob(out, {reinterpret_cast<const char*>(filter.data()), filter.size()});
    if (plan.net.capture == NetCapture::AnyIpPorts && plan.net.anyIpPorts.empty()) {
        return invalid("capture by port list needs at least one port");
    }
    LG_TRY(putPorts(out, plan.net.anyIpPorts, "captured ports"));
    LG_TRY(putPorts(out, plan.net.loopbackPorts, "loopback ports"));
    LG_TRY(putRlimits(out, plan.rlimits));
    LG_TRY(putMounts(out, plan));
    LG_TRY(putLandlock(out, plan.landlock));
    LG_TRY(putCommand(out, plan.command));
    LG_TRY(putEnvironment(out, plan.environment));
    auto bytes = out.take();
    if (bytes.size() > wire::kPlanMaxBytes) {
        return invalid("longer than " + std::to_string(wire::kPlanMaxBytes) + " bytes");
    }
    putU32At(bytes, totalAt, bytes.size());
    return bytes;
}

} // namespace leadglass::sandbox
