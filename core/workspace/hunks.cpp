#include "core/workspace/hunks.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "core/base/digest.h"
#include "core/workspace/edit_script.h"

namespace leadglass::workspace {
namespace {

constexpr std::size_t kContext = 3;
constexpr std::size_t kIdDigits = 32;
constexpr std::string_view kOfHunk = "one\n";
constexpr std::string_view kOfPiece = "piece\n";

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

void nameThem(std::vector<Hunk>& hunks, std::string_view kind, std::string_view before, std::string_view after) {
    std::map<std::string, std::size_t> times;
    for (auto& hunk : hunks) {
        hunk.id = idOf(kind, hunk.body);
        ++times[hunk.id];
    }
    std::string texts;
    for (std::size_t i = 0; i < hunks.size(); ++i) {
        if (times[hunks[i].id] > 1) {
            texts = texts.empty() ? sha256Hex(before) + " " + sha256Hex(after) : texts;
            hunks[i].id = idOf(kind == kOfHunk ? "twin\n" : "twin piece\n", texts + " " + std::to_string(i));
        }
    }
}

// The lines of a hunk's body, each with what is said of a missing end of line.
std::vector<std::string_view> bodyLines(std::string_view body) {
    std::vector<std::string_view> out;
    for (std::size_t at = 0; at < body.size();) {
        std::size_t end = body.find('\n', at) + 1;
        if (end < body.size() && body[end] == '\\') { // no line of a text begins so: it has its sign
            end = body.find('\n', end) + 1;
        }
        out.push_back(body.substr(at, end - at));
        at = end;
    }
    return out;
}

bool isEdit(std::string_view line) { return line.front() != ' '; }

// Of one hunk; their names are given later.
std::vector<Hunk> split(const Hunk& hunk) {
    const auto lines = bodyLines(hunk.body);
    const auto first = static_cast<std::size_t>(std::ranges::find_if(lines, isEdit) - lines.begin());
    std::size_t x = hunk.before - std::min(first, hunk.before);
    std::size_t y = hunk.after - std::min(first, hunk.after);
    std::vector<Hunk> out;
    for (std::size_t at = 0; at < lines.size();) {
        if (!isEdit(lines[at])) {
            ++at, ++x, ++y;
            continue;
        }
        Hunk piece;
        piece.before = x;
        piece.after = y;
        std::size_t begin = at;
        while (begin > 0 && at - begin < kContext && !isEdit(lines[begin - 1])) {
            --begin;
        }
        const std::size_t lead = at - begin;
        for (; at < lines.size() && isEdit(lines[at]); ++at) {
            piece.beforeCount += lines[at].front() == '-' ? 1 : 0;
            piece.afterCount += lines[at].front() == '+' ? 1 : 0;
        }
        std::size_t end = at;
        while (end < lines.size() && end - at < kContext && !isEdit(lines[end])) {
            ++end;
        }
        for (std::size_t i = begin; i < end; ++i) {
            piece.body += lines[i];
        }
        const std::size_t around = lead + (end - at);
        piece.range = "@@ -" + range(x - lead, around + piece.beforeCount) + " +" + range(y - lead, around + piece.afterCount) + " @@";
        x += piece.beforeCount;
        y += piece.afterCount;
        out.push_back(std::move(piece));
    }
    return out;
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
    nameThem(out, kOfHunk, before, after);
    return out;
}

Pieces piecesOf(const std::vector<Hunk>& hunks, std::string_view before, std::string_view after) {
    Pieces out;
    for (std::size_t i = 0; i < hunks.size(); ++i) {
        auto pieces = split(hunks[i]);
        out.all.insert(out.all.end(), std::make_move_iterator(pieces.begin()), std::make_move_iterator(pieces.end()));
        out.of.resize(out.all.size(), i);
    }
    nameThem(out.all, kOfPiece, before, after);
    for (std::size_t i = 0; i < out.all.size(); ++i) {
        const bool alone = (i == 0 || out.of[i - 1] != out.of[i]) && (i + 1 == out.all.size() || out.of[i + 1] != out.of[i]);
        if (alone) {
            out.all[i] = hunks[out.of[i]];
        }
    }
    return out;
}

Taken takenBy(const std::vector<std::string>& names, const std::vector<Hunk>& hunks, const Pieces& pieces) {
    std::map<std::string_view, std::pair<std::ptrdiff_t, std::ptrdiff_t>> known; // the pieces from, and to
    for (std::ptrdiff_t i = 0; i < std::ssize(pieces.all); ++i) {
        known[pieces.all[static_cast<std::size_t>(i)].id] = {i, i + 1};
    }
    for (std::size_t i = 0; i < hunks.size(); ++i) {
        const auto its = std::ranges::equal_range(pieces.of, i);
        known[hunks[i].id] = {its.begin() - pieces.of.begin(), its.end() - pieces.of.begin()};
    }
    Taken out{std::vector<bool>(pieces.all.size()), {}};
    for (const auto& name : names) {
        const auto found = known.find(name);
        if (found == known.end()) {
            return {std::vector<bool>(pieces.all.size()), name};
        }
        const auto [begin, end] = found->second;
        std::fill(out.pieces.begin() + begin, out.pieces.begin() + end, true);
    }
    return out;
}

std::vector<std::string> namesOf(const std::vector<Hunk>& hunks, const Pieces& pieces, const std::vector<bool>& taken, bool wanted) {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < pieces.all.size();) {
        std::size_t end = i;
        bool all = true;
        for (; end < pieces.all.size() && pieces.of[end] == pieces.of[i]; ++end) {
            all = all && taken[end] == wanted;
        }
        if (all) {
            out.push_back(hunks[pieces.of[i]].id);
        }
        for (; i < end; ++i) {
            if (!all && taken[i] == wanted) {
                out.push_back(pieces.all[i].id);
            }
        }
    }
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
