#include "core/session/limits.h"

#include <sys/stat.h>

#include <algorithm>
#include <limits>

#include "core/base/escape.h"
#include "core/policy/limit_values.h"

namespace leadglass::session {
namespace {

constexpr Nanos kSecond = 1'000'000'000;
constexpr Nanos kSlice = 50'000'000; // of each of the long counts, at one look
constexpr Nanos kScanInterval = kSecond;
constexpr Nanos kTreeInterval = 2 * kSecond;
constexpr Nanos kInexactHolds = 5 * kSecond; // a run that is to count exactly does so at once
constexpr std::uint64_t kLastNoticeSeconds = 300;
constexpr Nanos kLongestPause = 5 * kSecond; // between two looks, on a busy machine; longer: it stood still
constexpr int kLooksToEnter = 20; // then what cannot be looked at counts with all that it could hold

std::string sizeOf(std::uint64_t bytes) { return policy::limitText("memory", static_cast<double>(bytes)); }

} // namespace

LimitWatch::LimitWatch(EventLoop& loop, Subject subject, Callbacks callbacks)
    : m_loop(loop), m_limits(subject.limits), m_member(subject.member), m_tasksByRlimit(subject.tasksByRlimit),
      m_totals(subject.totals), m_ofAll(subject.ofAll),
      m_callbacks(std::move(callbacks)), m_upperFd(subject.upperFd), m_gitUpperFd(subject.gitUpperFd),
      m_tree(subject.upperFd, subject.gitUpperFd), m_hasTree(subject.upperFd >= 0), m_before(subject.before),
      m_started(systemClock().awake()) {
    m_timer = m_loop.after(kInterval, [this] { look(); });
}

LimitWatch::~LimitWatch() { m_loop.cancel(m_timer); }

LimitWatch::Usage LimitWatch::usage() const {
    Usage out = m_usage;
    out.awake = systemClock().awake() - m_started;
    out.others = m_others;
    out.tmp = m_memory.inTmp();
    return out;
}

void LimitWatch::tellOnce(const LimitHit& hit) {
    if (m_told.insert(hit.limit).second) {
        m_callbacks.refused(hit);
    }
}

void LimitWatch::enter(const std::vector<RunProcess>& processes) {
    const bool last = m_looks++ >= kLooksToEnter;
    for (const auto& process : processes) {
        if (isOuter(process.pid)) {
            m_outer.insert(process.pid);
        } else if (!process.zombie && !m_entered) {
            m_entered = m_memory.enter(process.pid, last);
        }
    }
}

std::optional<LimitHit> LimitWatch::overTasks() {
    if (!m_limits.processes) {
        return std::nullopt;
    }
    const std::uint64_t limit = *m_limits.processes;
    LimitHit hit{"processes", std::to_string(m_usage.tasks) + " tasks, limit " + std::to_string(limit), "watchdog"};
    if (!m_tasksByRlimit) {
        return m_usage.tasks > limit ? std::optional(hit) : std::nullopt;
    }
    // A list of what comes and goes is never quite whole. What holds the run from outside counts for the kernel, too.
    const bool crowded = m_usage.tasks + m_outerTasks + 1 + limit / 32 >= limit;
    const Nanos passed = std::min(systemClock().awake() - m_looked, kLongestPause);
    m_crowded = crowded ? m_crowded + passed : std::max<Nanos>(0, m_crowded - passed);
    if (m_crowded >= kNoMoreTasks) {
        hit.detail += ", for " + std::to_string(kNoMoreTasks / kSecond) + " s";
        return hit;
    }
    if (crowded) {
        hit.detail += ": more are refused (EAGAIN)";
        hit.by = "RLIMIT_NPROC";
        tellOnce(hit);
    }
    return std::nullopt;
}

std::optional<LimitHit> LimitWatch::overMemory(const std::vector<RunProcess>& processes) {
    const std::uint64_t limit = m_limits.memory.value_or(UINT64_MAX);
    // Below what the other runs leave, an upper bound is enough.
    const std::uint64_t left = m_ofAll == nullptr || m_totals.memory == 0 ? UINT64_MAX
                               : m_totals.memory > m_others.memory        ? m_totals.memory - m_others.memory
                                                                          : 0;
    const auto reading = m_memory.read(processes, m_held, std::min(limit, left), kSlice);
    if (!reading) {
        return std::nullopt;
    }
    m_usage.memory = reading->bytes;
    m_usage.exact = reading->exact;
    m_usage.known = true;
    m_usage.peakMemory = std::max(m_usage.peakMemory, reading->bytes);
    if (reading->bytes <= limit) {
        return std::nullopt;
    }
    const std::string files = reading->filesBytes == 0 ? "" : ", " + sizeOf(reading->filesBytes) + " of it in files in memory";
    return LimitHit{"memory", sizeOf(reading->bytes) + " in " + std::to_string(m_usage.tasks) + " tasks" + files +
                        ", limit " + sizeOf(limit), "watchdog"};
}

std::optional<LimitHit> LimitWatch::overTotals() {
    if (m_ofAll == nullptr || m_others.ending || m_others.runs == 0) {
        return std::nullopt; // alone it has its own limits
    }
    const std::string all = " in " + std::to_string(m_others.runs + 1) + " runs of yours, this one ";
    const std::uint64_t tasks = m_others.tasks + m_usage.tasks;
    if (m_totals.processes != 0 && tasks > m_totals.processes && m_usage.tasks >= m_others.mostTasks) {
        return LimitHit{"total_processes", std::to_string(tasks) + " tasks" + all + std::to_string(m_usage.tasks) + ", limit " +
                            std::to_string(m_totals.processes), "watchdog"};
    }
    const std::uint64_t memory = m_others.memory + m_usage.memory;
    const bool over = m_totals.memory != 0 && memory > m_totals.memory && m_usage.memory >= m_others.mostMemory;
    const Nanos now = systemClock().awake();
    m_overSince = !over ? 0 : m_overSince == 0 ? now : m_overSince;
    if (over && ((m_others.exact && m_usage.exact) || now - m_overSince > kInexactHolds)) {
        return LimitHit{"total_memory", sizeOf(memory) + all + sizeOf(m_usage.memory) + ", limit " + sizeOf(m_totals.memory),
                        "watchdog"};
    }
    return std::nullopt;
}

std::uint64_t LimitWatch::mostEntries() const { return std::max(kLeastEntries, *m_limits.disk / kBytesPerEntry); }

std::optional<LimitHit> LimitWatch::diskAtEnd() {
    if (!m_limits.disk || !m_hasTree) {
        return std::nullopt;
    }
    constexpr auto kNoEnd = std::numeric_limits<Nanos>::max() / 2;
    m_held = {}; // with the processes that held them
    const auto total = TreeMeter(m_upperFd, m_gitUpperFd)
                           .step(kNoEnd, m_before.bytes + *m_limits.disk, m_before.entries + mostEntries());
    return total ? judgeDisk(*total) : std::nullopt;
}

std::optional<LimitHit> LimitWatch::overDisk() {
    const Nanos now = systemClock().awake();
    if (!m_limits.disk || !m_hasTree || now < m_nextTree) {
        return std::nullopt;
    }
    const auto total = m_tree.step(kSlice, m_before.bytes + *m_limits.disk, m_before.entries + mostEntries());
    m_treeTook += systemClock().awake() - now;
    if (!total) {
        return std::nullopt;
    }
    m_usage.disk = total->bytes - std::min(total->bytes, m_before.bytes) + m_held.deletedFiles;
    m_nextTree = systemClock().awake() + std::max(kTreeInterval, std::exchange(m_treeTook, 0) * 10);
    return judgeDisk(*total);
}

std::optional<LimitHit> LimitWatch::judgeDisk(TreeMeter::Total total) const {
    const std::uint64_t limit = *m_limits.disk;
    const std::uint64_t entries = mostEntries();
    total.entries -= std::min(total.entries, m_before.entries);
    const std::uint64_t bytes = total.bytes - std::min(total.bytes, m_before.bytes) + m_held.deletedFiles;
    if (total.tooDeep && !m_before.tooDeep) {
        return LimitHit{"disk", "directories nested more than " + std::to_string(TreeMeter::kMaxDepth) +
                            " deep, below which nothing can be counted", "watchdog"};
    }
    if (total.entries > entries) {
        return LimitHit{"disk", std::to_string(total.entries) + " files, limit " + std::to_string(entries) + " (for " +
                            sizeOf(limit) + ")", "watchdog"};
    }
    if (bytes > limit) {
        const std::string deleted = m_held.deletedFiles == 0 ? "" : ", " + sizeOf(m_held.deletedFiles) + " of it in deleted files that are open";
        return LimitHit{"disk", sizeOf(bytes) + " written" + deleted + ", limit " + sizeOf(limit), "watchdog"};
    }
    return std::nullopt;
}

std::optional<LimitHit> LimitWatch::overTime(const std::vector<RunProcess>& processes) {
    if (m_limits.cpuSeconds) {
        std::uint64_t used = 0;
        for (const auto& process : processes) {
            used += cpuTimeOf(process.pid);
        }
        m_cpu = std::max(m_cpu, used); // what nobody waited for is lost
        m_usage.cpu = static_cast<Nanos>(m_cpu);
        if (m_cpu >= *m_limits.cpuSeconds * kSecond) {
            return LimitHit{"cpu_time", policy::limitText("cpu_time", static_cast<double>(m_cpu / kSecond)) + " used, limit " +
                                policy::limitText("cpu_time", static_cast<double>(*m_limits.cpuSeconds)), "watchdog"};
        }
    }
    if (!m_limits.wallClockSeconds) {
        return std::nullopt;
    }
    const auto limit = static_cast<Nanos>(*m_limits.wallClockSeconds) * kSecond;
    const Nanos used = systemClock().awake() - m_started;
    if (used >= limit) {
        return LimitHit{"wall_clock", std::to_string(limit / kSecond) + (limit == kSecond ? " s is over" : " s are over"),
                        "watchdog"};
    }
    const Nanos left = limit - used;
    if (m_noticesGiven == 0 && used * 10 >= limit * 9) {
        m_noticesGiven = 1;
        m_callbacks.notice("the run ends in " + (left < kSecond ? "less than a second" : std::to_string(left / kSecond) + " s") +
                           " (limit wall_clock)");
    } else if (m_noticesGiven == 1 && *m_limits.wallClockSeconds > 10 * kLastNoticeSeconds &&
               left <= static_cast<Nanos>(kLastNoticeSeconds) * kSecond) {
        m_noticesGiven = 2;
        m_callbacks.notice("the run ends in five minutes (limit wall_clock)");
    }
    return std::nullopt;
}

void LimitWatch::countDescriptors(const std::vector<RunProcess>& processes) {
    const Nanos now = systemClock().awake();
    if (now < m_nextScan) {
        return;
    }
    std::vector<pid_t> pids;
    for (const auto& process : processes) {
        if (!process.zombie && !m_outer.contains(process.pid)) {
            pids.push_back(process.pid);
        }
    }
    if (auto found = m_scan.step(kSlice, pids, m_memory.tmpfsDevices())) {
        m_held = std::move(*found);
        m_usage.openFiles = m_held.mostOfOne;
        m_nextScan = systemClock().awake() + std::max(kScanInterval, (systemClock().awake() - now) * 10);
    }
}

void LimitWatch::tellWhatIsFull() {
    const std::uint64_t files = m_limits.openFiles.value_or(UINT64_MAX);
    if (m_held.mostOfOne >= files - files / 64) {
        tellOnce({"open_files", std::to_string(m_held.mostOfOne) + " descriptors in one process, limit " +
                      std::to_string(files) + ": more are refused (EMFILE)", "RLIMIT_NOFILE"});
    }
    while (const auto full = m_memory.takeFull()) {
        const bool tmp = full->place == "/tmp" || full->place == "/dev/shm";
        tellOnce({tmp ? "tmp" : "disk", forScreen(full->place, 200) + " is full (" + sizeOf(full->size) +
                      "): writes are refused (ENOSPC)", "size of the file system"});
    }
}

std::optional<LimitHit> LimitWatch::over(const std::vector<RunProcess>& processes) {
    auto hit = overTime(processes);
    if (!hit && m_entered) {
        hit = overMemory(processes);
    }
    if (!hit && m_entered) {
        hit = overTasks();
    }
    if (!hit && m_entered) {
        hit = overTotals();
    }
    return hit ? hit : overDisk();
}

void LimitWatch::look() {
    const Nanos begun = systemClock().awake();
    const auto processes = lookAtRun(m_member, m_unseen);
    if (!m_entered) {
        enter(processes);
    }
    m_usage.tasks = m_outerTasks = 0;
    for (const auto& process : processes) {
        (m_outer.contains(process.pid) ? m_outerTasks : m_usage.tasks) += process.tasks;
    }
    countDescriptors(processes);
    if (m_ofAll != nullptr) {
        m_others = m_ofAll->others();
    }
    const auto hit = over(processes);
    if (m_ofAll != nullptr) {
        m_ofAll->publish({m_usage.memory, m_usage.tasks, m_usage.exact, hit.has_value()});
    }
    if (hit) {
        m_callbacks.exceeded(*hit);
        return;
    }
    tellWhatIsFull();
    m_looked = begun;
    const Nanos took = systemClock().awake() - begun;
    m_timer = m_loop.after(std::max(kInterval, took * 9), [this] { look(); });
}

} // namespace leadglass::session
