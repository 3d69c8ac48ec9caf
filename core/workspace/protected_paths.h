// Trust: names that an agent chose.
// Privilege: none; pure.
// Input: project-relative bytes.
// Fails: what cannot be told is protected.
//
// What a run in mode "direct" may not change, or bring into the project: what the policy protects, and
// those parts of git's own directory that can run programs. Compared as the most careless file system
// would (folded_name.h).
#pragma once

#include <string_view>

#include "core/workspace/risk.h"
#include "core/workspace/tree_io.h"

namespace leadglass::workspace {

class ProtectedPaths {
public:
    // `repository`: .git was a directory when the run began. Then objects, refs, logs and the index in it
    // are the agent's to write.
    ProtectedPaths(ProtectMatcher globs, bool repository) : m_globs(std::move(globs)), m_repository(repository) {}

    // The path, and then all below it.
    [[nodiscard]] bool covers(std::string_view path) const;
    // May this new entry not appear?
    [[nodiscard]] bool forbids(std::string_view path, NodeType type) const;

private:
    ProtectMatcher m_globs;
    bool m_repository;
};

} // namespace leadglass::workspace
