#include "core/session/ssh_agent_place.h"

#include <algorithm>
#include <cstdlib>

#include "core/base/sys.h"
#include "core/sandbox/bind_source.h"
#include "core/session/door_place.h"

namespace leadglass::session {
namespace {

constexpr std::uint32_t kReadOnly = 0444;

SshKeyRules rulesOf(const PreparedRun& run) {
    return {run.policy.merged.ssh, KnownHosts::ofPerson(run.places.home), run.places.home};
}

constexpr const char* kKnownHostInside = "/.leadglass/bin/leadglass-knownhost";

// The last wall against another host key is the proxy's; this says it where ssh can say it well. A key that nobody has
// accepted is asked about outside, before ssh sends anything that it would send to a host that it knows.
std::string config(bool asks) {
    return std::string("# Written by Leadglass for this run; host keys are accepted outside: leadglass ssh trust HOST\n"
                       "Host *\n"
                       "  StrictHostKeyChecking yes\n"
                       "  UserKnownHostsFile ~/.ssh/known_hosts\n") +
           (asks ? std::string("  KnownHostsCommand ") + kKnownHostInside + " " + kDoorsInside + "/" + kAgentSocket + " %H %t %K\n" : "") +
           "  UpdateHostKeys no\n"
           "  ForwardAgent no\n";
}

bool anyUnknown(const SshKeyRules& rules) {
    return std::any_of(rules.rules().begin(), rules.rules().end(),
                       [&](const auto& rule) { return !rule.host.empty() && rules.known().keysOf(rule.host, rule.port).empty(); });
}

} // namespace

Status addSshPlaces(const PreparedRun& run, sandbox::StateView& view) {
    if (run.policy.merged.ssh.empty()) {
        return {};
    }
    const std::string why = "[[ssh]] of the policy";
    const auto rules = rulesOf(run);
    const std::string home = LG_TRY(sys::realPath(run.places.home)) + "/.ssh";
    view.mounts.push_back(sandbox::dataMount(home + "/known_hosts", rules.knownHostsText(), kReadOnly, why));
    view.mounts.push_back(sandbox::dataMount(home + "/config", config(anyUnknown(rules)), kReadOnly, why));
    if (anyUnknown(rules)) {
        view.mounts.push_back(LG_TRY(sandbox::bindRealPath(run.places.programs + "/leadglass-knownhost", kKnownHostInside, false, why)));
    }
    view.notices.insert(view.notices.end(), rules.notices().begin(), rules.notices().end());
    const char* agent = std::getenv("SSH_AUTH_SOCK");
    if (agent == nullptr || *agent == '\0') {
        view.notices.emplace_back("SSH_AUTH_SOCK is not set here, so no key of [[ssh]] can be used in this run (start an ssh-agent, and ssh-add)");
    }
    return {};
}

void addSshVariables(const PreparedRun& run, sandbox::Plan& plan) {
    if (run.policy.merged.ssh.empty()) {
        return;
    }
    std::erase_if(plan.environment, [](const auto& variable) { return variable.name == "SSH_AUTH_SOCK"; });
    const sandbox::Variable ours{"SSH_AUTH_SOCK", std::string(kDoorsInside) + "/" + kAgentSocket, false, "[[ssh]] of the policy"};
    const auto at = std::lower_bound(plan.environment.begin(), plan.environment.end(), ours,
                                     [](const auto& a, const auto& b) { return a.name < b.name; });
    plan.environment.insert(at, ours);
}

Result<std::unique_ptr<SshAgentProxy>> openSshAgent(const PreparedRun& run, EventLoop& loop, AuditTrail& trail, ApprovalQueue& queue,
                                                    Attribution& attribution) {
    if (run.policy.merged.ssh.empty()) {
        return std::unique_ptr<SshAgentProxy>();
    }
    const char* agent = std::getenv("SSH_AUTH_SOCK");
    return SshAgentProxy::open({loop, trail, queue, attribution, run.places.programs, agent != nullptr ? agent : "", doorsOf(run), run.places.home},
                               rulesOf(run));
}

} // namespace leadglass::session
