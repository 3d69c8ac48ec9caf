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

// A loose ref's path below .git that git itself would make (git-check-ref-format(1)), and whose name
// no shell prompt could run. HEAD and its like, packed-refs and the directories are fine, too.
bool isRefFile(std::string_view projectPath);
// The content of a loose ref, HEAD or packed-refs, at most 16 MiB, and nothing else.
bool isRefContent(std::string_view projectPath, std::string_view content);

// Order of writing: 0 objects, 1 everything else, 2 logs, 3 refs, 4 HEAD, 5 index.
int gitApplyRank(std::string_view projectPath);

} // namespace leadglass::workspace
