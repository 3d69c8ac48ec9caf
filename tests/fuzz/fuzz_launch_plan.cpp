// The reader of the sealed launch plan, on any bytes; what parses is walked to its end, list by list,
// as launch and init do, and must keep what they rely on.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "core/wire/launch_plan.h"

using namespace leadglass::wire;

namespace {

void require(bool condition) {
    if (!condition) {
        __builtin_trap();
    }
}

void bytesEnd(const PlanText& blob, std::uint32_t max) {
    require(blob.size <= max && blob.data[blob.size] == 0);
}
void textEnds(const PlanText& text, std::uint32_t max) {
    bytesEnd(text, max);
    require(std::strlen(text.data) == text.size);
}

// Walks one list; the next one begins behind its last record.
template <class Check>
void walk(const PlanList& list, std::uint32_t max, std::size_t& left, Check check) {
    require(list.count <= max);
    PlanCursor at = list.first;
    require(at.left() + sizeof(std::uint32_t) == left);
    for (std::uint32_t i = 0; i < list.count; ++i) {
        check(at);
    }
    require(!at.bad());
    left = at.left();
}

void checkMount(PlanCursor& at) {
    const PlanMount mount = nextMount(at);
    require(mount.kind >= PlanMountKind::Bind && mount.kind <= PlanMountKind::Device);
    textEnds(mount.target, kPlanMaxPath);
    require(mount.target.size > 1 && mount.target.data[0] == '/');
    require(std::strstr(mount.target.data, "/../") == nullptr);
    textEnds(mount.source, kPlanMaxPath);
    bytesEnd(mount.content, kPlanMaxBytes);
    require(mount.kind != PlanMountKind::Device || std::strchr(mount.content.data, '/') == nullptr);
}

void checkLandlock(PlanCursor& at) {
    const PlanLandlock rule = nextLandlock(at);
    require(rule.access <= PlanAccess::List);
    textEnds(rule.path, kPlanMaxPath);
}

void check(const std::uint8_t* data, std::size_t size) {
    LaunchPlan plan;
    if (!parseLaunchPlan(data, size, plan)) {
        return;
    }
    for (const PlanText& path : {plan.bwrap, plan.init, plan.runDir, plan.workingDir}) {
        textEnds(path, kPlanMaxPath);
        require(path.data[0] == '/');
    }
    bytesEnd(plan.bwrapArgs, kPlanMaxBytes);
    bytesEnd(plan.seccomp, kPlanMaxBytes);
    require(!(plan.root() && plan.unsafeRoot()) && plan.argv.count > 0);
    const auto port = [](PlanCursor& at) { require(nextPort(at) != 0); };
    const auto argument = [](PlanCursor& at) { textEnds(nextArgument(at), kPlanMaxBytes); };
    std::size_t left = plan.anyIpPorts.first.left() + sizeof(std::uint32_t);
    walk(plan.anyIpPorts, kPlanMaxPorts, left, port);
    walk(plan.loopbackPorts, kPlanMaxPorts, left, port);
    walk(plan.rlimits, kPlanMaxRlimits, left, [](PlanCursor& at) { (void)nextRlimit(at); });
    walk(plan.mounts, kPlanMaxMounts, left, checkMount);
    walk(plan.landlock, kPlanMaxLandlock, left, checkLandlock);
    walk(plan.argv, kPlanMaxArgv, left, argument);
    walk(plan.env, kPlanMaxEnv, left, argument);
    require(left == 0);
}

void put(std::vector<std::uint8_t>& bytes, std::size_t at, std::uint32_t value) {
    for (std::size_t i = 0; i < sizeof value; ++i) {
        bytes[at + i] = static_cast<std::uint8_t>(value >> (8 * i));
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    check(data, size);
    constexpr std::size_t kHead = 12; // magic, version, total: put right, so that the rest is reached
    if (size >= kHead) {
        std::vector<std::uint8_t> repaired(data, data + size);
        put(repaired, 0, kPlanMagic);
        put(repaired, 4, kPlanVersion);
        put(repaired, 8, static_cast<std::uint32_t>(size));
        check(repaired.data(), repaired.size());
    }
    return 0;
}
