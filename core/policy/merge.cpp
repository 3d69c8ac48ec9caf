#include "core/policy/merge.h"

#include <algorithm>

namespace leadglass::policy {
namespace {

template <class T, class Same> void append(std::vector<T>& to, const std::vector<T>& from, Same same) {
    for (const T& item : from) {
        std::erase_if(to, [&](const T& known) { return same(known, item); });
        to.push_back(item);
    }
}

template <class T> void append(std::vector<T>& to, const std::vector<T>& from) {
    to.insert(to.end(), from.begin(), from.end());
}

bool samePath(const NamedPath& a, const NamedPath& b) { return a.path == b.path; }
bool sameGlob(const PathGlob& a, const PathGlob& b) { return a.text == b.text; }
bool sameName(const Variable& a, const Variable& b) { return a.name == b.name; }
bool sameDevice(const Device& a, const Device& b) { return a.what == b.what; }
bool sameText(const std::string& a, const std::string& b) { return a == b; }

template <class T> void override(std::optional<T>& to, const std::optional<T>& from) {
    if (from) {
        to = from;
    }
}

void uniteFiles(Files& to, const Files& from) {
    append(to.read, from.read, samePath);
    append(to.state, from.state, samePath);
    append(to.seed, from.seed, samePath);
    append(to.config, from.config, samePath);
    append(to.ephemeral, from.ephemeral, samePath);
    append(to.drop, from.drop);
    append(to.hide, from.hide, sameGlob);
    if (from.stateScope == StateScope::Project) {
        to.stateScope = StateScope::Project;
    }
}

// By name; the line of one that is replaced is none that must be enforced.
void uniteSecrets(Profile& to, const Profile& from) {
    for (const Secret& secret : from.secrets) {
        for (const Secret& known : to.secrets) {
            if (known.name == secret.name) {
                std::erase_if(to.notEnforced, [&](const NotEnforced& one) {
                    return one.origin.file == known.origin.file && one.origin.line == known.origin.line && one.key == "[[secret]]";
                });
            }
        }
    }
    append(to.secrets, from.secrets, [](const Secret& a, const Secret& b) { return a.name == b.name; });
}

void uniteOutput(Output& to, const Output& from) {
    override(to.secrets, from.secrets);
    override(to.canaries, from.canaries);
    override(to.maxBytes, from.maxBytes);
    for (const auto& [key, origin] : from.origins) {
        to.origins[key] = origin;
    }
}

void uniteLimits(Limits& to, const Limits& from) {
    override(to.cpu, from.cpu);
    override(to.memory, from.memory);
    override(to.processes, from.processes);
    override(to.disk, from.disk);
    override(to.openFiles, from.openFiles);
    override(to.fileSize, from.fileSize);
    override(to.tmp, from.tmp);
    override(to.cpuSeconds, from.cpuSeconds);
    override(to.wallClockSeconds, from.wallClockSeconds);
}

} // namespace

Profile unite(const Profile& weaker, const Profile& stronger) {
    Profile out = weaker;
    out.name = stronger.name;
    out.version = stronger.version;
    out.extends = stronger.extends;
    out.file = stronger.file;
    if (!stronger.agent.commands.empty()) {
        out.agent.commands = stronger.agent.commands;
    }
    if (stronger.agent.login) {
        out.agent.login = stronger.agent.login;
    }
    append(out.agent.keyVariables, stronger.agent.keyVariables, sameText);
    append(out.agent.loginHosts, stronger.agent.loginHosts, sameText);
    append(out.agent.outerFlags, stronger.agent.outerFlags, sameText);
    if (stronger.tier == Tier::MicroVm) {
        out.tier = Tier::MicroVm;
    }
    if (stronger.workspaceMode) {
        out.workspaceMode = stronger.workspaceMode;
        out.workspaceModeOrigin = stronger.workspaceModeOrigin;
    }
    append(out.protect, stronger.protect, sameGlob);
    uniteFiles(out.files, stronger.files);
    append(out.pass, stronger.pass, sameName);
    append(out.set, stronger.set, sameName);
    if (stronger.egressDefault) {
        out.egressDefault = stronger.egressDefault;
        out.egressDefaultOrigin = stronger.egressDefaultOrigin;
    }
    append(out.allow, stronger.allow);
    append(out.ask, stronger.ask);
    append(out.deny, stronger.deny);
    uniteLimits(out.limits, stronger.limits);
    override(out.holdSeconds, stronger.holdSeconds);
    for (const auto& [key, origin] : stronger.limitOrigins) {
        out.limitOrigins[key] = origin;
    }
    append(out.devices, stronger.devices, sameDevice);
    uniteSecrets(out, stronger);
    uniteOutput(out.output, stronger.output);
    append(out.ssh, stronger.ssh);
    append(out.notEnforced, stronger.notEnforced);
    if (!out.output.scans()) {
        std::erase_if(out.notEnforced, [](const NotEnforced& one) { return one.need == Need::Scan; });
    }
    append(out.examples, stronger.examples);
    return out;
}

} // namespace leadglass::policy
