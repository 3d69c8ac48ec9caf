// The parts of a plan that follow from policy alone: keys we cannot enforce, ports, rlimits,
// Landlock rules.
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/sandbox/home_tools.h"
#include "core/sandbox/path_text.h"
#include "core/sandbox/plan_builder.h"
#include "core/sandbox/plan_parts.h"

namespace leadglass::sandbox {
namespace {

constexpr std::uint64_t kDefaultProcesses = 1024;
constexpr std::uint64_t kDefaultOpenFiles = 65536;

Status refuse(const std::vector<policy::NotEnforced>& keys) {
    if (keys.empty()) {
        return {};
    }
    return makeError(Code::Unsupported, "not enforced by this version: " +
                                            policy::describe(keys.front().origin) + " " +
                                            keys.front().key);
}

} // namespace

Status refuseNotEnforced(const policy::EffectivePolicy& policy) {
    LG_TRY(refuse(policy.merged.notEnforced));
    if (policy.merged.limits.cpu) { // needs a cgroup
        return makeError(Code::Unsupported,
                         "not enforced by this version: " + policy.merged.file + " limits.cpu");
    }
    for (const auto& restriction : policy.restrictions) {
        LG_TRY(refuse(restriction.notEnforced));
    }
    return {};
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
            if (rule.kind == policy::EgressRule::Kind::Loopback) {
                loopback.insert(rule.loopbackPort);
            }
            ports.insert(rule.ports.begin(), rule.ports.end());
        }
    }
    if (loopback.contains(net.proxyPort)) {
        return makeError(Code::Refused,
                         "port " + std::to_string(net.proxyPort) +
                             " of the host's loopback cannot be granted: the run's own proxy "
                             "listens there");
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
        rlimit now{};
        // No privilege to raise a hard limit: what the machine set lower stays.
        if (::getrlimit(static_cast<__rlimit_resource_t>(resource), &now) == 0 &&
            now.rlim_max != RLIM_INFINITY) {
            value = std::min<std::uint64_t>(value, now.rlim_max);
        }
        plan.push_back(RlimitPlan{resource, value});
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
    return plan;
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
