// Trust: refs that an agent wrote, or the host.
// Privilege: none beyond reading the trees; git is never run.
// Input: refs, HEAD files of at most 4 KiB, packed-refs of at most 16 MiB (gitrepository-layout(5)).
// Fails: what is no ref says nothing.
//
// What the refs of a repository say, by file.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/workspace/change_list.h"

namespace leadglass::workspace {

constexpr std::size_t kMaxSymbolic = 10; // git itself ends after 5

using Refs = std::map<std::string, std::string>; // "refs/heads/x" to an id

// Of the text of such a file; none where it is not one that git would write (isRefContent()).
Refs parsePackedRefs(std::string_view text);
// The same names, to what the line after says that a tag leads to ("^ID"); only those of which one does.
Refs packedTargets(std::string_view text);
Refs packedRefs(Root root, const std::string& path = ".git/packed-refs");
// Empty: there is none, it cannot be read, or it is larger than that.
std::string packedText(Root root, const std::string& path = ".git/packed-refs");
std::string refText(Root root, const std::string& path);
// The same for the run: of its upper where it wrote one, else the host's.
Refs packedRefsOfRun(const Trees& trees);
// "ref: refs/heads/x" or an id; `path` as below the root.
std::string refValue(Root root, const std::string& path);
std::string refValueOf(std::string text, const std::string& path);

// The refs that the HEAD of this worktree (".git" or ".git/worktrees/NAME") leads to: its branch, and, where that only
// names another (git-symbolic-ref(1)), that one, too; at most kMaxSymbolic, a loop ends it. Of the host; or, with
// `ofRun`, as the run left them.
std::vector<std::string> branchesOf(const Trees& trees, const std::string& worktree, bool ofRun);

// The commit that the HEAD of this worktree leads to, of the host or as the run left it; empty: none, or it cannot be told.
std::string commitOfHead(const Trees& trees, bool ofRun);

// Branches that a worktree other than the project's own has checked out, as the host says: a ref that moves
// changes what that worktree takes for its last commit.
std::set<std::string> branchesElsewhere(const Trees& trees);

} // namespace leadglass::workspace
