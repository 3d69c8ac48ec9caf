// The `leadglass` command: options that all commands share, then one command group a file.
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string_view>

#include "core/base/crash_report.h"
#include "core/base/late.h"
#include "core/base/log.h"
#include "core/base/version.h"
#include "core/cli/command_line.h"
#include "core/cli/completion.h"
#include "core/cli/context.h"
#include "core/cli/late_libraries.h"
#include "core/cli/tree.h"

namespace {

using namespace leadglass;

// Secrets may pass through this process: no core file, no ptrace by other programs of the person.
// Returns the umask we were started with: the command inside gets it back.
unsigned hardenSelf() {
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    ::prctl(PR_SET_DUMPABLE, 0);
    ::signal(SIGPIPE, SIG_IGN);
    return ::umask(077);
}

Status startLog(const Places& places, const std::string& level, int verbosity,
                const std::string& setting) {
    log::Options options;
    options.directory = places.state;
    if (!level.empty()) {
        options.screenLevel = LG_TRY(log::parseLevel(level));
    } else if (verbosity > 0) {
        options.screenLevel = verbosity > 1 ? log::Level::Debug : log::Level::Info;
    } else if (!setting.empty()) {
        options.screenLevel = LG_TRY(log::parseLevel(setting));
    }
    return log::start(options);
}

// Settings that cannot be read stop what goes by them (it says so itself). Doctor reports them as
// a finding; everything else goes on: the history and what waits for review must stay in reach.
void tellUnread(const CLI::App& app, const Error& fault) {
    const auto used = app.get_subcommands();
    const std::string name = used.empty() ? "" : used.front()->get_name();
    const bool goesByThem =
        name == "run" ||
        (name == "policy" && !used.front()->got_subcommand("check"));
    if (!goesByThem && name != "doctor") {
        cli::say("your settings are not used: " + fault.text());
    }
}

int printed(const CLI::App& app, const CLI::Success& asked) {
    std::ostringstream text;
    app.exit(asked, text, text);
    std::string page = text.str();
    while (page.ends_with("\n\n")) { // where nothing follows the options
        page.pop_back();
    }
    cli::print(page);
    return cli::kExitOk;
}

// A descriptor that is closed would become that of the next file opened, and what is printed would go
// into it. What stands in its place fails as a closed one does: it is open the wrong way round.
void holdStandard() {
    for (int fd = 0; fd < 3; ++fd) {
        if (::fcntl(fd, F_GETFD) < 0 && ::open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) != fd) {
            ::_exit(cli::kExitSetup);
        }
    }
}

int run(int argc, char** argv) {
    const unsigned fileMask = hardenSelf();
    CLI::App app{"Leadglass: a guard for coding agents", "leadglass"};
    cli::Context context;
    context.fileMask = fileMask;
    cli::Globals globals;
    cli::buildTree(app, context, globals, argc > 1 ? argv[1] : "");
    if (argc > 1 && std::string_view(argv[1]) == cli::kCompleteWord) { // not of the tree, and before anything is written
        return cli::complete(app, {argv + 2, argv + argc});
    }
    app.parse_complete_callback([&] {
        auto places = findPlaces();
        if (!places) {
            cli::fail(context, places.error());
            throw CLI::RuntimeError(context.exitStatus);
        }
        context.places = std::move(*places);
        auto settings = policy::loadSettings(context.places);
        if (settings) {
            context.settings = std::move(*settings);
        } else {
            context.settingsFault = settings.error();
            tellUnread(app, settings.error());
        }
        Status started =
            startLog(context.places, globals.logLevel, globals.verbosity, context.settings.logLevel);
        if (!started) {
            cli::fail(context, started.error());
            throw CLI::RuntimeError(context.exitStatus);
        }
        log::info("settings of " + context.places.config + ", history and runs in " + context.places.data + ", log in " +
                  context.places.state);
        if (Status ready = crash::install(context.places.state + "/crashes", "leadglass",
                                          version());
            !ready) {
            log::warning("no crash reports: " + ready.error().text());
        }
    });
    auto line = cli::readCommandLine(app, cli::withPastedAnswer({argv + 1, argv + argc}));
    if (!line) {
        return cli::fail(context, line.error());
    }
    context.command = std::move(line->command);
    auto words = std::move(line->words);
    std::reverse(words.begin(), words.end()); // CLI11 takes them last first
    try {
        app.parse(std::move(words));
    } catch (const CLI::CallForHelp& help) {
        return printed(app, help);
    } catch (const CLI::CallForVersion& version) {
        return printed(app, version);
    } catch (const CLI::RuntimeError& stopped) {
        return stopped.get_exit_code();
    } catch (const CLI::ParseError& wrong) {
        cli::say(cli::inOurWords(app, wrong));
        return cli::kExitSetup;
    }
    return context.exitStatus;
}

} // namespace

int main(int argc, char** argv) {
    holdStandard();
    late::setLoader(cli::loadLateLibraries);
    return cli::finishOutput(run(argc, argv));
}
