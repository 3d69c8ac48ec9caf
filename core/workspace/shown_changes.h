// Which changes are one for a person, and so are counted: a new directory comes with what is in it, and both names of a
// renamed file are one. The lists of a review go by the same.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace leadglass::workspace {

// For each of `changes`, by path: whether it is one. `plainFolder`: it is a new directory that asks for no decision.
template <class Change, class IsPlainFolder>
std::vector<bool> shownAlone(const std::vector<Change>& changes, IsPlainFolder plainFolder) {
    std::unordered_set<std::string_view> inside; // directories with changes in them
    for (const auto& c : changes) {
        for (std::string_view up = c.path; up.find('/') != std::string_view::npos;) {
            up = up.substr(0, up.rfind('/'));
            if (!inside.insert(up).second) {
                break;
            }
        }
    }
    std::vector<bool> out;
    for (const auto& c : changes) {
        out.push_back(c.renamedTo.empty() && !(plainFolder(c) && inside.contains(c.path)));
    }
    return out;
}

} // namespace leadglass::workspace
