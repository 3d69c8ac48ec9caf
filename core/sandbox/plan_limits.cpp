// The parts of a plan that follow from policy alone: keys we cannot enforce, ports, rlimits,
// Landlock rules.
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/policy/limit_values.h"
#include "core/sandbox/home_tools.h"
#include "core/sandbox/path_text.h"
#include "core/sandbox/plan_builder.h"
#include "core/sandbox/plan_parts.h"
#include "core/policy/needs.h"

namespace leadglass::sandbox {
namespace {

constexpr std::uint64_t kDefaultProcesses = 1024;
constexpr std::uint64_t kDefaultOpenFiles = 65536;
constexpr std::uint64_t kCpuGrace = 5; // the watchdog, which says why, comes first

// What launch, bwrap and init need before the command runs (measured, with room to spare): a lower
// rlimit would end them half-way, with an error that names no limit.
struct Least {
    int resource;
    const char* key;
    std::uint64_t value;
    const char* text;
    const char* ulimit;
};
constexpr Least kLeast[] = {{RLIMIT_NPROC, "processes", 8, "8", "on processes (ulimit -Hu)"},
                            {RLIMIT_NOFILE, "open_files", 256, "256", "on open files (ulimit -Hn)"},
                            {RLIMIT_DATA, "memory", 16 << 20, "16MiB", "on data (ulimit -Hd)"},
                            {RLIMIT_FSIZE, "file_size", 1 << 20, "1MiB", "on file size (ulimit -Hf)"}};

Status refuse(const std::vector<policy::NotEnforced>& keys) {
    if (keys.empty()) {
        return {};
    }
    return makeError(Code::Unsupported, "not enforced by this version: " +
                                            policy::describe(keys.front().origin) + " " +
                                            keys.front().key,
                     "take the line out, or use another profile: --profile NAME");
}

} // namespace

Status refuseNotEnforced(const policy::EffectivePolicy& policy) {
    return refuse(policy::notEnforcedBy(policy));
}

int exitStatusOf(const Error& error) {
    if (error.code == Code::NotFound && error.what.starts_with(kCommandNotFound)) {
        return 127;
    }
    return error.code == Code::Invalid && error.what.starts_with(kNotExecutable) ? 126 : 125;
}

Status planNet(const policy::EffectivePolicy& policy, const PlanRequest& request, NetPlan& net) {
    net.capture = request.capture;
    std::set<std::uint16_t> ports = {80, 443};
    std::set<std::uint16_t> loopback;
    for (const auto* rules : {&policy.merged.allow, &policy.merged.ask}) {
        for (const auto& rule : *rules) {
            if (rule.kind == policy::EgressRule::Kind::Loopback && rule.loopbackPort == net.proxyPort) {
                return makeError(Code::Refused,
                                 policy::describe(rule.origin) + ": port " + std::to_string(net.proxyPort) +
                                     " of the host's loopback cannot be granted: the run's own proxy listens there",
                                 "let your server listen on another port");
            }
            if (rule.kind == policy::EgressRule::Kind::Loopback) {
                loopback.insert(rule.loopbackPort);
            }
            ports.insert(rule.ports.begin(), rule.ports.end());
        }
    }
    net.loopbackPorts.assign(loopback.begin(), loopback.end());
    if (net.capture == NetCapture::AnyIpPorts) {
        net.anyIpPorts.assign(ports.begin(), ports.end());
    }
    return {};
}

std::vector<RlimitPlan> rlimitsFor(const policy::Limits& limits) {
    std::vector<RlimitPlan> plan;
    const auto add = [&](int resource, std::uint64_t value) {
        plan.push_back(RlimitPlan{resource, policy::heldByMachine(resource, value)});
    };
    add(RLIMIT_NPROC, limits.processes.value_or(kDefaultProcesses));
    add(RLIMIT_NOFILE, limits.openFiles.value_or(kDefaultOpenFiles));
    add(RLIMIT_CORE, 0);
    if (limits.memory) {
        add(RLIMIT_DATA, *limits.memory);
    }
    if (limits.fileSize || limits.disk) {
        add(RLIMIT_FSIZE, limits.fileSize ? *limits.fileSize : *limits.disk);
    }
    if (limits.cpuSeconds) {
        add(RLIMIT_CPU, *limits.cpuSeconds + kCpuGrace);
    }
    return plan;
}

Status refuseTooSmall(const policy::Profile& merged, const std::vector<RlimitPlan>& rlimits) {
    for (const Least& least : kLeast) {
        const auto found = std::find_if(rlimits.begin(), rlimits.end(),
                                        [&](const RlimitPlan& one) { return one.resource == least.resource; });
        if (found == rlimits.end() || found->value >= least.value) {
            continue;
        }
        const bool byDisk = least.resource == RLIMIT_FSIZE && !merged.limits.fileSize;
        const std::string key = byDisk ? "disk" : least.key;
        const auto here = policy::limitText(key, static_cast<double>(found->value));
        const auto origin = merged.limitOrigins.find(key);
        if (policy::heldByMachine(least.resource, least.value) < least.value) {
            return makeError(Code::Unsupported,
                             std::string("this machine's hard limit ") + least.ulimit + " is " + here +
                                 ": too small for Leadglass's own parts to start",
                             std::string("raise it to ") + least.text + " or more where you log in");
        }
        return makeError(Code::Invalid,
                         "the limit " + key + " = " + here +
                             (origin != merged.limitOrigins.end() ? " (" + policy::describe(origin->second) + ")" : "") +
                             " is too small for Leadglass's own parts to start",
                         "give at least " + key + "=" + least.text);
    }
    return {};
}

namespace {

// "/etc" of "/etc/ssl/certs".
std::string topOf(const std::string& path) { return path.substr(0, path.find('/', 1)); }

// Directories right below "/" of which nothing can be written. Such a one holds only what the plan
// puts there, so that one rule says the same as dozens (a rule costs a start four system calls).
std::vector<std::string> readOnlyTops(const std::vector<Mount>& mounts) {
    std::map<std::string, bool> readOnly;
    for (const auto& mount : mounts) {
        if (mount.kind != Mount::Kind::Symlink) {
            auto [top, isNew] = readOnly.emplace(topOf(mount.target), true);
            top->second = top->second && !mount.writable;
        }
    }
    std::vector<std::string> tops;
    for (const auto& [top, only] : readOnly) {
        if (only) {
            tops.push_back(top);
        }
    }
    return tops;
}

} // namespace

std::vector<LandlockRule> landlockFor(const std::vector<Mount>& mounts) {
    std::vector<LandlockRule> rules;
    LandlockRule listing;
    listing.path = "/";
    listing.listOnly = true; // names of directories made for mount points; no file
    rules.push_back(listing);
    for (auto& top : readOnlyTops(mounts)) {
        rules.push_back({.path = std::move(top)});
    }
    for (const auto& mount : mounts) {
        if (mount.kind == Mount::Kind::Symlink) {
            continue;
        }
        LandlockRule rule;
        rule.path = mount.target;
        rule.writable = mount.writable;
        const bool covered = std::any_of(rules.begin(), rules.end(), [&](const LandlockRule& wider) {
            return !wider.listOnly && (wider.writable || !rule.writable) &&
                   isAtOrBelow(rule.path, wider.path);
        });
        if (!covered) {
            rules.push_back(std::move(rule));
        }
    }
    return rules;
}

} // namespace leadglass::sandbox
