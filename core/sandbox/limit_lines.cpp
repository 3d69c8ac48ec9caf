#include "core/sandbox/limit_lines.h"

#include <sys/resource.h>

namespace leadglass::sandbox {
namespace {

std::string held(const char* mechanism, const std::optional<std::uint64_t>& wanted,
                 const std::optional<std::uint64_t>& got) {
    const bool less = wanted && got && *got < *wanted;
    return mechanism + (less ? "; the policy's " + std::to_string(*wanted) + " is above this machine's hard limit"
                             : std::string());
}

std::optional<std::uint64_t> ifSaid(std::uint64_t value) { return value == 0 ? std::nullopt : std::optional(value); }

const char* diskMechanism(policy::WorkspaceMode mode) {
    switch (mode) {
    case policy::WorkspaceMode::Scratch: return "size of the file system";
    case policy::WorkspaceMode::Copy: return "watchdog over the copy with its changes: bytes, and files";
    case policy::WorkspaceMode::Direct: return "watchdog over what the project grows by: bytes, and files";
    default: return "watchdog over the changes: bytes, and files";
    }
}

} // namespace

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
    return {
        {"memory", limits.memory, "bytes",
         memory + "watchdog over the run with its files in memory, RLIMIT_DATA per process"},
        {"processes", tasks, "tasks",
         pids + (exemptFromTaskLimit(plan)
             ? "watchdog, which ends the run: the kernel does not count processes of real root"
             : held("RLIMIT_NPROC in the run's own user namespace", limits.processes, tasks))},
        {"cpu", limits.cpu ? std::optional(static_cast<std::uint64_t>(*limits.cpu * 100)) : std::nullopt, "percent",
         "cgroup cpu.max" + (plan.scope ? " (" + plan.scope->unit + ")" : std::string())},
        {"disk", limits.disk, "bytes", diskMechanism(plan.workspace)},
        {"file_size", rlimit(RLIMIT_FSIZE), "bytes", "RLIMIT_FSIZE"},
        {"open_files", rlimit(RLIMIT_NOFILE), "descriptors",
         held("RLIMIT_NOFILE", limits.openFiles, rlimit(RLIMIT_NOFILE))},
        {"tmp", limits.tmp, "bytes", "size of the file system"},
        {"cpu_time", limits.cpuSeconds, "seconds", "watchdog, RLIMIT_CPU per process"},
        {"total_memory", ifSaid(plan.totals.memory), "bytes", "watchdog over all live runs of yours: the largest ends"},
        {"total_processes", ifSaid(plan.totals.processes), "tasks", "watchdog over all live runs of yours: the largest ends"},
        {"total_runs", ifSaid(plan.totals.runs), "runs", "no further one starts"},
        {"wall_clock", limits.wallClockSeconds, "seconds", "watchdog, time awake"},
    };
}

} // namespace leadglass::sandbox
