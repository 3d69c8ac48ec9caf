#include "core/session/path_reach.h"

#include <algorithm>
#include <cstdlib>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/policy/path_pattern.h"
#include "core/policy/refusal.h"
#include "core/sandbox/home_tools.h"
#include "core/sandbox/path_text.h"
#include "core/sandbox/secret_paths.h"
#include "core/sandbox/system_mounts.h"

namespace leadglass::session {
namespace {

using policy::Verdict;
using policy::WorkspaceMode;

struct Said {
    Verdict verdict = Verdict::Deny;
    std::string why;
    std::optional<policy::Origin> origin;
    std::string change; // what would allow it; empty: nothing that is known
};

// Of what is not there (yet), what leads to it may be a link all the same.
std::string realOf(const std::string& path) {
    for (std::size_t end = path.size(); end > 0 && end != std::string::npos; end = path.rfind('/', end - 1)) {
        if (const auto real = sys::realPath(path.substr(0, end))) {
            return *real + (*real == "/" && end < path.size() ? path.substr(end + 1) : path.substr(end));
        }
    }
    return path;
}

class Judge {
public:
    Judge(const policy::EffectivePolicy& effective, const Places& places, std::string project, bool writes)
        : m_policy(effective.merged), m_places(places), m_home(realOf(places.home)), m_project(std::move(project)), m_writes(writes) {}

    [[nodiscard]] Said of(const std::string& path) const {
        const std::string real = realOf(path);
        if (!m_project.empty() && sandbox::isAtOrBelow(real, m_project)) {
            return inProject(real.size() > m_project.size() ? real.substr(m_project == "/" ? 1 : m_project.size() + 1) : "");
        }
        if (auto said = inState(path)) {
            return *said;
        }
        if (isSecret(real)) {
            return {Verdict::Deny, "no run sees it: keys and logins lie there, or Leadglass's own files", {}, ""};
        }
        for (const auto& read : m_policy.files.read) {
            if (sandbox::isAtOrBelow(real, realOf(sandbox::expandHome(read.path, m_home)))) {
                if (sandbox::isCredentialName(sandbox::baseName(real))) {
                    return {Verdict::Deny, "a line shows what lies there, but files of that name hold credentials: it is empty inside", read.origin, ""};
                }
                return m_writes ? Said{Verdict::Deny, "it is there read-only", read.origin, ""} : Said{Verdict::Allow, "a line of [files] read shows it", read.origin, ""};
            }
        }
        return elsewhere(path, real);
    }

private:
    [[nodiscard]] bool isSecret(const std::string& real) const {
        const auto& names = sandbox::secretHomePaths();
        const bool store = std::any_of(names.begin(), names.end(), [&](const std::string& name) { return sandbox::isAtOrBelow(real, sandbox::joinPath(m_home, name)); });
        return store || std::any_of(kOwn.begin(), kOwn.end(), [&](auto place) { return !(m_places.*place).empty() && sandbox::isAtOrBelow(real, realOf(m_places.*place)); });
    }

    // A pattern for a directory is one for all that is in it.
    static const policy::PathGlob* fits(const std::vector<policy::PathGlob>& globs, const std::string& path, bool anyCase) {
        for (std::size_t end = path.find('/'); !path.empty(); end = path.find('/', end + 1)) {
            const std::string part = path.substr(0, end);
            const auto found = std::find_if(globs.begin(), globs.end(), [&](const auto& glob) {
                return anyCase ? policy::matchesPathAnyCase(glob.text, part) : policy::matchesPath(glob.text, part);
            });
            if (found != globs.end()) {
                return &*found;
            }
            if (end == std::string::npos) {
                break;
            }
        }
        return nullptr;
    }

    [[nodiscard]] Said inProject(const std::string& path) const {
        const WorkspaceMode mode = m_policy.workspaceMode.value_or(WorkspaceMode::Overlay);
        if (mode == WorkspaceMode::Scratch) {
            return m_writes ? Said{Verdict::Allow, "an empty directory stands in the project's place, and is gone at the end", m_policy.workspaceModeOrigin, ""}
                            : Said{Verdict::Deny, "an empty directory stands in the project's place", m_policy.workspaceModeOrigin, ""};
        }
        if (const auto* hidden = fits(m_policy.files.hide, path, false)) {
            return {Verdict::Deny, "hidden: it is absent inside", hidden->origin,
                    hidden->origin.layer == policy::Layer::Base ? "" : "take the line away"};
        }
        if (!m_writes) {
            return {Verdict::Allow, "it is of the project; where a private key is in it, it is hidden all the same", {}, ""};
        }
        if (mode == WorkspaceMode::ReadOnly) {
            return {Verdict::Deny, "the project is read-only", m_policy.workspaceModeOrigin, "--workspace overlay"};
        }
        if (const auto* held = fits(m_policy.protect, path, true)) {
            return mode == WorkspaceMode::Direct ? Said{Verdict::Deny, "protected: it cannot be changed", held->origin, "--workspace overlay: it waits in review then"}
                                                 : Said{Verdict::Ask, "protected: written inside, and held back in review as risky", held->origin, ""};
        }
        if (mode == WorkspaceMode::Direct) {
            return {Verdict::Allow, "the run works in the project itself: it is changed at once", m_policy.workspaceModeOrigin, ""};
        }
        return {Verdict::Allow, "written beside the project; yours changes when you apply it", m_policy.workspaceModeOrigin, ""};
    }

    [[nodiscard]] std::optional<Said> inState(const std::string& path) const {
        const auto under = [&](const std::vector<policy::NamedPath>& list) -> const policy::NamedPath* {
            const auto found = std::find_if(list.begin(), list.end(), [&](const auto& one) { return sandbox::isAtOrBelow(path, sandbox::cleanPath(m_home + "/" + one.path)); });
            return found != list.end() ? &*found : nullptr;
        };
        if (const auto* config = under(m_policy.files.config)) {
            return m_writes ? Said{Verdict::Deny, "the run has a read-only copy of it", config->origin, ""}
                            : Said{Verdict::Allow, "a copy of yours, made anew at each start", config->origin, ""};
        }
        if (const auto* seed = under(m_policy.files.seed); seed != nullptr && !m_writes) {
            return Said{Verdict::Allow, "the agent's own: a copy that was made once", seed->origin, ""};
        }
        if (const auto* state = under(m_policy.files.state)) {
            return m_writes ? Said{Verdict::Allow, "the agent's own private copy, kept between runs; yours stays as it is", state->origin, ""}
                            : Said{Verdict::Ask, "the agent sees its own private copy in its place, never yours", state->origin, ""};
        }
        return std::nullopt;
    }

    // Directories that each run has of its own, and /etc.
    [[nodiscard]] std::optional<Said> inPrivate(const std::string& path) const {
        for (const char* own : {"/tmp", "/var", "/run", "/dev", "/proc"}) {
            if (sandbox::isAtOrBelow(path, own)) {
                return m_writes ? Said{Verdict::Allow, "the run has a private " + std::string(own) + "; yours stays as it is", {}, ""}
                                : Said{Verdict::Deny, "the run has a private " + std::string(own) + ", without what is in yours", {}, ""};
            }
        }
        if (sandbox::isAtOrBelow(path, "/etc")) {
            return inEtc(path);
        }
        return std::nullopt;
    }

    [[nodiscard]] Said inEtc(const std::string& path) const {
        sandbox::Identities who;
        who.home = m_home;
        const auto pieces = sandbox::etcPieces(who);
        for (const auto& piece : pieces ? *pieces : std::vector<sandbox::Mount>()) {
            if (!sandbox::isAtOrBelow(path, piece.target)) {
                continue;
            }
            if (m_writes) {
                return {Verdict::Deny, "the system is read-only", {}, ""};
            }
            return piece.kind == sandbox::Mount::Kind::Data ? Said{Verdict::Ask, "one that is made for the run stands in its place", {}, ""}
                                                            : Said{Verdict::Allow, "it is of the system", {}, ""};
        }
        return {Verdict::Deny, "only those pieces of /etc are there that programs need and that hold no secret: see leadglass run --dry-run", {}, ""};
    }

    [[nodiscard]] Said elsewhere(const std::string& path, const std::string& real) const {
        const auto isUnder = [&](const std::vector<sandbox::Mount>& mounts) {
            return std::any_of(mounts.begin(), mounts.end(), [&](const auto& mount) {
                return sandbox::isAtOrBelow(real, mount.target) || (!mount.source.empty() && sandbox::isAtOrBelow(real, mount.source));
            });
        };
        if (isUnder(systemMounts())) {
            return m_writes ? Said{Verdict::Deny, "the system is read-only", {}, ""} : Said{Verdict::Allow, "it is of the system", {}, ""};
        }
        if (!m_writes && isUnder(toolMounts(m_places, m_project))) {
            return {Verdict::Allow, "it is of your tools that PATH shows", {}, ""};
        }
        const bool home = sandbox::isAtOrBelow(real, m_home);
        if (!home) {
            if (auto said = inPrivate(path)) {
                return *said;
            }
        }
        if (m_writes && home) {
            return {Verdict::Allow, "the run has a private home, which is gone at the end; yours stays as it is", {}, ""};
        }
        const std::string named = home && real.size() > m_home.size() ? "~" + real.substr(m_home.size()) : real;
        return {Verdict::Deny, home ? "the run has a private home, without what is in yours" : "it is not there inside", {},
                m_writes || real == m_home || real == "/" ? "" : "read = [\"" + named + "\"] in [files] of a profile of yours"};
    }

    static constexpr std::array<std::string Places::*, 4> kOwn{&Places::data, &Places::config, &Places::state, &Places::runtime};
    const policy::Profile& m_policy;
    const Places& m_places;
    std::string m_home;
    std::string m_project;
    bool m_writes;
};

} // namespace

std::vector<sandbox::Mount> systemMounts() {
    auto mounts = sandbox::systemDirectories();
    return mounts ? std::move(*mounts) : std::vector<sandbox::Mount>();
}

std::vector<sandbox::Mount> etcMounts(const Places& places) {
    sandbox::Identities who;
    who.home = realOf(places.home);
    auto pieces = sandbox::etcPieces(who);
    std::vector<sandbox::Mount> out = pieces ? std::move(*pieces) : std::vector<sandbox::Mount>();
    std::erase_if(out, [](const auto& mount) { return !mount.why.starts_with("system"); });
    return out;
}

std::vector<sandbox::Mount> toolMounts(const Places& places, const std::string& project) {
    auto mounts = systemMounts();
    if (!project.empty()) {
        sandbox::Mount own;
        own.source = own.target = project;
        own.isProject = true;
        mounts.push_back(own);
    }
    const std::size_t known = mounts.size();
    std::vector<std::string> notices;
    const char* path = std::getenv("PATH");
    sandbox::HomeTools tools(places, realOf(places.home), mounts, notices);
    tools.addToolDirectories(sandbox::splitList(path != nullptr ? path : "", ':'));
    mounts.erase(mounts.begin(), mounts.begin() + static_cast<std::ptrdiff_t>(known));
    return mounts;
}

Result<api::ExplainedDecision> explainPath(const policy::EffectivePolicy& effective, const Places& places, const std::string& project, bool writes,
                                           const std::string& path) {
    std::string whole = sandbox::expandHome(path, places.home);
    if (!whole.starts_with('/')) {
        if (project.empty() || whole.empty()) {
            return makeError(Code::Invalid, "'" + forScreen(path, 300) + "' is no absolute path, and there is no project that it could lie in", "give the whole path");
        }
        whole = project + "/" + whole;
    }
    if (whole.find('\0') != std::string::npos || whole.size() > 4096) {
        return makeError(Code::Invalid, "'" + forScreen(whole, 80) + "' is no path: it has a NUL byte, or more than 4096", "give a path as it is on the disk");
    }
    whole = sandbox::cleanPath(whole);
    const Said said = Judge(effective, places, project, writes).of(whole);
    api::ExplainedDecision out;
    out.target = std::string(writes ? "write " : "read ") + forScreen(whole, 300);
    out.decision.verdict = said.verdict;
    out.decision.reason = "files";
    out.decision.origin = said.origin;
    out.decision.policyVersion = effective.version;
    out.text = out.target + ": " + (said.verdict == Verdict::Ask ? "not as yours" : policy::verdictName(said.verdict)) + "\n  reason: " + said.why + "\n";
    if (const std::string place = policy::placeInWords(said.origin, ""); said.origin && !place.empty()) {
        out.text += "  from:   " + place + "\n";
    }
    out.text += "  policy: " + effective.version + "\n";
    out.text += said.change.empty() ? "" : "  to allow it: " + forScreen(said.change, 400) + "\n";
    return out;
}

} // namespace leadglass::session
