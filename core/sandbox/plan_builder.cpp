#include "core/sandbox/plan_builder.h"

#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/sandbox/absent_words.h"
#include "core/sandbox/bind_source.h"
#include "core/sandbox/environment.h"
#include "core/sandbox/git_identity.h"
#include "core/sandbox/home_tools.h"
#include "core/sandbox/in_run_stubs.h"
#include "core/sandbox/inside_view.h"
#include "core/sandbox/path_text.h"
#include "core/sandbox/plan_parts.h"
#include "core/sandbox/secret_paths.h"
#include "core/sandbox/system_mounts.h"

namespace leadglass::sandbox {
namespace {

constexpr std::uint64_t kMiB = 1ULL << 20;
constexpr std::uint64_t kDefaultTmp = 2048 * kMiB;
constexpr std::uint64_t kDefaultHome = 4096 * kMiB;
constexpr std::uint64_t kDefaultScratch = kDefaultHome;
constexpr std::uint64_t kLeastShm = 64 * kMiB;

std::string valueOf(const std::vector<std::string>& environment, const std::string& name) {
    for (const auto& entry : environment) {
        if (entry.starts_with(name + "=")) {
            return entry.substr(name.size() + 1);
        }
    }
    return {};
}

// A name for passwd(5): of the user database where it is plain, else made up.
std::string plainName(const char* name, const char* fallback) {
    const std::string text = name != nullptr ? name : "";
    const bool plain = !text.empty() && text.size() < 64 &&
                       std::all_of(text.begin(), text.end(), [](unsigned char c) {
                           return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.';
                       });
    return plain ? text : fallback;
}

// Builds one plan, step by step; each step adds to m_plan.
class Building {
public:
    Building(const policy::EffectivePolicy& policy, const Places& places, const PlanRequest& request)
        : m_policy(policy), m_places(places), m_request(request) {}

    Result<Plan> build();

private:
    Status identities();
    Status systemView();
    Status projectView();
    Status toolsAndCommand();
    Status stateView();
    void ownDirectories();
    Status trustView();
    Status environment();
    std::vector<std::string> personPath() const;
    std::vector<std::string> pathInside() const;
    std::vector<Variable> toolchainVariables() const;
    void add(std::vector<Mount> mounts) {
        std::move(mounts.begin(), mounts.end(), std::back_inserter(m_plan.mounts));
    }

    const policy::EffectivePolicy& m_policy;
    const Places& m_places;
    const PlanRequest& m_request;
    Plan m_plan;
    Identities m_who;
    std::vector<std::string> m_stateCredentials;
    std::vector<Variable> m_trust;
};

Status Building::identities() {
    m_who.uid = m_request.uid;
    m_who.gid = m_request.gid;
    const passwd* user = ::getpwuid(::getuid());
    m_who.userName = plainName(user != nullptr ? user->pw_name : nullptr, "user");
    std::string shell = user != nullptr && user->pw_shell != nullptr ? user->pw_shell : "";
    if (const std::string wanted = valueOf(m_request.environment, "SHELL"); !wanted.empty()) {
        shell = wanted;
    }
    if (m_who.uid != 0 && m_who.userName == "root") {
        m_who.userName = "agent"; // real root, mapped to another id
    }
    const group* group = ::getgrgid(::getgid());
    m_who.groupName = plainName(group != nullptr ? group->gr_name : nullptr, "user");
    if (m_who.gid != 0 && m_who.groupName == "root") {
        m_who.groupName = "agent";
    }
    m_who.home = LG_TRY(sys::realPath(m_places.home));
    m_who.shell = shell;
    return {};
}

Status Building::systemView() {
    add(LG_TRY(systemDirectories()));
    if (m_who.shell.empty() || !resolveInside(m_plan.mounts, m_who.shell)) {
        m_who.shell = resolveInside(m_plan.mounts, "/bin/bash") ? "/bin/bash" : "/bin/sh";
    }
    const auto& limits = m_policy.merged.limits;
    const std::uint64_t tmp = limits.tmp.value_or(kDefaultTmp);
    add(privateDirectories(m_who, {tmp, std::max(kLeastShm, tmp / 4)}));
    add(LG_TRY(etcPieces(m_who)));
    leadEtcLinks(m_plan.mounts, m_places);
    std::vector<std::string> safe = {m_request.project.canonical};
    if (m_request.project.typed != safe.front()) {
        safe.push_back(m_request.project.typed);
    }
    std::string xdg = valueOf(m_request.environment, "XDG_CONFIG_HOME");
    if (!xdg.starts_with('/')) {
        xdg = joinPath(m_places.home, ".config");
    }
    const auto identity = readGitIdentity(m_places.home, xdg, m_request.project.canonical);
    add({dataMount("/etc/gitconfig", gitConfigText(identity, safe), 0444, "generated for the run")});
    add(inRunStubs());
    Mount home;
    home.kind = Mount::Kind::Home;
    home.target = m_who.home;
    home.writable = true;
    home.sizeBytes = std::min(limits.disk.value_or(kDefaultHome), kDefaultHome);
    home.mode = 0700;
    home.type = S_IFDIR;
    home.why = "private home";
    add({home});
    return {};
}

Status Building::projectView() {
    using policy::WorkspaceMode;
    const std::string& path = m_request.project.canonical;
    if (m_plan.workspace == WorkspaceMode::Scratch) {
        auto empty = tmpfsMount(path, m_policy.merged.limits.disk.value_or(kDefaultScratch), 0755,
                                "scratch: an empty directory in the project's place");
        empty.isProject = true;
        add({empty});
        return {};
    }
    if (m_plan.workspace == WorkspaceMode::Copy) {
        auto copy = LG_TRY(bindMount(m_request.runDir + "/copy", path, true, "project, a copy of it"));
        copy.isProject = true;
        add({copy});
        return {};
    }
    // Without an upper to write to, the overlay still takes the hidden files away.
    const bool direct = m_plan.workspace == WorkspaceMode::Direct;
    const bool writable = direct || m_plan.workspace == WorkspaceMode::Overlay;
    auto overlay = LG_TRY(bindMount(path, path, writable,
                                    direct     ? "project, written to at once"
                                    : writable ? "project, copy-on-write"
                                               : "project, read-only"));
    if (overlay.dev != m_request.project.dev || overlay.ino != m_request.project.ino) {
        return makeError(Code::Conflict, "the project '" + forScreen(m_request.project.typed) +
                                             "' was replaced while the run was being set up",
                         "start again");
    }
    overlay.kind = direct ? Mount::Kind::Bind : Mount::Kind::Overlay;
    overlay.isProject = true;
    add({overlay});
    for (const auto& pin : m_request.pins) {
        const std::string place = joinPath(path, pin.path);
        add({LG_TRY(bindMount(place, place, pin.writable,
                              pin.writable ? "held in its place, with what is protected in it" : "protected"))});
    }
    return {};
}

std::vector<std::string> Building::personPath() const {
    std::string text = valueOf(m_request.environment, "PATH");
    if (text.empty()) {
        text = "/usr/local/bin:/usr/bin:/bin";
    }
    std::vector<std::string> entries;
    for (auto& entry : splitList(text, ':')) {
        if (entry.starts_with('/') && std::find(entries.begin(), entries.end(), entry) == entries.end()) {
            entries.push_back(std::move(entry));
        }
    }
    return entries;
}

Status Building::toolsAndCommand() {
    HomeTools tools(m_places, m_who.home, m_plan.mounts, m_plan.notices);
    const auto path = personPath();
    tools.addToolDirectories(path);
    LG_TRY(tools.addPolicyReads(m_policy.merged.files.read));
    LG_TRY(hideInReads(m_plan, m_request.project.canonical, m_request.hidden));
    m_plan.command = m_request.command;
    if (m_plan.command.empty()) {
        m_plan.command = {m_who.shell};
    }
    // Of a scratch directory nothing but itself is there to start in.
    const bool isEmpty = m_plan.workspace == policy::WorkspaceMode::Scratch;
    const std::string typedDir = m_request.workingDir.empty() || isEmpty ? m_request.project.typed
                                                                         : m_request.workingDir;
    add(linksFor(m_plan.mounts, m_places.home));
    add(linksFor(m_plan.mounts, typedDir));
    add(linksFor(m_plan.mounts, m_request.project.typed));
    const auto real = LG_TRY(sys::realPath(typedDir));
    const bool same = resolveInside(m_plan.mounts, typedDir) == real;
    m_plan.workingDir = same ? typedDir : real;
    if (!isAtOrBelow(real, m_request.project.canonical)) {
        return makeError(Code::Refused, "the working directory '" + forScreen(typedDir) +
                                            "' is not in the project",
                         "start in the project, or give it with --project");
    }
    // As a shell inside finds it: what stands first on PATH there says why it cannot work.
    const std::string stub = std::string(kStubDirectory) + "/" + m_plan.command[0];
    if (std::any_of(m_plan.mounts.begin(), m_plan.mounts.end(), [&](const Mount& mount) { return mount.target == stub; })) {
        m_plan.command[0] = stub;
        return {};
    }
    m_plan.command[0] =
        LG_TRY(tools.addCommand(m_plan.command[0], path, m_plan.workingDir));
    return {};
}

Status Building::stateView() {
    for (const auto& file : m_request.placeholderFiles) { // first: one that lies in the agent's state needs a place there
        add({dataMount(joinPath(m_who.home, file.path), file.content, 0444, file.why)});
    }
    if (!m_request.state) {
        return {};
    }
    auto state = LG_TRY(m_request.state(m_plan.mounts));
    leaveLinksOut(m_plan, state.mounts);
    add(std::move(state.mounts));
    m_plan.notices.insert(m_plan.notices.end(), state.notices.begin(), state.notices.end());
    m_stateCredentials = std::move(state.credentials);
    if (!resolveInside(m_plan.mounts, m_plan.command[0])) { // it was named by a link that was left out
        const auto real = sys::realPath(m_plan.command[0]);
        if (real && resolveInside(m_plan.mounts, *real)) {
            m_plan.command[0] = *real;
        }
    }
    return {};
}

// Leadglass's own directories are not visible, wherever the person keeps them.
void Building::ownDirectories() {
    std::vector<Mount> masks;
    for (const auto& own : {m_places.data, m_places.config, m_places.state, m_places.runtime}) {
        auto real = sys::realPath(own);
        if (real && hostPathOf(m_plan.mounts, real.value()) == real.value()) {
            Mount mask = tmpfsMount(real.value(), 4096, 0555, "Leadglass's own, masked");
            mask.writable = false;
            masks.push_back(std::move(mask));
        }
    }
    add(std::move(masks));
}

Status Building::trustView() {
    m_plan.inspected = m_request.inspected;
    m_plan.trustFrom = m_request.trust ? m_request.trust->from : std::string();
    m_plan.trustNss = m_request.trust ? m_request.trust->nss : std::string();
    if (m_request.trust) {
        m_trust = LG_TRY(planTrust(*m_request.trust, pathInside(), valueOf(m_request.environment, "JAVA_HOME"), m_plan));
    }
    return {};
}

std::vector<std::string> Building::pathInside() const {
    std::vector<std::string> kept;
    const auto keep = [&](const std::string& entry) {
        if (std::find(kept.begin(), kept.end(), entry) == kept.end()) {
            kept.push_back(entry);
        }
    };
    for (const auto& entry : personPath()) {
        if (entry.find(':') != std::string::npos) {
            continue;
        }
        if (resolveInside(m_plan.mounts, entry)) {
            keep(entry);
            continue;
        }
        auto real = sys::realPath(entry); // per-shell links of fnm and its like lead to real places
        if (real && resolveInside(m_plan.mounts, real.value())) {
            keep(real.value());
        }
    }
    for (const char* always : {"/usr/local/bin", "/usr/bin", "/bin"}) {
        if (resolveInside(m_plan.mounts, always)) {
            keep(always);
        }
    }
    return kept;
}

// Variables that only name a place: they pass where that place is there inside.
std::vector<Variable> Building::toolchainVariables() const {
    constexpr std::array kNames = {
        "NVM_DIR", "NVM_BIN", "FNM_DIR", "PYENV_ROOT", "RBENV_ROOT", "GOENV_ROOT", "NODENV_ROOT",
        "RUSTUP_HOME", "GOROOT", "JAVA_HOME", "JDK_HOME", "SDKMAN_DIR", "VOLTA_HOME", "BUN_INSTALL",
        "DENO_INSTALL", "ASDF_DIR", "ASDF_DATA_DIR", "PNPM_HOME", "MAVEN_HOME", "GRADLE_HOME",
        "DOTNET_ROOT", "CUDA_HOME", "VIRTUAL_ENV", "CONDA_PREFIX", "SSL_CERT_FILE", "SSL_CERT_DIR",
        "NODE_EXTRA_CA_CERTS", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "GIT_SSL_CAINFO", "PIP_CERT",
        "CARGO_HTTP_CAINFO", "AWS_CA_BUNDLE"};
    std::vector<Variable> variables;
    for (const char* name : kNames) {
        const std::string value = valueOf(m_request.environment, name);
        if (!value.empty() && isValidUtf8(value) && value.find('\n') == std::string::npos &&
            resolveInside(m_plan.mounts, value)) {
            variables.push_back(Variable{name, value, false, "names a place that is inside"});
        }
    }
    return variables;
}

Status Building::environment() {
    EnvironmentRequest request;
    request.outer = m_request.environment;
    request.runId = m_request.runId;
    request.home = resolveInside(m_plan.mounts, m_places.home) == m_who.home ? m_places.home
                                                                             : m_who.home;
    request.userName = m_who.userName;
    request.shell = m_who.shell;
    request.path = pathInside();
    request.workingDir = m_plan.workingDir;
    request.toolchain = toolchainVariables();
    request.placeholders = m_request.placeholders;
    request.trust = m_trust;
    request.uid = m_who.uid;
    request.proxyPort = m_plan.net.proxyPort;
    auto built = LG_TRY(buildEnvironment(m_policy.merged, request));
    m_plan.environment = std::move(built.variables);
    m_plan.notices.insert(m_plan.notices.end(), built.notices.begin(), built.notices.end());
    m_plan.ambientCredentials = std::move(built.ambientCredentials);
    m_plan.ambientCredentials.insert(m_plan.ambientCredentials.end(),
                                     m_stateCredentials.begin(), m_stateCredentials.end());
    return {};
}

Result<Plan> Building::build() {
    LG_TRY(refuseNotEnforced(m_policy));
    m_plan.runId = m_request.runId;
    m_plan.runDir = m_request.runDir;
    m_plan.stageDir = m_request.stageDir;
    m_plan.profile = m_policy.merged.name;
    m_plan.project = m_request.project.canonical;
    m_plan.uid = m_request.uid;
    m_plan.gid = m_request.gid;
    m_plan.root = m_request.root;
    m_plan.workspace = m_policy.merged.workspaceMode.value_or(policy::WorkspaceMode::Overlay);
    m_plan.terminal = m_request.terminal;
    m_plan.hidden = m_request.hidden;
    m_plan.limits = m_policy.merged.limits;
    m_plan.rlimits = rlimitsFor(m_plan.limits);
    LG_TRY(refuseTooSmall(m_policy.merged, m_plan.rlimits));
    LG_TRY(planNet(m_policy, m_request, m_plan.net));
    LG_TRY(identities());
    LG_TRY(systemView());
    for (auto& device : LG_TRY(planDevices(m_policy, m_request))) {
        m_plan.notices.push_back("the device " + forScreen(device.target, 300) + " is reachable inside (" + device.why +
                                 "), and so are the bugs of its driver");
        m_plan.mounts.push_back(std::move(device));
    }
    LG_TRY(projectView());
    LG_TRY(planGit(m_places, m_request, m_plan));
    LG_TRY(toolsAndCommand());
    LG_TRY(stateView());
    LG_TRY(trustView());
    ownDirectories();
    if (std::string absent = absentWords(m_plan); !absent.empty()) {
        m_plan.notices.push_back(std::move(absent));
    }
    orderMounts(m_plan.mounts);
    LG_TRY(checkPlaces(m_plan.mounts));
    LG_TRY(environment());
    m_plan.landlock = landlockFor(m_plan.mounts);
    return std::move(m_plan);
}

} // namespace

Result<Plan> buildPlan(const policy::EffectivePolicy& policy, const Places& places,
                       const PlanRequest& request) {
    return Building(policy, places, request).build();
}

} // namespace leadglass::sandbox
