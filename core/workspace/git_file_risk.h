// Trust: trees and files of commits that an agent wrote.
// Privilege: none beyond reading the trees; git is never run.
// Input: entries of trees; of the host's files at most kMaxStagedFiles, and kMaxStagedBytes of them, are read.
// Fails: towards risky: what cannot be read is said.
//
// What a file of a commit would be in the work tree: judged as a file of the work tree is (risk.h).
#pragma once

#include <map>
#include <optional>
#include <string>

#include "core/workspace/change_list.h"
#include "core/workspace/git_commit_files.h"
#include "core/workspace/git_staged.h"
#include "core/workspace/hidden_set.h"
#include "core/workspace/linked_names.h"
#include "core/workspace/risk.h"

namespace leadglass::workspace {

struct FileRisk {
    Why why;                  // empty: none
    bool ofChange = false;    // not the file itself is risky, but what differs from an earlier version
    bool isNew = false;       // of what is judged by its content: there was no earlier version in the tree before
    bool known = true;        // false: not all that it takes could be read
};

class GitFileRisk {
public:
    // All must outlive this. `list` with the marks of markRisks().
    GitFileRisk(const Trees& trees, const ChangeList& list, const ProtectMatcher& isProtected, const HiddenSet& hidden, GitObjects& objects);

    // `was`: the entry that the tree before has at this path; nullptr: none. What the host has in its work tree is no risk.
    FileRisk of(const std::string& path, const GitTreeEntry* was, const GitTreeEntry& is);
    // Of a file that isNew, beside this version.
    FileRisk beside(const std::string& path, const GitTreeEntry& was, const GitTreeEntry& is);

private:
    FileRisk find(const std::string& path, const GitTreeEntry* was, const GitTreeEntry& is);
    FileRisk ofContent(const std::string& path, const GitTreeEntry* was, const GitTreeEntry& is);
    std::optional<std::string> contentOf(const std::string& path, const GitTreeEntry& entry);
    Why ofSubmodule(const std::string& path, const std::string& commit);
    bool isOfHost(const std::string& path, const GitTreeEntry& is);
    Result<std::string> hostContent(const std::string& path, std::uint64_t size) const;

    const Trees& m_trees;
    const ChangeList& m_list;
    const ProtectMatcher& m_isProtected;
    const HiddenSet& m_hidden;
    LinkedNames m_linked;
    GitObjects& m_objects;
    struct Repository {
        UniqueFd directory;
        GitObjects objects;
    };
    std::map<std::string, Repository> m_submodules; // by place; each with one bound for all that is asked of it
    ContentBudget m_content;
    std::size_t m_files = kMaxStagedFiles;
    std::uint64_t m_bytes = kMaxStagedBytes;
};

} // namespace leadglass::workspace
