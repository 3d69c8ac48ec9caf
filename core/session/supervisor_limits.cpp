// The limits of a run: who watches, and what becomes of one that was reached.
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "core/policy/limit_values.h"
#include "core/sandbox/limit_lines.h"
#include "core/session/supervisor.h"

namespace leadglass::session {
namespace {

// What the kernel was given, which may be less than what the policy says.
policy::Limits asPlanned(const sandbox::Plan& plan) {
    policy::Limits limits = plan.limits;
    for (const auto& rlimit : plan.rlimits) {
        if (rlimit.resource == RLIMIT_NPROC) {
            limits.processes = rlimit.value;
        } else if (rlimit.resource == RLIMIT_NOFILE) {
            limits.openFiles = rlimit.value;
        }
    }
    return limits;
}

} // namespace

Status Supervisor::startScope() {
    if (!m_run.plan.scope) {
        return {};
    }
    m_scopeReady = false;
    m_scope = std::make_unique<RunScope>(
        *m_loop, RunScope::Callbacks{[this](Status built) {
                                         if (!built) {
                                             endWithError(built.error());
                                             return;
                                         }
                                         m_scopeReady = true;
                                         maybeGo();
                                     },
                                     [this](const std::string& detail) { onLimit({"memory", detail, "cgroup memory.max"}); }});
    return m_scope->start(m_run.places.programs + "/leadglass-scope", m_run.plan, m_chain->pid());
}

void Supervisor::startLimits() {
    LimitWatch::Subject subject;
    subject.limits = asPlanned(m_run.plan);
    subject.member = m_chain->pid();
    subject.upperFd = m_upper.get();
    subject.gitUpperFd = m_gitUpper.get();
    subject.before = m_writtenBefore;
    m_totals = std::make_unique<RunTotals>(m_run.places.runtime + "/runs", m_run.plan.runId, m_run.runtimeDir.get());
    subject.totals = m_run.plan.totals;
    subject.ofAll = m_totals.get();
    subject.tasksByRlimit = !sandbox::exemptFromTaskLimit(m_run.plan);
    m_limits = std::make_unique<LimitWatch>(
        *m_loop, subject,
        LimitWatch::Callbacks{[this](const LimitHit& hit) { onLimit(hit); },
                              [this](const LimitHit& hit) {
                                  recordLimit(hit, false);
                                  say("limit " + hit.limit + " reached: " + hit.detail);
                              },
                              [this](const std::string& text) {
                                  audit::Event event;
                                  event.kind = audit::Kind::Limit;
                                  event.reason = "near";
                                  event.subject = text;
                                  m_trail->record(std::move(event));
                                  if (!m_terminal) {
                                      say(text);
                                  }
                              }});
}

// What the watchdog saw at its last look: asking costs nothing.
wire::RunUsage Supervisor::usage() const {
    wire::RunUsage out;
    out.member = m_chain && m_chain->running() ? static_cast<std::uint64_t>(m_chain->pid()) : 0;
    const auto seen = m_limits ? m_limits->usage() : LimitWatch::Usage{};
    const auto byGroup = m_scope ? m_scope->memory() : std::nullopt;
    const auto ifKnown = [&](std::uint64_t value) { return seen.known ? std::optional(value) : std::nullopt; };
    constexpr Nanos kSecond = 1'000'000'000;
    const auto seconds = [](Nanos time) { return static_cast<std::uint64_t>(time / kSecond); };
    for (const auto& line : sandbox::limitLines(m_run.plan)) {
        wire::LimitUse use{line.name, line.unit, line.value, std::nullopt, false, line.mechanism, line.codes};
        if (line.name == "memory") {
            use.used = byGroup ? byGroup : ifKnown(seen.memory);
            use.atMost = !byGroup && !seen.exact;
        } else if (line.name == "processes") {
            use.used = ifKnown(seen.tasks);
        } else if (line.name == "disk") {
            use.used = seen.disk;
        } else if (line.name == "open_files") {
            use.used = seen.openFiles;
        } else if (line.name == "tmp") {
            use.used = seen.tmp;
        } else if (line.name == "cpu_time" && seen.cpu) {
            use.used = seconds(*seen.cpu);
        } else if (line.name == "wall_clock" && m_limits) {
            use.used = seconds(seen.awake);
        } else if (line.name == "total_memory") {
            use.used = ifKnown(seen.others.memory + seen.memory);
            use.atMost = !seen.others.exact || !seen.exact;
        } else if (line.name == "total_processes") {
            use.used = ifKnown(seen.others.tasks + seen.tasks);
        } else if (line.name == "total_runs") {
            use.used = seen.others.runs + 1;
        }
        out.limits.push_back(std::move(use));
    }
    return out;
}

void Supervisor::recordLimit(const LimitHit& hit, bool ends) {
    audit::Event event;
    event.kind = audit::Kind::Limit;
    event.verdict = "deny";
    event.reason = hit.limit;
    event.subject = hit.detail;
    event.detail = nlohmann::json{{"by", hit.by}, {"ends_the_run", ends}}.dump();
    m_trail->record(std::move(event));
}

void Supervisor::onLimit(const LimitHit& hit) {
    if (!m_outcome.limit.empty()) {
        return; // one is enough
    }
    m_outcome.limit = hit.limit;
    m_outcome.limitDetail = hit.detail;
    recordLimit(hit, true);
    m_chain->killAll();
}

// Between two looks a command can write more than the limit, and end.
void Supervisor::checkDiskAtEnd() {
    auto hit = m_limits && m_outcome.limit.empty() ? m_limits->diskAtEnd() : std::nullopt;
    if (hit) {
        hit->detail += "; found when the command had ended";
        m_outcome.limit = hit->limit;
        m_outcome.limitDetail = hit->detail;
        m_outcome.limitAtEnd = true;
        recordLimit(*hit, false);
    }
}

// A process that does not expect the refusal of these is ended by a signal that says which limit it was.
void Supervisor::checkStatusAtEnd(int status) {
    constexpr int kSignalBase = 128;
    const int resource = status == kSignalBase + SIGXFSZ ? RLIMIT_FSIZE : status == kSignalBase + SIGXCPU ? RLIMIT_CPU : -1;
    const auto& rlimits = m_run.plan.rlimits;
    const auto found = std::find_if(rlimits.begin(), rlimits.end(), [&](const auto& each) { return each.resource == resource; });
    if (found == rlimits.end()) {
        return;
    }
    const auto value = static_cast<double>(found->value);
    const LimitHit hit = resource == RLIMIT_FSIZE
        ? LimitHit{m_run.plan.limits.fileSize ? "file_size" : "disk", "the command was ended by SIGXFSZ: a file would have grown beyond " + policy::limitText("memory", value), "RLIMIT_FSIZE"}
        : LimitHit{"cpu_time", "the command was ended by SIGXCPU: one process used " + policy::limitText("cpu_time", value), "RLIMIT_CPU"};
    recordLimit(hit, false);
    m_outcome.unsaid.push_back("limit " + hit.limit + " reached: " + hit.detail);
}

} // namespace leadglass::session
