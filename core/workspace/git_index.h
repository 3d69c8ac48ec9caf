// Trust: .git/index as an agent may have written it.
// Privilege: none; pure.
// Input: at most kMaxIndex bytes: gitformat-index(5), versions 2 to 4, SHA-1 and SHA-256.
// Fails: closed: whatever git would stumble over, or write outside the work tree for, is an Error.
//
// What an index says, without the stat data that any `git status` refreshes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace leadglass::workspace {

constexpr std::size_t kMaxIndex = 256UL << 20;

struct IndexEntry {
    std::string path; // bytes, relative; ends with '/' for a sparse directory
    std::uint32_t mode = 0;
    std::uint32_t stage = 0; // 0 to 3
    std::string id;          // raw bytes of the hash
    bool assumeUnchanged = false;
    bool skipWorktree = false;
    bool intentToAdd = false;
    bool operator==(const IndexEntry&) const = default;
};

// What git noted of a file; of times, device, inode and size the low 32 bits.
struct IndexStat {
    std::uint32_t ctimeSec = 0, ctimeNsec = 0, mtimeSec = 0, mtimeNsec = 0;
    std::uint32_t ino = 0;
    std::uint32_t size = 0;
};

struct GitIndex {
    std::uint32_t version = 0;
    std::vector<IndexEntry> entries; // by path, then stage
    std::vector<IndexStat> stats;    // of each entry
    bool hasCaches = false;          // UNTR or FSMN: git believes them, and they are not checked here
};

// Code::Corrupt, with what is wrong.
Result<GitIndex> parseGitIndex(std::string_view bytes);

// Entries of `after` that git would not compare with the work tree, and did not leave out in `before`.
std::size_t newlyIgnored(const GitIndex& before, const GitIndex& after);

} // namespace leadglass::workspace
