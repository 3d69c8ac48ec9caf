#include "core/session/local_run_service.h"

#include <cstdio>

#include "core/base/escape.h"
#include "core/base/log.h"
#include "core/base/standard_output.h"
#include "core/sandbox/plan_builder.h"
#include "core/sandbox/plan_text.h"
#include "core/sandbox/project_place.h"
#include "core/session/command_client.h"
#include "core/session/control_client.h"
#include "core/session/last_run.h"
#include "core/session/protected_by.h"
#include "core/session/run_anchor.h"
#include "core/session/run_end.h"
#include "core/session/run_setup.h"
#include "core/session/supervisor.h"
#include "core/workspace/collect_direct.h"

namespace leadglass::session {
namespace {

// Each failure of a run's setup is one row, if the history can be written at all.
void recordFailure(PreparedRun& run, Supervisor* supervisor, const Error& error) {
    audit::Event event;
    event.kind = audit::Kind::RunEnd;
    event.run = run.dir.id;
    event.time = systemClock().wall();
    event.reason = "setup_failed";
    event.subject = error.text();
    if (supervisor != nullptr) {
        supervisor->trail().record(std::move(event));
        (void)supervisor->trail().flush();
    } else if (run.writer) {
        (void)run.writer->append(std::span(&event, 1));
    }
}

// Of a run in mode "direct" that ended in an error the command may have begun: the snapshot, or what it
// becomes, is all there is to take that back.
void giveUp(PreparedRun& run) {
    if (workspace::snapshotWaits(run.dir)) {
        const auto report = workspace::collectDirect(run.dir, run.manifest, protectedBy(run.manifest));
        if (!report || !report->landed.empty() || !report->held.empty()) {
            std::fprintf(stderr, "leadglass: the command may have changed the project: leadglass review %s, and undo takes it back\n",
                         run.dir.id.c_str());
            return; // its runtime directory is swept by the next run
        }
    }
    abandonRun(run);
}

class LocalRunService final : public api::RunService {
public:
    explicit LocalRunService(Places places) : m_places(std::move(places)) {}

    Result<int> run(const api::RunRequest& request) override {
        auto prepared = prepareRun(m_places, request);
        if (!prepared) {
            // A command that is not there ends as in a shell: 127, or 126 where it is no program.
            const int status = sandbox::exitStatusOf(prepared.error());
            if (status == kSetupStatus) {
                return prepared.error();
            }
            std::fprintf(stderr, "leadglass: %s\n", prepared.error().text().c_str());
            return status;
        }
        PreparedRun run = std::move(*prepared);
        if (request.dryRun) {
            const std::string text = request.json
                                         ? sandbox::planJson(run.plan, run.policy) + "\n"
                                         : sandbox::describePlan(run.plan, run.policy);
            standard_output::write(text);
            abandonRun(run);
            return 0;
        }
        return start(run);
    }

    Result<int> exec(const api::ExecRequest& request) override {
        LG_TRY(sandbox::refuseNestedRun());
        const std::string id = LG_TRY(findLiveRun(m_places, request.run, "leadglass exec"));
        auto client = LG_TRY(ControlClient::connect(m_places, id));
        return runCommandIn(std::move(client), request.command);
    }

private:
    static constexpr int kSetupStatus = 125;
    static constexpr Nanos kEventsPatience = 2'000'000'000;

    // An events output that takes no row now is an error before anything of the command runs.
    static Status begin(PreparedRun& run) {
        const std::string& target = run.request.events;
        if (!target.empty()) {
            run.events = LG_TRY(
                EventsStream::open(target, run.places.data + "/audit.db", run.dir.id));
        }
        LG_TRY(recordStart(run));
        Status passed = run.events ? run.events->catchUp() : Status();
        if (!passed) {
            passed.error().fix = "name a file or descriptor that can be written";
            recordFailure(run, nullptr, passed.error());
        }
        return passed;
    }

    static Result<int> start(PreparedRun& run) {
        if (Status ready = begin(run); !ready) {
            abandonRun(run);
            return ready.error();
        }
        for (const auto* notices : {&run.policy.notices, &run.plan.notices}) {
            for (const auto& notice : *notices) {
                std::fprintf(stderr, "leadglass: %s\n", forScreen(notice, 1000).c_str());
            }
        }
        auto supervisor = Supervisor::create(run);
        if (!supervisor) {
            recordFailure(run, nullptr, supervisor.error());
            abandonRun(run);
            return supervisor.error();
        }
        for (const auto port : run.request.publish) {
            std::fprintf(stderr, "leadglass: a server inside that listens on port %d is reached at localhost:%d until the run ends\n",
                         int{port}, int{port});
        }
        auto status = (*supervisor)->run();
        if (!status) {
            recordFailure(run, supervisor->get(), status.error());
            supervisor->reset();
            giveUp(run);
            return status.error();
        }
        RunEnding ending = endRun(run, **supervisor, *status);
        supervisor->reset(); // gives the terminal and the signals back
        AppliedAtEnd applied;
        if (run.request.apply != api::ApplyAtEnd::Never && ending.counts.changes > 0) {
            applied = run.manifest.synced
                          ? applyAtEnd(run.places, run.dir.id, run.request.apply, *run.writer)
                          : AppliedAtEnd{false, 0, 0, "nothing was applied: the run's files could "
                                                      "not be synced to the disk"};
        }
        if (applied.tried) {
            anchorAfterApply(run);
        }
        if (run.events) {
            if (Status passed = run.events->finish(kEventsPatience); !passed) {
                ending.outcome.unsaid.push_back(passed.error().text());
            }
        }
        tellEnd(run, ending, applied);
        // The history has the command's own status: it may have ended before a write of ours failed.
        const bool lost = ending.status == 0 && !ending.outcome.outputProblem.empty();
        return lost ? kSetupStatus : ending.status;
    }

    Places m_places;
};

} // namespace

std::unique_ptr<api::RunService> makeLocalRunService(const Places& places) {
    return std::make_unique<LocalRunService>(places);
}

} // namespace leadglass::session
