// Trust: the cached trees of an index that an agent wrote.
// Privilege: none; pure.
// Input: entries in git's order; trees by path.
// Fails: false: a cached tree is not the one that its entries make.
//
// git commits a cached tree (gitformat-index(5), "Cache tree") without a look at the entries below it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/workspace/git_index.h"

namespace leadglass::workspace {

struct CachedTree {
    std::size_t count = 0; // of entries below
    std::string id;        // raw
};
// By directory: "" the root, "sub/", "sub/below/". Those that git knows to be stale are not in it.
using CachedTrees = std::map<std::string, CachedTree>;

bool treesFit(const std::vector<IndexEntry>& entries, const CachedTrees& trees, std::size_t idSize);

} // namespace leadglass::workspace
