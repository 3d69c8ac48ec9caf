#include "core/session/local_activity_export.h"

#include <array>

#include "core/base/clock.h"
#include "core/base/escape.h"
#include "core/base/escape_once.h"
#include "core/session/row_json.h"

namespace leadglass::session {
namespace {

constexpr int kChunk = 500;
constexpr std::size_t kCell = 64 * 1024; // bytes
constexpr std::array kColumns{"id", "time", "kind", "run", "verdict", "outcome", "reason", "subject", "rule", "origin", "policy", "inputs", "process", "detail", "hash"};

std::array<std::string, kColumns.size()> cellsOf(const audit::Row& row) {
    const audit::Event& e = row.event;
    return {std::to_string(row.id), rfc3339(e.time), audit::kindName(e.kind), e.run, e.verdict, e.outcome, e.reason, e.subject, e.rule, e.origin, e.policy, e.inputs, e.process, e.detail, row.hash};
}

std::string csvLine(const audit::Row& row) {
    std::string out;
    for (const auto& cell : cellsOf(row)) {
        out += (out.empty() ? "" : ",") + csvCell(onceForScreen(cell, kCell));
    }
    return out + "\r\n";
}

std::string csvHead() {
    std::string out;
    for (const char* name : kColumns) {
        out += (out.empty() ? "" : ",") + csvCell(name);
    }
    return out + "\r\n";
}

std::string htmlLine(const audit::Row& row) {
    std::string out = row.event.verdict == "deny" ? "<tr class=\"deny\">" : "<tr>";
    for (const auto& cell : cellsOf(row)) {
        out += "<td>" + htmlText(onceForScreen(cell, kCell)) + "</td>";
    }
    return out + "</tr>\n";
}

// No script, nothing that is fetched, and the page says so to the browser.
std::string htmlHead(const api::ActivityExported& about, const api::ActivitySought& sought) {
    std::string filter;
    const auto add = [&](const char* name, const std::string& value) {
        filter += value.empty() ? "" : (filter.empty() ? "" : " ") + std::string(name) + value;
    };
    add("host:", sought.host), add("run:", sought.run), add("agent:", sought.agent), add("verdict:", sought.verdict), add("kind:", sought.kind);
    add("after:", sought.after > 0 ? rfc3339(sought.after) : ""), add("before:", sought.before > 0 ? rfc3339(sought.before) : "");
    for (const auto& word : sought.words) {
        add("", word);
    }
    std::string out = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
                      "<title>Leadglass: audit history</title><style>body{font-family:sans-serif;margin:1.5em}table{border-collapse:collapse;font-size:.85em}"
                      "td,th{border:1px solid #999;padding:.2em .4em;text-align:left;vertical-align:top;overflow-wrap:anywhere}"
                      ".deny td:nth-child(5){font-weight:bold;text-decoration:underline}code{overflow-wrap:anywhere}</style></head><body>\n"
                      "<h1>Audit history</h1>\n<p>";
    out += filter.empty() ? "All rows" : "Rows that fit <code>" + htmlText(forScreen(filter, 4096)) + "</code>";
    out += " up to row " + std::to_string(about.headRow) + ", the newest first, at most " + std::to_string(api::kMostRowsOfPage) + "; written " + rfc3339(systemClock().wall()) + ".</p>\n";
    out += "<h2>How to check it</h2>\n<p>The history was " + std::to_string(about.headRow) + " rows long. The hash of its newest row, which covers each row before it:</p>\n<p><code>" + htmlText(about.head) +
           "</code></p>\n<p>On the machine that it is of, <code>leadglass audit verify</code> goes through the chain and compares it with what the end of each run "
           "noted elsewhere; <code>leadglass audit show " + std::to_string(about.headRow) + "</code> must show this hash. The hash of each row below is that of the row with "
           "its number. This page alone proves nothing: it is a copy, and only the history can be checked.</p>\n<table><thead><tr>";
    for (const char* name : kColumns) {
        out += std::string("<th>") + name + "</th>";
    }
    return out + "</tr></thead><tbody>\n";
}

std::string htmlEnd(const api::ActivityExported& about) {
    return "</tbody></table>\n<p>" + std::to_string(about.rows) + (about.rows == 1 ? " row" : " rows") +
           (about.cut ? ", the newest of those that fit: older ones are left out here" : "") + ".</p>\n</body></html>\n";
}

Error cannotWrite() { return makeError(Code::Io, "the export cannot be written"); }
Error ended() { return makeError(Code::Closed, "the export was ended"); }

} // namespace

std::string csvCell(std::string_view text) {
    std::string out = "\"";
    if (!text.empty() && std::string_view("=+-@\t\r\n").find(text.front()) != std::string_view::npos) {
        out += '\'';
    }
    for (const char c : text) {
        out += c == '"' ? "\"\"" : std::string(1, c);
    }
    return out + "\"";
}

std::string htmlText(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            case '\'': out += "&#39;"; break;
            default: out += c;
        }
    }
    return out;
}

Result<api::ActivityExported> exportHistory(ActivityHistory& history, const api::ActivitySought& sought, api::ExportForm form, int slice,
                                            const std::function<bool(std::string_view)>& write,
                                            const std::function<bool(std::int64_t done, std::int64_t total)>& progress) {
    auto* reader = LG_TRY(history.reader());
    const auto head = LG_TRY(reader->head());
    api::ActivityExported out;
    out.head = head.head;
    out.headRow = head.count;
    if (sought.needsIndex()) {
        for (auto taken = LG_TRY(history.takeUp(slice)); !taken.whole; taken = LG_TRY(history.takeUp(slice))) {
            if (!progress(0, out.headRow)) {
                return ended();
            }
        }
    }
    std::int64_t before = head.count + 1; // what is appended from now on is not in it
    const std::int64_t oldest = LG_TRY(history.bounds()).oldest;
    std::string text = form == api::ExportForm::Csv ? csvHead() : form == api::ExportForm::Html ? htmlHead(out, sought) : std::string();
    while (before > 0 && !out.cut) {
        const auto found = LG_TRY(history.find(sought, before, kChunk));
        for (const auto& row : found.rows) {
            if (form == api::ExportForm::Html && out.rows == api::kMostRowsOfPage) {
                out.cut = true;
                break;
            }
            ++out.rows;
            text += form == api::ExportForm::Csv ? csvLine(row) : form == api::ExportForm::Html ? htmlLine(row) : rowLine(row) + "\n";
        }
        before = found.next;
        if (!write(text)) {
            return cannotWrite();
        }
        text.clear();
        if (!progress(before > 0 ? out.headRow - before : out.headRow - oldest + 1, out.headRow)) {
            return ended();
        }
    }
    if (form == api::ExportForm::Html && !write(htmlEnd(out))) {
        return cannotWrite();
    }
    return out;
}

} // namespace leadglass::session
