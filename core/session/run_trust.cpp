#include "core/session/run_trust.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "core/base/sys.h"
#include "core/policy/needs.h"
#include "core/sandbox/inside_view.h"
#include "core/session/trust_files.h"

namespace leadglass::session {
namespace {

wire::ScanAction toWire(policy::ScanMode mode) {
    switch (mode) {
    case policy::ScanMode::Flag: return wire::ScanAction::Flag;
    case policy::ScanMode::Redact: return wire::ScanAction::Redact;
    case policy::ScanMode::Block: return wire::ScanAction::Block;
    case policy::ScanMode::Off: break;
    }
    return wire::ScanAction::Off;
}

Result<std::shared_ptr<Inspection>> inspectionOf(const PreparedRun& run) {
    auto inspection = std::make_shared<Inspection>();
    inspection->hosts = run.inspected;
    const auto& pem = run.roots.pem;
    inspection->roots = LG_TRY(sys::sealedMemfd("leadglass-roots", {reinterpret_cast<const std::uint8_t*>(pem.data()), pem.size()}));
    const auto& output = run.policy.merged.output;
    inspection->scan = toWire(output.secrets.value_or(policy::ScanMode::Off));
    inspection->maxBody = output.maxBytes.value_or(0);
    if (run.canaries) {
        inspection->canaries = run.canaries->values();
    }
    return inspection;
}

} // namespace

Status chooseSecrets(PreparedRun& run, const std::string& project) {
    if (run.policy.merged.secrets.empty() && run.request.secrets.empty()) {
        return {};
    }
    run.loop = LG_TRY(EventLoop::create());
    run.secrets = LG_TRY(RunSecrets::choose(*run.loop, run.places, run.policy, {run.request.secrets, run.request.dryRun, project, StateStore::homeOf(run.places, run.policy.merged, project)}, run.policy.notices));
    return {};
}

Status makeCanaries(PreparedRun& run) {
    if (run.policy.merged.output.canaries.value_or(false)) {
        run.canaries = LG_TRY(Canaries::make());
    }
    return {};
}

void placeCanaries(PreparedRun& run, const sandbox::Plan& plan) {
    if (!run.canaries) {
        return;
    }
    const auto& files = run.policy.merged.files;
    const auto home = std::find_if(plan.mounts.begin(), plan.mounts.end(), [](const sandbox::Mount& one) { return one.kind == sandbox::Mount::Kind::Home; });
    const std::string inside = home == plan.mounts.end() ? run.places.home : home->target;
    run.canaries->leaveOut([&](const std::string& path) {
        const auto* mount = sandbox::mountAt(plan.mounts, inside + "/" + path);
        const auto holds = [&](const std::vector<policy::NamedPath>& names) {
            return std::any_of(names.begin(), names.end(), [&](const auto& one) { return one.path == path; });
        };
        struct stat there {};
        return mount == nullptr || mount->kind != sandbox::Mount::Kind::Home || holds(files.state) || holds(files.seed) || holds(files.config) ||
               ::lstat((run.places.home + "/" + path).c_str(), &there) == 0;
    });
}

Status startEgress(PreparedRun& run) {
    const auto needs = policy::needs(run.policy);
    if (needs.inspection) {
        run.roots = LG_TRY(hostRoots([](const char* name) { return std::getenv(name); }));
        run.inspected = needs.anyHost ? std::vector<std::string>{""} : needs.hosts;
        if (run.inspected.size() > wire::kMaxInspected) {
            return makeError(Code::Unsupported, "the policy looks into the requests to " + std::to_string(run.inspected.size()) +
                                                    " hosts, more than " + std::to_string(wire::kMaxInspected),
                             "use patterns ('*.example.com') in its rules");
        }
    }
    if (run.request.dryRun) {
        return {};
    }
    if (needs.inspection) {
        auto inspection = LG_TRY(inspectionOf(run));
        run.egress = LG_TRY(EgressProcess::spawn(run.places.programs + "/leadglass-inspect", std::move(inspection)));
    } else {
        run.egress = LG_TRY(EgressProcess::spawn(run.places.programs + "/leadglass-egress"));
    }
    return {};
}

Status makeTrust(PreparedRun& run) {
    if (run.inspected.empty()) {
        return {};
    }
    std::vector<std::uint8_t> certificate;
    if (!run.request.dryRun) {
        LG_TRY(EgressProcess::awaitAuthority(run.egress));
        certificate = run.egress.inspection->certificate;
    }
    run.trust = LG_TRY(writeTrustFiles(run.runtimePath, run.roots, certificate));
    const bool nss = NssStore::canBeMade() && ::getuid() != 0; // its files would be root's
    run.trust->nss = nss ? "programs with NSS (Firefox, Chromium) find them in ~/.pki/nssdb, made by certutil"
                         : "programs with NSS (Firefox, Chromium) do not find them: certutil is not installed (package libnss3-tools), or root started the run";
    if (nss && !run.request.dryRun) {
        run.nss = LG_TRY(NssStore::begin(run.runtimePath));
    }
    return {};
}

} // namespace leadglass::session
