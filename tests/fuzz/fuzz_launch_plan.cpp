// The reader of the sealed launch plan, on any bytes; what parses is walked to its end.
#include <cstddef>
#include <cstdint>

#include "core/wire/launch_plan.h"

using namespace leadglass::wire;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    LaunchPlan plan;
    if (!parseLaunchPlan(data, size, plan)) {
        return 0;
    }
    PlanCursor at = plan.mounts.first;
    for (std::uint32_t i = 0; i < plan.mounts.count; ++i) {
        const PlanMount mount = nextMount(at);
        if (mount.source.data[mount.source.size] != 0) {
            __builtin_trap();
        }
    }
    at = plan.argv.first;
    for (std::uint32_t i = 0; i < plan.argv.count; ++i) {
        (void)nextArgument(at);
    }
    at = plan.landlock.first;
    for (std::uint32_t i = 0; i < plan.landlock.count; ++i) {
        (void)nextLandlock(at);
    }
    if (at.bad()) {
        __builtin_trap();
    }
    return 0;
}
