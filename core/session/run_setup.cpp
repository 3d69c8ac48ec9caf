#include "core/session/run_setup.h"

#include <fcntl.h>
#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "core/base/clock.h"
#include "core/base/escape.h"
#include "core/base/log.h"
#include "core/base/sys.h"
#include "core/policy/merge.h"
#include "core/policy/parser.h"
#include "core/policy/registries.h"
#include "core/sandbox/capability_probe.h"
#include "core/sandbox/plan_builder.h"
#include "core/sandbox/plan_text.h"
#include "core/sandbox/project_place.h"
#include "core/session/door_place.h"
#include "core/session/interrupted.h"
#include "core/session/live_places.h"
#include "core/session/redact_command.h"
#include "core/session/run_trust.h"
#include "core/session/scope.h"
#include "core/session/set_up_facts.h"
#include "core/session/sign_in.h"
#include "core/session/ssh_agent_place.h"
#include "core/session/sweep.h"
#include "core/session/workspace_setup.h"

extern char** environ;

namespace leadglass::session {
namespace {

constexpr std::chrono::milliseconds kAuditLock{5000};
constexpr std::size_t kMaxPlanDetail = 48 * 1024;

std::string baseName(const std::string& path) {
    return path.substr(path.rfind('/') + 1);
}

std::string shellOf() {
    const char* shell = std::getenv("SHELL");
    return shell != nullptr && *shell == '/' ? shell : "/bin/sh";
}

Result<policy::EffectivePolicy> policyFor(const Places& places, const api::RunRequest& request,
                                          const std::string& project, const std::vector<std::string>& signIn = {}) {
    policy::LoadRequest load;
    load.profile = request.profile;
    load.otherwise = request.otherwiseProfile;
    load.command = baseName(request.command.empty() ? shellOf() : request.command.front());
    load.projectDir = project;
    load.pass = request.pass;
    load.limits = request.limits;
    load.workspace = request.workspace;
    int index = 0;
    for (const auto& text : request.allow) {
        load.allow.push_back(LG_TRY(policy::parseEgressFlag(text, "--allow", ++index)));
    }
    for (const auto& text : signIn) {
        load.allow.push_back(LG_TRY(policy::parseEgressFlag(text, "--login", ++index)));
    }
    for (const auto& text : request.deny) {
        load.deny.push_back(LG_TRY(policy::parseEgressFlag(text, "--deny", ++index)));
    }
    return policy::loadPolicy(places, load, [&places](const std::string& registry) {
        return policy::registryHosts(places, registry);
    });
}

// A host user id that nobody has, for the agent of a run that real root starts.
Result<sandbox::RootPlan> rootPlan(bool unsafeRoot) {
    sandbox::RootPlan plan;
    plan.unsafeRoot = unsafeRoot;
    constexpr uid_t kFirst = 60900; // between ordinary users and systemd's dynamic ones
    constexpr uid_t kLast = 60999;
    for (uid_t id = kFirst; !unsafeRoot && id <= kLast; ++id) {
        if (::getpwuid(id) == nullptr) {
            plan.uid = id;
            plan.gid = id;
            return plan;
        }
    }
    if (!unsafeRoot) {
        return makeError(Code::Unsupported, "no unused user id between 60900 and 60999 for the agent",
                         "run as an ordinary user, or with --unsafe-root");
    }
    return plan;
}

// Not where the person has one of that name.
void addCanaryVariable(PreparedRun& run, sandbox::PlanRequest& request) {
    if (!run.canaries) {
        return;
    }
    const std::string name = run.canaries->variable + "=";
    const bool has = std::any_of(request.environment.begin(), request.environment.end(), [&](const std::string& one) { return one.starts_with(name); });
    const auto& set = run.policy.merged.set;
    const bool given = std::any_of(set.begin(), set.end(), [&](const policy::Variable& one) { return one.name == run.canaries->variable; });
    if (has || given) {
        run.canaries->variable.clear();
    } else {
        request.placeholders.push_back({run.canaries->variable, run.canaries->variableValue, true, "a canary of this run"});
    }
}

void tellCanaries(PreparedRun& run) {
    if (!run.canaries) {
        return;
    }
    for (const auto& file : run.canaries->files) {
        run.plan.canaries.push_back("~/" + file.path);
    }
    if (!run.canaries->variable.empty()) {
        run.plan.canaries.push_back("$" + run.canaries->variable);
    }
}

Status makePlan(PreparedRun& run, const sandbox::ProjectPlace& project) {
    sandbox::PlanRequest request;
    request.runId = run.dir.id;
    request.runDir = run.dir.path;
    request.stageDir = run.runtimePath + "/stage";
    request.project = project;
    request.workingDir = project.workingDir;
    request.command = run.request.command;
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
        request.environment.emplace_back(*entry);
    }
    request.terminal = {::isatty(0) == 1, ::isatty(1) == 1, ::isatty(2) == 1};
    // A dry run leaves nothing behind, not even a note.
    const bool nft = run.request.dryRun ? sandbox::nftWorks() : nftWorksHere(run.places);
    request.capture = nft ? sandbox::NetCapture::NftRedirect : sandbox::NetCapture::AnyIpPorts;
    request.uid = ::getuid();
    request.gid = ::getgid();
    if (request.uid == 0) {
        request.root = LG_TRY(rootPlan(run.request.unsafeRoot));
        request.uid = request.root->uid;
        request.gid = request.root->gid;
    }
    request.hidden = run.manifest.hidden;
    request.pins = run.pins;
    if (const auto& git = run.manifest.git; !git.directory.empty()) {
        request.git = sandbox::GitRequest{git.directory, git.dev, git.ino};
    }
    request.gitReadOnly = run.gitReadOnly;
    request.inspected = run.inspected;
    request.trust = run.trust;
    if (run.secrets) {
        request.placeholders = run.secrets->variables();
        request.placeholderFiles = run.secrets->files();
    }
    addCanaryVariable(run, request);
    StateStore::Request state;
    state.profile = run.policy.merged.name;
    state.project = project.canonical;
    state.runtimeDir = run.runtimePath;
    state.root = request.root;
    state.signIns = run.signIns;
    state.alone = !run.request.login.empty() && !run.request.dryRun;
    // A dry run seeds no store: a first one is tried out beside it and goes with the runtime directory.
    Places stores = run.places;
    const bool tryOut =
        run.request.dryRun && !StateStore::exists(run.places, run.policy.merged, state);
    if (tryOut) {
        stores.data = run.runtimePath + "/dry";
    }
    request.state = [&](const std::vector<sandbox::Mount>& shown) -> Result<sandbox::StateView> {
        state.shown = shown;
        run.state = LG_TRY(StateStore::prepare(stores, run.policy.merged, state));
        sandbox::StateView view{run.state->mounts(), run.state->notices(), run.state->credentials()};
        LG_TRY(addDoors(run, view));
        LG_TRY(addSshPlaces(run, view));
        view.notices.insert(view.notices.end(), run.workspaceNotices.begin(), run.workspaceNotices.end());
        return view;
    };
    run.plan = LG_TRY(sandbox::buildPlan(run.policy, run.places, request));
    placeCanaries(run, run.plan);
    tellCanaries(run);
    addSshVariables(run, run.plan);
    run.plan.net.publishedPorts = run.request.publish;
    run.plan.net.upstreamProxies = run.proxies.lines();
    if (tryOut) {
        const std::string from = LG_TRY(sys::realPath(stores.data));
        for (auto& mount : run.plan.mounts) {
            if (mount.source.starts_with(from + "/")) { // shown as a run would have it
                mount.source = run.places.data + mount.source.substr(from.size());
            }
        }
    }
    LG_TRY(planScope(run.settings.scope, run.policy.merged, run.plan));
    const auto totals = policy::totalsOf(run.settings);
    run.plan.totals = {totals.runs, totals.memory, totals.processes};
    run.manifest.command = withoutSecrets(run.plan.command);
    run.manifest.keep = run.request.keep;
    run.manifest.scansSecrets = run.policy.merged.output.secrets.value_or(policy::ScanMode::Off) != policy::ScanMode::Off;
    run.manifest.canaries = run.canaries ? run.canaries->values() : std::vector<std::string>();
    return {};
}

// For -v, and for whoever looks into the log later: what this run goes by.
void logWhatHolds(const PreparedRun& run) {
    std::string sources;
    for (const auto& source : run.policy.sources) {
        sources += (sources.empty() ? "" : ", ") + source;
    }
    log::info("run " + run.dir.id + ": policy " + run.policy.version + " from " + sources);
    log::info("run " + run.dir.id + ": project " + run.plan.project + ", workspace " + run.manifest.mode + ", " +
              std::to_string(run.manifest.hidden.size()) + " hidden, " + std::to_string(run.plan.mounts.size()) +
              " mounts, " + std::to_string(run.plan.environment.size()) + " variables");
    log::info("run " + run.dir.id + ": " + run.bwrap + ", Landlock ABI " + std::to_string(run.landlockAbi) +
              (run.plan.net.capture == sandbox::NetCapture::NftRedirect ? ", every TCP port captured"
                                                                        : ", TCP captured on the ports of rules"));
}

void tellInterrupted(PreparedRun& run) {
    auto killed = killedRuns(run.places, run.swept);
    run.ofKilled = std::move(killed.rows);
    for (const auto& notices : {killed.notices, interruptedApplies(run.places)}) {
        run.workspaceNotices.insert(run.workspaceNotices.end(), notices.begin(), notices.end());
    }
}

Status prepareInto(PreparedRun& run) {
    LG_TRY(beginSignIn(run));
    auto project = LG_TRY(sandbox::checkProjectPlace(run.places, run.request.project));
    run.policy = LG_TRY(policyFor(run.places, run.request, project.canonical));
    if (const auto hosts = run.policy.merged.agent.loginHosts; !run.request.login.empty() && !hosts.empty()) {
        run.policy = LG_TRY(policyFor(run.places, run.request, project.canonical, hosts));
    }
    LG_TRY(settleSignIns(run, project.canonical));
    LG_TRY(prepareSignIn(run));
    LG_TRY(sandbox::refuseNotEnforced(run.policy));
    LG_TRY(chooseSecrets(run, project.canonical));
    run.proxies = LG_TRY(UpstreamProxies::read([](const char* name) { return std::getenv(name); }));
    run.settings = LG_TRY(policy::loadSettings(run.places));
    run.bwrap = LG_TRY(sandbox::findBwrap(project.canonical));
    run.landlockAbi = sandbox::landlockAbi();
    LG_TRY(makeRunDirectories(run));
    LG_TRY(makeCanaries(run));
    LG_TRY(startEgress(run)); // its start and the plan of the run do not wait for each other
    tellInterrupted(run);
    LG_TRY(prepareWorkspace(run, project));
    LG_TRY(makeTrust(run));
    LG_TRY(makePlan(run, project));
    logWhatHolds(run);
    if (run.request.dryRun) {
        return {};
    }
    LG_TRY(openOwnDirectory(run.places.data));
    run.writer = LG_TRY(audit::Writer::open(run.places.data + "/audit.db", kAuditLock));
    LG_TRY(noteRuntime(run.dir.fd.get(), run.places.runtime));
    LG_TRY(workspace::writeManifest(run.dir, run.manifest, sys::Sync::Left));
    manifestWritten(run);
    return {};
}

audit::Event startEvent(const PreparedRun& run, audit::Kind kind, std::string subject) {
    audit::Event event;
    event.kind = kind;
    event.run = run.dir.id;
    event.time = systemClock().wall();
    event.policy = run.policy.version;
    event.subject = std::move(subject);
    return event;
}

} // namespace

Result<PreparedRun> prepareRun(const Places& places, const api::RunRequest& request) {
    PreparedRun run;
    run.places = places;
    run.request = request;
    if (!request.tier.empty() && request.tier != "namespace") {
        return makeError(Code::Unsupported,
                         "not enforced by this version: --tier " + forScreen(request.tier),
                         "use --tier namespace");
    }
    if (request.unsafeRoot && ::getuid() != 0) {
        return makeError(Code::Invalid, "--unsafe-root is for a run that root starts; started by you, the command has your own id inside",
                         "leave it out");
    }
    LG_TRY(sandbox::refuseNestedRun());
    if (Status done = prepareInto(run); !done) {
        abandonRun(run);
        return done.error();
    }
    return run;
}

Status recordStart(PreparedRun& run) {
    std::string line;
    for (const auto& word : run.manifest.command) {
        line += (line.empty() ? "" : " ") + word;
    }
    std::vector<audit::Event> events = std::move(run.ofKilled);
    auto start = startEvent(run, audit::Kind::RunStart, line);
    start.detail = nlohmann::json{{"profile", run.plan.profile},
                                  {"project", lossless(run.plan.project).text},
                                  {"mode", run.manifest.mode},
                                  {"root", run.plan.root.has_value()},
                                  {"supervisor", ::getpid()}}
                       .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    events.push_back(std::move(start));
    auto policyRow = startEvent(run, audit::Kind::Policy, run.policy.version);
    policyRow.detail = nlohmann::json{{"sources", run.policy.sources}}.dump(
        -1, ' ', false, nlohmann::json::error_handler_t::replace);
    events.push_back(std::move(policyRow));
    auto plan = startEvent(run, audit::Kind::Plan,
                           std::to_string(run.plan.mounts.size()) + " mounts, " +
                               std::to_string(run.plan.environment.size()) + " variables");
    plan.detail = sandbox::planRecord(run.plan, run.policy, run.manifest.command);
    if (plan.detail.size() > kMaxPlanDetail) {
        plan.detail = nlohmann::json{{"too_long", plan.detail.size()}}.dump();
    }
    events.push_back(std::move(plan));
    for (const auto& mount : run.plan.mounts) {
        if (mount.kind == sandbox::Mount::Kind::Device) {
            auto row = startEvent(run, audit::Kind::Policy, "device " + forScreen(mount.target, 300));
            row.verdict = "allow";
            row.reason = "device";
            row.origin = mount.why;
            events.push_back(std::move(row));
        }
    }
    for (const auto& credential : run.plan.ambientCredentials) {
        auto row = startEvent(run, audit::Kind::Credential, credential);
        row.verdict = "allow";
        row.reason = "ambient_credential";
        events.push_back(std::move(row));
    }
    auto ids = run.writer->append(events);
    if (!ids) {
        return ids.error();
    }
    return {};
}

void abandonRun(PreparedRun& run) {
    if (!run.runtimePath.empty()) {
        if (auto parent = sys::open(run.places.runtime + "/runs", O_RDONLY | O_DIRECTORY)) {
            (void)sys::removeTree(parent->get(), run.dir.id);
        }
    }
    if (!run.dir.id.empty()) {
        if (auto parent = sys::open(run.places.data + "/runs", O_RDONLY | O_DIRECTORY)) {
            (void)sys::removeTree(parent->get(), run.dir.id);
        }
    }
}

} // namespace leadglass::session
