#include "core/session/local_policy_service.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/policy/action.h"
#include "core/policy/address.h"
#include "core/policy/describe.h"
#include "core/policy/evaluator.h"
#include "core/policy/explain.h"
#include "core/policy/limit_values.h"
#include "core/policy/merge.h"
#include "core/policy/needs.h"
#include "core/policy/refusal.h"
#include "core/policy/registries.h"
#include "core/policy/settings.h"
#include "core/sandbox/devices.h"
#include "core/sandbox/limit_lines.h"
#include "core/sandbox/path_text.h"
#include "core/sandbox/plan_builder.h"
#include "core/sandbox/policy_faults.h"
#include "core/sandbox/secret_paths.h"
#include "core/session/path_reach.h"
#include "core/session/scope.h"
#include "core/session/secret_source.h"
#include "core/workspace/prepare_upper.h"

namespace leadglass::session {
namespace {

policy::RegistryHosts registriesOf(const Places& places) {
    return [places](const std::string& registry) { return policy::registryHosts(places, registry); };
}

std::string findOnPath(const std::string& command) {
    const char* path = std::getenv("PATH");
    std::string_view rest = path != nullptr ? path : "";
    while (!rest.empty()) {
        const std::size_t colon = rest.find(':');
        const std::string_view folder = rest.substr(0, colon);
        rest = colon == std::string_view::npos ? std::string_view() : rest.substr(colon + 1);
        const std::string file = std::string(folder) + "/" + command;
        struct stat s {};
        if (folder.starts_with('/') && ::stat(file.c_str(), &s) == 0 && S_ISREG(s.st_mode) &&
            ::access(file.c_str(), X_OK) == 0) {
            return file;
        }
    }
    return {};
}

// "2.1.197": what installers name a file or folder of one version.
bool isVersion(std::string_view name) {
    return name.find('.') != std::string_view::npos && !name.starts_with('.') &&
           !name.ends_with('.') && name.size() <= 64 &&
           name.find_first_not_of("0123456789.") == std::string_view::npos;
}

// Found without running the program: in the package.json of the package that it belongs to (npm's
// layout), else in its real path ("claude/versions/2.1.197", "installs/aider/0.86.1/bin/aider").
std::string versionOf(const std::string& program) {
    const auto real = sys::realPath(program);
    std::string folder = real ? *real : std::string();
    for (int up = 0; up < 3 && folder.size() > 1; ++up) {
        folder = folder.substr(0, folder.rfind('/'));
        const auto text = sys::readFile(folder + "/package.json", 1024 * 1024);
        if (!text) {
            continue;
        }
        const auto json = nlohmann::json::parse(*text, nullptr, false);
        if (json.is_object() && json.contains("version") && json["version"].is_string()) {
            return forScreen(json["version"].get<std::string>(), 64);
        }
    }
    std::string_view rest = real ? std::string_view(*real) : std::string_view();
    while (!rest.empty()) {
        const std::size_t slash = rest.rfind('/');
        const std::string_view name = rest.substr(slash == std::string_view::npos ? 0 : slash + 1);
        if (isVersion(name)) {
            return std::string(name);
        }
        rest = rest.substr(0, slash == std::string_view::npos ? 0 : slash);
    }
    return {};
}

} // namespace

Result<std::string> projectOf(const api::PolicyQuery& query) {
    auto real = query.project.empty() ? Result<std::string>(std::string()) : sys::realPath(query.project);
    if (!real) {
        real.error().what = "the project: " + real.error().what;
        real.error().fix = "give a directory that is there with --project, or leave it out";
    }
    return real;
}

Result<policy::EffectivePolicy> LocalPolicyService::load(const api::PolicyQuery& query) const {
    policy::LoadRequest request;
    request.profile = query.profile;
    request.command = query.command;
    request.otherwise = query.otherwise;
    request.projectDir = LG_TRY(projectOf(query));
    return policy::loadPolicy(m_places, request, registriesOf(m_places));
}

namespace {

// As a run here would have it.
Result<api::ExplainedDecision> explainLimit(const policy::EffectivePolicy& effective, const policy::Settings& settings,
                                            const std::string& key) {
    sandbox::Plan plan;
    plan.runId = "ID";
    plan.limits = effective.merged.limits;
    plan.workspace = effective.merged.workspaceMode.value_or(policy::WorkspaceMode::Overlay);
    plan.rlimits = sandbox::rlimitsFor(plan.limits);
    const auto totals = policy::totalsOf(settings);
    plan.totals = {totals.runs, totals.memory, totals.processes};
    const Status scope = planScope(settings.scope, effective.merged, plan);
    std::string known;
    for (const auto& line : sandbox::limitLines(plan)) {
        known += (known.empty() ? "" : ", ") + line.name;
        if (line.name != key) {
            continue;
        }
        api::ExplainedDecision out;
        out.target = "limit " + key;
        out.decision.verdict = policy::Verdict::Deny;
        out.decision.reason = "limit";
        out.decision.policyVersion = effective.version;
        out.enforcedBy = line.mechanism;
        const auto origin = effective.merged.limitOrigins.find(key);
        std::string from = key.starts_with("total_") ? "config.toml, or built in" : "built in";
        if (origin != effective.merged.limitOrigins.end()) {
            out.decision.origin = origin->second;
            from = policy::describe(origin->second);
        }
        const double value = static_cast<double>(line.value.value_or(0)) / (key == "cpu" ? 100 : 1);
        out.text = line.value ? "limit " + key + ": " + policy::limitText(key, value) + "  [" + from + "]\n  enforced by: " + line.mechanism + "\n"
                              : "limit " + key + ": none; --limit " + key + "=VALUE sets one for a run\n  would be enforced by: " + line.mechanism + "\n";
        if (!scope) {
            out.text += "  no run starts with this policy: " + scope.error().text() + "\n";
        } else if (!plan.noScope.empty()) {
            out.text += "  no systemd scope: " + plan.noScope + "\n";
        }
        return out;
    }
    return makeError(Code::Invalid, "there is no limit '" + forScreen(key, 40) + "'", "known: " + known);
}

// What the policy says of a device by word or path, and what stands there on this machine.
Result<api::ExplainedDecision> explainDevice(const policy::EffectivePolicy& effective, const std::string& what) {
    const auto paths = sandbox::devicePaths(what);
    if (what != "gpu" && what != "kvm" && (!what.starts_with("/dev/") || sandbox::cleanPath(what) != what)) {
        return makeError(Code::Invalid, "'" + forScreen(what, 80) + "' is no device",
                         "name \"gpu\", \"kvm\", or a path like \"/dev/dri/renderD128\"");
    }
    api::ExplainedDecision out;
    out.target = "device " + forScreen(what, 300);
    out.decision.verdict = policy::Verdict::Deny;
    out.decision.reason = "default";
    out.decision.policyVersion = effective.version;
    for (const auto& device : effective.merged.devices) {
        const auto granted = sandbox::devicePaths(device.what);
        const bool all = std::all_of(paths.begin(), paths.end(), [&](const std::string& path) {
            return std::find(granted.begin(), granted.end(), path) != granted.end();
        });
        if (device.what == what || (all && !paths.empty())) {
            out.decision.verdict = policy::Verdict::Allow;
            out.decision.reason = "rule";
            out.decision.origin = device.origin;
        }
    }
    const bool allowed = out.decision.verdict == policy::Verdict::Allow;
    out.text = out.target + ": " + policy::verdictName(out.decision.verdict) + "\n  reason: " +
               (allowed ? "a line of [devices] names it" : "no line of [devices] names it") + "\n";
    if (const std::string place = policy::placeInWords(out.decision.origin, ""); !place.empty()) {
        out.text += "  from:   " + place + "\n";
    }
    out.text += "  policy: " + effective.version + "\n";
    bool shown = !paths.empty();
    for (const auto& path : paths) {
        const auto mount = sandbox::deviceMount(path, what);
        shown = shown && mount.ok();
        out.text += "  here:   " + (mount ? forScreen(path, 300) + " is there" : mount.error().text()) + "\n";
    }
    out.text += paths.empty() ? "  here:   there is none\n" : "";
    if (allowed && !shown) {
        out.text += "  no run starts with this policy here\n";
    } else if (!allowed && shown) {
        out.text += "  to allow it: allow = [\"" + forScreen(what, 300) + "\"] in [devices] of a profile of yours\n";
    }
    return out;
}

// What a bare word names that is no host: "memory". Empty: nothing.
std::string otherMeaning(const std::string& word) {
    const auto lines = sandbox::limitLines(sandbox::Plan{});
    if (std::any_of(lines.begin(), lines.end(), [&](const auto& line) { return line.name == word; })) {
        return "the limit is told by: leadglass policy explain limit " + word;
    }
    return word == "kvm" || word == "gpu" ? "the device is told by: leadglass policy explain device " + word : "";
}

// The policy is right as it is: a device that is missing is this machine's matter, and said so.
void noteAbsentDevices(policy::EffectivePolicy& effective) {
    std::vector<std::string> notes;
    for (const auto& device : effective.merged.devices) {
        const std::string place = forScreen(policy::describe(device.origin), 300) + " " + forScreen(device.what, 300);
        const auto paths = sandbox::devicePaths(device.what);
        std::string why = paths.empty() ? "device 'gpu' (" + place + "): there is no GPU here" : "";
        for (const auto& path : paths) {
            const auto mount = sandbox::deviceMount(path, place);
            const bool absent = !mount && mount.error().code == Code::NotFound;
            why = !why.empty() || !absent ? why : mount.error().what;
        }
        if (!why.empty()) {
            notes.push_back(why + "; on this machine no run starts with this policy");
        }
    }
    effective.notices.insert(effective.notices.begin(), notes.begin(), notes.end());
}

std::string joined(const std::vector<std::string>& words, const char* before = "") {
    std::string out;
    for (const auto& word : words) {
        out += (out.empty() ? "" : ", ") + std::string(before) + word;
    }
    return out;
}

api::ShownPolicy shownOf(policy::EffectivePolicy effective, const Places& places) {
    api::ShownPolicy out;
    out.faults = sandbox::policyFaults(effective, places);
    noteAbsentDevices(effective);
    out.effective = std::move(effective);
    out.here = policy::asHere(out.effective.merged.limits);
    out.notEnforced = policy::notEnforcedBy(out.effective);
    out.builtIn = {{"files hide", joined(workspace::keyFileNames()) + ", where a private key is in it"},
                   {"files mask", joined(sandbox::credentialNames()) + ": empty in what 'files read' and your tools show"},
                   {"files never", joined(sandbox::secretHomePaths(), "~/") + ", and Leadglass's own directories"}};
    return out;
}

} // namespace

Result<api::ShownPolicy> LocalPolicyService::check(const std::string& file) {
    auto checked = policy::checkPolicyFile(m_places, file, registriesOf(m_places));
    if (!checked && checked.error().code == Code::Invalid) {
        api::ShownPolicy out;
        out.loads = false;
        out.faults = policy::faultsOfPolicyFile(m_places, file, checked.error());
        return out;
    }
    auto out = shownOf(LG_TRY(std::move(checked)), m_places);
    out.text = policy::show(out.effective, out.builtIn);
    return out;
}

Result<api::ShownPolicy> LocalPolicyService::show(const api::PolicyQuery& query) {
    auto out = shownOf(LG_TRY(load(query)), m_places);
    for (const auto& fault : out.faults) {
        out.effective.notices.push_back("no run starts with this policy: " + fault.text());
    }
    out.text = policy::show(out.effective, out.builtIn);
    out.lines = policy::policyLines(out.effective, out.builtIn);
    return out;
}

Result<api::ExplainedDecision> LocalPolicyService::explain(const api::PolicyQuery& query,
                                                           const std::string& action) {
    const auto effective = LG_TRY(load(query));
    for (const std::string word : {"read", "write", "device"}) {
        if (action == word) {
            const bool device = word == "device";
            return makeError(Code::Invalid, "'" + word + "' of what?",
                             std::string("give ") + (device ? "gpu, kvm or a path" : "a path") + " after it; a host of that name: egress " + word);
        }
    }
    if (action.starts_with("limit ") || action == "limit") {
        const auto settings = LG_TRY(policy::loadSettings(m_places));
        return explainLimit(effective, settings, action.substr(std::min<std::size_t>(6, action.size())));
    }
    if (action.starts_with("device ")) {
        return explainDevice(effective, action.substr(7));
    }
    for (const std::string word : {"read ", "write "}) {
        if (action.starts_with(word)) {
            return explainPath(effective, m_places, LG_TRY(projectOf(query)), word == "write ", action.substr(word.size()));
        }
    }
    auto parsed = policy::parseActionOrRequest(action);
    const std::string other = otherMeaning(action);
    if (!parsed && !other.empty()) {
        parsed.error().fix = other;
    }
    const auto asked = LG_TRY(std::move(parsed));
    const auto own = LG_TRY(policy::ownAddresses());
    api::ExplainedDecision out;
    out.target = asked.request ? policy::describeRequest(asked.to, *asked.request) : policy::describeTarget(asked.to);
    out.decision = policy::evaluateAction(effective, asked, own);
    out.text = asked.request ? policy::explain(effective, asked.to, *asked.request, out.decision)
                             : policy::explain(effective, asked.to, out.decision);
    if (out.decision.verdict != policy::Verdict::Deny) {
        for (const auto& wide : staysWideAt(effective, asked.to.host)) {
            out.text += "  credential " + wide + "\n";
        }
    }
    if (!other.empty()) {
        out.text += "  hint:   '" + action + "' was taken for a host; " + other + "\n";
    }
    return out;
}

Result<std::vector<api::FoundAgent>> LocalPolicyService::agents() {
    std::vector<api::FoundAgent> out;
    for (const auto& profile : LG_TRY(policy::listProfiles(m_places))) {
        for (const std::string& command : profile.agent.commands) {
            const std::string path = findOnPath(command);
            if (!path.empty()) {
                out.push_back({command, path, versionOf(path), profile.name, profile.file});
            }
        }
    }
    return out;
}

} // namespace leadglass::session
