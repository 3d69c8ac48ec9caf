// doctor, doctor --attack
#include <unistd.h>

#include <memory>

#include "core/cli/command_line.h"
#include "core/cli/context.h"
#include "core/cli/format.h"
#include "core/session/local_attack_service.h"
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

using Attack = api::AttackResult;

const char* verdictName(Attack::Verdict verdict) {
    switch (verdict) {
        case Attack::Verdict::Contained: return "contained";
        case Attack::Verdict::Open: return "open";
        case Attack::Verdict::NotTried: break;
    }
    return "not_tried";
}

const char* controlName(Attack::Control control) {
    switch (control) {
        case Attack::Control::Worked: return "worked";
        case Attack::Control::RefusedToo: return "refused_too";
        case Attack::Control::None: break;
    }
    return "none";
}

std::string evidenceOf(const Attack& attack) {
    std::string text = "inside: " + attack.inside + "; here: " + attack.host;
    if (attack.control == Attack::Control::Worked) {
        text += "; works outside";
    } else if (attack.control == Attack::Control::RefusedToo) {
        text += "; refused outside too";
    }
    return text;
}

void printAttacks(const std::vector<Attack>& attacks, std::size_t contained) {
    Table table;
    table.add({"technique", "verdict", "evidence"}, Colour::Dim);
    for (const auto& attack : attacks) {
        const bool good = attack.verdict == Attack::Verdict::Contained;
        table.add({attack.id, good ? "contained" : attack.verdict == Attack::Verdict::Open ? "OPEN" : "NOT TRIED",
                   attack.title + ". " + evidenceOf(attack)},
                  good ? Colour::Green : Colour::Red);
    }
    table.add({"", "", ""});
    print(table.text(useColour(STDOUT_FILENO), 1));
    print(std::to_string(contained) + " of " + std::to_string(attacks.size()) + " techniques contained.\n");
}

void attack(Context& context, const std::string& workspace, bool asJson) {
    const auto attacks = session::LocalAttackService(context.places).attack(workspace);
    if (!attacks) {
        fail(context, attacks.error());
        return;
    }
    std::size_t contained = 0;
    json out = json::array();
    for (const auto& one : *attacks) {
        contained += one.verdict == Attack::Verdict::Contained ? 1U : 0U;
        out.push_back({{"id", one.id}, {"verdict", verdictName(one.verdict)}, {"control", controlName(one.control)},
                       {"title", one.title}, {"source", one.source}, {"wall", one.wall}, {"inside", one.inside},
                       {"host", one.host}});
    }
    context.exitStatus = contained == attacks->size() ? kExitOk : kExitFound;
    if (asJson) {
        printJson(out);
    } else {
        printAttacks(*attacks, contained);
    }
}

}  // namespace

void addDoctorCommands(CLI::App& app, Context& context) {
    auto asJson = std::make_shared<bool>(false);
    CLI::App* command =
        app.add_subcommand("doctor", "What this machine gives a run");
    command->add_flag("--json", *asJson, "One JSON array");
    auto attacks = std::make_shared<bool>(false);
    auto workspace = std::make_shared<std::string>();
    auto* flag = command->add_flag("--attack", *attacks,
                      "Try the published escape techniques from inside a run, on a throwaway project, harmlessly and "
                      "without the network");
    command->add_option("--workspace", *workspace, "With --attack: from a run with this way of writing the project")
        ->type_name("MODE")
        ->check(oneOf({"overlay", "copy", "readonly"}))
        ->needs(flag);
    command->callback([&context, asJson, attacks, workspace] {
        if (*attacks) {
            attack(context, *workspace, *asJson);
        } else {
            doctor(context, *asJson);
        }
    });
}

}  // namespace leadglass::cli
