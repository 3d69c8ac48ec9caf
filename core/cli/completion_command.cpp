// completion: the script for a shell.
#include <memory>

#include "core/cli/command_line.h"
#include "core/cli/completion.h"
#include "core/cli/completion_scripts.h"

namespace leadglass::cli {

void addCompletionCommands(CLI::App& app, Context&) {
    auto shell = std::make_shared<std::string>();
    CLI::App* command = app.add_subcommand("completion", "Print the script that completes all this in your shell");
    command->add_option("SHELL", *shell, "bash, zsh or fish")->required()->type_name("")->check(oneOf({"bash", "zsh", "fish"}));
    command->footer("To load it each time, where it is not installed with leadglass:\n"
                    "  bash    source <(leadglass completion bash)     in ~/.bashrc\n"
                    "  zsh     source <(leadglass completion zsh)      in ~/.zshrc, after compinit\n"
                    "  fish    leadglass completion fish | source      in ~/.config/fish/config.fish");
    command->callback([shell] { print(*shell == "bash" ? kBashScript : *shell == "zsh" ? kZshScript : kFishScript); });
}

} // namespace leadglass::cli
