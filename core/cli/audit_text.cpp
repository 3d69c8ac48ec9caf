#include "core/cli/audit_text.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "core/base/clock.h"
#include "core/base/escape.h"
#include "core/cli/context.h"
#include "core/cli/format.h"
#include "core/session/words.h"

namespace leadglass::cli {
namespace {

constexpr std::size_t kCellBytes = 240;
constexpr std::size_t kRunShown = 13;
constexpr std::size_t kGap = 2;
constexpr std::size_t kDateSize = 10; // of "2026-11-29 17:05:09"

enum Column : std::size_t { Id, Time, Run, What, Verdict, Subject, Why, Who, kColumns };
using Cells = std::array<std::string, kColumns>;
const Cells kHeader{"ID", "TIME", "RUN", "WHAT", "VERDICT", "SUBJECT", "WHY", "PROCESS"};

Colour colourOf(const audit::Event& event) {
    if (event.verdict == "allow") {
        return Colour::Green;
    }
    if (event.verdict == "deny" || event.kind == audit::Kind::Fault) {
        return Colour::Red;
    }
    return event.verdict == "ask" ? Colour::Yellow : Colour::None;
}

Cells cellsOf(const audit::Row& row, const Screen& screen) {
    const audit::Event& e = row.event;
    const std::string time = localTime(e.time);
    return {std::to_string(row.id),
            screen.terminal ? time.substr(std::min(time.size(), kDateSize + 1)) : time,
            screen.terminal ? shown(e.run, 40).substr(0, kRunShown) : shown(e.run, 40),
            kindWords(e.kind),
            shown(e.verdict, 16),
            shown(e.subject, kCellBytes),
            whyWords(e),
            whoWords(e)};
}

// Makes the columns fit: the widest of subject, why and process gives first; where even that is
// not enough, whole columns go, the least telling first.
void fit(std::vector<Cells>& lines, const Screen& screen) {
    std::array<std::size_t, kColumns> widths{};
    for (const Cells& cells : lines) {
        for (std::size_t i = 0; i < kColumns; ++i) {
            widths[i] = std::max(widths[i], screenWidth(cells[i]));
        }
    }
    constexpr std::array<std::size_t, kColumns> kLeast{20, 8, kRunShown, 12, 7, 14, 12, 8};
    constexpr std::array kGoing{Who, Run, Why, Verdict, Time};
    const auto total = [](const auto& columns) {
        std::size_t sum = 0;
        for (const std::size_t width : columns) {
            sum += width > 0 ? width + kGap : 0;
        }
        return sum - std::min(sum, kGap);
    };
    const auto least = [&] {
        auto columns = widths;
        for (std::size_t i = 0; i < kColumns; ++i) {
            columns[i] = std::min(columns[i], kLeast[i]);
        }
        return total(columns);
    };
    for (std::size_t gone = 0; gone < kGoing.size() && least() > screen.width; ++gone) {
        widths[kGoing[gone]] = 0;
    }
    const auto spare = [&](Column c) { return widths[c] - std::min(widths[c], kLeast[c]); };
    while (total(widths) > screen.width) {
        const Column widest =
            std::max({Subject, Why, Who}, [&](Column a, Column b) { return spare(a) < spare(b); });
        if (spare(widest) == 0) {
            break;
        }
        --widths[widest];
    }
    for (Cells& cells : lines) {
        for (std::size_t i = 0; i < kColumns; ++i) {
            cells[i] = cut(cells[i], widths[i], screen.utf8);
        }
    }
}

// The columns that hold anything; `lines` may begin with a header.
std::string tableText(const std::vector<Cells>& lines, const std::vector<audit::Row>& rows,
                      const Screen& screen) {
    std::array<bool, kColumns> used{};
    std::size_t verdictAt = 0;
    for (std::size_t i = 0; i < kColumns; ++i) {
        used[i] = std::any_of(lines.begin(), lines.end(),
                              [i](const Cells& cells) { return !cells[i].empty(); });
        verdictAt += i < Verdict && used[i] ? 1 : 0;
    }
    const std::size_t header = lines.size() - rows.size();
    Table table;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        std::vector<std::string> cells;
        for (std::size_t column = 0; column < kColumns; ++column) {
            if (used[column]) {
                cells.push_back(lines[i][column]);
            }
        }
        table.add(std::move(cells),
                  i < header || !used[Verdict] ? Colour::None : colourOf(rows[i - header].event));
    }
    return table.text(screen.colour, verdictAt);
}

// "bytes_in", 191 -> "bytes in", "191 bytes"
std::string valueText(const std::string& name, const nlohmann::json& value) {
    if (value.is_boolean()) {
        return value.get<bool>() ? "yes" : "no";
    }
    if (value.is_string()) {
        return value.get<std::string>();
    }
    if (value.is_number_integer()) {
        const std::string number = value.dump();
        if (name.starts_with("bytes") || name.ends_with("bytes")) {
            return number + " bytes";
        }
        return number + (name == "millis" ? " ms" : "");
    }
    if (value.is_array() && std::all_of(value.begin(), value.end(),
                                        [](const auto& item) { return item.is_string(); })) {
        std::string list;
        for (const auto& item : value) {
            list += (list.empty() ? "" : ", ") + item.get<std::string>();
        }
        return list.empty() ? "none" : list;
    }
    return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string labelOf(const std::string& name) {
    static constexpr std::array<std::pair<std::string_view, const char*>, 5> kLabels{
        {{"bytes_in", "received"},
         {"bytes_out", "sent"},
         {"omitted_bytes", "left out"},
         {"millis", "lasted"},
         {"decision", "decided in row"}}};
    const auto* found = std::find_if(kLabels.begin(), kLabels.end(),
                                     [&](const auto& label) { return label.first == name; });
    return found != kLabels.end() ? found->second : spaced(name);
}

void addDetail(Table& table, const std::string& detail) {
    constexpr std::size_t kMaxShown = 4096;
    constexpr std::ptrdiff_t kMaxBrackets = 256; // parsing JSON recurses
    const auto brackets =
        std::count_if(detail.begin(), detail.end(), [](char c) { return c == '[' || c == '{'; });
    const auto parsed = brackets <= kMaxBrackets
                            ? nlohmann::json::parse(detail, nullptr, false)
                            : nlohmann::json(nlohmann::json::value_t::discarded);
    if (!parsed.is_object()) {
        table.add({"detail", shown(detail, kMaxShown)});
        return;
    }
    for (const auto& [name, value] : parsed.items()) {
        const std::string text = valueText(name, value);
        if (!text.empty()) {
            table.add({shown(labelOf(name), 40), shown(text, kMaxShown)});
        }
    }
}

} // namespace

Screen screenOfOutput() {
    Screen screen;
    screen.terminal = ::isatty(STDOUT_FILENO) == 1;
    screen.colour = useColour(STDOUT_FILENO);
    screen.utf8 = utf8Output();
    winsize size{};
    const char* columns = std::getenv("COLUMNS");
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        screen.width = size.ws_col;
    } else if (columns != nullptr && std::atoi(columns) > 0) {
        screen.width = static_cast<std::size_t>(std::atoi(columns));
    }
    return screen;
}

std::string shown(const std::string& stored, std::size_t maxBytes) {
    std::string bare = stored;
    bare.erase(std::remove(bare.begin(), bare.end(), '\\'), bare.end());
    return stored.size() <= maxBytes && forScreen(bare, maxBytes) == bare
               ? stored
               : forScreen(stored, maxBytes);
}

std::string kindWords(audit::Kind kind) {
    return spaced(audit::kindName(kind));
}

std::string whyWords(const audit::Event& event) {
    std::string why;
    if (event.verdict == "deny" && event.outcome == "denied_by_policy") {
        why = session::refusalWords(event.reason);
    } else if (event.outcome == "allowed_by_user" || event.outcome == "denied_by_user") {
        why = event.outcome == "allowed_by_user" ? "you allowed it" : "you denied it";
    } else if (event.outcome == "allowed_by_policy") {
        why = "a rule allows it";
    } else if (!event.outcome.empty()) {
        why = session::outcomeWords(event.outcome);
    } else {
        why = event.verdict == "deny" || event.verdict == "ask" ? session::refusalWords(event.reason)
                                                                    : spaced(event.reason);
    }
    return shown(why + (event.rule.empty() ? "" : " (" + event.rule + ")"), kCellBytes);
}

std::string whoWords(const audit::Event& event) {
    // "13949 curl (/usr/bin/curl) < sh < init"
    const std::string own = event.process.substr(0, event.process.find(" < "));
    const std::size_t first = own.find(' ');
    if (first == std::string::npos) {
        return shown(own, kCellBytes);
    }
    const std::string name = own.substr(first + 1, own.find(" (") - first - 1);
    return shown(name + " " + own.substr(0, first), kCellBytes);
}

std::string cut(const std::string& text, std::size_t width, bool utf8) {
    if (screenWidth(text) <= width) {
        return text;
    }
    const std::string mark = utf8 ? "\u2026" : "..";
    const std::size_t room = width - std::min(width, screenWidth(mark));
    if (room == 0) {
        return "";
    }
    std::string out = text;
    while (!out.empty() && screenWidth(out) > room) {
        out.pop_back(); // whole characters: a lead byte without its rest is popped next
        while (!out.empty() && (static_cast<unsigned char>(text[out.size()]) & 0xc0U) == 0x80U) {
            out.pop_back();
        }
    }
    return out + mark;
}

std::string rowsText(const std::vector<audit::Row>& rows, const Screen& screen) {
    std::vector<Cells> lines;
    if (screen.terminal && !rows.empty()) {
        lines.push_back(kHeader);
    }
    for (const audit::Row& row : rows) {
        lines.push_back(cellsOf(row, screen));
    }
    if (!screen.terminal) { // every column, also an empty one, so that cut(1) finds each at its place
        Table table;
        for (const Cells& cells : lines) {
            table.add({cells.begin(), cells.end()});
        }
        return table.tabbed();
    }
    const std::size_t header = lines.size() - rows.size();
    fit(lines, screen);
    const std::string body = tableText(lines, rows, screen);
    // The table's lines again, with the date before the first row of each day.
    std::string out;
    std::string date;
    std::size_t at = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::size_t end = body.find('\n', at) + 1;
        if (i >= header) {
            const std::string day = localTime(rows[i - header].event.time).substr(0, kDateSize);
            if (day != date) {
                out += coloured(day, Colour::Dim, screen.colour) + "\n";
                date = day;
            }
        }
        out += body.substr(at, end - at);
        at = end;
    }
    return out;
}

std::string rowText(const audit::Row& row) {
    constexpr std::size_t kMaxShown = 4096;
    const audit::Event& e = row.event;
    Table table;
    const auto add = [&](const char* name, const std::string& value) {
        if (!value.empty()) {
            table.add({name, shown(value, kMaxShown)});
        }
    };
    add("row", std::to_string(row.id));
    add("time", localTime(e.time) + " (" + rfc3339(e.time) + ")");
    add("run", e.run);
    add("what", kindWords(e.kind));
    add("verdict", e.verdict);
    add("why", whyWords(e));
    add("subject", e.subject);
    add("rule", e.rule);
    add("written in", e.origin);
    add("to allow it", session::wayOutOf(e));
    add("policy", e.policy);
    add("inputs", e.inputs);
    add("process", e.process);
    if (!e.detail.empty()) {
        addDetail(table, e.detail);
    }
    add("hash", row.hash);
    return table.text(false, 0);
}

} // namespace leadglass::cli
