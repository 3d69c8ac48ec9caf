#include "core/sandbox/limit_lines.h"

#include <sys/resource.h>

#include <initializer_list>
#include <utility>

namespace leadglass::sandbox {
namespace {

bool isLess(const std::optional<std::uint64_t>& wanted, const std::optional<std::uint64_t>& got) { return wanted && got && *got < *wanted; }

std::string held(const char* mechanism, const std::optional<std::uint64_t>& wanted,
                 const std::optional<std::uint64_t>& got) {
    return mechanism + (isLess(wanted, got) ? "; the policy's " + std::to_string(*wanted) + " is above this machine's hard limit"
                             : std::string());
}

std::optional<std::uint64_t> ifSaid(std::uint64_t value) { return value == 0 ? std::nullopt : std::optional(value); }

using Codes = std::vector<std::string>;

// `codes` of all that stand together, those that hold alone.
Codes together(std::initializer_list<std::pair<bool, const char*>> codes) {
    Codes out;
    for (const auto& [holds, code] : codes) {
        if (holds) {
            out.emplace_back(code);
        }
    }
    return out;
}

const char* diskCode(policy::WorkspaceMode mode) {
    switch (mode) {
    case policy::WorkspaceMode::Scratch: return "file_system_size";
    case policy::WorkspaceMode::Copy: return "watchdog_copy";
    case policy::WorkspaceMode::Direct: return "watchdog_project";
    default: return "watchdog_changes";
    }
}

const char* diskMechanism(policy::WorkspaceMode mode) {
    switch (mode) {
    case policy::WorkspaceMode::Scratch: return "size of the file system";
    case policy::WorkspaceMode::Copy: return "watchdog over the copy with its changes: bytes, and files";
    case policy::WorkspaceMode::Direct: return "watchdog over what the project grows by: bytes, and files";
    default: return "watchdog over the changes: bytes, and files";
    }
}

} // namespace

std::vector<std::string> enforcerCodes() {
    return {"cgroup_memory", "watchdog_memory", "rlimit_data", "cgroup_pids", "watchdog_processes", "rlimit_nproc", "below_policy", "cgroup_cpu",
            "file_system_size", "watchdog_copy", "watchdog_project", "watchdog_changes", "rlimit_fsize", "rlimit_nofile", "watchdog_cpu", "rlimit_cpu",
            "watchdog_all_runs", "no_further_run", "watchdog_time"};
}

bool exemptFromTaskLimit(const Plan& plan) { return plan.root && plan.root->unsafeRoot; }

std::vector<LimitLine> limitLines(const Plan& plan) {
    const auto rlimit = [&](int resource) -> std::optional<std::uint64_t> {
        for (const auto& one : plan.rlimits) {
            if (one.resource == resource) {
                return one.value;
            }
        }
        return std::nullopt;
    };
    const auto& limits = plan.limits;
    const auto tasks = rlimit(RLIMIT_NPROC);
    // Where the kernel counts the run as a whole, the rest stands behind it.
    const std::string memory = plan.scope ? "cgroup memory.max (" + plan.scope->unit + "), " : "";
    const std::string pids = plan.scope ? "cgroup pids.max (" + plan.scope->unit + "), " : "";
    const bool inScope = plan.scope.has_value();
    const bool exempt = exemptFromTaskLimit(plan);
    return {
        {"memory", limits.memory, "bytes",
         memory + "watchdog over the run with its files in memory, RLIMIT_DATA per process",
         together({{inScope, "cgroup_memory"}, {true, "watchdog_memory"}, {true, "rlimit_data"}})},
        {"processes", tasks, "tasks",
         pids + (exempt
             ? "watchdog, which ends the run: the kernel does not count processes of real root"
             : held("RLIMIT_NPROC in the run's own user namespace", limits.processes, tasks)),
         together({{inScope, "cgroup_pids"}, {exempt, "watchdog_processes"}, {!exempt, "rlimit_nproc"}, {!exempt && isLess(limits.processes, tasks), "below_policy"}})},
        {"cpu", limits.cpu ? std::optional(static_cast<std::uint64_t>(*limits.cpu * 100)) : std::nullopt, "percent",
         "cgroup cpu.max" + (plan.scope ? " (" + plan.scope->unit + ")" : std::string()), {"cgroup_cpu"}},
        {"disk", limits.disk, "bytes", diskMechanism(plan.workspace), {diskCode(plan.workspace)}},
        {"file_size", rlimit(RLIMIT_FSIZE), "bytes", "RLIMIT_FSIZE", {"rlimit_fsize"}},
        {"open_files", rlimit(RLIMIT_NOFILE), "descriptors",
         held("RLIMIT_NOFILE", limits.openFiles, rlimit(RLIMIT_NOFILE)),
         together({{true, "rlimit_nofile"}, {isLess(limits.openFiles, rlimit(RLIMIT_NOFILE)), "below_policy"}})},
        {"tmp", limits.tmp, "bytes", "size of the file system", {"file_system_size"}},
        {"cpu_time", limits.cpuSeconds, "seconds", "watchdog, RLIMIT_CPU per process", {"watchdog_cpu", "rlimit_cpu"}},
        {"total_memory", ifSaid(plan.totals.memory), "bytes", "watchdog over all live runs of yours: the largest ends", {"watchdog_all_runs"}},
        {"total_processes", ifSaid(plan.totals.processes), "tasks", "watchdog over all live runs of yours: the largest ends", {"watchdog_all_runs"}},
        {"total_runs", ifSaid(plan.totals.runs), "runs", "no further one starts", {"no_further_run"}},
        {"wall_clock", limits.wallClockSeconds, "seconds", "watchdog, time awake", {"watchdog_time"}},
    };
}

} // namespace leadglass::sandbox
