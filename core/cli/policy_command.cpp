// policy check|show|explain, and agents.
#include <memory>

#include "core/base/escape.h"
#include "core/base/escape_once.h"
#include "core/cli/context.h"
#include "core/cli/format.h"
#include "core/cli/grants_command.h"
#include "core/cli/policy_command_json.h"
#include "core/policy/describe.h"
#include "core/session/local_policy_service.h"

namespace leadglass::cli {
namespace {

using nlohmann::json;

struct Options {
    std::string file;
    api::PolicyQuery query;
    std::vector<std::string> action;
    bool asJson = false;
};

// What a run started here, now, would go by: this directory's own file and the person's settings.
api::PolicyQuery asARunHere(const Context& context, const Options& options) {
    api::PolicyQuery query = options.query;
    query.otherwise = context.settings.profile;
    if (query.project.empty()) {
        query.project = ".";
    }
    return query;
}

void check(Context& context, const Options& options) {
    session::LocalPolicyService service(context.places);
    const auto checked = service.check(options.file);
    if (!checked) {
        fail(context, checked.error(),
             checked.error().code == Code::Invalid ? kExitFound : kExitSetup);
        return;
    }
    for (const Error& fault : checked->faults) {
        fail(context, fault, kExitFound);
    }
    if (!checked->loads) {
        return;
    }
    const policy::EffectivePolicy& effective = checked->effective;
    const bool project = !effective.restrictions.empty();
    const bool starts = checked->faults.empty();
    const bool asItSays = starts && checked->notEnforced.empty() && effective.ignored.empty();
    // It loads, but not all of it holds, or no run with it would start: a script must notice.
    context.exitStatus = asItSays ? kExitOk : kExitFound;
    if (options.asJson) {
        json document = policyJson(*checked);
        document["kind"] = project ? "project" : "profile";
        printJson(document);
        return;
    }
    if (project) {
        print(forScreen(effective.restrictions.front().file, 1024) + ": loads, as a project's own file (layer project): " +
              "it can only tighten; looked at with profile " + effective.merged.name + "\n");
    } else {
        print(effective.version + (starts ? ": loads, and its examples hold\n" : ": loads, but no run can start with it\n"));
    }
    for (const policy::Ignored& one : effective.ignored) {
        print("without effect: line " + std::to_string(one.origin.line) + ", " + one.what + " (" + one.why + ")\n");
    }
    if (project && !effective.ignored.empty()) {
        print("what you want of it you grant with --allow or --limit, or in a profile of yours in " +
              forScreen(context.places.config, 300) + "/profiles\n");
    }
    for (const std::string& notice : effective.notices) {
        if (project && !effective.ignored.empty() && &notice == &effective.notices.back()) {
            break; // the same in one line, as a run says it
        }
        print("note: " + onceForScreen(notice, 1024) + "\n");
    }
    for (const policy::NotEnforced& key : checked->notEnforced) {
        print("not enforced by this version: " + forScreen(policy::describe(key.origin), 1024) + " " + key.key + "\n");
    }
}

void show(Context& context, const Options& options) {
    if (!needSettings(context)) {
        return;
    }
    session::LocalPolicyService service(context.places);
    const auto shown = service.show(asARunHere(context, options));
    if (!shown) {
        fail(context, shown.error());
    } else if (options.asJson) {
        printJson(policyJson(*shown));
    } else {
        print(shown->text);
    }
}

void explain(Context& context, const Options& options) {
    if (!needSettings(context)) {
        return;
    }
    std::string action;
    for (const std::string& word : options.action) {
        action += (action.empty() ? "" : " ") + word;
    }
    session::LocalPolicyService service(context.places);
    const auto explained = service.explain(asARunHere(context, options), action);
    if (!explained) {
        fail(context, explained.error());
        return;
    }
    if (!options.asJson) {
        print(explained->text);
        return;
    }
    const policy::Decision& decision = explained->decision;
    json out{{"target", explained->target}, {"verdict", policy::verdictName(decision.verdict)},
             {"reason", decision.reason}, {"rule", decision.ruleId}, {"policy", decision.policyVersion},
             {"inputs", decision.inputsHash}};
    if (!explained->enforcedBy.empty()) {
        out["enforced_by"] = explained->enforcedBy;
    }
    if (decision.origin) {
        out["origin"] = originJson(*decision.origin);
    }
    printJson(out);
}

void agents(Context& context, const Options& options) {
    session::LocalPolicyService service(context.places);
    const auto found = service.agents();
    if (!found) {
        fail(context, found.error());
        return;
    }
    json out = json::array();
    Table table;
    for (const api::FoundAgent& agent : *found) {
        out.push_back({{"command", agent.command}, {"path", jsonName(agent.path)}, {"version", agent.version},
                       {"profile", agent.profile}, {"profile_file", jsonName(agent.profileFile)}});
        if (!options.asJson) {
            table.add({agent.command, agent.version.empty() ? "version not known" : agent.version, "profile " + agent.profile,
                       forScreen(agent.path, 1024)});
        }
    }
    if (options.asJson) {
        printJson(out);
    } else if (!found->empty()) {
        print(table.text(false, 0));
    } else {
        say("no agent that has a profile is on PATH; any other command runs too: leadglass run -- COMMAND");
    }
}

} // namespace

void addPolicyCommands(CLI::App& app, Context& context) {
    const auto options = std::make_shared<Options>();
    const auto common = [options](CLI::App* command) {
        command->add_option("--profile", options->query.profile, "The profile (default: 'default')")->type_name("NAME|FILE");
        command->add_option("--project", options->query.project, "Project whose own file may tighten it (default: the current directory)")
            ->type_name("DIR");
        command->add_flag("--json", options->asJson, "One JSON document");
    };
    CLI::App* policy = app.add_subcommand("policy", "Check, show and explain what may be done");
    policy->require_subcommand(1);
    policy->footer("Examples:\n"
                   "  leadglass policy show claude\n"
                   "  leadglass policy explain api.example.com:443\n"
                   "  leadglass policy grants --unused\n"
                   "  leadglass policy check ./mine.toml");

    CLI::App* checkCommand = policy->add_subcommand("check", "Does it load, do its examples hold, can a run start with it?");
    checkCommand->add_option("PROFILE", options->file, "A profile by name, a profile's file, or a project's .leadglass.toml")
        ->required()->type_name("NAME|FILE");
    checkCommand->add_flag("--json", options->asJson, "One JSON document");
    checkCommand->footer("Exit status: 0 all of it holds; 1 an error in it, lines without effect, or no run can start with it; 125 it cannot be read\n\n"
                         "Examples:\n"
                         "  leadglass policy check claude\n"
                         "  leadglass policy check .leadglass.toml");
    checkCommand->callback([&context, options] { check(context, *options); });

    CLI::App* showCommand = policy->add_subcommand("show", "All that would hold for a run here, each line with its place");
    showCommand->add_option("PROFILE", options->query.profile, "As --profile")->type_name("NAME|FILE");
    common(showCommand);
    showCommand->footer("Examples:\n"
                        "  leadglass policy show\n"
                        "  leadglass policy show claude --project ~/src/app");
    showCommand->callback([&context, options] { show(context, *options); });

    CLI::App* explainCommand = policy->add_subcommand("explain", "What would be decided about a connection, a file or a device, or what holds a limit, and why");
    common(explainCommand);
    explainCommand->add_option("ACTION", options->action, "Where to: HOST[:PORT], ADDRESS:PORT or loopback:PORT; or: read PATH, write PATH; or: limit KEY; or: device gpu, kvm or PATH")
        ->required()
        ->type_name("[egress] TARGET");
    explainCommand->footer("Examples:\n"
                           "  leadglass policy explain api.example.com\n"
                           "  leadglass policy explain --profile claude egress 192.0.2.7:8443\n"
                           "  leadglass policy explain loopback:5432\n"
                           "  leadglass policy explain write .git/config\n"
                           "  leadglass policy explain limit memory\n"
                           "  leadglass policy explain device kvm");
    explainCommand->callback([&context, options] { explain(context, *options); });

    addGrantCommands(*policy, context);

    CLI::App* agentsCommand = app.add_subcommand("agents", "The agents found on PATH, and their profiles");
    agentsCommand->add_flag("--json", options->asJson, "One JSON array");
    agentsCommand->callback([&context, options] { agents(context, *options); });
}

} // namespace leadglass::cli
