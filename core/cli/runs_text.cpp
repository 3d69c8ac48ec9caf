#include "core/cli/runs_text.h"

#include <algorithm>

#include "core/base/escape.h"
#include "core/cli/format.h"

namespace leadglass::cli {
namespace {

constexpr std::size_t kMaxShown = 4096;
constexpr std::size_t kLeastColumn = 10;
constexpr std::size_t kBetween = 2;  // columns between two cells
constexpr std::size_t kMinutes = 16; // "2026-11-29 17:05"
const std::string kStateHeader = "STATE";
const std::string kProjectHeader = "PROJECT";

struct Layout {
    bool time = false;
    std::size_t project = 0; // columns; 0: left out
    std::size_t command = 0;
};

// What fits beside the id and the state; the time goes first, then the command.
Layout layoutFor(std::size_t width, std::size_t taken, std::size_t project) {
    const auto left = [&](std::size_t more) { return width > taken + more ? width - taken - more : 0; };
    Layout out;
    std::size_t room = left(kMinutes + 3 * kBetween);
    out.time = room >= 2 * kLeastColumn;
    if (!out.time) {
        room = left(2 * kBetween);
    }
    if (room < 2 * kLeastColumn) {
        room = left(kBetween);
        out.project = room >= kLeastColumn ? room : 0;
        return out;
    }
    out.project = std::min(project, std::max(room / 2, kLeastColumn));
    out.command = room - out.project;
    return out;
}

// Whole characters of UTF-8 from either end that fit.
std::string front(const std::string& text, std::size_t width) {
    std::size_t end = 0;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t next = at + 1;
        while (next < text.size() && (static_cast<unsigned char>(text[next]) & 0xC0U) == 0x80U) {
            ++next;
        }
        if (screenWidth(text.substr(0, next)) > width) {
            break;
        }
        end = at = next;
    }
    return text.substr(0, end);
}

std::string back(const std::string& text, std::size_t width) {
    std::size_t from = 0;
    while (from < text.size() &&
           ((static_cast<unsigned char>(text[from]) & 0xC0U) == 0x80U ||
            screenWidth(text.substr(from)) > width)) {
        ++from;
    }
    return text.substr(from);
}

} // namespace

std::string commandLine(const api::RunInfo& run) {
    std::string line;
    for (const auto& word : run.command) {
        line += (line.empty() ? "" : " ") + word;
    }
    return line;
}

std::string stateWords(const std::string& state) {
    return spaced(state);
}

std::string shortPath(const std::string& path, const std::string& home, std::size_t width,
                      bool utf8) {
    const bool below = home.size() > 1 && path.starts_with(home) &&
                       (path.size() == home.size() || path[home.size()] == '/');
    const std::string text =
        forScreen(below ? "~" + path.substr(home.size()) : path, kMaxShown);
    if (screenWidth(text) <= width) {
        return text;
    }
    const std::string mark = utf8 ? "\u2026" : "...";
    const std::size_t room = width > screenWidth(mark) ? width - screenWidth(mark) : 0;
    // The end names the project: it gets the larger part.
    return front(text, room / 3) + mark + back(text, room - room / 3);
}

std::string runsText(const std::vector<api::RunInfo>& runs, const Screen& screen,
                     const std::string& home) {
    const std::string tilde = screen.terminal ? home : "";
    std::size_t state = kStateHeader.size();
    std::size_t project = kProjectHeader.size();
    std::size_t id = 0;
    for (const auto& run : runs) {
        id = std::max(id, screenWidth(run.id));
        state = std::max(state, stateWords(run.state).size());
        project = std::max(
            project, screenWidth(shortPath(run.project, tilde, kMaxShown, screen.utf8)));
    }
    const Layout layout = screen.terminal ? layoutFor(screen.width, id + kBetween + state, project)
                                          : Layout{true, kMaxShown, kMaxShown};
    Table table;
    const auto add = [&](const std::string& first, const std::string& second,
                         const std::string& time, const std::string& where,
                         const std::string& what) {
        std::vector<std::string> cells{first, second};
        if (layout.time) {
            cells.push_back(time);
        }
        if (layout.project > 0) {
            cells.push_back(where);
        }
        if (layout.command > 0) {
            cells.push_back(cut(what, layout.command, screen.utf8));
        }
        table.add(std::move(cells));
    };
    if (screen.terminal && !runs.empty()) {
        add("RUN", kStateHeader, "STARTED", kProjectHeader, "COMMAND");
    }
    for (const auto& run : runs) {
        if (run.state == "damaged") {
            add(run.id, run.state, "", "", forScreen(run.damage));
            continue;
        }
        // To the minute where columns are dear.
        add(run.id, stateWords(run.state),
            localTime(run.started).substr(0, screen.terminal ? kMinutes : std::string::npos),
            shortPath(run.project, tilde, layout.project, screen.utf8),
            forScreen(commandLine(run), kMaxShown));
    }
    return table.text(false, 0);
}

}  // namespace leadglass::cli
