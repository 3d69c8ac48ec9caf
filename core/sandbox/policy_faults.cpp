#include "core/sandbox/policy_faults.h"

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/policy/describe.h"
#include "core/sandbox/devices.h"
#include "core/sandbox/environment.h"
#include "core/sandbox/home_tools.h"
#include "core/sandbox/path_text.h"
#include "core/sandbox/plan_parts.h"

namespace leadglass::sandbox {
namespace {

Status readable(const policy::NamedPath& read, const Places& places) {
    const auto home = sys::realPath(places.home);
    const std::string spelled = cleanPath(expandHome(read.path, home ? *home : places.home));
    const auto real = sys::realPath(spelled);
    LG_TRY(refuseSecretRead(places, read, real ? *real : spelled));
    const auto shown = real ? readMount(read, *real) : Result<Mount>(Mount{});
    return shown ? Status() : Status(shown.error());
}

} // namespace

std::vector<Error> policyFaults(const policy::EffectivePolicy& policy, const Places& places) {
    std::vector<Error> faults;
    const auto note = [&](const Status& done) {
        if (!done) {
            faults.push_back(done.error());
        }
    };
    for (const auto& read : policy.merged.files.read) {
        note(readable(read, places));
    }
    const auto environment = buildEnvironment(policy.merged, EnvironmentRequest{});
    note(environment ? Status() : Status(environment.error()));
    NetPlan net;
    note(planNet(policy, PlanRequest{}, net));
    const Status limits = refuseTooSmall(policy.merged, rlimitsFor(policy.merged.limits));
    note(limits || limits.error().code != Code::Invalid ? Status() : limits); // else it is the machine's hard limit
    for (const auto& device : policy.merged.devices) {
        for (const auto& path : devicePaths(device.what)) {
            const auto mount = deviceMount(path, forScreen(policy::describe(device.origin), 300) + " " + forScreen(device.what, 300));
            note(mount || mount.error().code == Code::NotFound ? Status() : Status(mount.error()));
        }
    }
    return faults;
}

} // namespace leadglass::sandbox
