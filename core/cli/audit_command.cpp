// audit list|show|verify|prune|set-aside
#include <cstdint>
#include <memory>

#include "core/base/clock.h"
#include "core/cli/audit_prune_command.h"
#include "core/cli/audit_set_aside_command.h"
#include "core/cli/audit_text.h"
#include "core/cli/audit_verify_command.h"
#include "core/cli/command_line.h"
#include "core/cli/context.h"
#include "core/cli/format.h"
#include "core/cli/value_words.h"
#include "core/session/local_audit_service.h"
#include "core/session/row_json.h"

namespace leadglass::cli {
namespace {

using nlohmann::json;

struct Options {
    api::AuditQuery query;
    std::string since;
    std::int64_t id = 0;
    api::PruneRequest prune;
    bool asJson = false;
};

void list(Context& context, Options options) {
    if (!options.since.empty()) {
        auto since = parseSince(options.since, systemClock().wall());
        if (!since) {
            fail(context, since.error());
            return;
        }
        options.query.since = *since;
    }
    for (char& c : options.query.kind) { // the list shows "run start"
        c = c == ' ' || c == '-' ? '_' : c;
    }
    const auto rows = session::LocalAuditService(context.places).list(options.query);
    if (!rows) {
        fail(context, rows.error());
        return;
    }
    if (options.asJson) {
        json out = json::array();
        for (const auto& row : *rows) {
            out.push_back(session::rowJson(row));
        }
        printJson(out);
        return;
    }
    print(rowsText(*rows, screenOfOutput()));
    if (rows->size() == static_cast<std::size_t>(options.query.limit)) {
        say("there may be more: --limit N, or --before " + std::to_string(rows->back().id));
    }
}

void show(Context& context, const Options& options) {
    const auto row = session::LocalAuditService(context.places).show(options.id);
    if (!row) {
        fail(context, row.error());
        return;
    }
    if (options.asJson) {
        printJson(session::rowJson(*row));
        return;
    }
    print(rowText(*row));
}

std::vector<std::string> allKinds() {
    std::vector<std::string> out;
    for (int i = 0; i <= static_cast<int>(audit::Kind::Fault); ++i) { // the last of them
        out.emplace_back(audit::kindName(static_cast<audit::Kind>(i)));
    }
    return out;
}

}  // namespace

void addAuditCommands(CLI::App& app, Context& context) {
    auto options = std::make_shared<Options>();
    CLI::App* group = app.add_subcommand("audit", "What runs did, and what was decided");
    group->require_subcommand(1);

    CLI::App* listCommand = group->add_subcommand("list", "Rows of the history, newest first");
    auto& query = options->query;
    listCommand->add_option("--run", query.run, "One run: its id, a unique beginning of it, or 'last'")->type_name("RUN");
    listCommand->add_option("--kind", query.kind,
                            "egress, dns, question, answer, apply, run_start ...")
        ->type_name("KIND")
        ->check(suggested(allKinds()));
    listCommand->add_option("--verdict", query.verdict, "What was decided: allow, deny or ask")
        ->type_name("VERDICT")
        ->check(suggested({"allow", "deny", "ask"}));
    listCommand->add_option("--since", options->since, "Not older: 2h, 7d, or 2026-11-29T16:40:00Z")->type_name("TIME");
    listCommand->add_option("--text", query.text, "Text in subject, process or detail")->type_name("TEXT");
    listCommand->add_option("--before", query.before, "Only rows before this id")
        ->type_name("ID")
        ->check(wholeNumber(1, INT64_MAX));
    listCommand->add_option("--limit", query.limit, "At most so many rows, 1 to 10000 (default: 100)")
        ->type_name("NUMBER")
        ->check(wholeNumber(1, 10'000));
    listCommand->add_flag("--json", options->asJson, "One JSON array");
    listCommand->callback([&context, options] { list(context, *options); });

    CLI::App* showCommand = group->add_subcommand("show", "One row, whole");
    showCommand->add_option("ID", options->id, "The row's id, as 'leadglass audit list' shows it")
        ->required()
        ->type_name("")
        ->check(wholeNumber(1, INT64_MAX));
    showCommand->add_flag("--json", options->asJson, "One JSON object");
    showCommand->callback([&context, options] { show(context, *options); });

    CLI::App* verifyCommand = group->add_subcommand(
        "verify", "Look for damage, edits, deletions and reordering");
    verifyCommand->add_flag("--json", options->asJson, "One JSON object");
    verifyCommand->callback([&context, options] { verifyHistory(context, options->asJson); });

    CLI::App* pruneCommand = group->add_subcommand(
        "prune", "Take the oldest rows out, and the runs that are done with them");
    pruneCommand->add_option("--older-than", options->prune.olderThan,
                             std::string("Rows and runs of before that: 90d, 12h (default: ") + api::kPruneAge + ")")
        ->type_name("AGE");
    pruneCommand->add_option("--keep-size", options->prune.keepSize,
                             std::string("At most about so much stays, with its unit: 512MiB (default: ") + api::kPruneSize + ")")
        ->type_name("SIZE");
    pruneCommand->add_flag("--dry-run", options->prune.dryRun, "Tell what would go, and change nothing");
    pruneCommand->add_flag("--json", options->asJson, "One JSON object");
    pruneCommand->callback([&context, options] { pruneHistory(context, options->prune, options->asJson); });

    CLI::App* asideCommand = group->add_subcommand(
        "set-aside", "Keep a damaged history under another name, and begin a new one that names it");
    asideCommand->add_flag("--json", options->asJson, "One JSON object");
    asideCommand->callback([&context, options] { setHistoryAside(context, options->asJson); });
}

}  // namespace leadglass::cli
