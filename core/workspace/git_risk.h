// Trust: what an agent wrote below .git.
// Privilege: none beyond reading the trees; git is never run.
// Input: the changes of a run; refs, an index, small files.
// Fails: closed: what is not known to be data is marked.
//
// The marks of risk.h on what belongs to git: configuration and hooks, what is no ref or index, and what
// belongs to another worktree of the same repository.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "core/workspace/change_list.h"
#include "core/workspace/git_object_check.h"
#include "core/workspace/git_objects.h"
#include "core/workspace/git_paths.h"
#include "core/workspace/git_refs.h"

namespace leadglass::workspace {

inline bool isGits(std::string_view path) { return gitPart(path) != GitPart::NotGit; }

class GitRisk {
public:
    // Drops from `list` what git makes again by itself. `trees` must stay.
    GitRisk(const Trees& trees, ChangeList& list);

    // Fills `risks` and `history`. True: an index that says what the host's says; no change.
    bool mark(Change& change);

private:
    [[nodiscard]] std::string ordinary(const Change& change) const { return asOrdinary(change.path, m_trees.worktree); }
    [[nodiscard]] bool isElsewhere() const { return m_trees.project.git >= 0; }
    bool madeAgain(const Change& change);
    bool endsRepository(const Change& change) const;
    bool movesElsewhere(const Change& change, const std::string& path);
    bool namesNothing(std::string_view text);
    void markPart(Change& change);
    void markObject(Change& change) const;
    void markPacked(Change& change, std::string_view text);
    bool leadsTo(std::string tag, const std::string& target);
    bool markIndex(Change& change);

    const Trees& m_trees;
    GitObjects m_objects; // of the run, and of the host
    std::optional<GitObjectCheck> m_check; // of what the run added; not of a new repository, which is held whole
    bool m_allObjects = false; // none lie where this does not look
    bool m_newRepository = false;
    bool m_partial = false;
    bool m_removed = false;
    bool m_packedHeld = false; // known from its own mark on: its name comes before those of refs
    std::set<std::string> m_elsewhere;
    Refs m_packedBefore;
    Refs m_packedAfter;
};

} // namespace leadglass::workspace
