// Trust: objects and refs that an agent wrote.
// Privilege: none beyond reading the upper.
// Input: git's objects (git_objects.h), a commit of at most kMaxCommitObject; refs.
// Fails: what does not parse is not shown as a commit; nothing is executed, ever.
//
// The history a run made, as commits (git-commit-tree(1), gitformat-loose), and what each changed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/workspace/change_list.h"
#include "core/workspace/git_commit_files.h"

namespace leadglass::workspace {

constexpr std::size_t kMaxCommitObject = 1 << 20;
constexpr std::size_t kMaxCommitsShown = 200;

struct Commit {
    std::string id;
    std::string tree;
    std::vector<std::string> parents;
    std::string author;  // bytes, as in the object: "Name <mail>"
    std::int64_t time = 0; // seconds
    std::string subject; // first line of the message, bytes
    std::string ref;     // through which it was found
    CommitFiles changed; // beside its first parent
};

// Unpacks one loose object and reads it as a commit; nullopt: not a commit, or damaged.
std::optional<Commit> parseLooseCommit(std::string_view packed);
std::optional<Commit> parseCommitText(std::string_view text);
// git-tag(1): "object ID" is its first line. Empty: damaged.
std::string taggedBy(std::string_view text);

constexpr std::size_t kMaxDroppedShown = 5;
constexpr std::size_t kMaxDropped = 1000; // counted

struct RefChange {
    std::string name; // "refs/heads/main", "HEAD"
    std::string before; // empty: new
    std::string after;  // empty: deleted
    std::string path;   // of the change that says so
    std::string beneath; // what the run's packed-refs, and not the host's, says of it where its own file hides that; else empty
    bool steady = true;  // false: the file was changed since it was judged (Change::judged)
    std::vector<Commit> dropped; // what only `before` leads to, the newest first: id and subject
    std::uint64_t moreDropped = 0;
};

struct History {
    std::vector<RefChange> refs;
    std::vector<Commit> commits; // that changed refs lead to, and the host's (git_host_history.h) do not
    std::uint64_t looseObjects = 0;
    std::uint64_t packs = 0;
    bool whole = true; // false: there may be more commits: over kMaxCommitsShown, or one cannot be read
};

// What each ref that the changes touch says before and after them, or says beneath its file, or is not known to say.
std::vector<RefChange> refChanges(const Trees& trees, const ChangeList& list);
// The same, and the commits that no longer are on it.
std::vector<RefChange> changedRefs(const Trees& trees, const ChangeList& list);

History readHistory(const Trees& trees, const ChangeList& list);

// A file below .git of a run in mode "direct": it is in the project, and what was there before is kept elsewhere.
struct LandedGit {
    std::string path;
    Root kept;         // borrowed; of none where nothing was there before
    std::string name;  // in `kept`
    bool there = true; // false: the run deleted it
    bool moved = false; // it is not any more as the run left it: what it says now is not the run's
};
History readLanded(const std::vector<LandedGit>& landed, Root project);

} // namespace leadglass::workspace
