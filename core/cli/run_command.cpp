// leadglass run
#include "core/api/run_service.h"
#include "core/cli/context.h"
#include "core/session/local_run_service.h"

namespace leadglass::cli {
namespace {

struct Options {
    api::RunRequest request;
    std::string ask;
    std::string apply;
    std::vector<std::string> limits;
};

std::string said(const std::string& flag, const std::string& setting, const char* builtIn) {
    return !flag.empty() ? flag : !setting.empty() ? setting : builtIn;
}

Result<api::RunRequest> finish(const Options& options, const policy::Settings& settings) {
    api::RunRequest request = options.request;
    static const std::map<std::string, api::AskBy> kAsk{{"auto", api::AskBy::Auto},
                                                        {"app", api::AskBy::App},
                                                        {"terminal", api::AskBy::Terminal},
                                                        {"deny", api::AskBy::Nobody}};
    static const std::map<std::string, api::ApplyAtEnd> kApply{
        {"never", api::ApplyAtEnd::Never},
        {"clean", api::ApplyAtEnd::Clean},
        {"ask", api::ApplyAtEnd::Ask}};
    request.ask = kAsk.at(said(options.ask, settings.ask, "auto"));
    request.apply = kApply.at(said(options.apply, settings.apply, "never"));
    request.otherwiseProfile = settings.profile;
    for (const auto& limit : options.limits) {
        const std::size_t equal = limit.find('=');
        if (equal == std::string::npos || equal == 0) {
            return makeError(Code::Invalid, "--limit '" + limit + "' is not KEY=VALUE",
                             "for example --limit memory=4GiB");
        }
        request.limits[limit.substr(0, equal)] = limit.substr(equal + 1);
    }
    return request;
}

} // namespace

void addRunCommands(CLI::App& app, Context& context) {
    auto options = std::make_shared<Options>();
    auto* run = app.add_subcommand("run", "Run a command, or an agent, in a sandbox");
    auto& r = options->request;
    run->add_option("--profile", r.profile, "Profile by name or file (default: by the command)");
    run->add_option("--project", r.project, "Directory to work on (default: here)");
    run->add_option("--workspace", r.workspace, "How the project is written: overlay");
    run->add_option("--tier", r.tier, "Isolation: namespace");
    run->add_option("--allow", r.allow, "Allow HOST[:PORT], ADDRESS[/N]:PORT or loopback:PORT")
        ->take_all()->allow_extra_args(false);
    run->add_option("--deny", r.deny, "Deny HOST[:PORT]")->take_all()->allow_extra_args(false);
    run->add_option("--pass", r.pass, "Pass a variable by exact name")
        ->take_all()->allow_extra_args(false);
    run->add_option("--ask", options->ask, "Who answers questions: app, terminal or deny")
        ->check(CLI::IsMember({"auto", "app", "terminal", "deny"}));
    run->add_option("--limit", options->limits, "KEY=VALUE, for example memory=4GiB")
        ->take_all()->allow_extra_args(false);
    run->add_flag("--keep", r.keep, "Keep the run even if nothing was changed");
    run->add_option("--apply", options->apply, "At the end: never, clean or ask")
        ->check(CLI::IsMember({"never", "clean", "ask"}));
    run->add_option("--events", r.events, "Write audit rows as JSON lines to FILE or fd:N");
    run->add_flag("--dry-run", r.dryRun, "Print the whole plan and start nothing");
    run->add_flag("--json", r.json, "With --dry-run: the plan as JSON");
    run->add_flag("--unsafe-root", r.unsafeRoot, "As root: let the agent be root inside");
    run->add_option("command", r.command, "The command and its arguments (default: your shell)");
    run->positionals_at_end();
    run->prefix_command(false);
    run->callback([options, &context] {
        if (!needSettings(context)) {
            return;
        }
        auto request = finish(*options, context.settings);
        if (request) {
            request->fileMask = context.fileMask;
        }
        if (!request) {
            fail(context, request.error());
            return;
        }
        auto service = session::makeLocalRunService(context.places);
        auto status = service->run(*request);
        if (!status) {
            fail(context, status.error());
            return;
        }
        context.exitStatus = *status;
    });
}

} // namespace leadglass::cli
