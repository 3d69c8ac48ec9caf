// What every command of `leadglass` shares. One file per command group; each has one function
// `void addXCommands(CLI::App& app, Context& context)` that main.cpp calls; a command's callback
// does its work and sets `context.exitStatus`.
#pragma once

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/base/places.h"
#include "core/base/result.h"
#include "core/policy/settings.h"

namespace leadglass::cli {

// Exit statuses of our own (README "Exit status").
constexpr int kExitOk = 0;
constexpr int kExitFound = 1;    // a check found something: conflicts left, verify failed, drift
constexpr int kExitHistoryMissing = 2; // audit verify: a history that was kept here is not here
constexpr int kExitLimit = 124;
constexpr int kExitSetup = 125;  // Leadglass could not do what was asked

struct Context {
    Places places;
    policy::Settings settings; // of files and environment; flags beat them
    // Why they could not be read: file, line and field. Then `settings` holds what is built in.
    std::optional<Error> settingsFault;
    std::vector<std::string> command; // of `run` and `exec`, as it was typed
    unsigned fileMask = 022;   // the umask we were started with
    int exitStatus = kExitOk;
};

// "leadglass: TEXT" on standard error; sets and returns the status.
int fail(Context& context, const Error& error, int status = kExitSetup);
// The last act of the command: what was printed is written out. The exit status: `status`; kExitSetup
// in place of success if it could not be written, which is said then. A reader that went away
// (`| head -1`) is none of our business.
int finishOutput(int status);
// For a command that would do something else than the person's settings say: false, and failed.
bool needSettings(Context& context);
void say(const std::string& line);          // one line on standard error
void print(const std::string& text);        // standard output, as it is
void printJson(const nlohmann::json& value); // one document and a newline
bool useColour(int fd);                     // a terminal, and NO_COLOR unset (no-color.org)

// A name or path as JSON: {"text": ...} or, where it is not plain UTF-8, also "escaped": true.
nlohmann::json jsonName(std::string_view bytes);

void addRunCommands(CLI::App& app, Context& context);      // run
void addExecCommands(CLI::App& app, Context& context);     // exec
void addPasteCommands(CLI::App& app, Context& context);    // paste
void addRunsCommands(CLI::App& app, Context& context);     // runs list|show|stop
void addReviewCommands(CLI::App& app, Context& context);   // review, apply, undo, discard
void addPolicyCommands(CLI::App& app, Context& context);   // policy check|show|explain, agents
void addApprovalCommands(CLI::App& app, Context& context); // approvals, answer
void addAuditCommands(CLI::App& app, Context& context);    // audit list|show|verify
void addDoctorCommands(CLI::App& app, Context& context);   // doctor
void addSshCommands(CLI::App& app, Context& context);      // ssh trust

} // namespace leadglass::cli
