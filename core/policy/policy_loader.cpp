// loadPolicy and its like: layers in, one effective policy out (merge.h).
#include <algorithm>
#include <set>

#include "core/base/digest.h"
#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/policy/action.h"
#include "core/policy/address.h"
#include "core/policy/beaten.h"
#include "core/policy/check_together.h"
#include "core/policy/evaluator.h"
#include "core/policy/grants.h"
#include "core/policy/host_name.h"
#include "core/policy/limit_values.h"
#include "core/policy/merge.h"
#include "core/policy/needs.h"
#include "core/policy/parser.h"
#include "core/policy/parser_values.h"
#include "core/policy/policy_file.h"
#include "core/policy/profile_store.h"
#include "core/policy/project_layer.h"
#include "core/policy/registry_rules.h"

namespace leadglass::policy {
namespace {

// Hash input: each part with its length, so that no two sets of files read the same.
struct Fingerprint {
    std::string text;
    void add(const std::string& name, const std::string& content) {
        text += std::to_string(name.size()) + ":" + name + std::to_string(content.size()) + ":" + content;
    }
};

std::string place(const Origin& origin) {
    return forScreen(origin.file, 1024) + ":" + std::to_string(origin.line) + ":" +
           std::to_string(origin.column);
}

Status checkExamples(const EffectivePolicy& policy, const std::vector<Example>& examples) {
    for (const Example& example : examples) {
        const auto request = parseActionOrRequest(example.egress);
        if (!request) {
            return makeError(Code::Invalid, place(example.origin) + ": " + request.error().what,
                             request.error().fix);
        }
        const Decision decision = evaluateAction(policy, *request, {});
        if (decision.verdict != example.expect) {
            return makeError(Code::Invalid,
                             place(example.origin) + ": the example '" + forScreen(example.egress, 300) +
                                 "' expects " + verdictName(example.expect) + ", but the policy says " +
                                 verdictName(decision.verdict) + " (" + decision.reason +
                                 (decision.origin ? ", " + describe(*decision.origin) : "") + ")",
                             "correct the rule or the example");
        }
    }
    return {};
}

Result<EffectivePolicy> fromChain(std::vector<LoadedProfile> chain, Fingerprint& print) {
    EffectivePolicy out;
    bool first = true;
    for (LoadedProfile& level : chain) {
        out.merged = first ? level.profile : unite(out.merged, level.profile);
        first = false;
        out.sources.push_back(level.profile.file);
        print.add(level.profile.name, level.content);
        // Each file's examples speak of that file and its parents; a child may decide otherwise.
        LG_TRY(checkExamples(out, level.profile.examples));
    }
    return out;
}

Status addProjectFile(EffectivePolicy& policy, const std::string& projectDir, Fingerprint& print) {
    const std::string content = LG_TRY(addProject(policy, projectDir));
    if (!policy.restrictions.empty()) {
        print.add(kProjectFile, content);
    }
    return {};
}

Status addGrants(EffectivePolicy& policy, const Places& places, const std::string& project,
                 Fingerprint& print) {
    const auto grants = LG_TRY(loadGrants(places, policy.merged.name, project));
    for (const Grant& grant : grants) {
        addRule(policy, grant.rule, grant.verdict);
        print.add("grant", std::string(verdictName(grant.verdict)) + describe(grant.rule.origin) +
                               grant.rule.host.name);
    }
    if (!grants.empty()) {
        policy.sources.push_back(grants.front().rule.origin.file);
    }
    return {};
}

Status addMode(EffectivePolicy& policy, const std::string& name, Fingerprint& print) {
    if (name.empty()) {
        return {};
    }
    const auto mode = workspaceModeNamed(name);
    if (!mode) {
        return makeError(Code::Invalid, "no such mode: --workspace " + forScreen(name, 40),
                         "use overlay, copy, direct, readonly or scratch");
    }
    policy.merged.workspaceMode = mode;
    policy.merged.workspaceModeOrigin = {Layer::Run, "--workspace", 0, 0};
    print.add("--workspace", name);
    return {};
}

// The person's own word for this run: the value itself instead of a placeholder.
void giveWay(EffectivePolicy& policy, const std::string& name) {
    std::vector<std::string> dropped;
    for (const Secret& secret : policy.merged.secrets) {
        if (secret.env == name) {
            dropped.push_back(secret.name);
        }
    }
    for (const std::string& secret : dropped) {
        dropSecret(policy, secret);
        policy.notices.push_back("--pass " + name + " hands the value itself into the run: secret " + secret + " is not used");
    }
}

Status addFlags(EffectivePolicy& policy, const LoadRequest& request, Fingerprint& print) {
    for (const EgressRule& rule : request.allow) {
        addRule(policy, rule, Verdict::Allow);
        print.add("--allow", rule.host.name + rule.registry + toText(rule.range.base) + rule.id);
    }
    for (const EgressRule& rule : request.deny) {
        addRule(policy, rule, Verdict::Deny);
        print.add("--deny", rule.host.name + rule.registry + toText(rule.range.base) + rule.id);
    }
    for (const std::string& name : request.pass) {
        if (!isVariableName(name, false)) {
            return makeError(Code::Invalid, "--pass '" + forScreen(name, 80) + "': no variable name",
                             "give one exact name for each --pass");
        }
        policy.merged.pass.push_back({name, {}, {Layer::Run, "--pass", 0, 0}});
        giveWay(policy, name);
    }
    for (const auto& [key, value] : request.limits) {
        LG_TRY(setLimit(policy.merged.limits, key, value));
        policy.merged.limitOrigins[key] = {Layer::Run, "--limit", 0, 0};
        print.add("--limit", key + "=" + value);
    }
    return addMode(policy, request.workspace, print);
}

class Expander {
public:
    Expander(const RegistryHosts& hosts, std::vector<std::string>& notices)
        : m_hosts(hosts), m_notices(notices) {}

    // Each registry rule becomes one rule per host of this machine's configuration.
    void expand(std::vector<EgressRule>& rules) {
        std::vector<EgressRule> out;
        for (const EgressRule& rule : rules) {
            if (rule.kind != EgressRule::Kind::Registry || !rule.host.name.empty()) {
                out.push_back(rule);
                continue;
            }
            const auto fault = [&](const Error& error) { note("registry " + rule.registry + ": " + error.text()); };
            for (EgressRule& one : registryRules(rule, hostsOf(rule), fault)) {
                out.push_back(std::move(one));
            }
        }
        rules = std::move(out);
    }

private:
    void note(const std::string& text) {
        if (std::find(m_notices.begin(), m_notices.end(), text) == m_notices.end()) {
            m_notices.push_back(text);
        }
    }
    const std::vector<std::string>& hostsOf(const EgressRule& rule) {
        const auto known = m_known.find(rule.registry);
        if (known != m_known.end()) {
            return known->second;
        }
        std::vector<std::string> found;
        if (m_hosts) {
            auto asked = m_hosts(rule.registry);
            if (asked) {
                found = std::move(*asked);
            } else {
                note("the rule for registry " + rule.registry + " (" + describe(rule.origin) +
                     ") matches nothing: " + asked.error().text());
            }
        }
        return m_known[rule.registry] = std::move(found);
    }
    const RegistryHosts& m_hosts;
    std::vector<std::string>& m_notices;
    std::map<std::string, std::vector<std::string>> m_known;
};

void assignIds(std::vector<EgressRule>& rules, std::set<std::string>& taken) {
    for (EgressRule& rule : rules) {
        const std::string wanted =
            rule.origin.line > 0
                ? std::string(layerName(rule.origin.layer)) + ":" + std::to_string(rule.origin.line)
                : rule.id;
        rule.id = wanted;
        for (int n = 2; !taken.insert(rule.id).second; ++n) {
            rule.id = wanted + "." + std::to_string(n);
        }
    }
}

Status finish(EffectivePolicy& policy, const RegistryHosts& registries, const Fingerprint& print) {
    Expander expander(registries, policy.notices);
    std::set<std::string> taken;
    const auto each = [&](Profile& profile) {
        for (auto* list : {&profile.allow, &profile.ask, &profile.deny}) {
            expander.expand(*list);
            assignIds(*list, taken);
        }
    };
    each(policy.merged);
    for (Profile& layer : policy.restrictions) {
        each(layer);
    }
    policy.version = policy.merged.name +
                     (policy.merged.version.empty() ? "" : "@" + policy.merged.version) + "+sha256:" +
                     sha256Hex(print.text).substr(0, 12);
    return checkTogether(policy);
}

// Slips that load, but surprise: "*.x" never matches x itself, and a profile is found by its file's name.
void hint(EffectivePolicy& policy, const Profile& file) {
    std::string stem = file.file.substr(file.file.rfind('/') + 1);
    stem = stem.ends_with(".toml") ? stem.substr(0, stem.size() - 5) : file.name;
    if (stem != file.name) {
        policy.notices.push_back(forScreen(file.file, 1024) + ": its name is '" + file.name +
                                 "', and so it is called in the history; --profile and extends find it by its file's name, '" +
                                 forScreen(stem, 80) + "'");
    }
    for (const EgressRule& rule : file.allow) {
        const bool apex = std::any_of(policy.merged.allow.begin(), policy.merged.allow.end(),
                                      [&](const EgressRule& other) {
                                          return matches(other.host, rule.host.name) &&
                                                 other.kind == EgressRule::Kind::Host;
                                      });
        if (rule.host.below && !apex) {
            policy.notices.push_back(describe(rule.origin) + ": *." + rule.host.name +
                                     " does not cover " + rule.host.name + " itself");
        }
    }
}

Result<EffectivePolicy> checkedChain(std::vector<LoadedProfile> chain, const RegistryHosts& registries) {
    Fingerprint print;
    const Profile own = chain.back().profile;
    EffectivePolicy out = LG_TRY(fromChain(std::move(chain), print));
    hint(out, own);
    LG_TRY(finish(out, registries, print));
    noteBeaten(out, own.file);
    return out;
}

} // namespace

Result<EffectivePolicy> loadPolicy(const Places& places, const LoadRequest& request,
                                   const RegistryHosts& registries) {
    const std::string profile = request.profile.empty()
                                    ? LG_TRY(profileForCommand(places, request.command, request.otherwise))
                                    : request.profile;
    Fingerprint print;
    auto loaded = loadChain(places, profile);
    if (!loaded && loaded.error().code == Code::NotFound && request.profile.empty() && profile == request.otherwise) {
        Error error = loaded.error();
        error.what = "your settings name a profile (profile in config.toml, or LEADGLASS_PROFILE): " + error.what;
        return error;
    }
    auto chain = LG_TRY(std::move(loaded));
    EffectivePolicy out = LG_TRY(fromChain(std::move(chain), print));
    LG_TRY(addGrants(out, places, request.projectDir, print));
    LG_TRY(addFlags(out, request, print));
    LG_TRY(addProjectFile(out, request.projectDir, print));
    LG_TRY(finish(out, registries, print));
    noteWithoutEffect(out, places);
    return out;
}

Result<EffectivePolicy> checkPolicyFile(const Places& places, const std::string& file,
                                        const RegistryHosts& registries) {
    Fingerprint print;
    if (file.find('/') == std::string::npos && !file.ends_with(".toml")) { // a name, as --profile has it
        return checkedChain(LG_TRY(loadChain(places, file)), registries);
    }
    auto real = sys::realPath(file);
    if (!real) {
        adviseWhereMissing(real.error());
    }
    const std::string path = LG_TRY(std::move(real));
    const std::size_t slash = path.rfind('/');
    if (path.substr(slash + 1) == kProjectFile) {
        auto base = LG_TRY(loadChain(places, "default"));
        EffectivePolicy out = LG_TRY(fromChain(std::move(base), print));
        LG_TRY(addProjectFile(out, slash == 0 ? "/" : path.substr(0, slash), print));
        LG_TRY(finish(out, registries, print));
        noteWithoutEffect(out, places);
        return out;
    }
    return checkedChain(LG_TRY(loadChainUnchecked(places, path)), registries);
}

Result<EffectivePolicy> checkPolicyText(const Places& places, const PolicyFile& file, const std::string& content,
                                        const RegistryHosts& registries) {
    if (file.layer != Layer::Project) {
        return checkedChain(LG_TRY(loadChainOfText(places, file.path, content)), registries);
    }
    Fingerprint print;
    auto base = LG_TRY(loadChain(places, "default"));
    EffectivePolicy out = LG_TRY(fromChain(std::move(base), print));
    LG_TRY(addProjectText(out, file.path, content));
    print.add(kProjectFile, content);
    LG_TRY(finish(out, registries, print));
    noteWithoutEffect(out, places);
    return out;
}

std::vector<Error> faultsOfPolicyFile(const Places& places, const std::string& file, const Error& first) {
    const auto found = profileText(places, file);
    if (found) {
        auto faults = profileFaults(found->content, found->path, found->path.ends_with(std::string("/") + kProjectFile) ? Layer::Project : Layer::Profile);
        if (!faults.empty() && faults.front().what == first.what) {
            return faults;
        }
    }
    return {first};
}

Result<std::vector<FoundProfile>> listProfiles(const Places& places) {
    std::vector<FoundProfile> out;
    for (const ProfileFile& file : LG_TRY(allProfileFiles(places))) {
        const Profile profile = LG_TRY(parseProfile(file.content, file.path, Layer::Profile));
        out.push_back({file.name, file.path, profile.agent});
    }
    return out;
}

} // namespace leadglass::policy
