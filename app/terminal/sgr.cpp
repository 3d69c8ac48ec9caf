#include "app/terminal/sgr.h"

#include <algorithm>

namespace leadglass::app {
namespace {

constexpr std::size_t kMostAtOnce = 8; // and a colour makes five of it at most: below the sixteen of libvterm
constexpr int kPlainFont = 10;
constexpr int kFaintFont = 11; // libvterm knows no faint text, but carries the number of a font with each cell

bool isPlain(int code) {
    return code == 0 || code == 1 || (code >= 3 && code <= 9) || (code >= 21 && code <= 29) || (code >= 30 && code <= 37) || code == 39 ||
           (code >= 40 && code <= 47) || code == 49 || (code >= 90 && code <= 97) || (code >= 100 && code <= 107);
}

// The numbers of one colour; empty: it is none.
std::vector<int> colour(int code, const std::vector<int>& values) {
    std::vector<int> out{code};
    const auto fits = [](int v) { return v <= 255; };
    if (!values.empty() && values[0] == 5 && values.size() >= 2) {
        out.insert(out.end(), {5, std::max(values[1], 0)});
    } else if (!values.empty() && values[0] == 2 && values.size() >= 4) {
        out.push_back(2);
        for (std::size_t i = values.size() >= 5 ? 2 : 1; out.size() < 5; ++i) { // with a colour space in between, or without
            out.push_back(std::max(values[i], 0));
        }
    } else {
        return {};
    }
    return std::all_of(out.begin(), out.end(), fits) ? out : std::vector<int>();
}

} // namespace

void passColours(const std::vector<std::vector<int>>& groups, std::string& out) {
    std::vector<std::vector<int>> words;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const auto& group = groups[i];
        const int code = std::max(group[0], 0);
        const bool isColour = code == 38 || code == 48 || code == 58;
        std::vector<int> values(group.begin() + 1, group.end());
        if (isColour && values.empty()) { // its numbers are the next parameters
            const int kind = i + 1 < groups.size() ? groups[i + 1][0] : -1;
            const std::size_t more = kind == 5 ? 2 : kind == 2 ? 4 : 0;
            for (std::size_t k = 0; k < more && i + 1 < groups.size(); ++k) {
                values.push_back(groups[++i][0]);
            }
        }
        if (isColour) {
            if (const auto word = colour(code, values); code != 58 && !word.empty()) {
                words.push_back(word);
            }
        } else if (code == 4 && !values.empty()) {
            words.push_back({values[0] == 0 ? 24 : values[0] == 2 ? 21 : 4});
        } else if (values.empty() && code == 2) {
            words.push_back({kFaintFont});
        } else if (values.empty() && code == 22) {
            words.push_back({22, kPlainFont});
        } else if (values.empty() && isPlain(code)) {
            words.push_back({code});
        }
    }
    std::string numbers;
    std::size_t count = 0;
    const auto flush = [&] {
        if (count > 0) {
            out += "\x1b[" + numbers + 'm';
        }
        numbers.clear();
        count = 0;
    };
    for (const auto& word : words) {
        if (count >= kMostAtOnce) {
            flush();
        }
        for (const int value : word) {
            numbers += (count++ > 0 ? ";" : "") + std::to_string(value);
        }
    }
    flush();
}

} // namespace leadglass::app
