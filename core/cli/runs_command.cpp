// runs list|show|stop.
#include <cstdlib>
#include <memory>

#include "core/base/clock.h"
#include "core/base/escape.h"
#include "core/cli/context.h"
#include "core/cli/format.h"
#include "core/cli/run_now_text.h"
#include "core/cli/runs_text.h"
#include "core/session/local_review_service.h"
#include "core/session/local_run_detail_service.h"

namespace leadglass::cli {
namespace {

using nlohmann::json;

struct Options {
    std::string run;
    bool asJson = false;
};

// As 'audit show' has it.
std::string bothTimes(Nanos wall) { return localTime(wall) + " (" + rfc3339(wall) + ")"; }

json runJson(const api::RunInfo& run) {
    if (run.state == "damaged") {
        return {{"id", run.id}, {"state", run.state}, {"damage", run.damage}};
    }
    json command = json::array();
    for (const auto& word : run.command) {
        command.push_back(jsonName(word));
    }
    json out{{"id", run.id},
             {"state", run.state},
             {"project", jsonName(run.project)},
             {"profile", run.profile},
             {"workspace", run.mode},
             {"command", std::move(command)},
             {"started", rfc3339(run.started)},
             {"ended", run.ended == 0 ? json() : json(rfc3339(run.ended))},
             {"exit_status", run.ended == 0 ? json() : json(run.exitStatus)}};
    return out;
}

std::string home() {
    const char* value = std::getenv("HOME");
    return value != nullptr ? value : "";
}

Status list(Context& context, const Options& o) {
    auto service = session::makeLocalReviewService(context.places);
    const auto runs = LG_TRY(service->runs());
    if (o.asJson) {
        json out = json::array();
        for (const auto& run : runs) {
            out.push_back(runJson(run));
        }
        printJson(out);
        return {};
    }
    if (runs.empty()) {
        say("no run is live or waits for you ('leadglass run -- COMMAND' starts one)");
        return {};
    }
    print(runsText(runs, screenOfOutput(), home()));
    return {};
}

Status show(Context& context, const Options& o) {
    auto service = session::makeLocalReviewService(context.places);
    const auto run = LG_TRY(service->run(o.run));
    api::RunNow now;
    if (run.state == "running") {
        // One that ends meanwhile is told as it was.
        const auto details = session::makeLocalRunDetailService(context.places);
        for (bool more = true; more;) {
            auto looked = details->look(run.id);
            more = looked && !looked->counted; // a long history is read in parts
            if (looked) {
                now = std::move(*looked);
            }
        }
    }
    if (o.asJson) {
        json out = runJson(run);
        if (now.live) {
            addRunNow(out, now);
        }
        printJson(out);
        return {};
    }
    print("id         " + run.id + "\nstate      " + stateWords(run.state) + "\nproject    " +
          forScreen(run.project, 4096) + "\nprofile    " + forScreen(run.profile) +
          "\nworkspace  " + forScreen(run.mode) + "\ncommand    " +
          forScreen(commandLine(run), 2000) + "\nstarted    " + bothTimes(run.started) + "\n");
    if (run.ended != 0) {
        print("ended      " + bothTimes(run.ended) + "\nexit       " +
              std::to_string(run.exitStatus) + "\n");
    }
    print(runNowText(now));
    return {};
}

Status stop(Context& context, const Options& o) {
    auto service = session::makeLocalReviewService(context.places);
    const std::string id = LG_TRY(service->stop(o.run));
    if (o.asJson) {
        printJson({{"id", id}, {"stopping", true}});
    } else {
        say("run " + id + " is being ended");
    }
    return {};
}

} // namespace

void addRunsCommands(CLI::App& app, Context& context) {
    auto o = std::make_shared<Options>();
    CLI::App* runs = app.add_subcommand("runs", "The runs that are live or were not thrown away");
    runs->require_subcommand(0, 1);
    runs->fallthrough(false);
    runs->add_flag("--json", o->asJson, "Print JSON instead of text");
    const auto act = [&context, o](Status (*action)(Context&, const Options&)) {
        return [&context, o, action] {
            if (Status status = action(context, *o); !status) {
                fail(context, status.error());
            }
        };
    };
    CLI::App* listed = runs->add_subcommand("list", "List them, newest first (the default)");
    listed->add_flag("--json", o->asJson, "Print JSON instead of text");
    listed->callback(act(list));
    CLI::App* shown = runs->add_subcommand("show", "Show one run; of a live one, its processes and what it takes of its limits, too");
    shown->add_option("RUN", o->run, "A run's id, a unique beginning of it, or 'last': the newest of this project, else of all")
        ->required()
        ->type_name("");
    shown->add_flag("--json", o->asJson, "Print JSON instead of text");
    shown->callback(act(show));
    CLI::App* stopped = runs->add_subcommand("stop", "End everything inside a live run");
    stopped->add_option("RUN", o->run, "A run's id, a unique beginning of it, or 'last': the newest of this project that is live")
        ->required()
        ->type_name("");
    stopped->add_flag("--json", o->asJson, "Print JSON instead of text");
    stopped->callback(act(stop));
    runs->callback([runs, listing = act(list)] {
        if (runs->get_subcommands().empty()) {
            listing();
        }
    });
}

} // namespace leadglass::cli
