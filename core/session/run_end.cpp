#include "core/session/run_end.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "core/base/escape.h"
#include "core/base/log.h"
#include "core/base/sys.h"
#include "core/policy/path_pattern.h"
#include "core/policy/refusal.h"
#include "core/session/file_scan.h"
#include "core/session/protected_by.h"
#include "core/session/run_anchor.h"
#include "core/session/run_setup.h"
#include "core/session/words.h"
#include "core/session/workspace_notices.h"
#include "core/workspace/collect_copy.h"
#include "core/workspace/collect_direct.h"
#include "core/workspace/git_scope.h"
#include "core/workspace/prepare_upper.h"

namespace leadglass::session {
namespace {

constexpr std::size_t kRefusedShown = 5;
constexpr std::size_t kPathsInRow = 100;
constexpr std::size_t kAppearedShown = 3;
constexpr std::size_t kHashShown = 12;
constexpr int kKilledStatus = 128 + SIGKILL;

void tell(const std::string& line) { std::fprintf(stderr, "leadglass: %s\n", line.c_str()); }

// The upper was mounted volatile: what it holds counts only once the file system has it.
bool syncUpper(PreparedRun& run) {
    auto upper = sys::openBeneath(run.dir.fd.get(), "upper", O_RDONLY | O_DIRECTORY);
    auto git = workspace::openGitUpper(run.dir, run.manifest);
    if (!upper || !git) {
        return false;
    }
    const auto isEmpty = [](const UniqueFd& fd) {
        const auto entries = fd.get() < 0 ? Result<std::vector<workspace::DirEntry>>(std::vector<workspace::DirEntry>())
                                          : workspace::listDirectory(fd.get());
        return entries && entries->empty();
    };
    return (isEmpty(*upper) && isEmpty(*git)) || ::syncfs(upper->get()) == 0; // both lie on one file system
}

void keepState(PreparedRun& run) {
    if (!run.home || !run.state) {
        return;
    }
    auto left = run.state->collectHome(run.home.get());
    if (!left) {
        tell("the agent's state could not be kept: " + left.error().text());
        return;
    }
    for (const auto& line : *left) {
        log::info("state not kept: " + line);
    }
}

// A canary in what changed is as much of a sign as one in what is sent: it is held back, told and kept.
void tellCanaries(const PreparedRun& run, const workspace::ChangeList& list, AuditTrail& trail) {
    std::size_t told = 0;
    for (const auto& change : list.changes) {
        const auto found = std::find_if(change.risks.begin(), change.risks.end(), [](const Why& risk) { return risk == Why(WhyCode("canary_in_file")) || risk == Why(WhyCode("canary_in_file_encoded")); });
        if (found == change.risks.end() || told++ >= kPathsInRow) {
            continue;
        }
        audit::Event event;
        event.kind = audit::Kind::Sighting;
        event.verdict = "deny";
        event.reason = "canary";
        event.subject = change.path;
        event.detail = R"({"where":"file","blocked":true})";
        trail.record(std::move(event));
        if (told <= kAppearedShown) {
            tell(forScreen(change.path, 300) + " " + found->text() + ", and is held back: leadglass review " + run.dir.id);
        }
    }
}

// Names of what changed, for the history; the review tells the rest.
std::string changedPaths(const PreparedRun& run, const workspace::ProtectMatcher& isProtected, const workspace::SecretLook& secrets, AuditTrail& trail) {
    nlohmann::json paths = nlohmann::json::array();
    auto trees = workspace::openTrees(run.dir, run.manifest);
    auto list = trees ? workspace::reviewChanges(run.dir, run.manifest, trees->view(), isProtected, nullptr, secrets)
                      : Result<workspace::ChangeList>(trees.error());
    if (list) {
        tellCanaries(run, *list, trail);
        for (const auto& change : list->changes) {
            if (paths.size() >= kPathsInRow) {
                paths.push_back("...");
                break;
            }
            paths.push_back(lossless(change.path).text);
        }
    }
    return nlohmann::json{{"paths", paths}}.dump(-1, ' ', false,
                                                 nlohmann::json::error_handler_t::replace);
}

audit::Event pathRow(audit::Kind kind, const char* reason, const std::string& subject) {
    audit::Event event;
    event.kind = kind;
    event.reason = reason;
    event.subject = subject;
    return event;
}

// Mode "direct": what the command wrote becomes an apply that undo can take back. The number of changes.
std::uint64_t endDirect(PreparedRun& run, AuditTrail& trail) {
    if (!workspace::snapshotWaits(run.dir)) {
        return 0;
    }
    const auto report = workspace::collectDirect(run.dir, run.manifest, protectedBy(run.manifest));
    if (!report) {
        tell("what the command changed in the project could not be compared with the snapshot, which stays: " +
             report.error().text() + " (tried again by 'leadglass review " + run.dir.id + "')");
        trail.record(pathRow(audit::Kind::Fault, "not_collected", report.error().text()));
        return 0;
    }
    for (std::size_t i = 0; i < report->landed.size() && i < kPathsInRow; ++i) {
        trail.record(pathRow(audit::Kind::Change, "landed", report->landed[i]));
    }
    for (std::size_t i = 0; i < report->held.size() && i < kPathsInRow; ++i) {
        trail.record(pathRow(audit::Kind::Change, "held_back", report->held[i]));
    }
    if (!report->held.empty()) {
        tell("moved out of the project, since the policy protects such names: " + namedFirst(report->held) +
             " (risky; leadglass review " + run.dir.id + ")");
    }
    if (!report->left.empty()) {
        tell("stays in the project, and no undo takes it back: " + report->left.front() +
             (report->left.size() > 1 ? " and " + std::to_string(report->left.size() - 1) + " more" : ""));
    }
    return report->landed.size();
}

// Whiteouts are made before the run: what the host makes at a hidden name later shows through.
void tellAppeared(PreparedRun& run, AuditTrail& trail) {
    if (run.plan.workspace == policy::WorkspaceMode::Scratch || run.plan.workspace == policy::WorkspaceMode::Copy) {
        return; // what comes into the project later is not seen there
    }
    const auto hides = [&run](std::string_view path) {
        return std::any_of(run.manifest.hideGlobs.begin(), run.manifest.hideGlobs.end(),
                           [&](const auto& glob) { return policy::matchesPath(glob, path); });
    };
    auto project = sys::openNoLinks(run.manifest.project, O_RDONLY | O_DIRECTORY);
    auto found = project ? workspace::appearedHidden(project->get(), hides, run.manifest.hidden)
                         : Result<std::vector<std::string>>(std::move(project).error());
    if (!found) {
        tell("it cannot be told whether hidden files came into the project during the run: " +
             found.error().text());
        return;
    }
    for (std::size_t i = 0; i < found->size() && i < kPathsInRow; ++i) {
        audit::Event event;
        event.kind = audit::Kind::Fault;
        event.reason = "hidden_file_appeared";
        event.subject = (*found)[i];
        trail.record(std::move(event));
        if (i < kAppearedShown) {
            tell(forScreen((*found)[i], 300) + " came into the project during the run, which could read it: only "
                                 "what is there at the start is hidden");
        }
    }
    if (found->size() > kAppearedShown) {
        tell("... and " + std::to_string(found->size() - kAppearedShown) +
             " more such files: leadglass audit list --run " + run.dir.id + " --kind fault");
    }
}

std::string counted(std::uint64_t count, const char* what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

void removeRuntime(const PreparedRun& run) {
    if (auto parent = sys::open(run.places.runtime + "/runs", O_RDONLY | O_DIRECTORY)) {
        (void)sys::removeTree(parent->get(), run.dir.id);
    }
}

// Where a host goes that is to be allowed in every run, not in the next one only.
std::string allowedForGood(const PreparedRun& run) {
    const std::string& file = run.policy.merged.file;
    const bool builtIn = file.starts_with(run.places.policies + "/");
    const std::string name = run.policy.merged.name;
    return "what is to be allowed for good goes into [egress] allow of " +
           (builtIn ? forScreen(run.places.config, 300) + "/profiles/" + name + ".toml, with extends = \"" + name + "\""
                    : forScreen(file, 300));
}

// Of a profile in its usual place its file's name: the whole path would fill the screen in each line. `audit show` and `policy
// explain` have it.
std::string shortPlace(const PreparedRun& run, const std::string& place) {
    for (const auto& folder : {run.places.policies + "/", run.places.config + "/profiles/"}) {
        const std::string shown = forScreen(folder, 1024);
        if (place.starts_with(shown)) {
            return place.substr(shown.size());
        }
    }
    return place;
}

} // namespace

std::vector<std::string> endLines(const PreparedRun& run, const RunEnding& ending,
                                  const AppliedAtEnd& applied) {
    std::vector<std::string> lines;
    const auto& outcome = ending.outcome;
    if (!outcome.limit.empty()) {
        lines.push_back(std::string(outcome.limitAtEnd ? "the run went over its limit " : "the run was ended: limit ") + outcome.limit + " (" + outcome.limitDetail + ")");
    }
    if (outcome.limit.empty() && !outcome.stopAsked && ending.status == kKilledStatus) {
        lines.emplace_back("the command was killed (SIGKILL), not by a limit of this run: by the kernel where memory ran "
                           "out ('dmesg' says so), or by another process");
    }
    std::size_t shown = 0;
    bool allowable = false;
    for (const auto& [object, refused] : outcome.refused) {
        if (shown++ == kRefusedShown) {
            lines.push_back("... and " + std::to_string(outcome.refused.size() - kRefusedShown) +
                            " more: leadglass audit list --run " + run.dir.id + " --verdict deny");
            break;
        }
        if (refused.allowedLater) {
            lines.push_back("refused, then allowed: " + object + ": first " + policy::refusalWords(refused.reason) +
                            (refused.count > 1 ? ", " + std::to_string(refused.count) + " times" : ""));
            continue;
        }
        const std::string change = refused.allow.empty() ? refused.wayOut : "--allow " + refused.allow;
        const std::string place = shortPlace(run, refused.place);
        lines.push_back("refused: " + object + ": " + policy::refusalWords(refused.reason) +
                        (place.empty() ? "" : " [" + place + "]") +
                        (refused.count > 1 ? ", " + std::to_string(refused.count) + " times" : "") +
                        (change.empty() ? "" : " (to allow it: " + change + ")"));
        allowable = allowable || !refused.allow.empty();
    }
    if (allowable) {
        lines.push_back(allowedForGood(run));
    }
    if (!outcome.outputProblem.empty()) {
        lines.push_back(outcome.outputProblem);
    }
    lines.insert(lines.end(), outcome.unsaid.begin(), outcome.unsaid.end());
    if (!applied.problem.empty()) {
        lines.push_back(applied.problem);
    }
    if (ending.landed > 0) {
        lines.push_back(counted(ending.landed, "change") + (ending.landed == 1 ? " is" : " are") +
                        " in the project; to take " + (ending.landed == 1 ? "it" : "them") +
                        " back: leadglass undo " + run.dir.id);
    }
    if (applied.applied > 0) {
        lines.push_back(counted(applied.applied, "change") + " applied; to take " +
                        (applied.applied == 1 ? "it" : "them") + " back: leadglass undo " + run.dir.id);
    }
    const std::uint64_t waiting = applied.tried ? applied.left : ending.counts.changes;
    if (waiting > 0) {
        std::string line = counted(waiting, "change") + (waiting == 1 ? " waits" : " wait");
        if (applied.applied == 0 && ending.counts.risky > 0) {
            line += " (" + std::to_string(ending.counts.risky) + " risky)";
        } else if (applied.applied > 0) {
            line += ", risky or in conflict";
        }
        lines.push_back(line + ": leadglass review " + run.dir.id);
    }
    return lines;
}

RunEnding endRun(PreparedRun& run, Supervisor& supervisor, int status) {
    keepState(run);
    run.home.reset();
    if (workspace::copyWaits(run.dir)) {
        if (Status collected = workspace::collectCopy(run.dir); !collected) {
            tell("what the run changed could not be collected, and stays in its copy: " + collected.error().text());
        }
    }
    run.manifest.state = workspace::RunState::Ended;
    run.manifest.endWall = systemClock().wall();
    run.manifest.exitStatus = status;
    const std::uint64_t landed = endDirect(run, supervisor.trail());
    run.manifest.synced = syncUpper(run);
    const auto isProtected = protectedBy(run.manifest);
    const auto secrets = secretsOf(run.places, run.manifest);
    const std::string paths = changedPaths(run, isProtected, secrets, supervisor.trail());
    auto summary = workspace::finishRun(run.dir, run.manifest, isProtected, secrets);
    if (!summary) {
        tell("the run's changes could not be listed: " + summary.error().text());
    }
    const workspace::RunSummary counts = summary ? *summary : workspace::RunSummary{};
    if (run.manifest.state == workspace::RunState::Ended && run.manifest.mode != "direct") {
        run.manifest.state = counts.state;
    }
    AuditTrail& trail = supervisor.trail();
    tellAppeared(run, trail);
    if (counts.changes > 0) {
        audit::Event changes;
        changes.kind = audit::Kind::Change;
        changes.subject = counted(counts.changes, "change");
        changes.detail = paths;
        trail.record(std::move(changes));
    }
    const auto& outcome = supervisor.outcome();
    audit::Event end;
    end.kind = audit::Kind::RunEnd;
    end.reason = outcome.limit.empty() ? "ended" : "limit";
    end.subject = "exit status " + std::to_string(status);
    end.detail = nlohmann::json{{"changes", counts.changes},
                                {"risky", counts.risky},
                                {"conflicts", counts.conflicts},
                                {"landed", landed},
                                {"refused", outcome.refused.size()},
                                {"connections", outcome.allowed},
                                {"rows_lost", trail.lost()},
                                {"synced", run.manifest.synced}}
                     .dump();
    trail.record(std::move(end));
    if (Status flushed = trail.flush(); !flushed) {
        tell("the end of the run is not in the history: " + flushed.error().text());
    }
    run.writer = trail.takeWriter();
    anchorRun(run);
    if (!counts.removed) {
        if (Status written = workspace::writeManifest(run.dir, run.manifest); !written) {
            tell("the run's manifest could not be written: " + written.error().text());
        }
    }
    removeRuntime(run);
    log::info("run " + run.dir.id + ": exit status " + std::to_string(status) + ", " + counted(counts.changes, "change") +
              ", " + counted(outcome.allowed, "connection") + ", " + std::to_string(outcome.refused.size()) + " refused");
    return {status, counts, landed, outcome};
}

void tellEnd(const PreparedRun& run, const RunEnding& ending, const AppliedAtEnd& applied) {
    for (const auto& line : endLines(run, ending, applied)) {
        tell(line);
    }
    tell("run " + run.dir.id + " ended; history " + run.manifest.auditHistory + " at row " + std::to_string(run.manifest.auditCount) +
         ", hash " + run.manifest.auditHead.substr(0, kHashShown) +
         (ending.counts.removed ? "; nothing was changed in the project, so it is not kept" : ""));
}

} // namespace leadglass::session
