#include "core/workspace/hunks.h"

#include <algorithm>
#include <map>

#include "core/base/digest.h"
#include "core/workspace/edit_script.h"

namespace leadglass::workspace {
namespace {

constexpr std::size_t kContext = 3;
constexpr std::size_t kIdDigits = 32;

void appendLine(std::string& out, char sign, std::string_view line) {
    out += sign;
    out += line;
    if (!line.ends_with('\n')) {
        out += "\n\\ No newline at end of file\n";
    }
}

std::string range(std::size_t start, std::size_t count) {
    return std::to_string(count == 0 ? start : start + 1) + (count == 1 ? "" : "," + std::to_string(count));
}

std::string idOf(std::string_view kind, std::string_view text) {
    Sha256 hash;
    hash.update("leadglass hunk 1 ");
    hash.update(kind);
    hash.update(text);
    return hash.finishHex().substr(0, kIdDigits);
}

void nameThem(std::vector<Hunk>& hunks, std::string_view before, std::string_view after) {
    std::map<std::string, std::size_t> times;
    for (auto& hunk : hunks) {
        hunk.id = idOf("one\n", hunk.body);
        ++times[hunk.id];
    }
    std::string texts;
    for (std::size_t i = 0; i < hunks.size(); ++i) {
        if (times[hunks[i].id] > 1) {
            texts = texts.empty() ? sha256Hex(before) + " " + sha256Hex(after) : texts;
            hunks[i].id = idOf("twin\n", texts + " " + std::to_string(i));
        }
    }
}

} // namespace

std::vector<Hunk> hunksOf(std::string_view before, std::string_view after) {
    const Lines a = splitLines(before);
    const Lines b = splitLines(after);
    const auto steps = editScript(a, b);
    std::vector<Hunk> out;
    std::size_t x = 0;
    std::size_t y = 0;
    for (std::size_t i = 0; i < steps.size();) {
        if (steps[i] == Step::Keep) {
            ++i, ++x, ++y;
            continue;
        }
        // From kContext before the first edit to kContext after the last that is near.
        const std::size_t lead = std::min(kContext, i);
        std::size_t end = i;
        for (std::size_t scan = i, quiet = 0; scan < steps.size() && quiet <= 2 * kContext; ++scan) {
            quiet = steps[scan] == Step::Keep ? quiet + 1 : 0;
            end = quiet == 0 ? scan + 1 : end;
        }
        const std::size_t stop = std::min(end + kContext, steps.size());
        Hunk hunk;
        hunk.before = x;
        hunk.after = y;
        const std::size_t startX = x - lead;
        const std::size_t startY = y - lead;
        x = startX, y = startY;
        for (std::size_t at = i - lead; at < stop; ++at) {
            switch (steps[at]) {
            case Step::Keep: appendLine(hunk.body, ' ', a[x]), ++x, ++y; break;
            case Step::Drop: appendLine(hunk.body, '-', a[x]), ++x; break;
            case Step::Add: appendLine(hunk.body, '+', b[y]), ++y; break;
            }
        }
        hunk.beforeCount = x - (stop - end) - hunk.before;
        hunk.afterCount = y - (stop - end) - hunk.after;
        hunk.range = "@@ -" + range(startX, x - startX) + " +" + range(startY, y - startY) + " @@";
        out.push_back(std::move(hunk));
        i = stop;
    }
    nameThem(out, before, after);
    return out;
}

std::string diffText(const std::vector<Hunk>& hunks, Names names) {
    std::string out;
    for (const auto& hunk : hunks) {
        out += hunk.range + (names == Names::Shown ? " " + hunk.id : std::string()) + "\n" + hunk.body;
    }
    return out;
}

std::string withHunks(std::string_view before, std::string_view after, const std::vector<Hunk>& hunks, const std::vector<bool>& taken) {
    const Lines a = splitLines(before);
    const Lines b = splitLines(after);
    std::string out;
    std::size_t at = 0;
    const auto keepTo = [&](std::size_t end) {
        for (; at < end; ++at) {
            out += a[at];
        }
    };
    for (std::size_t i = 0; i < hunks.size(); ++i) {
        if (!taken[i]) {
            continue;
        }
        keepTo(hunks[i].before);
        for (std::size_t line = hunks[i].after; line < hunks[i].after + hunks[i].afterCount; ++line) {
            out += b[line];
        }
        at += hunks[i].beforeCount;
    }
    keepTo(a.size());
    return out;
}

} // namespace leadglass::workspace
