#include "core/base/nearest.h"

#include <algorithm>
#include <numeric>

namespace leadglass {
namespace {

// Long junk is nobody's slip, and would make this quadratic in hostile input.
constexpr std::size_t kLongest = 64;

// Optimal string alignment: two neighbours changed about ("rnu") are one slip, as any other.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before(b.size() + 1);
    std::vector<std::size_t> above(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(above.begin(), above.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t changed = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({above[j] + 1, row[j - 1] + 1, changed});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = std::min(row[j], before[j - 2] + 1);
            }
        }
        std::swap(before, above);
        std::swap(above, row);
    }
    return above.back();
}

} // namespace

std::string nearest(std::string_view word, const std::vector<std::string>& words) {
    std::string found;
    if (word.size() > kLongest) {
        return found;
    }
    std::size_t least = std::max<std::size_t>(2, word.size() / 3) + 1;
    for (const std::string& candidate : words) {
        const std::size_t d = distance(word, candidate);
        if (d < least && d < candidate.size() && d < std::max<std::size_t>(word.size(), 1)) {
            least = d;
            found = candidate;
        }
    }
    return found;
}

} // namespace leadglass
