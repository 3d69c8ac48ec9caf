// Trust: commits and trees that an agent wrote.
// Privilege: none beyond reading objects (git_objects.h).
// Input: tree objects of at most kMaxTreeObject; as many of them as the caller allows.
// Fails: what cannot be read is said (`known`), never left out in silence.
//
// What a commit changed: its tree beside its first parent's.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/workspace/git_objects.h"

namespace leadglass::workspace {

constexpr std::size_t kMaxTreeObject = 4 << 20;
constexpr std::size_t kMaxTrees = 20'000; // for one review; one with more entries counts for each kEntriesOfTree
constexpr std::size_t kEntriesOfTree = 64;
constexpr std::size_t kPathOfEntry = 256; // bytes; an entry of a longer path counts for each of them
constexpr std::size_t kMaxCommitFiles = 200; // named; the others are counted
constexpr std::size_t kMaxOpenTrees = 20'000; // found, and not yet looked into; what is beyond is not
constexpr std::size_t kLongestTreePath = 4096; // bytes: no file has a longer one (PATH_MAX)

struct GitTreeEntry {
    std::uint32_t mode = 0; // as git reads it: 0100644, 0100755, 0120000, 040000 a directory, else 0160000, a submodule's commit
    std::string name;       // bytes
    std::string id;         // hexadecimal
    bool operator==(const GitTreeEntry&) const = default;
};
// `idSize`: 20 or 32. nullopt: damaged, or a name that no file can have.
std::optional<std::vector<GitTreeEntry>> parseGitTree(std::string_view data, std::size_t idSize);

struct CommitFile {
    std::string path; // bytes
    std::string kind; // added changed deleted type_changed
    bool operator==(const CommitFile&) const = default;
};
struct CommitFiles {
    std::vector<CommitFile> files; // by path
    std::size_t more = 0;          // not named
    bool known = true;             // all objects it takes could be read
};

// `kind` as in CommitFile; nullptr: there is none on that side.
using FileVisit = std::function<void(const std::string& path, const char* kind, const GitTreeEntry* was, const GitTreeEntry* is)>;

// `before`: the tree of the first parent; empty: there is none.
// `trees`: how many may still be read; counted down.
// Every file that differs, in no order. False: not all objects that it takes could be read.
bool visitBetween(GitObjects& objects, const std::string& before, const std::string& after, std::size_t& trees, const FileVisit& visit);
CommitFiles filesBetween(GitObjects& objects, const std::string& before, const std::string& after, std::size_t& trees);

} // namespace leadglass::workspace
