// Trust: links of the project, which an earlier run may have made.
// Privilege: the person's; looks only.
// Input: the entries of the project's own directory and of .git.
// Fails: what cannot be resolved leads nowhere.
//
// Protected names that are links: what one leads to in the project is as protected as the name itself.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/workspace/risk.h"

namespace leadglass::workspace {

class LinkedNames {
public:
    LinkedNames(Root projectRoot, const ProtectMatcher& isProtected);

    // The name that leads to `path` or to a directory above it; empty: none.
    [[nodiscard]] std::string_view nameFor(std::string_view path) const;

private:
    struct Link {
        std::string name;
        std::string target; // project-relative
    };
    void lookIn(Root projectRoot, const std::string& directory, const std::string& project,
                const ProtectMatcher& isProtected);

    std::vector<Link> m_links;
};

} // namespace leadglass::workspace
