#include "app/gallery/run_fixtures.h"

#include <QDateTime>

namespace leadglass::app::gallery {
namespace {

using State = api::ProcessNow::State;

constexpr std::uint64_t kMiB = 1U << 20U, kGiB = 1U << 30U;
constexpr std::uint64_t kSecond = 1'000'000'000;

std::int64_t now() { return QDateTime::currentMSecsSinceEpoch() * 1'000'000; }

api::ProcessNow process(std::uint32_t pid, std::uint32_t parent, const char* command, State state, std::uint64_t memory, std::uint64_t cpu) {
    api::ProcessNow out;
    out.pid = pid;
    out.parent = parent;
    out.started = pid;
    out.command = command;
    out.name = "sh";
    out.state = state;
    out.memory = memory;
    out.cpu = cpu;
    return out;
}

audit::Row row(std::int64_t id, audit::Kind kind, const char* subject, const char* verdict, const char* outcome, const char* reason) {
    audit::Row out;
    out.id = id;
    out.event.kind = kind;
    out.event.subject = subject;
    out.event.verdict = verdict;
    out.event.outcome = outcome;
    out.event.reason = reason;
    out.event.time = now() - (5000 - id) * static_cast<std::int64_t>(kSecond);
    return out;
}

void addLife(api::RunNow& out) {
    out.processes = {process(4711, 0, "claude", State::Sleeping, 412 * kMiB, 48 * kSecond),
                     process(4802, 4711, "bash -c npm test -- --runInBand checkout", State::Sleeping, 4 * kMiB, kSecond / 100),
                     process(4803, 4711, "rg --files --hidden src", State::Waiting, 9 * kMiB, 3 * kSecond),
                     process(4810, 4802, "node /home/anna/src/shop/node_modules/.bin/jest --runInBand checkout --token ***", State::Running, 611 * kMiB, 27 * kSecond),
                     process(4811, 4802, "", State::Ended, 0, 0),
                     process(4815, 4810, "\xe2\x80\xae<b>Allow</b>\x1b[2J and a long line of words that an agent may choose as it likes", State::Stopped, 2 * kMiB, 0)};
    out.cpu = 78 * kSecond;
    out.limits = {{"memory", "bytes", 8 * kGiB, 7'640 * kMiB, true, "watchdog over the run with its files in memory, RLIMIT_DATA per process"},
                  {"processes", "tasks", 1024, 31, false, "RLIMIT_NPROC in the run's own user namespace"},
                  {"cpu", "percent", std::nullopt, std::nullopt, false, "cgroup cpu.max"},
                  {"disk", "bytes", 4 * kGiB, 212 * kMiB, false, "watchdog over the changes: bytes, and files"},
                  {"open_files", "descriptors", 4096, 288, false, "RLIMIT_NOFILE"},
                  {"tmp", "bytes", kGiB, 18 * kMiB, false, "size of the file system"},
                  {"wall_clock", "seconds", 3600, 755, false, "watchdog, time awake"},
                  {"cpu_time", "seconds", std::nullopt, std::nullopt, false, ""},
                  {"file_size", "bytes", std::nullopt, std::nullopt, false, ""}};
    out.changes = {{"src/cart/checkout.ts", "changed", 8 * 1024, now() - 3 * static_cast<std::int64_t>(kSecond)},
                   {"src/cart/\xe2\x80\xaegnp.sj", "added", 311, now() - 9 * static_cast<std::int64_t>(kSecond)},
                   {"test/old.test.ts", "deleted", 0, now() - 60 * static_cast<std::int64_t>(kSecond)}};
    out.changed = out.changes.size();
}

class MadeDetails final : public api::RunDetailService {
public:
    Result<api::RunNow> look(const std::string& run) override {
        api::RunNow out;
        out.run.id = run;
        out.run.mode = "overlay";
        out.at = now();
        out.live = run.ends_with('0') || run.ends_with('1');
        out.changesAre = api::RunNow::Changes::Told;
        out.allowed = 148, out.refused = 7, out.asked = 2;
        out.hosts = {{"api.example.com:443", 121, 0, 0, 2, 0, 912'000, 48 * kMiB, now()},
                     {"cdn.example.org:443", 1, 2, 2, 0, 1, 9'000, 120'000, now()},
                     {"telemetry.example.org:443", 0, 5, 0, 0, 0, 0, 0, now()},
                     {"xn--pple-43d.example:443", 0, 1, 0, 0, 0, 0, 0, now()}};
        out.decisions = {{row(4990, audit::Kind::Egress, "telemetry.example.org:443", "deny", "denied_by_policy", "default"), "no rule allows it", ""},
                         {row(4981, audit::Kind::Answer, "cdn.example.org:443", "allow", "allowed_by_user", ""), "", ""},
                         {row(4972, audit::Kind::Question, "cdn.example.org:443", "ask", "", "rule"), "the policy asks", ""},
                         {row(4960, audit::Kind::Egress, "api.example.com:443", "allow", "allowed_by_policy", "rule"), "", ""}};
        if (run.ends_with('0')) {
            addLife(out);
        } else if (out.live) {
            out.limitsMissing = "this run was started by a version of Leadglass that does not tell what it takes (it is told of the next one)";
        }
        return out;
    }
};

} // namespace

std::vector<RunScene> runScenes() {
    return {{"run-live", "01k1f0examplerun0000", 0},       {"run-hosts", "01k1f0examplerun0000", 1}, {"run-files", "01k1f0examplerun0000", 2},
            {"run-of-before", "01k1f0examplerun0001", 2}, {"run-ended", "01k1f0examplerun0002", 0}, {"run-hostile", "01k1f0examplerun0005", 2}};
}

void addRunDetail(Services& services) {
    services.runDetail = [] { return std::make_unique<MadeDetails>(); };
}

} // namespace leadglass::app::gallery
