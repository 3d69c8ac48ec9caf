// What a tree of files takes on its file system, counted in slices so that nobody waits for it.
//
// Counted are blocks (st_blocks, so holes are free and what is written counts) and entries: a tree of
// empty files takes no block, but the inodes of the person's disk. Never crosses a mount or a link.
// A tree nested deeper than kMaxDepth is `tooDeep`: what lies below is not counted, and the caller
// takes it for over the limit.
#pragma once

#include <dirent.h>
#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/clock.h"

namespace leadglass::session {

class TreeMeter {
public:
    static constexpr std::size_t kMaxDepth = 256;

    struct Total {
        std::uint64_t bytes = 0;
        std::uint64_t entries = 0; // without the top
        bool tooDeep = false;
    };
    // Borrowed; -1: an empty tree. `otherFd`: a second tree that counts with the first.
    explicit TreeMeter(int topFd, int otherFd = -1) : m_top(topFd), m_other(otherFd) {}

    // Counts for about `budget`. A result when the whole tree has been walked, or as soon as
    // `enoughBytes` or `enoughEntries` is passed; the next call begins anew.
    std::optional<Total> step(Nanos budget, std::uint64_t enoughBytes, std::uint64_t enoughEntries);

private:
    struct Closer {
        void operator()(DIR* dir) const { ::closedir(dir); }
    };
    using Dir = std::unique_ptr<DIR, Closer>;
    void enter(int parent, const char* name);
    Total finish();

    int m_top;
    int m_other;
    std::vector<Dir> m_open; // from the top down
    bool m_walking = false;
    Total m_total;
};

} // namespace leadglass::session
