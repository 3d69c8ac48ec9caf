#include "core/policy/path_pattern.h"

#include <algorithm>
#include <vector>

namespace leadglass::policy {
namespace {

char fold(char c, bool anyCase) {
    return anyCase && c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// '*' and '?' within one component. Iterative with one resume point: linear in practice, at most
// quadratic, never exponential.
bool matchPlain(std::string_view glob, std::string_view text, bool anyCase) {
    std::size_t g = 0;
    std::size_t t = 0;
    std::size_t star = std::string_view::npos;
    std::size_t resume = 0;
    while (t < text.size()) {
        if (g < glob.size() && glob[g] == '*') {
            star = g++;
            resume = t;
        } else if (g < glob.size() &&
                   (glob[g] == '?' || fold(glob[g], anyCase) == fold(text[t], anyCase))) {
            ++g;
            ++t;
        } else if (star != std::string_view::npos) {
            g = star + 1;
            t = ++resume;
        } else {
            return false;
        }
    }
    while (g < glob.size() && glob[g] == '*') {
        ++g;
    }
    return g == glob.size();
}

constexpr std::string_view kBut = "!(";

// Where the "!(a|b)" that the component ends with begins; npos: it has none.
std::size_t exclusion(std::string_view component) {
    const std::size_t at = component.find(kBut);
    const bool ends = at != std::string_view::npos && component.ends_with(')') && component.size() > at + kBut.size() + 1 &&
                      component.substr(0, at).find('*') == std::string_view::npos &&
                      component.substr(at + kBut.size(), component.size() - at - kBut.size() - 1).find_first_of("*?!()") == std::string_view::npos;
    return ends ? at : std::string_view::npos;
}

bool matchComponent(std::string_view glob, std::string_view text, bool anyCase) {
    constexpr std::string_view kSpecial = "*?!";
    if (!glob.empty() && !text.empty() && kSpecial.find(glob[0]) == std::string_view::npos &&
        fold(glob[0], anyCase) != fold(text[0], anyCase)) {
        return false; // nearly every name of a project, at every start of a run
    }
    const std::size_t at = exclusion(glob);
    if (at == std::string_view::npos) {
        return matchPlain(glob, text, anyCase);
    }
    if (text.size() < at || !matchPlain(glob.substr(0, at), text.substr(0, at), anyCase)) {
        return false;
    }
    std::string_view names = glob.substr(at + kBut.size(), glob.size() - at - kBut.size() - 1);
    for (;;) { // in this case only: another spelling is no exception
        const std::size_t end = std::min(names.find('|'), names.size());
        if (text.substr(at) == names.substr(0, end)) {
            return false;
        }
        if (end == names.size()) {
            return true;
        }
        names.remove_prefix(end + 1);
    }
}

std::vector<std::string_view> split(std::string_view path) {
    std::vector<std::string_view> out;
    std::size_t start = 0;
    while (start < path.size()) {
        std::size_t slash = path.find('/', start);
        if (slash == std::string_view::npos) {
            slash = path.size();
        }
        if (slash > start) {
            out.push_back(path.substr(start, slash - start));
        }
        start = slash + 1;
    }
    return out;
}

// The set of positions in `glob` that matching `path` can end in: reachable[g] says that the
// components glob[0..g) cover the whole path. "**" covers zero or more components.
std::vector<bool> positions(const std::vector<std::string_view>& glob,
                            const std::vector<std::string_view>& path, bool anyCase) {
    std::vector<bool> now(glob.size() + 1, false);
    const auto close = [&](std::vector<bool>& set) {
        for (std::size_t g = 0; g < glob.size(); ++g) {
            if (set[g] && glob[g] == "**") {
                set[g + 1] = true;
            }
        }
    };
    now[0] = true;
    close(now);
    for (const std::string_view component : path) {
        std::vector<bool> next(glob.size() + 1, false);
        for (std::size_t g = 0; g < glob.size(); ++g) {
            if (!now[g]) {
                continue;
            }
            if (glob[g] == "**") {
                next[g] = true;
            } else if (matchComponent(glob[g], component, anyCase)) {
                next[g + 1] = true;
            }
        }
        close(next);
        now = std::move(next);
    }
    return now;
}

// "**/name", as most are: the last component decides, whatever is above it.
bool isNameAnywhere(std::string_view glob) {
    constexpr std::string_view kAnywhere = "**/";
    return glob.starts_with(kAnywhere) && glob.size() > kAnywhere.size() && glob.find('/', kAnywhere.size()) == std::string_view::npos &&
           glob.substr(kAnywhere.size()) != "**";
}

bool matchesWith(std::string_view glob, std::string_view path, bool anyCase) {
    if (isNameAnywhere(glob)) {
        const std::size_t end = path.find_last_not_of('/');
        if (end == std::string_view::npos) {
            return false;
        }
        path = path.substr(0, end + 1);
        const std::size_t slash = path.rfind('/');
        return matchComponent(glob.substr(3), slash == std::string_view::npos ? path : path.substr(slash + 1), anyCase);
    }
    const auto parts = split(path);
    return !parts.empty() && positions(split(glob), parts, anyCase).back();
}

} // namespace

bool isPathPattern(std::string_view glob) {
    const auto parts = split(glob);
    return std::ranges::all_of(parts, [](std::string_view part) {
        return part.find(kBut) == std::string_view::npos || exclusion(part) != std::string_view::npos;
    });
}

bool matchesPath(std::string_view glob, std::string_view path) {
    return matchesWith(glob, path, false);
}

bool matchesPathAnyCase(std::string_view glob, std::string_view path) {
    return matchesWith(glob, path, true);
}

bool mayMatchBelow(std::string_view glob, std::string_view path) {
    const auto parts = split(glob);
    const auto reached = positions(parts, split(path), true);
    for (std::size_t g = 0; g < parts.size(); ++g) {
        if (reached[g]) {
            return true;
        }
    }
    return false;
}

} // namespace leadglass::policy
