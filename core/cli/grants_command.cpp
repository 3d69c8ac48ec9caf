// policy grants|revoke|reach: the answers that are kept, and how far a policy reaches.
#include "core/cli/grants_command.h"

#include <memory>

#include "core/base/escape.h"
#include "core/cli/format.h"
#include "core/session/local_grant_service.h"
#include "core/session/local_reach_service.h"

namespace leadglass::cli {
namespace {

using api::ReachKind;
using nlohmann::json;

struct Options {
    std::vector<std::string> ids;
    api::PolicyQuery query;
    bool unused = false;
    bool asJson = false;
};

json grantJson(const api::KeptGrant& grant) {
    json out{{"id", grant.id}, {"profile", grant.profile}, {"project", grant.project.empty() ? json() : jsonName(grant.project)},
             {"verdict", policy::verdictName(grant.verdict)}, {"rule", grant.rule}, {"origin", forScreen(grant.origin)}, {"made", forScreen(grant.made)},
             {"last_use", grant.lastUse.empty() ? json() : json(forScreen(grant.lastUse))}, {"unused", grant.unused}, {"project_gone", grant.projectGone},
             {"file", jsonName(grant.file)}, {"line", grant.line}};
    out["idle_days"] = grant.idleDays >= 0 ? json(grant.idleDays) : json();
    return out;
}

std::string useOf(const api::KeptGrant& grant) {
    const std::string days = grant.idleDays < 0 ? "" : grant.idleDays == 0 ? "today" : counted(static_cast<std::uint64_t>(grant.idleDays), "day") + " ago";
    if (grant.lastUse.empty()) {
        return days.empty() ? "never used" : "never used, made " + days;
    }
    return days.empty() ? "used " + forScreen(grant.lastUse, 40) : "used " + days;
}

void grants(Context& context, const Options& options) {
    auto list = session::LocalGrantService(context.places).list();
    if (!list) {
        fail(context, list.error());
        return;
    }
    if (options.unused) {
        std::erase_if(*list, [](const api::KeptGrant& grant) { return !grant.unused && !grant.projectGone; });
    }
    json out = json::array();
    Table table;
    for (const auto& grant : *list) {
        out.push_back(grantJson(grant));
        const std::string where = grant.project.empty() ? "every project" : forScreen(grant.project, 300) + (grant.projectGone ? " (gone)" : "");
        table.add({grant.id, policy::verdictName(grant.verdict), grant.rule, forScreen(grant.profile, 80), useOf(grant), where});
    }
    if (options.asJson) {
        printJson(out);
    } else if (!list->empty()) {
        print(table.text(false, 0));
    } else {
        say(options.unused ? "no kept answer is unused" : "no answer is kept: those for a project or for good are, see leadglass answer --help");
    }
}

void revoke(Context& context, const Options& options) {
    session::LocalGrantService service(context.places);
    std::vector<std::string> ids = options.ids;
    if (options.unused) {
        const auto list = service.list();
        if (!list) {
            fail(context, list.error());
            return;
        }
        for (const auto& grant : *list) {
            if (grant.unused || grant.projectGone) {
                ids.push_back(grant.id);
            }
        }
    }
    if (ids.empty()) {
        if (options.unused) {
            say("no kept answer is unused");
        } else {
            fail(context, makeError(Code::Invalid, "which kept answer?", "give its ID, as leadglass policy grants lists it, or --unused"));
        }
        return;
    }
    for (const std::string& id : ids) {
        if (const auto done = service.revoke(id); !done) {
            fail(context, done.error()); // one that is mistyped keeps none of the others
            continue;
        }
        say("taken back: " + forScreen(id, 40) + "; runs that are live keep it until they end");
    }
}

const char* titleOf(ReachKind kind) {
    switch (kind) {
    case ReachKind::ProjectLayer: return "the project, on a layer: yours changes when you apply";
    case ReachKind::ProjectCopy: return "a copy of the project: yours changes when you apply";
    case ReachKind::ProjectItself: return "the project itself, at once";
    case ReachKind::ProjectScratch: return "an empty directory in the project's place";
    case ReachKind::State: return "private copy, kept between runs";
    case ReachKind::PrivateHome: return "private, gone at the end";
    case ReachKind::Protected: return "protected: waits in review, or is refused";
    case ReachKind::ProjectFiles: return "the project";
    case ReachKind::System: return "system";
    case ReachKind::Tool: return "your tools";
    case ReachKind::Named: return "named by a line";
    case ReachKind::Copied: return "copy of yours";
    case ReachKind::Hidden: return "hidden";
    case ReachKind::Variable: return "variable";
    case ReachKind::Credential: return "variable with a credential";
    case ReachKind::Placeholder: return "credential that it uses and never has";
    case ReachKind::Device: return "device, with the bugs of its driver";
    case ReachKind::Host: return "host";
    case ReachKind::HostsBelow: return "every host below";
    case ReachKind::Address: return "addresses";
    case ReachKind::Loopback: return "port of this machine";
    case ReachKind::AskedHost: return "asked";
    case ReachKind::AskedRest: return "everything else is asked";
    case ReachKind::DeniedRest: break;
    }
    return "everything else is refused";
}

void reach(Context& context, const Options& options) {
    if (!needSettings(context)) {
        return;
    }
    api::PolicyQuery query = options.query;
    query.otherwise = context.settings.profile;
    query.project = query.project.empty() ? "." : query.project;
    const auto found = session::LocalReachService(context.places).reach(query);
    if (!found) {
        fail(context, found.error());
        return;
    }
    json out{{"profile", found->profile}, {"workspace", policy::workspaceModeName(found->mode)}};
    for (const auto& [word, lines] : {std::pair{"writes", &found->writes}, std::pair{"reads", &found->reads}, std::pair{"connects", &found->connects}}) {
        json list = json::array();
        Table table;
        for (const auto& line : *lines) {
            list.push_back({{"kind", titleOf(line.kind)}, {"what", line.what}, {"here", line.here}, {"origin", line.origin ? json(policy::describe(*line.origin)) : json()}});
            table.add({"  " + std::string(titleOf(line.kind)), line.what + (line.here ? "" : " (not here)"),
                       line.origin ? "[" + forScreen(policy::describe(*line.origin), 300) + "]" : ""});
        }
        out[word] = std::move(list);
        if (!options.asJson) {
            print(std::string(word) + "\n" + table.text(false, 0));
        }
    }
    if (options.asJson) {
        printJson(out);
    }
}

} // namespace

void addGrantCommands(CLI::App& policy, Context& context) {
    const auto options = std::make_shared<Options>();
    CLI::App* list = policy.add_subcommand("grants", "Your answers that are kept, and when each was last used");
    list->add_flag("--unused", options->unused, "Only those without a use for 30 days, or of a project that is gone");
    list->add_flag("--json", options->asJson, "One JSON array");
    list->footer("Examples:\n"
                 "  leadglass policy grants\n"
                 "  leadglass policy grants --unused");
    list->callback([&context, options] { grants(context, *options); });

    CLI::App* back = policy.add_subcommand("revoke", "Take back answers that are kept");
    back->add_option("GRANT", options->ids, "As policy grants lists it, or its first eight digits or more");
    back->add_flag("--unused", options->unused, "All that policy grants --unused lists");
    back->footer("What is asked then is asked again. A live run keeps what it began with until it ends.\n\n"
                 "Examples:\n"
                 "  leadglass policy revoke 3f9a01c2\n"
                 "  leadglass policy revoke --unused");
    back->callback([&context, options] { revoke(context, *options); });

    CLI::App* far = policy.add_subcommand("reach", "What a run could write, read and connect to");
    far->add_option("PROFILE", options->query.profile, "As --profile")->type_name("NAME|FILE");
    far->add_option("--profile", options->query.profile, "The profile (default: 'default')")->type_name("NAME|FILE");
    far->add_option("--project", options->query.project, "Project whose own file may tighten it (default: the current directory)")->type_name("DIR");
    far->add_flag("--json", options->asJson, "One JSON document");
    far->footer("Examples:\n"
                "  leadglass policy reach claude");
    far->callback([&context, options] { reach(context, *options); });
}

} // namespace leadglass::cli
