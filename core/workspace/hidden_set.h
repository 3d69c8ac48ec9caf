// The paths that were hidden when the run began (RunManifest::hidden). Hiding a directory hides
// everything below it.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace leadglass::workspace {

class HiddenSet {
public:
    explicit HiddenSet(std::vector<std::string> paths) : m_paths(std::move(paths)) {
        std::ranges::sort(m_paths);
    }
    [[nodiscard]] bool hides(std::string_view path) const {
        for (std::size_t end = path.size();;) {
            if (std::ranges::binary_search(m_paths, path.substr(0, end), std::less<>())) {
                return true;
            }
            end = path.substr(0, end).rfind('/');
            if (end == std::string_view::npos) {
                return false;
            }
        }
    }
    [[nodiscard]] bool anyBelow(std::string_view directory) const {
        const std::string prefix = std::string(directory) + "/";
        const auto at = std::ranges::lower_bound(m_paths, prefix);
        return at != m_paths.end() && at->starts_with(prefix);
    }

private:
    std::vector<std::string> m_paths;
};

} // namespace leadglass::workspace
