// exec.
#include <memory>

#include "core/base/escape.h"
#include "core/cli/context.h"
#include "core/session/local_run_service.h"

namespace leadglass::cli {

void addExecCommands(CLI::App& app, Context& context) {
    auto request = std::make_shared<api::ExecRequest>();
    CLI::App* exec = app.add_subcommand("exec", "Run another command in a live run");
    exec->add_option("RUN", request->run, "A run's id, a unique beginning of it, or 'last': the newest live one of this project")
        ->required()
        ->type_name("");
    // For the help alone: the words of the command never pass through CLI11.
    exec->add_option("COMMAND", "The command and its arguments")->type_name("ARGUMENT...");
    exec->footer("It has the walls, the environment and the working directory of the run, and counts for its limits.\n"
                 "It ends with the run at the latest; the run ends with its first command.\n\n"
                 "Exit status: as of 'leadglass run'\n\n"
                 "Examples:\n"
                 "  leadglass exec last -- ps aux\n"
                 "  leadglass exec last -- bash\n"
                 "  tar c data | leadglass exec last -- tar x -C /tmp");
    exec->callback([request, &context] {
        if (context.command.empty()) {
            fail(context, makeError(Code::Invalid, "'leadglass exec' needs a command",
                                    "leadglass exec " + (request->run.empty() ? "RUN" : forScreen(request->run, 80)) + " -- COMMAND"));
            return;
        }
        request->command = context.command;
        auto service = session::makeLocalRunService(context.places);
        auto status = service->exec(*request);
        if (!status) {
            fail(context, status.error());
            return;
        }
        context.exitStatus = *status;
        constexpr int kNotThere = 127;
        if (*status == kNotThere && request->command.size() == 1 && request->command.front().find(' ') != std::string::npos) {
            say("the words of a command are given one by one: leadglass exec " + forScreen(request->run, 80) + " -- " +
                forScreen(request->command.front(), 200));
        }
    });
}

} // namespace leadglass::cli
