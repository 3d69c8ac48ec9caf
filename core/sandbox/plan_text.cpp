#include "core/sandbox/plan_text.h"

#include <sys/sysmacros.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/escape.h"
#include "core/policy/address.h"
#include "core/policy/limit_values.h"
#include "core/policy/needs.h"
#include "core/sandbox/limit_lines.h"

namespace leadglass::sandbox {
namespace {

using Json = nlohmann::ordered_json;

const char* kindName(const Mount& mount) {
    switch (mount.kind) {
    case Mount::Kind::Bind: return mount.writable ? "bind" : "read-only";
    case Mount::Kind::Overlay: return mount.writable ? "overlay" : "read-only";
    case Mount::Kind::Tmpfs: return mount.writable ? "tmpfs" : "empty";
    case Mount::Kind::Data: return "data";
    case Mount::Kind::Symlink: return "link";
    case Mount::Kind::Dir: return "directory";
    case Mount::Kind::Proc: return "proc";
    case Mount::Kind::Dev: return "dev";
    case Mount::Kind::Home: return "home";
    case Mount::Kind::Device: return "device";
    }
    return "?";
}

std::string numberOf(const Mount& mount) {
    return std::to_string(major(mount.rdev)) + ":" + std::to_string(minor(mount.rdev));
}

std::string ruleText(const policy::EgressRule& rule) {
    std::string text;
    using Kind = policy::EgressRule::Kind;
    switch (rule.kind) {
    case Kind::Host:
    case Kind::Registry:
        text = (rule.host.below ? "*." : "") + rule.host.name;
        if (!rule.registry.empty()) {
            text += " (registry " + rule.registry + ")";
        }
        break;
    case Kind::Address:
        text = policy::toText(rule.range.base) + "/" + std::to_string(rule.range.prefix);
        break;
    case Kind::Loopback: return "the host's loopback port " + std::to_string(rule.loopbackPort);
    }
    std::string ports;
    for (const auto port : rule.ports) {
        ports += (ports.empty() ? "" : ",") + std::to_string(port);
    }
    return forScreen(text) + ":" + (ports.empty() ? "443" : ports) +
           (rule.viaProxy ? " (a proxy resolves it)" : "");
}

const std::string& tierName() {
    static const std::string kNamespace = "namespace";
    return kNamespace;
}

std::string captureText(const Plan& plan) {
    return plan.net.capture == NetCapture::NftRedirect
               ? "every TCP port (nft redirect)"
               : std::to_string(plan.net.anyIpPorts.size()) +
                     (plan.net.anyIpPorts.size() == 1 ? " port" : " ports") + " (no nft): others are refused";
}

void textMounts(std::string& out, const Plan& plan) {
    out += "mounts\n";
    for (const auto& mount : plan.mounts) {
        out += "  ";
        out += kindName(mount);
        out += std::string(11 - std::min<std::size_t>(10, std::string(kindName(mount)).size()), ' ');
        out += forScreen(mount.target);
        if (!mount.source.empty() && mount.source != mount.target) {
            out += " <- " + forScreen(mount.source);
        }
        if (mount.kind == Mount::Kind::Symlink) {
            out += " -> " + forScreen(mount.content);
        }
        if (mount.kind == Mount::Kind::Device) {
            out += " " + numberOf(mount);
        }
        out += "  [" + forScreen(mount.why) + "]\n";
    }
    for (const auto& path : plan.hidden) {
        out += "  hidden     " + forScreen(path) + "\n";
    }
}

void textEgress(std::string& out, const policy::EffectivePolicy& policy) {
    const auto& merged = policy.merged;
    const auto list = [&](const char* verdict, const std::vector<policy::EgressRule>& rules) {
        for (const auto& rule : rules) {
            out += std::string("  ") + verdict + " " + ruleText(rule) + "  [" +
                   policy::describe(rule.origin) + "]\n";
        }
    };
    list("deny ", merged.deny);
    list("allow", merged.allow);
    list("ask  ", merged.ask);
    out += std::string("  everything else: ") +
           policy::verdictName(merged.egressDefault.value_or(policy::Verdict::Deny)) + "\n";
    for (const auto& restriction : policy.restrictions) {
        out += "  narrowed by " + forScreen(restriction.file) + "\n";
    }
}

// What leaves is looked through: how, where not, and what is planted for it.
void textOutput(std::string& out, const Plan& plan, const policy::EffectivePolicy& policy) {
    const auto& output = policy.merged.output;
    if (!output.scans()) {
        return;
    }
    out += "output\n";
    if (output.secrets.value_or(policy::ScanMode::Off) != policy::ScanMode::Off) {
        out += std::string("  credentials of known formats in requests: ") + policy::scanModeName(*output.secrets) + "\n";
    }
    if (output.maxBytes) {
        out += "  a request's body has at most " + std::to_string(*output.maxBytes) + " bytes\n";
    }
    for (const auto& place : plan.canaries) {
        out += "  canary: " + forScreen(place, 300) + ", worth nothing, other in each run; what is seen of it anywhere else is stopped and told\n";
    }
    for (const auto& unseen : policy::unseenByScan(policy)) {
        out += "  not looked into: " + ruleText(*unseen.rule) + ": " + unseen.why + "  [" + policy::describe(unseen.rule->origin) + "]\n";
    }
}

Json name(const std::string& bytes) {
    const LosslessText text = lossless(bytes);
    return text.escaped ? Json{{"text", text.text}, {"escaped", true}} : Json(text.text);
}

Json jsonRules(const std::vector<policy::EgressRule>& rules) {
    Json list = Json::array();
    for (const auto& rule : rules) {
        list.push_back({{"rule", ruleText(rule)}, {"origin", policy::describe(rule.origin)}});
    }
    return list;
}

Json jsonMounts(const Plan& plan) {
    Json list = Json::array();
    for (const auto& mount : plan.mounts) {
        Json one = {{"kind", kindName(mount)}, {"target", name(mount.target)}};
        if (!mount.source.empty()) {
            one["source"] = name(mount.source);
        }
        if (mount.kind == Mount::Kind::Symlink) {
            one["link"] = name(mount.content);
        }
        if (mount.kind == Mount::Kind::Device) {
            one["number"] = numberOf(mount);
        }
        one["writable"] = mount.writable;
        one["why"] = name(mount.why);
        list.push_back(std::move(one));
    }
    return list;
}

Json jsonLimits(const Plan& plan) {
    Json limits = Json::array();
    for (const auto& line : limitLines(plan)) {
        if (line.value) {
            limits.push_back({{"limit", line.name},
                              {"value", *line.value},
                              {"unit", line.unit},
                              {"enforced_by", line.mechanism}});
        }
    }
    return limits;
}

} // namespace

std::string describePlan(const Plan& plan, const policy::EffectivePolicy& policy) {
    std::string out = "run " + plan.runId + ", profile " + forScreen(plan.profile) + " (" +
                      policy.version + "), tier " + tierName() + "\n";
    out += "project " + forScreen(plan.project) + ", start in " + forScreen(plan.workingDir) + "\n";
    out += std::string("workspace ") + policy::workspaceModeName(plan.workspace) + ": " +
           policy::workspaceModeMeaning(plan.workspace) + "\n";
    out += "command";
    for (const auto& word : plan.command) {
        out += " " + forScreen(word);
    }
    out += "\nuser " + std::to_string(plan.uid) + ":" + std::to_string(plan.gid) +
           (plan.root ? (plan.root->unsafeRoot ? ", real root (--unsafe-root)"
                                               : ", an unused id: Leadglass runs as root")
                      : "") +
           "\n";
    textMounts(out, plan);
    out += "environment\n";
    for (const auto& variable : plan.environment) {
        out += "  " + forScreen(variable.name) + "=" +
               (variable.secret ? "(not shown)" : forScreen(variable.value, 4096)) + "  [" +
               forScreen(variable.why) + "]\n";
    }
    out += "egress, captured: " + captureText(plan) + "\n";
    for (const auto port : plan.net.publishedPorts) {
        out += "  published: port " + std::to_string(port) +
               " of the run, on 127.0.0.1 and [::1] of this machine  [--publish]\n";
    }
    for (const auto& proxy : plan.net.upstreamProxies) {
        out += "  by your proxy, " + forScreen(proxy) + "\n";
    }
    for (const auto& host : plan.inspected) {
        out += "  inspected: " + (host.empty() ? std::string("whatever is reached") : forScreen(host, 300)) +
               ", by an authority of the run alone; servers are verified by " + forScreen(plan.trustFrom, 300) + "\n";
    }
    if (!plan.trustNss.empty()) {
        out += "  inspected: " + forScreen(plan.trustNss, 300) + "\n";
    }
    textEgress(out, policy);
    textOutput(out, plan, policy);
    out += "credentials\n";
    for (const auto& credential : plan.ambientCredentials) {
        out += "  ambient credential: " + forScreen(credential) + "\n";
    }
    if (plan.ambientCredentials.empty()) {
        out += "  none\n";
    }
    out += "limits\n";
    for (const auto& line : limitLines(plan)) {
        if (line.value) {
            out += "  " + line.name + " " +
                   policy::limitText(line.name, static_cast<double>(*line.value) / (line.name == "cpu" ? 100 : 1)) + "  [" + line.mechanism + "]\n";
        }
    }
    for (const auto& notice : plan.notices) {
        out += "note: " + forScreen(notice, 1024) + "\n";
    }
    return out;
}

namespace {

Json document(const Plan& plan, const policy::EffectivePolicy& policy, const std::vector<std::string>& words) {
    Json command = Json::array();
    for (const auto& word : words) {
        command.push_back(name(word));
    }
    Json variables = Json::array();
    for (const auto& variable : plan.environment) {
        Json one = {{"name", name(variable.name)}, {"secret", variable.secret}};
        if (!variable.secret) {
            one["value"] = name(variable.value);
        }
        one["why"] = name(variable.why);
        variables.push_back(std::move(one));
    }
    Json hidden = Json::array();
    for (const auto& path : plan.hidden) {
        hidden.push_back(name(path));
    }
    Json notices = Json::array();
    for (const auto& notice : plan.notices) {
        notices.push_back(name(notice));
    }
    Json credentials = Json::array();
    for (const auto& credential : plan.ambientCredentials) {
        credentials.push_back(name(credential));
    }
    Json proxies = Json::array();
    for (const auto& proxy : plan.net.upstreamProxies) {
        proxies.push_back(name(proxy));
    }
    const auto& merged = policy.merged;
    return {
        {"run", plan.runId},
        {"profile", name(plan.profile)},
        {"policy", policy.version},
        {"tier", tierName()},
        {"project", name(plan.project)},
        {"workspace", policy::workspaceModeName(plan.workspace)},
        {"working_dir", name(plan.workingDir)},
        {"command", std::move(command)},
        {"uid", plan.uid},
        {"gid", plan.gid},
        {"unsafe_root", plan.root && plan.root->unsafeRoot},
        {"mounts", jsonMounts(plan)},
        {"hidden", std::move(hidden)},
        {"environment", std::move(variables)},
        {"egress",
         {{"capture", plan.net.capture == NetCapture::NftRedirect ? "nft" : "ports"},
          {"published", plan.net.publishedPorts},
          {"upstream_proxies", std::move(proxies)},
          {"inspected", plan.inspected},
          {"roots", name(plan.trustFrom)},
          {"default", policy::verdictName(merged.egressDefault.value_or(policy::Verdict::Deny))},
          {"deny", jsonRules(merged.deny)},
          {"allow", jsonRules(merged.allow)},
          {"ask", jsonRules(merged.ask)}}},
        {"ambient_credentials", std::move(credentials)},
        {"canaries", plan.canaries},
        {"limits", jsonLimits(plan)},
        {"notices", std::move(notices)},
    };
}

} // namespace

std::string planJson(const Plan& plan, const policy::EffectivePolicy& policy) {
    return document(plan, policy, plan.command).dump(2, ' ', false, Json::error_handler_t::replace);
}

std::string planRecord(const Plan& plan, const policy::EffectivePolicy& policy, const std::vector<std::string>& command) {
    return document(plan, policy, command).dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace leadglass::sandbox
