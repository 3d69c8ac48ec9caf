// audit list|show|verify
#include <unistd.h>

#include <algorithm>
#include <memory>

#include "core/base/clock.h"
#include "core/base/escape.h"
#include "core/cli/context.h"
#include "core/cli/format.h"
#include "core/session/local_audit_service.h"
#include "core/session/row_json.h"

namespace leadglass::cli {
namespace {

using nlohmann::json;

constexpr std::size_t kCellBytes = 120;

struct Options {
    api::AuditQuery query;
    std::string since;
    std::int64_t id = 0;
    bool asJson = false;
};

// Stored text was escaped once, when it was written; only a file that was edited needs it again.
std::string shown(const std::string& stored, std::size_t maxBytes) {
    std::string bare = stored;
    bare.erase(std::remove(bare.begin(), bare.end(), '\\'), bare.end());
    return stored.size() <= maxBytes && forScreen(bare, maxBytes) == bare
               ? stored
               : forScreen(stored, maxBytes);
}

Colour colourOf(const audit::Event& event) {
    if (event.verdict == "allow") {
        return Colour::Green;
    }
    if (event.verdict == "deny" || event.kind == audit::Kind::Fault) {
        return Colour::Red;
    }
    return event.verdict == "ask" ? Colour::Yellow : Colour::None;
}

void list(Context& context, Options options) {
    if (!options.since.empty()) {
        auto since = parseSince(options.since, systemClock().wall());
        if (!since) {
            fail(context, since.error());
            return;
        }
        options.query.since = *since;
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
    Table table;
    for (const auto& row : *rows) {
        const audit::Event& e = row.event;
        const std::string why = e.outcome.empty() ? e.reason : e.outcome;
        table.add({std::to_string(row.id), localTime(e.time), shown(e.run, 40),
                   audit::kindName(e.kind), shown(e.verdict, 16), shown(e.subject, kCellBytes),
                   shown(why, 60), shown(e.rule, 60), shown(e.process, kCellBytes)},
                  colourOf(e));
    }
    constexpr std::size_t kVerdictColumn = 4;
    print(table.text(useColour(STDOUT_FILENO), kVerdictColumn));
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
    const audit::Event& e = row->event;
    Table table;
    const auto add = [&](const char* name, const std::string& value) {
        if (!value.empty()) {
            table.add({name, shown(value, 4096)});
        }
    };
    add("id", std::to_string(row->id));
    add("time", localTime(e.time) + " (" + rfc3339(e.time) + ")");
    add("run", e.run);
    add("kind", audit::kindName(e.kind));
    add("verdict", e.verdict);
    add("outcome", e.outcome);
    add("reason", e.reason);
    add("subject", e.subject);
    add("rule", e.rule);
    add("origin", e.origin);
    add("policy", e.policy);
    add("inputs", e.inputs);
    add("process", e.process);
    add("detail", e.detail);
    add("hash", row->hash);
    print(table.text(false, 0));
}

json reportJson(const api::AuditReport& report) {
    json findings = json::array();
    for (const auto& finding : report.findings) {
        findings.push_back({{"row", finding.row}, {"what", finding.what}});
    }
    return {{"intact", report.intact()},
            {"rows", report.rows},
            {"head", report.head},
            {"anchors", report.anchors},
            {"first_bad_row", report.firstBadRow > 0 ? json(report.firstBadRow) : json(nullptr)},
            {"findings", findings},
            {"more_findings", report.moreFindings},
            {"notes", report.notes}};
}

void printReport(const api::AuditReport& report) {
    const bool colour = useColour(STDOUT_FILENO);
    for (const auto& finding : report.findings) {
        print(finding.what + "\n");
    }
    if (report.moreFindings > 0) {
        print("and " + std::to_string(report.moreFindings) + " more findings\n");
    }
    if (report.intact()) {
        print(coloured("intact", Colour::Green, colour) + ": " + std::to_string(report.rows) +
              " rows follow each other, " + std::to_string(report.anchors) + " anchors fit; head " +
              report.head + "\n");
    } else {
        print(coloured("damaged", Colour::Red, colour) +
              (report.firstBadRow > 0
                   ? ": the first bad row is " + std::to_string(report.firstBadRow)
                   : std::string(": the file as a whole")) +
              "\n");
    }
}

void verify(Context& context, const Options& options) {
    const bool live = ::isatty(STDERR_FILENO) == 1;
    const auto report =
        session::LocalAuditService(context.places)
            .verify([live](std::int64_t done, std::int64_t total) {
                if (live) {
                    std::fprintf(stderr, "\rleadglass: %lld of %lld rows\x1b[K\r",
                                 static_cast<long long>(done), static_cast<long long>(total));
                }
            });
    if (!report) {
        fail(context, report.error());
        return;
    }
    context.exitStatus = report->intact() ? kExitOk : kExitFound;
    if (options.asJson) {
        printJson(reportJson(*report));
        return;
    }
    for (const auto& note : report->notes) {
        say(note);
    }
    printReport(*report);
}

}  // namespace

void addAuditCommands(CLI::App& app, Context& context) {
    auto options = std::make_shared<Options>();
    CLI::App* group = app.add_subcommand("audit", "What runs did, and what was decided");
    group->require_subcommand(1);

    CLI::App* listCommand = group->add_subcommand("list", "Rows of the history, newest first");
    auto& query = options->query;
    listCommand->add_option("--run", query.run, "One run: id, unique prefix, or last");
    listCommand->add_option("--kind", query.kind,
                            "egress, dns, question, answer, apply, run_start ...");
    listCommand->add_option("--verdict", query.verdict, "allow, deny or ask");
    listCommand->add_option("--since", options->since, "2h, 7d, or 2026-11-29T16:40:00Z");
    listCommand->add_option("--text", query.text, "Text in subject, process or detail");
    listCommand->add_option("--before", query.before, "Only rows before this id")
        ->check(CLI::PositiveNumber);
    listCommand->add_option("--limit", query.limit, "At most so many rows (100)")
        ->check(CLI::Range(1, 10'000));
    listCommand->add_flag("--json", options->asJson, "One JSON array");
    listCommand->callback([&context, options] { list(context, *options); });

    CLI::App* showCommand = group->add_subcommand("show", "One row, whole");
    showCommand->add_option("ID", options->id, "The row's id")
        ->required()
        ->check(CLI::PositiveNumber);
    showCommand->add_flag("--json", options->asJson, "One JSON object");
    showCommand->callback([&context, options] { show(context, *options); });

    CLI::App* verifyCommand = group->add_subcommand(
        "verify", "Look for damage, edits, deletions and reordering (exit 1: found)");
    verifyCommand->add_flag("--json", options->asJson, "One JSON object");
    verifyCommand->callback([&context, options] { verify(context, *options); });
}

}  // namespace leadglass::cli
