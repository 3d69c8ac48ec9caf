#include "core/cli/tree.h"

#include "core/base/version.h"
#include "core/cli/completion.h"
#include "core/cli/help.h"
#include "core/cli/value_words.h"

namespace leadglass::cli {

void buildTree(CLI::App& app, Context& context, Globals& globals) {
    prepareHelp(app);
    app.set_version_flag("--version", std::string("leadglass ") + version(), "Show the version");
    app.require_subcommand(1);
    app.failure_message(CLI::FailureMessage::simple);
    app.add_option("--log-level", globals.logLevel, "How much is said on standard error: debug, info, warning, error or off")
        ->type_name("LEVEL")
        ->check(suggested({"debug", "info", "warning", "error", "off"}));
    app.add_flag("-v", globals.verbosity, "Say what is done (-vv: all of it)");
    addRunCommands(app, context);
    addExecCommands(app, context);
    addPasteCommands(app, context);
    addRunsCommands(app, context);
    addReviewCommands(app, context);
    addPolicyCommands(app, context);
    addApprovalCommands(app, context);
    addAuditCommands(app, context);
    addDoctorCommands(app, context);
    addCompletionCommands(app, context);
    finishHelp(app);
}

} // namespace leadglass::cli
