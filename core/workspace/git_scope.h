// Trust: git's own directory is shared with other worktrees and changes under us; the upper is the agent's.
// Privilege: the person's.
// Input: a directory that sandbox/git_place.h found to belong to the project.
// Fails: closed: a directory that is not the one the run began with is neither read nor written.
//
// The second thing a run may write to: where the project is a linked worktree or a submodule, git keeps its
// objects and refs elsewhere. runs/ID/git has the upper and work directory of a view of that place. In all
// lists of changes, the journal and the history it stands at ".git" of the project (tree_io.h, Root), so one
// review, one apply and one undo are of both.
#pragma once

#include "core/base/result.h"
#include "core/workspace/finish_run.h"
#include "core/workspace/run_manifest.h"

namespace leadglass::workspace {

// Makes runs/ID/git for `directory`, which is open at `gitFd`, and notes it in `manifest`. `worktree`: its
// name, or empty. Before the overlay is mounted.
Status makeGitScope(const RunDir& run, int gitFd, const std::string& directory, const std::string& worktree,
                    RunManifest& manifest);

// What the run writes to there; an invalid descriptor: there is no such scope.
Result<UniqueFd> openGitUpper(const RunDir& run, const RunManifest& manifest);

// Fills gitUpper, git and worktree of `trees`, where the run has such a scope.
Status openGitScope(const RunDir& run, const RunManifest& manifest, OpenTrees& trees);

} // namespace leadglass::workspace
