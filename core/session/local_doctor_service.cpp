#include "core/session/local_doctor_service.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/audit/verify.h"
#include "core/audit/writer.h"
#include "core/base/escape.h"
#include "core/policy/settings.h"
#include "core/sandbox/capability_probe.h"
#include "core/sandbox/devices.h"
#include "core/session/desktop_check.h"
#include "core/session/local_policy_service.h"

namespace leadglass::session {
namespace {

using Status = api::DoctorCheck::Status;
constexpr std::int64_t kNewestRows = 2000;

Status statusOf(sandbox::CheckStatus status) {
    switch (status) {
        case sandbox::CheckStatus::Ok: return Status::Ok;
        case sandbox::CheckStatus::Weaker: return Status::Weaker;
        case sandbox::CheckStatus::Missing: break;
    }
    return Status::Missing;
}

struct Program {
    const char* name;
    const char* without; // what there is not without it, while runs start; null: no run starts
};

// leadglass-scope is started for a run only where it gets a scope: sandbox::whyNoScope() says where that is not so.
api::DoctorCheck programsCheck(const Places& places) {
    const auto settings = policy::loadSettings(places);
    const bool scopes = (!settings || settings->scope != "off") && sandbox::whyNoScope().empty();
    const Program programs[] = {
        {"leadglass-launch", nullptr},
        {"leadglass-init", nullptr},
        {"leadglass-egress", nullptr},
        {"leadglass-open", nullptr},
        {"leadglass-scope", scopes ? nullptr : "runs start, since they get no systemd scope here"},
        {"leadglass-hostkey", "runs start, and sign with no key of ssh"},
        {"leadglass-knownhost", "runs start, but for those that may sign in at a host whose key you have not accepted"},
        {"leadglass-inspect", "runs start, but for those whose policy looks into requests"},
        {"leadglass-keyring", "runs start, with no credential of the keyring"},
        {"leadglass-mint", "runs start, with no credential that is made for them"},
        {"leadglass-scan", "runs start, and where their policy has [output] every file that they change is held back"},
        {"leadglass-resolve", "runs start, and look up no name of a host"},
        {"leadglass-probe", "runs start; 'leadglass doctor --attack' tries nothing"}};
    for (const bool needed : {true, false}) { // the worst is told
        for (const auto& [name, without] : programs) {
            const std::string program = places.programs + "/" + name;
            if (needed == (without == nullptr) && ::access(program.c_str(), X_OK) != 0) {
                return {"programs", needed ? Status::Missing : Status::Weaker,
                        "'" + forScreen(program) + "' is not there" + (needed ? "" : std::string(": ") + without), "install Leadglass again"};
            }
        }
    }
    return {"programs", Status::Ok, "all in '" + forScreen(places.programs) + "'", ""};
}

// What was tried and the kernel's word; the fix is told beside it.
std::string withReason(const Error& error) {
    return error.sysErrno == 0 ? error.what : error.what + ": " + std::strerror(error.sysErrno);
}

// The policy of a run that names none, as the settings have it.
api::DoctorCheck policyCheck(LocalPolicyService& policies, const Places& places) {
    api::PolicyQuery query;
    const auto settings = policy::loadSettings(places);
    query.otherwise = settings ? settings->profile : "";
    const auto shown = policies.show(query);
    if (!shown) {
        return {"policy", Status::Missing, withReason(shown.error()), shown.error().fix};
    }
    return {"policy", Status::Ok,
            "the policy of a run that names none loads: " + forScreen(shown->effective.version, 120), ""};
}

// A run goes by the settings, so it does not start where they cannot be read.
api::DoctorCheck settingsCheck(const Places& places) {
    const auto settings = policy::loadSettings(places);
    if (!settings) {
        return {"settings", Status::Missing, withReason(settings.error()), settings.error().fix};
    }
    return {"settings", Status::Ok, "read from " + forScreen(places.config, 300) + "/config.toml, " + places.site +
                                        "/config.toml and LEADGLASS_*, as far as there are any", ""};
}

// Where the sockets of a live run lie.
api::DoctorCheck runtimeCheck(const Places& places) {
    const std::string shown = "'" + forScreen(places.runtime) + "'";
    const char* fix = "make it yours with mode 0700, or set XDG_RUNTIME_DIR to such a directory";
    const auto directory = openOwnDirectory(places.runtime);
    if (!directory) {
        return {"runtime", Status::Missing, withReason(directory.error()),
                directory.error().fix.empty() ? fix : directory.error().fix};
    }
    if (::faccessat(directory->get(), ".", W_OK | X_OK, AT_EACCESS) != 0) {
        return {"runtime", Status::Missing,
                shown + " cannot be written: " + std::strerror(errno), fix};
    }
    return {"runtime", Status::Ok, "sockets of runs lie in " + shown, ""};
}

api::DoctorCheck agentsCheck(LocalPolicyService& policies) {
    const auto agents = policies.agents();
    if (!agents) {
        return {"agents", Status::Weaker, withReason(agents.error()), agents.error().fix};
    }
    std::string names;
    for (const auto& agent : *agents) {
        names += (names.empty() ? "" : ", ") + forScreen(agent.command, 40);
        names += agent.version.empty() ? "" : " " + agent.version;
    }
    return {"agents", Status::Ok, names.empty() ? "no agent with a profile is on PATH" : names, ""};
}

api::DoctorCheck auditCheck(const Places& places) {
    // As a run would open it: what it would refuse is found here.
    const auto appendable =
        audit::checkAppendable(places.data + "/audit.db", std::chrono::milliseconds(2000));
    if (!appendable && appendable.error().code != Code::Corrupt) {
        return {"audit", Status::Missing, withReason(appendable.error()), appendable.error().fix};
    }
    const auto report =
        audit::verifyTail(places.data + "/audit.db", kNewestRows, std::chrono::milliseconds(2000));
    if (!report) {
        return {"audit", Status::Missing, withReason(report.error()), report.error().fix};
    }
    if (!report->intact()) {
        // Rows that were changed or taken out keep no run from writing its own.
        const bool starts = appendable.ok();
        return {"audit", starts ? Status::Weaker : Status::Missing,
                report->findings.front().what + (starts ? "; runs start, and write on in a history that is not intact" : ""),
                "run 'leadglass audit verify'; then 'leadglass audit set-aside' keeps it and begins a new one"};
    }
    if (!appendable) {
        return {"audit", Status::Missing, withReason(appendable.error()), appendable.error().fix};
    }
    return {"audit", Status::Ok,
            report->head.count == 0 ? "no history yet"
            : report->head.count == 1 ? "1 row"
                                      : std::to_string(report->head.count) + " rows, the newest " + std::to_string(report->rows) + " follow each other",
            ""};
}

}  // namespace

std::vector<api::DoctorCheck> LocalDoctorService::check() {
    std::vector<api::DoctorCheck> checks;
    for (auto& found : sandbox::probeMachine(m_places)) {
        checks.push_back({std::move(found.id), statusOf(found.status), std::move(found.evidence),
                          std::move(found.fix)});
    }
    LocalPolicyService policies(m_places);
    checks.push_back(programsCheck(m_places));
    checks.push_back(settingsCheck(m_places));
    checks.push_back(runtimeCheck(m_places));
    checks.push_back(policyCheck(policies, m_places));
    checks.push_back(agentsCheck(policies));
    checks.push_back(auditCheck(m_places));
    for (auto& check : desktopChecks()) {
        checks.push_back(std::move(check));
    }
    checks.push_back({"devices", Status::Ok, "what [devices] of a profile can show: " + sandbox::devicesHere(), ""});
    return checks;
}

}  // namespace leadglass::session
