// The limits that no rlimit enforces: memory of the whole run, disk of its upper, CPU time and time
// awake; and what the kernel refused by those that one does, as far as it shows.
//
// A watchdog: it looks every kInterval (less often where a look takes long: never more than a tenth
// of the time), so a fast hog can overshoot by what it does in that time; each process is bounded
// besides by rlimits (plan). Over a limit: `exceeded`, once; the supervisor ends the run with status
// 124 and records which limit it was. A call that the kernel refused (EAGAIN, ENOSPC, EMFILE) fails
// inside; `refused` tells of it, once for each limit.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>

#include "core/base/event_loop.h"
#include "core/policy/types.h"
#include "core/sandbox/plan.h"
#include "core/session/run_descriptors.h"
#include "core/session/run_memory.h"
#include "core/session/run_processes.h"
#include "core/session/run_totals.h"
#include "core/session/tree_meter.h"

namespace leadglass::session {

struct LimitHit {
    std::string limit;  // key, as in [limits]
    std::string detail; // for people: how much, of how much
    std::string by;     // what found it, or refused: "watchdog", "RLIMIT_NPROC", "size of /tmp"
};

class LimitWatch {
public:
    static constexpr Nanos kInterval = 250'000'000;
    // A run that can start no process for so long does nothing else: a fork bomb. It is ended.
    static constexpr Nanos kNoMoreTasks = 10'000'000'000;
    // One entry (file, directory, link) of the upper for each so many bytes of `disk`, as a file
    // system has inodes (mke2fs(8)); never fewer than kLeastEntries.
    static constexpr std::uint64_t kBytesPerEntry = 8 * 1024;
    static constexpr std::uint64_t kLeastEntries = 20'000;

    struct Callbacks {
        std::function<void(const LimitHit&)> exceeded;
        std::function<void(const LimitHit&)> refused;
        std::function<void(const std::string& text)> notice; // the end of the time comes near
    };
    struct Subject {
        policy::Limits limits;   // as they hold on this machine
        pid_t member = -1;       // a process of the run
        int upperFd = -1;        // what it writes to, borrowed; -1: none
        int gitUpperFd = -1;     // where git's own directory lies elsewhere: what it writes to there
        TreeMeter::Total before; // what was there when it began
        sandbox::TotalsPlan totals; // 0: none
        RunTotals* ofAll = nullptr; // borrowed; none: no totals
        bool tasksByRlimit = true; // false: real root, whom RLIMIT_NPROC does not bind
    };
    struct Usage { // as last seen
        std::uint64_t memory = 0;
        std::uint64_t peakMemory = 0;
        std::uint64_t tasks = 0;
        bool exact = false; // else `memory` is an upper bound
        bool known = false; // memory and tasks were counted
        // Nothing: not counted, since there is no such limit, or not yet.
        std::optional<std::uint64_t> disk;      // bytes
        std::optional<std::uint64_t> openFiles; // of the process that has most
        std::optional<std::uint64_t> tmp;       // bytes in /tmp or /dev/shm, whichever is fuller
        std::optional<Nanos> cpu;
        Nanos awake = 0; // since it began
        RunTotals::Others others;
    };
    LimitWatch(EventLoop& loop, Subject subject, Callbacks callbacks);
    ~LimitWatch();
    [[nodiscard]] Usage usage() const;

    // Once nothing of the run lives any more: what it wrote since the last look counts, too. As long as it takes to
    // count it, at most to the limit.
    [[nodiscard]] std::optional<LimitHit> diskAtEnd();

private:
    void look();
    void enter(const std::vector<RunProcess>& processes);
    std::optional<LimitHit> over(const std::vector<RunProcess>& processes);
    std::optional<LimitHit> overTasks();
    std::optional<LimitHit> overMemory(const std::vector<RunProcess>& processes);
    std::optional<LimitHit> overTotals();
    std::optional<LimitHit> overDisk();
    [[nodiscard]] std::uint64_t mostEntries() const;
    [[nodiscard]] std::optional<LimitHit> judgeDisk(TreeMeter::Total total) const;
    std::optional<LimitHit> overTime(const std::vector<RunProcess>& processes);
    void countDescriptors(const std::vector<RunProcess>& processes);
    void tellWhatIsFull();
    void tellOnce(const LimitHit& hit);

    EventLoop& m_loop;
    policy::Limits m_limits;
    Unseen m_unseen;
    pid_t m_member;
    bool m_tasksByRlimit;
    sandbox::TotalsPlan m_totals;
    RunTotals* m_ofAll;
    RunTotals::Others m_others;
    Nanos m_overSince = 0; // of total memory, where not all counts are exact
    Callbacks m_callbacks;
    std::set<pid_t> m_outer; // launch and bwrap: not in the command's namespaces
    std::uint64_t m_outerTasks = 0; // of those
    bool m_entered = false;
    int m_looks = 0; // until then
    RunMemory m_memory;
    DescriptorScan m_scan;
    DescriptorScan::Found m_held;
    Nanos m_nextScan = 0;
    int m_upperFd;
    int m_gitUpperFd;
    TreeMeter m_tree;
    bool m_hasTree;
    TreeMeter::Total m_before;
    Nanos m_nextTree = 0;
    Nanos m_treeTook = 0;
    Nanos m_started;
    Nanos m_looked = 0;
    Nanos m_crowded = 0; // how long no task could be added
    std::uint64_t m_cpu = 0;
    Usage m_usage;
    std::set<std::string> m_told;
    EventLoop::TimerId m_timer = 0;
    int m_noticesGiven = 0;
};

} // namespace leadglass::session
