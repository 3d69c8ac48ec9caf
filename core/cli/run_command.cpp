// leadglass run
#include <algorithm>
#include <charconv>
#include <cstdio>

#include "core/api/run_service.h"
#include "core/base/escape.h"
#include "core/cli/command_line.h"
#include "core/cli/context.h"
#include "core/session/local_run_service.h"

namespace leadglass::cli {
namespace {

constexpr int kSetupStatus = 125, kNotFoundStatus = 127; // README "Exit status"

struct Options {
    api::RunRequest request;
    std::string ask;
    std::string apply;
    std::vector<std::string> limits;
    std::vector<std::string> publish;
    bool stayOnFailure = false;
};

// A terminal that was opened for the run closes with it, and what was said is gone.
void waitForReturn() {
    std::fputs("leadglass: press Return to close this terminal\n", stderr);
    for (int c = std::getchar(); c != EOF && c != '\n'; c = std::getchar()) {
    }
}

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
    if (request.json && !request.dryRun) {
        return makeError(Code::Invalid, "--json without --dry-run: a run's output is the command's own",
                         "add --dry-run for the plan, or --events FILE for what happens as JSON");
    }
    if (!request.login.empty() && (!request.workspace.empty() || !request.secrets.empty())) {
        const std::string other = request.workspace.empty() ? "--secret" : "--workspace";
        return makeError(Code::Invalid, "--login and " + other + ": an agent that signs in is given no project and no credential", "leave " + other + " out");
    }
    for (const auto& text : options.publish) {
        std::uint16_t port = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
        if (error != std::errc() || end != text.data() + text.size() || port == 0) {
            return makeError(Code::Invalid, "--publish '" + forScreen(text, 40) + "' is no port",
                             "a number from 1 to 65535: the one that the server inside listens on");
        }
        if (std::find(request.publish.begin(), request.publish.end(), port) != request.publish.end()) {
            return makeError(Code::Invalid, "--publish " + text + " is given twice", "give each port once");
        }
        request.publish.push_back(port);
    }
    for (const auto& limit : options.limits) {
        const std::size_t equal = limit.find('=');
        if (equal == std::string::npos || equal == 0) {
            return makeError(Code::Invalid, "--limit '" + forScreen(limit, 80) + "' is not KEY=VALUE",
                             "for example --limit memory=4GiB");
        }
        if (!request.limits.emplace(limit.substr(0, equal), limit.substr(equal + 1)).second) {
            return makeError(Code::Invalid, "--limit " + forScreen(limit.substr(0, equal), 40) + " is given twice",
                             "give each limit once");
        }
    }
    return request;
}

} // namespace

void addRunCommands(CLI::App& app, Context& context) {
    auto options = std::make_shared<Options>();
    auto* run = app.add_subcommand("run", "Run a command, or an agent, in a sandbox");
    auto& r = options->request;
    const auto one = [run](const char* name, std::string& value, const char* what, const char* type) {
        return run->add_option(name, value, what)->type_name(type);
    };
    const auto many = [run](const char* name, std::vector<std::string>& values, const char* what, const char* type) {
        run->add_option(name, values, what)->type_name(type)->take_all()->allow_extra_args(false);
    };
    one("--project", r.project, "Directory to work on (default: the current one)", "DIR");
    one("--profile", r.profile, "What the command may do (default: chosen by its name)", "NAME|FILE");
    many("--allow", r.allow, "Let it connect to one more host; may be repeated", "HOST[:PORT]");
    many("--deny", r.deny, "Refuse a host, whatever else allows it; may be repeated", "HOST[:PORT]");
    many("--pass", r.pass, "Let it see one more of your variables; may be repeated", "VARIABLE");
    many("--secret", r.secrets, "Start only with this credential of the profile; may be repeated", "NAME");
    many("--publish", options->publish, "Let this machine reach one port of the run; may be repeated", "PORT");
    one("--login", r.login, "Only sign this agent in, with no project; what it then knows stays in its state", "AGENT");
    one("--ask", options->ask, "Who answers questions: auto, app, terminal or deny (nobody)", "WHO")
        ->check(oneOf({"auto", "app", "terminal", "deny"}));
    one("--apply", options->apply, "Take changes over at the end: never, clean or ask (default: never)", "WHEN")
        ->check(oneOf({"never", "clean", "ask"}));
    many("--limit", options->limits, "End or hold it at a limit; may be repeated", "KEY=VALUE");
    run->add_flag("--keep", r.keep, "Keep the run even if nothing was changed");
    one("--events", r.events, "Write what happens and is decided, one JSON object a line", "FILE|fd:N");
    run->add_flag("--stay-on-failure", options->stayOnFailure, "If it could not be started, wait for Return: in a terminal that closes at the end");
    run->add_flag("--dry-run", r.dryRun, "Print the whole plan and start nothing");
    run->add_flag("--json", r.json, "With --dry-run: the plan as JSON");
    one("--workspace", r.workspace, "How the project is written: overlay, copy, direct, readonly or scratch", "MODE")
        ->check(oneOf({"overlay", "copy", "direct", "readonly", "scratch"}));
    one("--tier", r.tier, "What keeps it apart (only: namespace)", "TIER")->check(oneOf({"namespace", "microvm"}, {"namespace"}));
    run->add_flag("--unsafe-root", r.unsafeRoot, "Of root only: let the command be root inside");
    // For the help alone: the words of the command never pass through CLI11.
    run->add_option("COMMAND", "The command and its arguments (default: your shell)")->type_name("[ARGUMENT]...");
    run->footer("Limits: memory, disk, file_size, tmp (512MiB, 8GiB), processes, open_files (a number), wall_clock, cpu_time (45s, 8h)\n"
                "Hosts: api.example.com, *.example.org, host:8443/tls, 192.0.2.7:443, loopback:5432, registry:npm\n"
                "localhost inside is the run's own: without --allow loopback:PORT a connection to a server of this machine is refused there\n\n"
                "Exit status: the command's own; 128+N: signal N ended it; 124: a limit ended it; 125: nothing of it ran, and\n"
                "standard error says why; 126, 127: it cannot be executed, is not there\n\n"
                "Examples:\n"
                "  leadglass run -- codex\n"
                "  leadglass run --allow api.example.com -- ./tool --its-own-option\n"
                "  leadglass run --login claude\n"
                "  leadglass run --profile strict --limit memory=4GiB -- make test\n"
                "  leadglass run --dry-run -- claude");
    run->callback([options, &context] {
        if (!needSettings(context)) {
            return;
        }
        auto request = finish(*options, context.settings);
        if (!request) {
            fail(context, request.error());
            return;
        }
        request->command = context.command;
        if (!request->login.empty() && !request->command.empty()) {
            fail(context, makeError(Code::Invalid, "--login and a command: the agent's own words for signing in come from its profile",
                                    "leadglass run --login " + forScreen(request->login, 40)));
            return;
        }
        request->fileMask = context.fileMask;
        auto service = session::makeLocalRunService(context.places);
        auto status = service->run(*request);
        if (status) {
            context.exitStatus = *status;
        } else {
            fail(context, status.error());
        }
        if (options->stayOnFailure && context.exitStatus >= kSetupStatus && context.exitStatus <= kNotFoundStatus) {
            waitForReturn();
        }
    });
}

} // namespace leadglass::cli
