// Trust: `base` of the run's directory is ours; the project and its index are the host's, and change under us.
// Privilege: the person's; reads only.
// Input: an index of at most kMaxBaseIndex bytes, files of the project, the list of changes.
// Fails: towards a conflict: what is not known to have the content that the run began with counts as changed.
//
// What the project held when the run began, as far as it can be told at little cost: what git's index said, the
// files that it knew to be unchanged, and of the others the first kMaxHashed. A time alone then makes no conflict:
// `touch`, a switch of branches and back, a `git status` that writes the index anew.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "core/base/result.h"
#include "core/workspace/change_list.h"
#include "core/workspace/hidden_set.h"
#include "core/workspace/run_manifest.h"

namespace leadglass::workspace {

constexpr std::size_t kMaxBaseIndex = 16UL << 20;   // bytes; of a larger index nothing is kept
constexpr std::size_t kMaxTrackedIndex = 128UL << 10; // bytes; of a larger one the files are not looked at: a stat(2)
                                                      // for each, before the start
constexpr std::size_t kMaxDirectories = 256;          // looked into for others
constexpr std::size_t kMaxHashed = 256;          // other files, of
constexpr std::uint64_t kMaxHashedBytes = 2UL << 20; // bytes in all

struct BaseFile {
    std::uint32_t mode = 0; // 0777 bits
    std::uint64_t size = 0;
    std::string id; // of git's blob, or 's' and the SHA-256
};

struct RunBase {
    std::string index; // digest of its entries; empty: there was none, or it is not known
    std::unordered_map<std::string, BaseFile> files;
};

// `root` and `worktree` as in Trees; nothing of what is hidden. After the start mark was taken and before the
// command runs.
Status writeBase(const RunDir& run, Root root, const std::string& worktree, const HiddenSet& hidden);
RunBase readBase(const RunDir& run); // empty where it is missing or damaged

// Takes the conflicts away that are of a time alone, and an index that says what the run began with.
void settleByContent(const Trees& trees, const RunBase& base, ChangeList& list);

} // namespace leadglass::workspace
