// doctor
#include <unistd.h>

#include <memory>

#include "core/cli/context.h"
#include "core/cli/format.h"
#include "core/session/local_doctor_service.h"

namespace leadglass::cli {
namespace {

using nlohmann::json;
using Status = api::DoctorCheck::Status;

const char* statusName(Status status) {
    switch (status) {
        case Status::Ok: return "ok";
        case Status::Weaker: return "weaker";
        case Status::Missing: break;
    }
    return "missing";
}

const char* mark(Status status, bool utf8) {
    switch (status) {
        case Status::Ok: return utf8 ? "\u2713" : "ok";
        case Status::Weaker: return "!";
        case Status::Missing: break;
    }
    return utf8 ? "\u2717" : "X";
}

Colour colourOf(Status status) {
    switch (status) {
        case Status::Ok: return Colour::Green;
        case Status::Weaker: return Colour::Yellow;
        case Status::Missing: break;
    }
    return Colour::Red;
}

void printChecks(const std::vector<api::DoctorCheck>& checks, bool canRun) {
    const bool utf8 = utf8Output();
    Table table;
    for (const auto& check : checks) {
        table.add({mark(check.status, utf8), check.id, check.evidence}, colourOf(check.status));
        if (!check.fix.empty()) {
            table.add({"", "", (utf8 ? "\u2192 " : "-> ") + check.fix});
        }
    }
    table.add({"", "", ""});
    print(table.text(useColour(STDOUT_FILENO), 0));
    print(canRun ? std::string("A run can start here.\n")
                 : std::string("No run can start here until what is marked ") + mark(Status::Missing, utf8) + " is put right.\n");
}

void doctor(Context& context, bool asJson) {
    const auto checks = session::LocalDoctorService(context.places).check();
    bool canRun = true;
    for (const auto& check : checks) {
        canRun = canRun && check.status != Status::Missing;
    }
    context.exitStatus = canRun ? kExitOk : kExitFound;
    if (!asJson) {
        printChecks(checks, canRun);
        return;
    }
    json out = json::array();
    for (const auto& check : checks) {
        out.push_back({{"id", check.id},
                       {"status", statusName(check.status)},
                       {"evidence", check.evidence},
                       {"fix", check.fix}});
    }
    printJson(out);
}

}  // namespace

void addDoctorCommands(CLI::App& app, Context& context) {
    auto asJson = std::make_shared<bool>(false);
    CLI::App* command =
        app.add_subcommand("doctor", "What this machine gives a run");
    command->add_flag("--json", *asJson, "One JSON array");
    command->callback([&context, asJson] { doctor(context, *asJson); });
}

}  // namespace leadglass::cli
