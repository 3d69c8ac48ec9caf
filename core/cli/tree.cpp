#include "core/cli/tree.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>

#include "core/base/version.h"
#include "core/cli/completion.h"
#include "core/cli/help.h"
#include "core/cli/secret_command.h"
#include "core/cli/value_words.h"

namespace leadglass::cli {

namespace {

struct Group {
    void (*add)(CLI::App&, Context&);
    std::initializer_list<std::string_view> commands;
};

void addGroups(CLI::App& app, Context& context, std::string_view only) {
    static const Group kGroups[] = {{addRunCommands, {"run"}},
                                    {addExecCommands, {"exec"}},
                                    {addPasteCommands, {"paste"}},
                                    {addRunsCommands, {"runs"}},
                                    {addReviewCommands, {"review", "apply", "undo", "discard"}},
                                    {addPolicyCommands, {"policy", "agents"}},
                                    {addApprovalCommands, {"approvals", "answer"}},
                                    {addSecretCommands, {"secret"}},
                                    {addAuditCommands, {"audit"}},
                                    {addDoctorCommands, {"doctor"}},
                                    {addSshCommands, {"ssh"}},
                                    {addCompletionCommands, {"completion"}}};
    const auto* named = std::find_if(std::begin(kGroups), std::end(kGroups), [&](const Group& group) {
        return std::find(group.commands.begin(), group.commands.end(), only) != group.commands.end();
    });
    for (const auto& group : kGroups) {
        if (named == std::end(kGroups) || &group == named) {
            group.add(app, context);
        }
    }
}

} // namespace

void buildTree(CLI::App& app, Context& context, Globals& globals, std::string_view only) {
    prepareHelp(app);
    app.set_version_flag("--version", std::string("leadglass ") + version(), "Show the version");
    app.require_subcommand(1);
    app.failure_message(CLI::FailureMessage::simple);
    app.add_option("--log-level", globals.logLevel, "How much is said on standard error: debug, info, warning, error or off")
        ->type_name("LEVEL")
        ->check(suggested({"debug", "info", "warning", "error", "off"}));
    app.add_flag("-v", globals.verbosity, "Say what is done (-vv: all of it)");
    addGroups(app, context, only);
    finishHelp(app);
}

} // namespace leadglass::cli
