#include "core/cli/policy_command_json.h"

#include <nlohmann/json.hpp>

#include "core/cli/context.h"
#include "core/policy/describe.h"

namespace leadglass::cli {

using nlohmann::json;

json originJson(const policy::Origin& origin) {
    return {{"file", jsonName(origin.file)}, {"line", origin.line}, {"layer", policy::layerName(origin.layer)}};
}

namespace {

json gitJson(const policy::GitCondition& git) {
    json access = json::array();
    if (git.fetch) {
        access.push_back("fetch");
    }
    if (git.push) {
        access.push_back("push");
    }
    json out{{"access", access}, {"branches", git.branches}, {"tags", git.tags}, {"create", git.create}, {"delete", git.remove}, {"lfs", git.lfs}};
    out[git.repository.empty() ? "organisation" : "repository"] = git.repository.empty() ? git.organisation : git.repository;
    return out;
}

json globsByName(const std::vector<policy::NamedGlob>& globs) {
    json out = json::array(); // no object: a name may stand twice
    for (const auto& glob : globs) {
        out.push_back({{"name", glob.name}, {"pattern", glob.glob}});
    }
    return out;
}

// Only what the rule says: no `methods` means every method.
void addConditions(const policy::EgressRule& rule, json& out) {
    const policy::Conditions& when = rule.when;
    if (!rule.label.empty()) {
        out["name"] = rule.label;
    }
    if (!when.methods.empty()) {
        out["methods"] = when.methods;
    }
    if (!when.paths.empty()) {
        out["paths"] = when.paths;
    }
    if (!when.query.empty() || when.queryOnly) {
        out["query"] = globsByName(when.query);
        out["query_only"] = when.queryOnly;
    }
    if (!when.headers.empty()) {
        out["headers"] = globsByName(when.headers);
    }
    if (!when.git.empty()) {
        out["git"] = gitJson(when.git.front());
    }
    if (rule.inspect) {
        out["inspect"] = *rule.inspect;
    }
    if (rule.readOnly) {
        out["read_only"] = *rule.readOnly;
    }
}

json rulesJson(const std::vector<policy::EgressRule>& rules) {
    json out = json::array();
    for (const auto& rule : rules) {
        json one{{"id", rule.id}, {"rule", policy::describeRule(rule)}, {"inspected", rule.needsInspection()}, {"origin", originJson(rule.origin)}};
        addConditions(rule, one);
        out.push_back(std::move(one));
    }
    return out;
}

// The kind, and the name of the place: never what is there. The words of a command may hold a secret, its program does not.
json sourceJson(const policy::SecretSource& source) {
    constexpr const char* kKinds[] = {"keyring", "env", "file", "command", "mint"};
    const bool runs = source.kind == policy::SecretSource::Kind::Command;
    return {{"kind", source.ofState ? "state" : kKinds[static_cast<int>(source.kind)]}, {"pointer", source.pointer}, {"of", jsonName(runs && !source.argv.empty() ? source.argv.front() : source.text)}};
}

json injectJson(const policy::SecretInject& inject) {
    json out{{"host", (inject.host.below ? "*." : "") + inject.host.name}, {"port", inject.ports.empty() ? std::vector<std::uint16_t>{443} : inject.ports},
             {"header", inject.header}, {"basic", inject.basic}, {"methods", inject.methods}, {"paths", inject.paths}, {"origin", originJson(inject.origin)}};
    if (!inject.basic) {
        out["format"] = inject.format;
    }
    if (!inject.rule.empty()) {
        out["rule"] = inject.rule;
    }
    return out;
}

json secretsJson(const std::vector<policy::Secret>& secrets) {
    json out = json::array();
    for (const policy::Secret& secret : secrets) {
        json one{{"name", secret.name}, {"source", json::array()}, {"inject", json::array()}, {"origin", originJson(secret.origin)}};
        for (const auto& source : secret.sources) {
            one["source"].push_back(sourceJson(source));
        }
        for (const auto& inject : secret.inject) {
            one["inject"].push_back(injectJson(inject));
        }
        if (!secret.env.empty()) {
            one["env"] = secret.env;
        }
        if (!secret.file.empty()) {
            one["file"] = jsonName(secret.file);
        }
        if (secret.endpoint) {
            one["endpoint"] = true;
        }
        if (secret.ttlSeconds) {
            one["ttl_seconds"] = *secret.ttlSeconds;
        }
        if (secret.uses) {
            one["uses"] = *secret.uses;
        }
        out.push_back(std::move(one));
    }
    return out;
}

json outputJson(const policy::Output& output) {
    json out = json::object();
    if (output.secrets) {
        out["secrets"] = policy::scanModeName(*output.secrets);
    }
    if (output.canaries) {
        out["canaries"] = *output.canaries;
    }
    if (output.maxBytes) {
        out["max_bytes"] = *output.maxBytes;
    }
    json origins = json::object();
    for (const auto& [key, origin] : output.origins) {
        origins[key] = originJson(origin);
    }
    out["origins"] = std::move(origins);
    return out;
}

json egressJson(const policy::Profile& profile) {
    json out{{"allow", rulesJson(profile.allow)}, {"ask", rulesJson(profile.ask)}, {"deny", rulesJson(profile.deny)}};
    if (profile.egressDefault) {
        out["default"] = policy::verdictName(*profile.egressDefault);
    }
    return out;
}

json namesJson(const std::vector<policy::NamedPath>& paths) {
    json out = json::array();
    for (const auto& path : paths) {
        out.push_back({{"path", jsonName(path.path)}, {"origin", originJson(path.origin)}});
    }
    return out;
}

json globsJson(const std::vector<policy::PathGlob>& globs) {
    json out = json::array();
    for (const auto& glob : globs) {
        out.push_back({{"pattern", jsonName(glob.text)}, {"origin", originJson(glob.origin)}});
    }
    return out;
}

json variablesJson(const std::vector<policy::Variable>& variables, bool values) {
    json out = json::array();
    for (const auto& variable : variables) {
        json one{{"name", variable.name}, {"origin", originJson(variable.origin)}};
        if (values) {
            one["value"] = jsonName(variable.value);
        }
        out.push_back(std::move(one));
    }
    return out;
}

json limitsJson(const policy::Limits& limits) {
    json out = json::object();
    const auto add = [&](const char* key, const auto& value) {
        if (value) {
            out[key] = *value;
        }
    };
    add("cpu", limits.cpu);
    add("memory", limits.memory);
    add("processes", limits.processes);
    add("disk", limits.disk);
    add("open_files", limits.openFiles);
    add("file_size", limits.fileSize);
    add("tmp", limits.tmp);
    add("cpu_time_seconds", limits.cpuSeconds);
    add("wall_clock_seconds", limits.wallClockSeconds);
    return out;
}

json ignoredJson(const std::vector<policy::Ignored>& ignored) {
    json out = json::array();
    for (const policy::Ignored& one : ignored) {
        out.push_back({{"what", one.what}, {"why", one.why}, {"origin", originJson(one.origin)}});
    }
    return out;
}

} // namespace

json policyJson(const api::ShownPolicy& shown) {
    const policy::EffectivePolicy& effective = shown.effective;
    const policy::Profile& merged = effective.merged;
    json out{{"profile", merged.name}, {"version", effective.version}, {"egress", egressJson(merged)},
             {"hide", globsJson(merged.files.hide)}, {"protect", globsJson(merged.protect)},
             {"limits", limitsJson(shown.here)}, {"limits_of_policy", limitsJson(merged.limits)},
             {"without_effect", ignoredJson(effective.ignored)}, {"notices", effective.notices}};
    out["workspace"] =
        policy::workspaceModeName(merged.workspaceMode.value_or(policy::WorkspaceMode::Overlay));
    out["files"] = {{"read", namesJson(merged.files.read)}, {"state", namesJson(merged.files.state)},
                    {"seed", namesJson(merged.files.seed)}, {"config", namesJson(merged.files.config)},
                    {"ephemeral", namesJson(merged.files.ephemeral)}};
    out["environment"] = {{"pass", variablesJson(merged.pass, false)}, {"set", variablesJson(merged.set, true)}};
    out["devices"] = json::array();
    for (const policy::Device& device : merged.devices) {
        out["devices"].push_back({{"device", jsonName(device.what)}, {"origin", originJson(device.origin)}});
    }
    out["ambient_credentials"] = merged.agent.keyVariables;
    out["built_in"] = json::array();
    for (const auto& [title, what] : shown.builtIn) {
        out["built_in"].push_back({{"section", title}, {"what", what}});
    }
    out["faults"] = json::array();
    for (const Error& fault : shown.faults) {
        out["faults"].push_back(fault.text());
    }
    out["sources"] = json::array();
    for (const std::string& source : effective.sources) {
        out["sources"].push_back(jsonName(source));
    }
    out["secrets"] = secretsJson(merged.secrets);
    out["output"] = outputJson(merged.output);
    out["restrictions"] = json::array();
    for (const policy::Profile& layer : effective.restrictions) {
        json one = egressJson(layer);
        one["file"] = jsonName(layer.file);
        out["restrictions"].push_back(std::move(one));
    }
    out["not_enforced"] = json::array();
    for (const policy::NotEnforced& key : shown.notEnforced) {
        out["not_enforced"].push_back({{"key", key.key}, {"origin", originJson(key.origin)}});
    }
    return out;
}

} // namespace leadglass::cli
