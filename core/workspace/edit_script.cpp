#include "core/workspace/edit_script.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>

namespace leadglass::workspace {
namespace {

constexpr std::int32_t kMaxCost = 4000; // edits searched before giving up on the shortest script
// Lines of the common end that are searched, too: an edit may slide into them. All of them would let a long file of
// equal lines cost its reader minutes.
constexpr std::size_t kSlack = kMaxDiffLines;

using Side = std::span<const std::string_view>;

// What can be reached from the end of both: of each cost and diagonal, how far.
class Reach {
public:
    Reach(Side a, Side b) : m_n(static_cast<std::int32_t>(a.size())), m_m(static_cast<std::int32_t>(b.size())) {
        const auto line = [](Side side, std::int32_t fromEnd) { return side[side.size() - 1 - static_cast<std::size_t>(fromEnd)]; };
        const std::int32_t limit = std::min(m_n + m_m, kMaxCost);
        for (std::int32_t d = 0; d <= limit; ++d) {
            std::vector<std::int32_t> row(static_cast<std::size_t>(d) + 1);
            for (std::int32_t k = -d; k <= d; k += 2) {
                std::int32_t x = d == 0 ? 0 : std::max(k < d ? at(d - 1, k + 1) : 0, k > -d ? at(d - 1, k - 1) + 1 : 0);
                while (x < m_n && x - k < m_m && line(a, x) == line(b, x - k)) {
                    ++x;
                }
                row[static_cast<std::size_t>((k + d) / 2)] = x;
            }
            m_rows.push_back(std::move(row));
            if ((m_n - m_m + d) % 2 == 0 && std::abs(m_n - m_m) <= d && at(d, m_n - m_m) >= m_n) {
                m_cost = d;
                return;
            }
        }
    }
    [[nodiscard]] std::optional<std::int32_t> cost() const { return m_cost; }
    // Can the last `x` lines of the one become the last `y` of the other by `cost` edits? It has the parity of x - y.
    [[nodiscard]] bool reaches(std::int32_t x, std::int32_t y, std::int32_t cost) const {
        return std::abs(x - y) <= cost && at(cost, x - y) >= x;
    }

private:
    [[nodiscard]] std::int32_t at(std::int32_t d, std::int32_t k) const { return m_rows[static_cast<std::size_t>(d)][static_cast<std::size_t>((k + d) / 2)]; }

    std::int32_t m_n, m_m;
    std::vector<std::vector<std::int32_t>> m_rows; // of each cost d, the diagonals -d, -d + 2 ... d
    std::optional<std::int32_t> m_cost;
};

std::optional<std::vector<Step>> shortest(Side a, Side b) {
    const Reach reach(a, b);
    if (!reach.cost()) {
        return std::nullopt;
    }
    std::vector<Step> steps;
    std::size_t x = 0;
    std::size_t y = 0;
    for (std::int32_t left = *reach.cost(); x < a.size() || y < b.size();) {
        if (x < a.size() && y < b.size() && a[x] == b[y]) {
            steps.push_back(Step::Keep);
            ++x, ++y;
            continue;
        }
        --left;
        const bool drops = x < a.size() && reach.reaches(static_cast<std::int32_t>(a.size() - x - 1), static_cast<std::int32_t>(b.size() - y), left);
        steps.push_back(drops ? Step::Drop : Step::Add);
        ++(drops ? x : y);
    }
    return steps;
}

} // namespace

Lines splitLines(std::string_view text) {
    Lines lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::size_t size = end == std::string_view::npos ? text.size() : end + 1;
        lines.push_back(text.substr(0, size));
        text.remove_prefix(size);
    }
    return lines;
}

std::vector<Step> editScript(const Lines& a, const Lines& b) {
    std::size_t head = 0;
    while (head < a.size() && head < b.size() && a[head] == b[head]) {
        ++head;
    }
    std::size_t tail = 0;
    while (tail < a.size() - head && tail < b.size() - head && a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) {
        ++tail;
    }
    const std::size_t dropped = a.size() - head - tail;
    const std::size_t added = b.size() - head - tail;
    std::vector<Step> steps(head, Step::Keep);
    if (dropped <= kMaxDiffLines && added <= kMaxDiffLines) {
        const std::size_t slack = std::min(tail, kSlack);
        if (const auto found = shortest(Side(a).subspan(head, dropped + slack), Side(b).subspan(head, added + slack))) {
            steps.insert(steps.end(), found->begin(), found->end());
            steps.insert(steps.end(), tail - slack, Step::Keep);
            return steps;
        }
    }
    steps.insert(steps.end(), dropped, Step::Drop);
    steps.insert(steps.end(), added, Step::Add);
    steps.insert(steps.end(), tail, Step::Keep);
    return steps;
}

} // namespace leadglass::workspace
