// audit verify
#include "core/cli/audit_verify_command.h"

#include <unistd.h>

#include <cstdio>

#include "core/base/clock.h"
#include "core/base/escape.h"
#include "core/cli/format.h"
#include "core/session/local_audit_service.h"

namespace leadglass::cli {
namespace {

using nlohmann::json;

std::string counted(std::int64_t count, const std::string& one, const std::string& many) {
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

json timeJson(std::int64_t wall) {
    return wall > 0 ? json(rfc3339(wall)) : json(nullptr);
}

json textJson(const std::string& text) {
    return text.empty() ? json(nullptr) : json(text);
}

json reportJson(const api::AuditReport& report) {
    json findings = json::array();
    for (const auto& finding : report.findings) {
        findings.push_back({{"row", finding.row}, {"what", finding.what}});
    }
    json others = json::array();
    for (const auto& other : report.others) {
        others.push_back({{"id", textJson(other.id)},
                          {"path", textJson(other.place)},
                          {"anchors", other.anchors},
                          {"rows", other.rows},
                          {"last_anchor", textJson(other.when)},
                          {"kept_at", textJson(other.keptAt)},
                          {"gone", other.gone},
                          {"set_aside", other.setAside}});
    }
    return {{"intact", report.intact()},
            {"path", report.path},
            {"history", textJson(report.history)},
            {"began", timeJson(report.began)},
            {"rows", report.rows},
            {"first_time", timeJson(report.firstTime)},
            {"last_time", timeJson(report.lastTime)},
            {"head", report.head},
            {"anchors", report.anchors},
            {"anchors_missing", report.anchorsMissing},
            {"anchors_without_id", report.anchorsUnnamed},
            {"anchors_not_compared", report.anchorsNotCompared},
            {"anchors_of_pruned_rows", report.anchorsPruned},
            {"pruned_rows", report.prunedRows},
            {"pruned_time", timeJson(report.prunedTime)},
            {"pruned_by", textJson(report.prunedBy)},
            {"other_histories", others},
            {"first_bad_row", report.firstBadRow > 0 ? json(report.firstBadRow) : json(nullptr)},
            {"findings", findings},
            {"more_findings", report.moreFindings},
            {"notes", report.notes}};
}

std::string rowsText(const api::AuditReport& report) {
    if (report.rows == 0) {
        return "none";
    }
    return std::to_string(report.rows) + ", from " + localTime(report.firstTime) + " to " +
           localTime(report.lastTime);
}

std::string anchorsText(const api::AuditReport& report, const std::string& anchorFile) {
    if (report.anchorsNotCompared > 0) {
        return std::to_string(report.anchorsNotCompared) + " could not be compared";
    }
    const std::int64_t all = report.anchors + report.anchorsMissing;
    if (all == 0 && report.anchorsPruned > 0) {
        return "none to compare with but of rows that were pruned";
    }
    if (all == 0) {
        return "none to compare with: the end of each run notes one in " + anchorFile;
    }
    return std::to_string(all) + " compared, " +
           (report.anchorsMissing == 0
                ? (all == 1 ? "it fits" : "all fit")
                : std::to_string(report.anchorsMissing) + " of them " +
                      (report.anchorsMissing == 1 ? "does" : "do") + " not fit") +
           " (what the end of each run noted in " + anchorFile + " and beside what it left)";
}

std::string nameOf(const api::AuditOtherHistory& other) {
    return other.id.empty() ? "a history of a version without ids" : "history " + other.id;
}

std::string lastOf(const api::AuditOtherHistory& other) {
    return counted(other.anchors, "anchor", "anchors") + ", the last of " +
           counted(other.rows, "row", "rows") +
           (other.when.empty() ? "" : " at " + other.when.substr(0, 19) + "Z");
}

void addOthers(Table& table, const api::AuditReport& report) {
    const char* label = "others";
    for (const auto& other : report.others) {
        if (other.gone) {
            continue;
        }
        const std::string where = other.setAside ? other.keptAt + ", set aside because it was damaged, as it was then"
                                  : other.keptAt.empty() ? other.place
                                                         : other.keptAt + ", whole";
        table.add(
            {label, nameOf(other) + ": " + lastOf(other) + (where.empty() ? "" : ", in " + where)});
        label = "";
    }
    if (report.anchorsUnnamed > 0) {
        table.add({label, counted(report.anchorsUnnamed, "anchor", "anchors") +
                              " of a version without ids: of another history, or of this one "
                              "before it was changed"});
    }
}

void printGone(const api::AuditReport& report, bool colour) {
    const std::string began = report.began > 0
                                  ? "; the one that is here began at " + localTime(report.began)
                                  : "; there is none here now";
    for (const auto& other : report.others) {
        if (other.gone) {
            print(coloured("missing", Colour::Red, colour) + ": the " +
                  (other.id.empty() ? "history" : "history " + other.id) + " that " +
                  lastOf(other) + ", name was kept in this file and is not here" + began + "\n");
        }
    }
}

void printResult(const api::AuditReport& report, const std::string& anchorFile, bool colour) {
    if (report.intact() && report.rows == 0) {
        print("Result: nothing was recorded yet, and no anchor says otherwise\n");
    } else if (report.intact()) {
        print("Result: " + coloured("intact", Colour::Green, colour) +
              ": every row follows the one before it, nothing was changed or taken out" +
              (report.prunedRows > 0 ? " but by pruning" : "") + "\n");
    } else if (!report.findings.empty()) {
        const auto count = static_cast<std::int64_t>(report.findings.size()) + report.moreFindings;
        print("Result: " + coloured("damaged", Colour::Red, colour) + ": " +
              counted(count, "finding", "findings") +
              (report.firstBadRow > 0 ? ", the first at row " + std::to_string(report.firstBadRow)
                                      : std::string(", about the file as a whole")) +
              "\n");
    } else {
        print("Result: " + coloured("a history is missing", Colour::Red, colour) +
              ": it was removed or replaced; if that was you, take its lines out of the anchor "
              "file " + anchorFile + " and discard its runs\n");
    }
}

void printReport(const api::AuditReport& report, const std::string& anchorFile) {
    const bool colour = useColour(STDOUT_FILENO);
    Table table;
    table.add({"file", report.path});
    if (!report.history.empty()) {
        table.add({"history", report.history + ", begun " + localTime(report.began)});
    }
    table.add({"rows", rowsText(report)});
    if (report.prunedRows > 0) {
        table.add({"pruned", "rows 1 to " + std::to_string(report.prunedRows) + ", on " + localTime(report.prunedTime) +
                                 " by " + report.prunedBy + ": the chain goes on from the hash that was recorded then"});
    }
    if (report.rows > 0) {
        table.add({"head", report.head});
    }
    table.add({"anchors", anchorsText(report, anchorFile)});
    addOthers(table, report);
    print(table.text(false, 0));
    for (const auto& finding : report.findings) {
        print(coloured("found", Colour::Red, colour) + ": " + finding.what + "\n");
    }
    if (report.moreFindings > 0) {
        print("and " + counted(report.moreFindings, "more finding", "more findings") + "\n");
    }
    printGone(report, colour);
    printResult(report, anchorFile, colour);
}

int statusOf(const api::AuditReport& report) {
    if (!report.findings.empty()) {
        return kExitFound;
    }
    return report.isGone ? kExitHistoryMissing : kExitOk;
}

} // namespace

void verifyHistory(Context& context, bool asJson) {
    const bool live = ::isatty(STDERR_FILENO) == 1;
    bool drawn = false;
    const auto report =
        session::LocalAuditService(context.places)
            .verify([live, &drawn](std::int64_t done, std::int64_t total) {
                if (live) {
                    drawn = true;
                    std::fprintf(stderr, "\rleadglass: %lld of %lld rows\x1b[K\r",
                                 static_cast<long long>(done), static_cast<long long>(total));
                }
                return true;
            });
    if (drawn) {
        std::fputs("\x1b[K", stderr);
    }
    if (!report) {
        fail(context, report.error());
        return;
    }
    const std::string anchorFile = forScreen(context.places.state) + "/anchors";
    context.exitStatus = statusOf(*report);
    if (asJson) {
        json document = reportJson(*report);
        document["anchor_file"] = jsonName(context.places.state + "/anchors");
        printJson(document);
        return;
    }
    for (const auto& note : report->notes) {
        say(note);
    }
    printReport(*report, anchorFile);
}

} // namespace leadglass::cli
