// review, apply, undo, discard.
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <memory>

#include "core/base/clock.h"
#include "core/base/escape.h"
#include "core/base/escape_once.h"
#include "core/cli/apply_hunks.h"
#include "core/cli/apply_paths.h"
#include "core/cli/base_diff.h"
#include "core/cli/command_line.h"
#include "core/cli/context.h"
#include "core/cli/format.h"
#include "core/cli/review_json.h"
#include "core/cli/review_text.h"
#include "core/session/last_run.h"
#include "core/session/local_review_service.h"

namespace leadglass::cli {
namespace {

using nlohmann::json;

struct Options {
    std::string run;
    std::vector<std::string> paths;
    std::string diffPath;
    std::string onConflict = "ask";
    std::vector<std::string> hunks;
    bool diff = false, asJson = false, includeRisky = false, acceptTorn = false, asks = false;
};

Status review(Context& context, const Options& o) {
    const std::string diffPath = asListed(o.diffPath);
    auto service = session::makeLocalReviewService(context.places);
    const auto found = LG_TRY(service->review(o.run));
    std::vector<api::ChangeItem> all = found.changes;
    all.insert(all.end(), found.landed.begin(), found.landed.end());
    if (o.asJson) {
        json changes = json::array();
        for (const auto& change : all) {
            json item = changeJson(change);
            if (json commits = commitsOf(found, change.path); !commits.empty()) {
                item["commits"] = std::move(commits);
            }
            if (json drops = dropsOf(found.refs, change.path); !drops.empty()) {
                item["drops"] = std::move(drops);
            }
            if (change.history && !found.staged.empty() && isIndex(change.path)) {
                item["staged"] = stagedOf(found);
            }
            if (o.diff && (diffPath.empty() || diffPath == change.path)) {
                const std::string diff = LG_TRY(service->diff(found.run.id, change));
                item["diff"] = jsonName(diff);
                if (!change.conflict.empty() && diffPath == change.path) {
                    item["base"] = LG_TRY(baseJson(*service, found.run.id, change));
                }
                item["hunks"] = json::array();
                for (const auto& hunk : hunksIn(diff)) {
                    if (!hunk.id.empty()) {
                        item["hunks"].push_back(hunk.id);
                    }
                }
            }
            changes.push_back(std::move(item));
        }
        printJson(changes);
        return {};
    }
    if (!o.diff) {
        printReview(found);
        return {};
    }
    bool any = false;
    std::uint64_t history = 0;
    Submodules submodules(all);
    for (const auto& change : all) {
        if (diffPath.empty() && submodules.tell(change)) {
            any = true;
            continue;
        }
        // Of .git only what could run something: objects, refs and index are no text to read.
        const bool wanted = diffPath.empty() ? !change.history || !change.risks.empty()
                                               : diffPath == change.path;
        if (wanted) {
            any = true;
            if (!change.renamedTo.empty() && diffPath.empty()) {
                print("D  " + forScreen(change.path, 4096) + "  (now " + forScreen(change.renamedTo, 4096) + ")\n");
            }
            printChange(change);
            printDiff(LG_TRY(service->diff(found.run.id, change)));
            if (!change.conflict.empty() && diffPath == change.path) {
                LG_TRY(printBase(*service, found.run.id, change));
            }
        } else if (diffPath.empty()) {
            ++history;
        }
    }
    if (diffPath.empty()) {
        printTail(found, history);
    }
    if (!any && !diffPath.empty()) {
        return makeError(Code::NotFound,
                         "the run did not change '" + forScreen(diffPath) + "'",
                         "'leadglass review " + found.run.id + "' lists what it changed");
    }
    return {};
}

constexpr const char* kConflictKeys = "  s - skip it: your version stays, and it is asked about again\n  t - theirs: the run's version takes the place of yours\n"
                                      "  o - ours: your version stays, and that is decided until either side changes again\n"
                                      "  d - show the difference, and what you and the run each changed\n"
                                      "  q - skip this and every conflict that is left to ask about; the rest is applied\n  ? - this help\n";

// Asks about one conflict after the other, on the terminal.
class AskedConflicts {
public:
    AskedConflicts(api::ReviewService& service, std::string run) : m_service(service), m_run(std::move(run)) {}

    api::ConflictChoice operator()(const api::ChangeItem& change) {
        while (!m_quit) {
            std::fflush(stdout);
            std::fprintf(stderr, "%s: %s\n  [s]kip, [t]heirs (the run's version), [o]urs (the host's), [d]iff, [q]uit asking, [?] help: ",
                         forScreen(change.path, 4096).c_str(), onceForScreen(change.conflict.text()).c_str());
            std::string answer;
            if (!std::getline(std::cin, answer) || answer == "s" || answer == "skip") {
                return api::ConflictChoice::Skip;
            }
            if (answer == "t" || answer == "theirs") {
                return api::ConflictChoice::Theirs;
            }
            if (answer == "o" || answer == "ours") {
                return api::ConflictChoice::Ours;
            }
            if (answer == "d" || answer == "diff") {
                show(change);
                continue;
            }
            m_quit = answer == "q" || answer == "quit";
            std::fputs(m_quit ? "" : kConflictKeys, stderr);
        }
        return api::ConflictChoice::Skip;
    }

private:
    void show(const api::ChangeItem& change) {
        const auto diff = m_service.diff(m_run, change);
        printDiff(diff ? *diff : "cannot be shown: " + diff.error().text() + "\n");
        if (const Status shown = diff ? printBase(m_service, m_run, change) : Status(); !shown) {
            say(shown.error().text());
        }
    }

    api::ReviewService& m_service;
    std::string m_run;
    bool m_quit = false;
};

void report(Context& context, const api::ApplyResult& result, const Options& o, const char* verb) {
    if (result.finishedFirst > 0 && !o.asJson) {
        say("an apply that had been interrupted was finished first: " + counted(result.finishedFirst, "path"));
    }
    if (o.asJson) {
        printJson(resultJson(result, verb));
    } else if (result.applied.empty() && result.left.empty()) {
        say(std::string("nothing is left to ") + (verb == std::string_view("applied") ? "apply" : "undo") + " in " + forScreen(result.project) + " (run " + result.run + ")");
    } else {
        say(counted(result.applied.size(), "path") + " " + verb +
            " in " + forScreen(result.project) + " (run " + result.run + ")" +
            (result.left.empty() ? std::string()
                                 : ", " + std::to_string(result.left.size()) + " left"));
        for (const auto& path : result.partly) {
            say("in part: " + forScreen(path, 4096) + " ('leadglass review " + result.run + " --diff' shows the rest)");
        }
        if (result.decided > 0) {
            say(counted(result.decided, "conflict") + " decided for the host's version");
        }
        if (result.reopened > 0) {
            say(counted(result.reopened, "conflict") + (result.reopened == 1 ? " is" : " are") + " open again");
        }
        for (const auto& ref : result.moved) {
            for (const auto& line : droppedLines(ref)) {
                say("no longer on " + forScreen(ref.name) + ": " + line + " ('leadglass undo " + result.run + "' puts it back)");
            }
        }
        for (const auto& line : leftLines(result.left)) {
            say(line);
        }
        if (o.onConflict != "skip" && std::ranges::any_of(result.left, [](const auto& item) { return !item.why.empty() && item.why.parts().front().code.code() == "left_conflict"; })) {
            say("a conflict takes --on-conflict theirs (the run's version) or ours (yours stays), or -p");
        }
        if (result.running) {
            say("the run goes on: it sees the host's versions only of files that it did not change");
        }
    }
    // Any Python leaves byte code beside what it runs, and it is held; where that is all, the work is done.
    const bool whole = result.left.empty() || (o.paths.empty() && !result.applied.empty() && isAllByteCode(result.left));
    context.exitStatus = whole ? kExitOk : kExitFound;
}

// `given`: what the options say.
Status applyAsked(Context& context, api::ReviewService& service, api::ApplyRequest given, const api::RunInfo& run, const Options& o) {
    if (o.asJson || !o.hunks.empty() || o.onConflict != "ask") {
        return makeError(Code::Invalid, "-p asks about every hunk, and about conflicts with them", "leave out --json, --hunks and --on-conflict");
    }
    LG_TRY(canAsk());
    const auto review = LG_TRY(service.review(run.id));
    auto asked = askForHunks(service, review, given.paths, given.includeRisky);
    if (!asked && asked.error().code == Code::NotFound && !given.paths.empty()) {
        return whyNotChanged(context, given.paths, run, asked.error());
    }
    auto request = LG_TRY(std::move(asked));
    if (!request) {
        say("nothing was taken, and nothing applied");
        return {};
    }
    request->acceptTorn = given.acceptTorn;
    report(context, LG_TRY(service.apply(*request)), o, "applied");
    return {};
}

Status apply(Context& context, const Options& o) {
    auto service = session::makeLocalReviewService(context.places);
    api::ApplyRequest request;
    request.run = o.run;
    request.paths = o.paths;
    for (auto& path : request.paths) {
        path = asListed(std::move(path));
    }
    request.includeRisky = o.includeRisky;
    request.acceptTorn = o.acceptTorn;
    if (o.onConflict == "theirs") {
        request.onConflict = [](const auto&) { return api::ConflictChoice::Theirs; };
    } else if (o.onConflict == "ours") {
        request.onConflict = [](const auto&) { return api::ConflictChoice::Ours; };
    } else if (o.onConflict == "ask" && ::isatty(STDIN_FILENO) == 1 &&
               ::isatty(STDERR_FILENO) == 1) {
        request.onConflict = AskedConflicts(*service, o.run);
    }
    for (const auto& [path, ids] : LG_TRY(parseHunks(o.hunks))) {
        auto& all = request.hunks[asListed(path)];
        all.insert(all.end(), ids.begin(), ids.end());
    }
    auto named = request.paths;
    for (const auto& [path, ids] : request.hunks) {
        named.push_back(path);
    }
    if (named.empty() && !o.asks) {
        report(context, LG_TRY(service->apply(request)), o, "applied");
        return {};
    }
    const auto run = LG_TRY(service->run(o.run));
    for (const auto& path : named) {
        LG_TRY(checkPath(path, run.project));
    }
    if (o.asks) {
        return applyAsked(context, *service, std::move(request), run, o);
    }
    auto result = service->apply(request);
    if (!result && result.error().code == Code::NotFound) {
        return whyNotChanged(context, named, run, result.error());
    }
    report(context, LG_TRY(std::move(result)), o, "applied");
    return {};
}

Status undo(Context& context, const Options& o) {
    auto service = session::makeLocalReviewService(context.places);
    report(context, LG_TRY(service->undo(o.run)), o, "undone");
    return {};
}

Status discard(Context& context, const Options& o) {
    auto service = session::makeLocalReviewService(context.places);
    const auto before = service->run(o.run); // a damaged one can be thrown away, too
    const bool applied = before && (before->state == "applied" || before->state == "partly_applied");
    const std::string id = LG_TRY(service->discard(o.run));
    if (o.asJson) {
        printJson({{"id", id}, {"discarded", true}, {"applied_stays", applied}});
    } else {
        say("run " + id + " is discarded" + (applied ? "; what was applied of it stays in the project, and cannot be undone any more" : ""));
    }
    return {};
}

using Action = Status (*)(Context&, const Options&);

constexpr const char* kLastHere = "A run's id, a unique beginning of it, or 'last': the newest of this project";

CLI::App* addOne(CLI::App& app, Context& context, const char* name, const char* help,
                 const std::shared_ptr<Options>& o, Action action, session::LastFor why,
                 const char* runHelp = kLastHere) {
    CLI::App* command = app.add_subcommand(name, help);
    command->add_option("RUN", o->run, runHelp)->required()->type_name("");
    command->add_flag("--json", o->asJson, "Print JSON instead of text");
    command->callback([&context, o, action, why, typed = std::string("leadglass ") + name] {
        if (o->run == "last") {
            auto id = session::resolveLast(context.places, o->run, why, typed.c_str());
            if (!id) {
                fail(context, id.error());
                return;
            }
            o->run = *std::move(id);
            if (const std::string notice = session::lastNotice(context.places, o->run, why); !notice.empty()) {
                say(notice);
            }
        }
        if (Status status = action(context, *o); !status) {
            fail(context, status.error());
        }
    });
    return command;
}

} // namespace

void addReviewCommands(CLI::App& app, Context& context) {
    auto o = std::make_shared<Options>();
    auto* reviewed = addOne(app, context, "review", "Show what a run changed", o, review, session::LastFor::Look,
                            "A run's id, a unique beginning of it, or 'last': the newest of this project, else of all");
    auto* diffOption = reviewed->add_option("--diff", o->diffPath, "Show the differences line by line, of one PATH or of all")
                           ->option_text("[PATH]");
    diffOption->expected(0, 1);
    diffOption->each([o](const std::string&) { o->diff = true; });
    reviewed->parse_complete_callback([o, diffOption] { o->diff = o->diff || diffOption->count() > 0; });

    auto a = std::make_shared<Options>();
    auto* applied = addOne(app, context, "apply", "Write a run's changes to the project", a, apply, session::LastFor::Change);
    applied->add_option("PATH", a->paths, "Only these files and directories, relative to the project")->type_name("");
    applied->add_flag("--include-risky", a->includeRisky, "Also what could run something on your machine");
    applied->add_flag("--accept-torn", a->acceptTorn, "Even if the machine stopped before all files of the run were safe on disk");
    applied->add_option("--on-conflict", a->onConflict,
                        "What you changed meanwhile: ask (the default), skip, theirs (the run's version) or ours (yours)")
        ->type_name("WHAT")
        ->check(oneOf({"ask", "skip", "theirs", "ours"}));

    applied->add_flag("-p,--patch", a->asks, "Ask about every hunk, on the terminal: a hunk is one place in which a file differs");
    applied->add_option("--hunks", a->hunks, "Of a file only these hunks, by the names that 'leadglass review RUN --diff' has for them; may be repeated")
        ->type_name("PATH:ID[,ID]")->take_all()->allow_extra_args(false);

    addOne(app, context, "undo", "Put back what the last apply of a run changed",
           std::make_shared<Options>(), undo, session::LastFor::Undo,
           "A run's id, a unique beginning of it, or 'last': the newest of this project with something applied");
    addOne(app, context, "discard", "Throw away a run and what it changed",
           std::make_shared<Options>(), discard, session::LastFor::Change);
}

} // namespace leadglass::cli
