#include "core/workspace/diff.h"

#include <algorithm>
#include <span>
#include <vector>

namespace leadglass::workspace {
namespace {

constexpr std::ptrdiff_t kMaxCost = 2000; // edits searched before giving up on the shortest script
constexpr std::size_t kContext = 3;

using Lines = std::vector<std::string_view>;

Lines split(std::string_view text) {
    Lines lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::size_t size = end == std::string_view::npos ? text.size() : end + 1;
        lines.push_back(text.substr(0, size));
        text.remove_prefix(size);
    }
    return lines;
}

enum class Step : char { Keep, Drop, Add };

std::vector<Step> replaceAll(std::size_t dropped, std::size_t added) {
    std::vector<Step> steps(dropped, Step::Drop);
    steps.insert(steps.end(), added, Step::Add);
    return steps;
}

// The shortest edit script of `a` to `b`, or all replaced where that costs too much.
std::vector<Step> shortest(std::span<const std::string_view> a,
                           std::span<const std::string_view> b) {
    const auto n = static_cast<std::ptrdiff_t>(a.size());
    const auto m = static_cast<std::ptrdiff_t>(b.size());
    const std::ptrdiff_t limit = std::min(n + m, kMaxCost);
    std::vector<std::ptrdiff_t> furthest(static_cast<std::size_t>(2 * limit + 3), 0);
    const auto at = [limit](std::ptrdiff_t k) { return static_cast<std::size_t>(k + limit + 1); };
    std::vector<std::vector<std::ptrdiff_t>> trace; // of each cost, diagonals -d..d
    for (std::ptrdiff_t d = 0; d <= limit; ++d) {
        for (std::ptrdiff_t k = -d; k <= d; k += 2) {
            const bool down = k == -d || (k != d && furthest[at(k - 1)] < furthest[at(k + 1)]);
            std::ptrdiff_t x = down ? furthest[at(k + 1)] : furthest[at(k - 1)] + 1;
            std::ptrdiff_t y = x - k;
            while (x < n && y < m && a[static_cast<std::size_t>(x)] == b[static_cast<std::size_t>(y)]) {
                ++x, ++y;
            }
            furthest[at(k)] = x;
            if (x != n || y != m) {
                continue;
            }
            std::vector<Step> steps;
            for (std::ptrdiff_t cost = d; cost > 0; --cost) {
                const auto& before = trace[static_cast<std::size_t>(cost - 1)];
                const auto old = [&](std::ptrdiff_t diagonal) {
                    return before[static_cast<std::size_t>(diagonal + cost - 1)];
                };
                const std::ptrdiff_t here = x - y;
                const bool came = here == -cost ||
                                  (here != cost && (here - 1 < -(cost - 1) ? -1 : old(here - 1)) <
                                                       (here + 1 > cost - 1 ? -1 : old(here + 1)));
                const std::ptrdiff_t from = came ? here + 1 : here - 1;
                const std::ptrdiff_t fromX = old(from);
                const std::ptrdiff_t fromY = fromX - from;
                while (x > fromX && y > fromY && x > 0 && y > 0 &&
                       (came ? y > fromY + 1 : x > fromX + 1)) {
                    steps.push_back(Step::Keep);
                    --x, --y;
                }
                steps.push_back(came ? Step::Add : Step::Drop);
                x = fromX;
                y = fromY;
            }
            steps.insert(steps.end(), static_cast<std::size_t>(x), Step::Keep);
            std::ranges::reverse(steps);
            return steps;
        }
        std::vector<std::ptrdiff_t> row;
        for (std::ptrdiff_t k = -d; k <= d; ++k) {
            row.push_back(furthest[at(k)]);
        }
        trace.push_back(std::move(row));
    }
    return replaceAll(a.size(), b.size());
}

void appendLine(std::string& out, char sign, std::string_view line) {
    out += sign;
    out += line;
    if (!line.ends_with('\n')) {
        out += "\n\\ No newline at end of file\n";
    }
}

std::string range(std::size_t start, std::size_t count) {
    return std::to_string(count == 0 ? start : start + 1) +
           (count == 1 ? "" : "," + std::to_string(count));
}

} // namespace

bool isBinary(std::string_view text) {
    return text.substr(0, 8000).find('\0') != std::string_view::npos;
}

std::string unifiedDiff(std::string_view before, std::string_view after) {
    const Lines a = split(before);
    const Lines b = split(after);
    std::size_t head = 0;
    while (head < a.size() && head < b.size() && a[head] == b[head]) {
        ++head;
    }
    std::size_t tail = 0;
    while (tail < a.size() - head && tail < b.size() - head &&
           a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) {
        ++tail;
    }
    const std::size_t midA = a.size() - head - tail;
    const std::size_t midB = b.size() - head - tail;
    std::vector<Step> steps(head, Step::Keep);
    const auto middle =
        midA > kMaxDiffLines || midB > kMaxDiffLines
            ? replaceAll(midA, midB)
            : shortest(std::span(a).subspan(head, midA), std::span(b).subspan(head, midB));
    steps.insert(steps.end(), middle.begin(), middle.end());
    steps.insert(steps.end(), tail, Step::Keep);

    std::string out;
    std::size_t x = 0;
    std::size_t y = 0;
    for (std::size_t i = 0; i < steps.size();) {
        if (steps[i] == Step::Keep) {
            ++i, ++x, ++y;
            continue;
        }
        // A hunk: from kContext before the first edit to kContext after the last that is near.
        const std::size_t lead = std::min(kContext, i);
        std::size_t end = i;
        for (std::size_t scan = i, quiet = 0; scan < steps.size() && quiet <= 2 * kContext; ++scan) {
            quiet = steps[scan] == Step::Keep ? quiet + 1 : 0;
            end = quiet == 0 ? scan + 1 : end;
        }
        const std::size_t stop = std::min(end + kContext, steps.size());
        std::string body;
        const std::size_t startX = x - lead;
        const std::size_t startY = y - lead;
        x = startX, y = startY;
        for (std::size_t at = i - lead; at < stop; ++at) {
            switch (steps[at]) {
            case Step::Keep: appendLine(body, ' ', a[x]), ++x, ++y; break;
            case Step::Drop: appendLine(body, '-', a[x]), ++x; break;
            case Step::Add: appendLine(body, '+', b[y]), ++y; break;
            }
        }
        out += "@@ -" + range(startX, x - startX) + " +" + range(startY, y - startY) + " @@\n" + body;
        i = stop;
    }
    return out;
}

} // namespace leadglass::workspace
