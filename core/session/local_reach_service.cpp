#include "core/session/local_reach_service.h"

#include <unistd.h>

#include <algorithm>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/policy/address.h"
#include "core/policy/describe.h"
#include "core/policy/evaluator.h"
#include "core/sandbox/devices.h"
#include "core/sandbox/path_text.h"
#include "core/session/local_policy_service.h"
#include "core/session/path_reach.h"

extern char** environ; // NOLINT(readability-redundant-declaration)

namespace leadglass::session {
namespace {

using api::ReachKind;
using api::ReachLine;
using policy::Verdict;
using policy::WorkspaceMode;

constexpr std::size_t kLongestList = 4096;

bool isThere(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }

ReachKind kindOf(WorkspaceMode mode) {
    switch (mode) {
    case WorkspaceMode::Copy: return ReachKind::ProjectCopy;
    case WorkspaceMode::Direct: return ReachKind::ProjectItself;
    case WorkspaceMode::Scratch: return ReachKind::ProjectScratch;
    case WorkspaceMode::Overlay:
    case WorkspaceMode::ReadOnly: break;
    }
    return ReachKind::ProjectLayer;
}

class Reaching {
public:
    Reaching(const policy::EffectivePolicy& effective, const Places& places, std::string project)
        : m_effective(effective), m_merged(effective.merged), m_places(places), m_project(std::move(project)) {}

    api::Reach run() {
        m_out.profile = m_merged.name;
        m_out.mode = m_merged.workspaceMode.value_or(WorkspaceMode::Overlay);
        m_out.disk = m_merged.limits.disk;
        writes();
        reads();
        environment();
        credentials();
        connects();
        return std::move(m_out);
    }

private:
    static void add(std::vector<ReachLine>& to, ReachKind kind, const std::string& what, const policy::Origin* origin = nullptr, bool here = true) {
        to.push_back({kind, forScreen(what, 300), origin != nullptr && !origin->file.empty() ? std::optional(*origin) : std::nullopt, here});
    }

    void writes() {
        auto& to = m_out.writes;
        if (m_out.mode != WorkspaceMode::ReadOnly) {
            add(to, kindOf(m_out.mode), m_project, &m_merged.workspaceModeOrigin);
        }
        for (const auto& state : m_merged.files.state) {
            add(to, ReachKind::State, "~/" + state.path, &state.origin);
        }
        add(to, ReachKind::PrivateHome, "~, /tmp");
        if (m_out.mode != WorkspaceMode::ReadOnly && m_out.mode != WorkspaceMode::Scratch) {
            for (const auto& glob : m_merged.protect) {
                add(to, ReachKind::Protected, glob.text, &glob.origin);
            }
        }
    }

    void reads() {
        auto& to = m_out.reads;
        if (m_out.mode != WorkspaceMode::Scratch) {
            add(to, ReachKind::ProjectFiles, m_project);
            for (const auto& glob : m_merged.files.hide) {
                add(to, ReachKind::Hidden, glob.text, &glob.origin);
            }
        }
        for (const auto& mount : systemMounts()) {
            if (mount.kind == sandbox::Mount::Kind::Bind) {
                add(to, ReachKind::System, mount.target);
            }
        }
        std::string etc; // in one line: there are dozens
        for (const auto& mount : etcMounts(m_places)) {
            etc += (etc.empty() ? "/etc: " : ", ") + mount.target.substr(std::string_view("/etc/").size());
        }
        if (!etc.empty()) {
            to.push_back({ReachKind::System, forScreen(etc, kLongestList), std::nullopt, true});
        }
        for (const auto& mount : toolMounts(m_places, m_project)) {
            if (mount.kind == sandbox::Mount::Kind::Bind) {
                add(to, ReachKind::Tool, mount.target);
            }
        }
        for (const auto& read : m_merged.files.read) {
            add(to, ReachKind::Named, read.path, &read.origin, isThere(sandbox::expandHome(read.path, m_places.home)));
        }
        for (const auto* list : {&m_merged.files.seed, &m_merged.files.config}) {
            for (const auto& copied : *list) {
                add(to, ReachKind::Copied, "~/" + copied.path, &copied.origin, isThere(m_places.home + "/" + copied.path));
            }
        }
        for (const auto& device : m_merged.devices) {
            add(to, ReachKind::Device, device.what, &device.origin, !sandbox::devicePaths(device.what).empty());
        }
    }

    // Those that this process has: a run of the same person would have them, too.
    void environment() {
        const auto& keys = m_merged.agent.keyVariables;
        for (char** each = environ; each != nullptr && *each != nullptr; ++each) {
            const std::string_view whole = *each;
            const std::string name(whole.substr(0, whole.find('=')));
            if (std::find(keys.begin(), keys.end(), name) != keys.end()) {
                add(m_out.reads, ReachKind::Credential, name);
                continue;
            }
            for (const auto& pass : m_merged.pass) {
                const bool many = pass.name.ends_with('*');
                if (many ? name.starts_with(pass.name.substr(0, pass.name.size() - 1)) : name == pass.name) {
                    add(m_out.reads, ReachKind::Variable, name, &pass.origin);
                    break;
                }
            }
        }
    }

    // Of those whose source has no value the run goes without; whether it has one is not looked up here, a keyring would ask.
    void credentials() {
        for (const auto& secret : m_merged.secrets) {
            std::string where;
            for (const auto& bound : secret.inject) {
                const std::string host = (bound.host.below ? "*." : "") + bound.host.name;
                if (where.find(host) == std::string::npos) {
                    where += (where.empty() ? "" : ", ") + host;
                }
            }
            const std::string inside = secret.endpoint ? "AWS_CONTAINER_CREDENTIALS_FULL_URI" : secret.env.empty() ? secret.file : secret.env;
            add(m_out.reads, ReachKind::Placeholder, secret.name + (inside.empty() ? "" : " (" + inside + ")") + ": " + where, &secret.origin);
        }
    }

    // What the rules say, as far as all layers let them.
    void connects() {
        auto& to = m_out.connects;
        const auto own = policy::ownAddresses();
        const auto each = [&](const std::vector<policy::EgressRule>& rules) {
            for (const auto& rule : rules) {
                policy::EgressRequest request;
                request.port = rule.ports.empty() ? 443 : rule.ports.front();
                ReachKind kind = rule.host.below ? ReachKind::HostsBelow : ReachKind::Host;
                if (rule.kind == policy::EgressRule::Kind::Loopback) {
                    request.loopbackPort = rule.loopbackPort;
                    kind = ReachKind::Loopback;
                } else if (rule.kind == policy::EgressRule::Kind::Address) {
                    request.literal = rule.range.base;
                    kind = ReachKind::Address;
                } else {
                    request.host = (rule.host.below ? "any." : "") + rule.host.name;
                }
                const auto verdict = policy::evaluateEgress(m_effective, request, own ? *own : std::vector<policy::Address>()).verdict;
                if (verdict != Verdict::Deny) {
                    add(to, verdict == Verdict::Ask ? ReachKind::AskedHost : kind, policy::describeRule(rule), &rule.origin);
                }
            }
        };
        each(m_merged.allow);
        each(m_merged.ask);
        bool asks = m_merged.egressDefault.value_or(Verdict::Deny) == Verdict::Ask;
        const policy::Origin* origin = &m_merged.egressDefaultOrigin;
        for (const auto& layer : m_effective.restrictions) {
            if (asks && layer.egressDefault == Verdict::Deny) {
                asks = false;
                origin = &layer.egressDefaultOrigin;
            }
        }
        add(to, asks ? ReachKind::AskedRest : ReachKind::DeniedRest, "", origin);
    }

    const policy::EffectivePolicy& m_effective;
    const policy::Profile& m_merged;
    const Places& m_places;
    std::string m_project;
    api::Reach m_out;
};

} // namespace

Result<api::Reach> LocalReachService::reach(const api::PolicyQuery& query) {
    const std::string project = LG_TRY(projectOf(query));
    const auto shown = LG_TRY(LocalPolicyService(m_places).show(query));
    return Reaching(shown.effective, m_places, project).run();
}

} // namespace leadglass::session
