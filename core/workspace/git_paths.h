// What a path below .git is, by its name and, for refs, its content. No git is ever run.
//
// gitrepository-layout(5). The project's own repository is .git at its top; a .git anywhere else
// (a submodule, a nested clone) is never taken over by default.
#pragma once

#include <string>
#include <string_view>

namespace leadglass::workspace {

enum class GitPart {
    NotGit,
    Object,   // loose object, pack or index of one: added only, never replaced or removed
    Ref,      // refs/**, packed-refs, HEAD and its like: data, if the content is a ref
    Log,      // logs/**, messages git keeps for the next commit
    Index,
    Scratch,  // locks, temporary objects, what is made again: never taken over, not a change
    Config    // all else: config, hooks, attributes, alternates, worktrees, modules: can run or widen
};

GitPart gitPart(std::string_view projectPath);

// Of a linked worktree `worktree` (".git/worktrees/NAME"; empty: none), whose repository stands at .git with
// all its worktrees: the path that means the same in an ordinary repository. Its own HEAD, index and the like
// are .git/HEAD, .git/index; those of any other worktree become a path that is GitPart::Config.
std::string asOrdinary(std::string_view projectPath, std::string_view worktree);
bool isOfOtherWorktree(std::string_view ordinary); // given what asOrdinary() said

// A loose ref's path below .git that git itself would make (git-check-ref-format(1)), and whose name
// no shell prompt could run. HEAD and its like, packed-refs and the directories are fine, too.
bool isRefFile(std::string_view projectPath);
// The content of a loose ref, HEAD or packed-refs, at most 16 MiB, and nothing else.
bool isRefContent(std::string_view projectPath, std::string_view content);

// Order of writing: 0 objects, 1 everything else, 2 logs, 3 refs, 4 HEAD, 5 index; of any worktree.
int gitApplyRank(std::string_view projectPath);

} // namespace leadglass::workspace
