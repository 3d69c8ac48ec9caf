#include "app/gallery/made_runs.h"

#include <QDateTime>

#include <condition_variable>
#include <mutex>

namespace leadglass::app::gallery {
namespace {

constexpr std::int64_t kMinute = 60'000'000'000;

api::RunInfo made(const char* id, const char* state, const char* project, std::vector<std::string> command, int minutesAgo) {
    api::RunInfo run;
    const std::int64_t now = QDateTime::currentMSecsSinceEpoch() * 1'000'000;
    run.id = id;
    run.state = state;
    run.project = project;
    run.command = std::move(command);
    run.profile = run.command.front();
    run.mode = "overlay";
    run.started = now - minutesAgo * kMinute;
    if (run.state != "running") {
        run.ended = run.started + 7 * kMinute;
        run.exitStatus = 0;
    }
    return run;
}

class MadeRuns final : public api::ReviewService {
public:
    explicit MadeRuns(bool some) : m_some(some) {}
    Result<std::vector<api::RunInfo>> runs() override {
        if (!m_some) {
            return std::vector<api::RunInfo>();
        }
        std::vector<api::RunInfo> out{
            made("01k1f0examplerun0000", "running", "/home/anna/src/shop", {"claude"}, 12),
            made("01k1f0examplerun0001", "running", "/home/anna/src/site", {"codex", "exec", "tidy up the styles"}, 3),
            made("01k1f0examplerun0002", "ended", "/home/anna/src/shop", {"opencode", "run", "add a test for the cart"}, 75),
            made("01k1f0examplerun0003", "partly_applied", "/home/anna/src/a project with a long name that goes on", {"gemini"}, 300),
            made("01k1f0examplerun0004", "applied", "/home/anna/src/site", {"make", "test"}, 2000),
            made("01k1f0examplerun0005", "torn", "/home/anna/src/\xe2\x80\xaegnp.exe\x1b[2J", {"sh", "-c", std::string(300, 'x')}, 4000)};
        out[2].exitStatus = 124;
        api::RunInfo damaged;
        damaged.id = "01k1f0examplerun0006";
        damaged.state = "damaged";
        damaged.damage = "the manifest of run 01k1f0examplerun0006 is not JSON (byte 12)";
        out.push_back(damaged);
        return out;
    }
    Result<api::RunInfo> run(const std::string&) override { return none(); }
    Result<api::Review> review(const std::string&) override { return none(); }
    Result<std::string> diff(const std::string&, const api::ChangeItem&) override { return none(); }
    Result<std::vector<api::HunkItem>> split(const std::string&, const api::ChangeItem&, const std::string&) override { return std::vector<api::HunkItem>(); }
    Result<api::FileSides> sides(const std::string&, const api::ChangeItem&, std::uint64_t) override { return api::FileSides(); }
    Result<api::BaseDiff> baseDiff(const std::string&, const api::ChangeItem&) override { return api::BaseDiff(); }
    Result<api::ApplyResult> apply(const api::ApplyRequest&) override { return none(); }
    Result<api::ApplyResult> undo(const std::string&) override { return none(); }
    Result<std::string> discard(const std::string&) override { return none(); }
    Result<std::string> stop(const std::string&) override { return none(); }

private:
    static Error none() { return makeError(Code::Conflict, "this is the gallery: nothing is done here"); }
    bool m_some;
};

class Once final : public api::RunWatch {
public:
    Status watch(const std::function<bool()>& onChange, std::stop_token stop) override {
        onChange();
        std::mutex mutex;
        std::condition_variable_any changed;
        std::unique_lock lock(mutex);
        changed.wait(lock, stop, [] { return false; });
        return {};
    }
};

class MadeDoctor final : public api::DoctorService {
public:
    explicit MadeDoctor(bool fine) : m_fine(fine) {}
    std::vector<api::DoctorCheck> check() override {
        using Status = api::DoctorCheck::Status;
        std::vector<api::DoctorCheck> out{
            {"kernel", Status::Ok, "Linux 6.12", ""},
            {"bwrap", Status::Ok, "bubblewrap 0.8.0 at /usr/bin/bwrap", ""},
            {"landlock", Status::Weaker, "the kernel offers Landlock version 2; 5 is used where there is one", "a kernel from 6.10 on; until then what a run may read is held by its mounts alone, as on every machine without it, and 'leadglass explain' says so for each path that is asked for"},
            {"userns", m_fine ? Status::Ok : Status::Missing,
             m_fine ? "user namespaces can be made" : "user namespaces are refused: kernel.apparmor_restrict_unprivileged_userns is 1",
             m_fine ? "" : "install the AppArmor profile of the package, or set it to 0"}};
        return out;
    }

private:
    bool m_fine;
};

class MadePolicies final : public api::PolicyService {
public:
    Result<api::ShownPolicy> check(const std::string&) override { return shown(); }
    Result<api::ShownPolicy> show(const api::PolicyQuery&) override { return shown(); }
    Result<api::ExplainedDecision> explain(const api::PolicyQuery&, const std::string&) override { return api::ExplainedDecision(); }
    Result<std::vector<api::FoundAgent>> agents() override {
        return std::vector<api::FoundAgent>{{"claude", "/home/anna/.local/bin/claude", "2.1.0", "claude", "claude.toml"},
                                            {"codex", "/usr/bin/codex", "0.40.0", "codex", "codex.toml"}};
    }

private:
    static api::ShownPolicy shown() {
        api::ShownPolicy out;
        for (const char* host : {"api.example.com", "statsig.example.com", "registry.example.org"}) {
            policy::EgressRule rule;
            rule.host.name = host;
            out.effective.merged.allow.push_back(rule);
        }
        out.effective.merged.egressDefault = policy::Verdict::Ask;
        out.effective.merged.pass = {{"TERM", "", {}}, {"EXAMPLE_API_KEY", "", {}}};
        out.here.memory = 8ULL << 30U;
        out.here.processes = 1024;
        return out;
    }
};

} // namespace

void addRuns(Services& services, bool some) {
    services.review = [some] { return std::make_unique<MadeRuns>(some); };
    services.runWatch = [] { return std::make_unique<Once>(); };
    services.doctor = [some] { return std::make_unique<MadeDoctor>(some); };
    services.policy = [] { return std::make_unique<MadePolicies>(); };
    services.program = "/usr/bin/leadglass";
}

} // namespace leadglass::app::gallery
