#include "core/policy/explain.h"

#include "core/base/escape.h"
#include "core/policy/address.h"
#include "core/policy/describe.h"

namespace leadglass::policy {
namespace {

std::string reasonInWords(const std::string& reason) {
    if (reason == "rule") return "a rule says so";
    if (reason == "default") return "no rule names it, so the default holds";
    if (reason == "private_needs_rule") return "a private address needs a rule that names it";
    if (reason == "literal_needs_rule") return "an address without a name needs an address rule";
    if (reason == "bad_name") return "this is no host name";
    if (reason == "bad_port") return "this is no port";
    if (reason == "project_restricts") return "the project's own file restricts it";
    if (reason == "no_protocol") return "no rule says which protocol is spoken on this port";
    if (reason == "hard_denial:metadata") return "instance metadata is refused always";
    if (reason == "hard_denial:link_local") return "link-local addresses are refused always";
    if (reason == "hard_denial:multicast") return "multicast is refused always";
    if (reason == "hard_denial:own_address" || reason == "hard_denial:loopback") {
        return "this machine's own addresses are refused, apart from granted loopback ports";
    }
    if (reason.starts_with("hard_denial:")) return "this address is refused always (" + reason.substr(12) + ")";
    return reason;
}

std::string smallestChange(const EgressRequest& request, const Decision& decision) {
    if (decision.verdict == Verdict::Allow || decision.reason == "bad_name" || decision.reason == "bad_port") {
        return {};
    }
    if (request.loopbackPort != 0 || decision.reason == "hard_denial:loopback" ||
        decision.reason == "hard_denial:own_address") {
        const auto port = request.loopbackPort != 0 ? request.loopbackPort : request.port;
        return "{ loopback = " + std::to_string(port) + " } in egress.allow, or --allow loopback:" +
               std::to_string(port);
    }
    if (decision.reason.starts_with("hard_denial:")) {
        return "none: no file and no answer can allow this";
    }
    if (decision.reason == "project_restricts" || (decision.verdict == Verdict::Deny && decision.reason == "rule")) {
        return "take back the rule at " + (decision.origin ? describe(*decision.origin) : "that place");
    }
    const std::string port = std::to_string(request.port);
    const bool usual = request.port == 443 || request.port == 80;
    const std::string word = request.port == 22 ? "ssh" : "tcp";
    const std::string protocol = usual ? "" : ", protocol = \"" + word + "\"";
    if (request.literal) {
        return "{ address = \"" + toText(*request.literal) + "\", port = " + port + protocol + " } in egress.allow";
    }
    return "{ host = \"" + request.host + "\"" + (request.port == 443 ? "" : ", port = " + port) + protocol +
           " } in egress.allow, or --allow " + request.host + (request.port == 443 ? "" : ":" + port) +
           (usual ? "" : "/" + word);
}

void rules(std::string& out, const char* title, const std::vector<EgressRule>& list) {
    for (const EgressRule& rule : list) {
        out += std::string("egress ") + title + "  " + describeRule(rule) + "  [" + rule.id + ", " +
               describe(rule.origin) + "]\n";
    }
}

void paths(std::string& out, const char* title, const std::vector<NamedPath>& list) {
    for (const NamedPath& path : list) {
        out += std::string("files ") + title + "  " + forScreen(path.path) + "  [" + describe(path.origin) + "]\n";
    }
}

void limit(std::string& out, const char* name, const std::optional<std::uint64_t>& value) {
    if (value) {
        out += std::string("limit ") + name + "  " + std::to_string(*value) + "\n";
    }
}

void egressOf(std::string& out, const Profile& profile) {
    if (profile.egressDefault) {
        out += std::string("egress default  ") + verdictName(*profile.egressDefault) + "  [" +
               describe(profile.egressDefaultOrigin) + "]\n";
    }
    rules(out, "deny", profile.deny);
    rules(out, "allow", profile.allow);
    rules(out, "ask", profile.ask);
}

} // namespace

std::string describeTarget(const EgressRequest& request) {
    if (request.loopbackPort != 0) {
        return "loopback:" + std::to_string(request.loopbackPort);
    }
    std::string host = request.literal ? toText(*request.literal) : forScreen(request.host);
    if (request.literal && request.literal->v6) {
        host = "[" + host + "]";
    }
    return host + ":" + std::to_string(request.port);
}

std::string describeRule(const EgressRule& rule) {
    std::string out;
    switch (rule.kind) {
    case EgressRule::Kind::Loopback: return "loopback:" + std::to_string(rule.loopbackPort);
    case EgressRule::Kind::Address:
        out = toText(rule.range.base) + "/" + std::to_string(rule.range.prefix);
        break;
    case EgressRule::Kind::Registry:
    case EgressRule::Kind::Host: out = (rule.host.below ? "*." : "") + rule.host.name; break;
    }
    std::string ports;
    for (const std::uint16_t port : rule.ports) {
        ports += (ports.empty() ? "" : ",") + std::to_string(port);
    }
    out += ports.empty() ? "" : ":" + ports;
    constexpr const char* kProtocols[] = {"", " tls", " http", " ssh", " tcp"};
    out += kProtocols[static_cast<int>(rule.protocol)];
    out += rule.sni == SniMode::Any ? " sni=any" : "";
    out += rule.allowPrivate ? " private" : "";
    out += rule.registry.empty() ? "" : " (registry " + rule.registry + ")";
    return out;
}

std::string explain(const EffectivePolicy& policy, const EgressRequest& request, const Decision& decision) {
    std::string out = describeTarget(request) + ": " + verdictName(decision.verdict) + "\n";
    out += "  reason: " + reasonInWords(decision.reason) + " (" + decision.reason + ")\n";
    if (decision.origin && !decision.origin->file.empty()) {
        out += "  from:   " + forScreen(describe(*decision.origin), 1024) + ", layer " +
               layerName(decision.origin->layer) +
               (decision.ruleId.empty() ? "" : ", rule " + decision.ruleId) + "\n";
    }
    out += "  policy: " + policy.version + "\n";
    if (const std::string change = smallestChange(request, decision); !change.empty()) {
        out += "  to allow it: " + change + "\n";
    }
    if (decision.verdict == Verdict::Allow && request.loopbackPort == 0) {
        // Without inspection only the name is checked: a residual risk that a person should know.
        out += "  note: only the name is checked. What else the host's operator serves behind the same "
               "address can be reached by fronting, and uploads are possible.\n";
    }
    for (const NotEnforced& key : policy.merged.notEnforced) {
        out += "  not enforced by this version: " + describe(key.origin) + " " + key.key + "; no run starts\n";
    }
    return out;
}

std::string show(const EffectivePolicy& policy) {
    const Profile& merged = policy.merged;
    std::string out = "policy  " + policy.version + "\n";
    for (const std::string& source : policy.sources) {
        out += "source  " + forScreen(source, 1024) + "\n";
    }
    out += std::string("workspace  ") +
           workspaceModeName(merged.workspaceMode.value_or(WorkspaceMode::Overlay)) + "\n";
    egressOf(out, merged);
    for (const Profile& layer : policy.restrictions) {
        out += "restriction  " + forScreen(layer.file, 1024) + "\n";
        egressOf(out, layer);
    }
    paths(out, "read", merged.files.read);
    paths(out, "state", merged.files.state);
    paths(out, "seed", merged.files.seed);
    paths(out, "config", merged.files.config);
    paths(out, "ephemeral", merged.files.ephemeral);
    for (const JsonDrop& drop : merged.files.drop) {
        for (const std::string& key : drop.keys) {
            out += "files drop  " + forScreen(drop.file) + " " + forScreen(key) + "  [" + describe(drop.origin) + "]\n";
        }
    }
    for (const PathGlob& glob : merged.files.hide) {
        out += "files hide  " + forScreen(glob.text) + "  [" + describe(glob.origin) + "]\n";
    }
    for (const PathGlob& glob : merged.protect) {
        out += "workspace protect  " + forScreen(glob.text) + "  [" + describe(glob.origin) + "]\n";
    }
    for (const Variable& variable : merged.pass) {
        out += "environment pass  " + variable.name + "  [" + describe(variable.origin) + "]\n";
    }
    for (const Variable& variable : merged.set) {
        out += "environment set  " + variable.name + "=" + forScreen(variable.value) + "  [" +
               describe(variable.origin) + "]\n";
    }
    for (const std::string& name : merged.agent.keyVariables) {
        out += "ambient credential  " + name + "\n";
    }
    if (merged.limits.cpu) {
        out += "limit cpu  " + std::to_string(*merged.limits.cpu) + "\n";
    }
    limit(out, "memory", merged.limits.memory);
    limit(out, "processes", merged.limits.processes);
    limit(out, "disk", merged.limits.disk);
    limit(out, "open_files", merged.limits.openFiles);
    limit(out, "file_size", merged.limits.fileSize);
    limit(out, "tmp", merged.limits.tmp);
    limit(out, "wall_clock_seconds", merged.limits.wallClockSeconds);
    limit(out, "hold_seconds", merged.holdSeconds);
    for (const NotEnforced& key : merged.notEnforced) {
        out += "not enforced by this version  " + key.key + "  [" + describe(key.origin) + "]\n";
    }
    for (const std::string& notice : policy.notices) {
        out += "notice  " + forScreen(notice, 1024) + "\n";
    }
    return out;
}

} // namespace leadglass::policy
