#include "core/cli/help.h"

#include <map>
#include <memory>
#include <string_view>
#include <utility>

namespace leadglass::cli {
namespace {

// By the words of the command. One that has a footer of its own where it is made is not here.
const std::map<std::string, const char*>& footers() {
    static const std::map<std::string, const char*> kFooters{
        {"leadglass", "Examples:\n"
                      "  leadglass run -- codex         run an agent in the sandbox, on the current directory\n"
                      "  leadglass review last          what it changed\n"
                      "  leadglass apply last           take it over; 'leadglass discard last' throws it away\n"
                      "  leadglass run --help           all that a run can be told\n\n"
                      "Files:\n"
                      "  ~/.config/leadglass/config.toml    your settings; /etc/leadglass/config.toml those of the site\n"
                      "  ~/.config/leadglass/profiles       your profiles\n"
                      "  ~/.local/share/leadglass           runs, the history, the state of agents\n"
                      "  ~/.local/state/leadglass           the log, crash reports, anchors of the history"},
        {"leadglass runs", "Examples:\n"
                           "  leadglass runs\n"
                           "  leadglass runs show last\n"
                           "  leadglass runs stop last"},
        {"leadglass review", "A added, M changed, D deleted, R renamed, T another kind of file.\n"
                             "What is marked risky is applied only with 'leadglass apply --include-risky'.\n\n"
                             "Examples:\n"
                             "  leadglass review last\n"
                             "  leadglass review last --diff\n"
                             "  leadglass review last --diff src/main.c"},
        {"leadglass apply", "Exit status: 0 all of it is applied; 1 something was left, and said why; 125 it could not be done\n\n"
                            "Examples:\n"
                            "  leadglass apply last\n"
                            "  leadglass apply last src/main.c docs\n"
                            "  leadglass apply last -p src\n"
                            "  leadglass apply last --hunks src/main.c:0f343b0931126a20f133d67c2b018a3b\n"
                            "  leadglass apply last --include-risky .envrc"},
        {"leadglass undo", "Once more: the apply before that one.\n\n"
                           "Example:\n"
                           "  leadglass undo last"},
        {"leadglass discard", "What was applied stays applied: 'leadglass undo' takes that back, before.\n\n"
                              "Example:\n"
                              "  leadglass discard last"},
        {"leadglass approvals", "Examples:\n"
                                "  leadglass approvals\n"
                                "  leadglass approvals watch"},
        {"leadglass answer", "Scopes: once (this connection), run (until the run ends), project (all runs on this project),\n"
                             "always (on any project). The last two hold for the run's profile and are kept in grants.toml:\n"
                             "leadglass policy revoke takes it back.\n\n"
                             "Examples ('leadglass approvals' prints these lines to copy):\n"
                             "  leadglass answer ID DIGEST allow\n"
                             "  leadglass answer ID DIGEST allow --scope project\n"
                             "  leadglass answer ID DIGEST deny"},
        {"leadglass audit", "Examples:\n"
                            "  leadglass audit list --verdict deny\n"
                            "  leadglass audit verify\n"
                            "  leadglass audit prune --older-than 90d"},
        {"leadglass audit list", "Examples:\n"
                                 "  leadglass audit list --run last\n"
                                 "  leadglass audit list --verdict deny --since 2h\n"
                                 "  leadglass audit list --kind egress --text example.com"},
        {"leadglass audit verify", "Exit status: 0 intact; 1 damage was found; 2 a history that was kept here is missing"},
        {"leadglass doctor", "Exit status: 0 a run can start here; 1 none can, or (--attack) something was not contained"},
    };
    return kFooters;
}

// The words of a command stand after "--", which the library knows nothing of.
class Usage : public CLI::Formatter {
public:
    std::string make_usage(const CLI::App* app, std::string name) const override {
        std::string text = CLI::Formatter::make_usage(app, std::move(name));
        constexpr std::string_view kCommand = " [COMMAND]";
        const std::size_t at = text.rfind(kCommand);
        if (at == std::string::npos || app->get_option_no_throw("COMMAND") == nullptr) {
            return text;
        }
        const bool needed = app->get_name() == "exec"; // run has a shell in its place
        return text.replace(at, kCommand.size(), needed ? " -- COMMAND [ARG]..." : " [-- COMMAND [ARG]...]");
    }
};

void finish(CLI::App& app, const std::string& path) {
    if (const auto found = footers().find(path); found != footers().end()) {
        app.footer(found->second);
    }
    for (CLI::App* sub : app.get_subcommands([](CLI::App*) { return true; })) {
        sub->group("Commands");
        finish(*sub, path + " " + sub->get_name());
    }
}

} // namespace

void prepareHelp(CLI::App& app) {
    app.set_help_flag("-h,--help", "Show this help");
    const auto formatter = std::make_shared<Usage>();
    app.formatter(formatter);
    formatter->label("Positionals", "Arguments");
    formatter->label("SUBCOMMAND", "COMMAND");
    formatter->label("REQUIRED", ""); // the usage line says it with brackets
}

void finishHelp(CLI::App& app) { finish(app, app.get_name()); }

} // namespace leadglass::cli
