#include "core/session/process_list.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

#include "core/base/proc_stat.h"
#include "core/base/sys.h"
#include "core/session/redact_command.h"

namespace leadglass::session {
namespace {

using State = api::ProcessNow::State;

constexpr std::uint64_t kSecond = 1'000'000'000;

State stateOf(char letter) {
    switch (letter) {
        case 'R': return State::Running;
        case 'D': return State::Waiting;
        case 'T':
        case 't': return State::Stopped;
        case 'Z':
        case 'X': return State::Ended;
        default: return State::Sleeping;
    }
}

// The words as one line, what looks like a secret left out.
std::string commandOf(pid_t pid) {
    const auto fd = sys::open(procPath(pid, "cmdline"), O_RDONLY);
    std::array<char, kMostWords> buffer; // NOLINT(cppcoreguidelines-pro-type-member-init): read() fills it
    const ssize_t size = fd ? ::read(fd->get(), buffer.data(), buffer.size()) : 0;
    std::vector<std::string> words;
    std::string_view rest(buffer.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\0'), rest.size());
        words.emplace_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    std::string out;
    for (const auto& word : withoutSecrets(words)) {
        out += (out.empty() ? "" : " ") + word;
    }
    return out;
}

// What is told of each, in this order: a parent before its children.
std::vector<const RunProcess*> inOrder(const std::vector<RunProcess>& all, const std::unordered_map<pid_t, std::uint64_t>& started) {
    std::unordered_map<pid_t, std::vector<const RunProcess*>> below;
    std::unordered_set<pid_t> known;
    for (const auto& process : all) {
        known.insert(process.pid);
    }
    for (const auto& process : all) {
        below[known.contains(process.parent) ? process.parent : 0].push_back(&process);
    }
    const auto older = [&](const RunProcess* a, const RunProcess* b) {
        return std::pair(started.at(a->pid), a->pid) < std::pair(started.at(b->pid), b->pid);
    };
    std::vector<const RunProcess*> out;
    std::vector<pid_t> parents{0};
    for (std::size_t at = 0; at < parents.size(); ++at) { // level by level
        auto& children = below[parents[at]];
        std::sort(children.begin(), children.end(), older);
        for (const auto* child : children) {
            out.push_back(child);
            parents.push_back(child->pid);
        }
    }
    return out;
}

} // namespace

ProcessList listProcesses(pid_t member, Unseen& unseen) {
    std::vector<RunProcess> inside;
    std::unordered_set<pid_t> outer;
    auto all = lookAtRun(member, unseen);
    for (const auto& process : all) {
        if (isOuter(process.pid)) {
            outer.insert(process.pid);
        }
    }
    // Ours are the first that bwrap started, and its first child, which starts further commands (helper/init/spawner.h). Another
    // process may begin a namespace of its own, but has another parent.
    constexpr pid_t kInit = 1, kSpawner = 2;
    pid_t init = 0;
    for (const auto& process : all) {
        init = process.inner == kInit && outer.contains(process.parent) && !outer.contains(process.pid) ? process.pid : init;
    }
    std::unordered_map<pid_t, std::uint64_t> started;
    ProcessList out;
    std::unordered_map<pid_t, ProcStat> stats;
    for (const auto& process : all) {
        const bool spawns = process.inner == kSpawner && init != 0 && process.parent == init;
        if (outer.contains(process.pid) || process.pid == init || spawns) {
            continue;
        }
        auto stat = procStat(static_cast<std::uint64_t>(process.pid));
        if (!stat) {
            continue; // gone meanwhile
        }
        out.cpu += stat->ticks * (kSecond / static_cast<std::uint64_t>(::sysconf(_SC_CLK_TCK)));
        started[process.pid] = stat->start;
        stats.emplace(process.pid, std::move(*stat));
        inside.push_back(process);
    }
    const auto order = inOrder(inside, started);
    std::unordered_set<pid_t> told;
    for (const auto* process : order) {
        if (out.processes.size() >= api::kMostProcesses) {
            ++out.more;
            continue;
        }
        const ProcStat& stat = stats.at(process->pid);
        api::ProcessNow now;
        now.pid = static_cast<std::uint32_t>(process->pid);
        now.started = stat.start;
        now.parent = told.contains(process->parent) ? static_cast<std::uint32_t>(process->parent) : 0;
        now.name = stat.name.substr(0, 64);
        now.command = process->zombie ? std::string() : commandOf(process->pid);
        now.state = stateOf(process->state);
        now.tasks = process->tasks;
        now.memory = process->resident();
        now.cpu = stat.ticks * (kSecond / static_cast<std::uint64_t>(::sysconf(_SC_CLK_TCK)));
        told.insert(process->pid);
        out.processes.push_back(std::move(now));
    }
    return out;
}

} // namespace leadglass::session
