// Trust: the run's files and their names are the agent's.
// Privilege: the person's; reads only.
// Input: files of any size; at most 1 MiB of each is compared line by line, 256 MiB in all.
// Fails: towards keeping: what cannot be read or compared counts as kin.
//
// Where what the person's files held went to. A file that was moved, moved and edited, or moved
// out of the way of another lives on in a change at another path; if that one is not written, its
// old place must not be emptied or overwritten.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/workspace/change_list.h"

namespace leadglass::workspace {

class Kin {
public:
    // `trees` and `list` must stay as they are.
    Kin(const Trees& trees, const ChangeList& list);

    // Indices of the changes whose version on the host is, or may well be, what `list[index]` holds.
    std::vector<std::size_t> sourcesOf(std::size_t index);

private:
    struct Piece {
        std::uint64_t hash = 0;
        std::uint32_t size = 0;
    };
    struct Text {
        bool known = false; // false: unreadable, too large, or over the budget
        std::string digest;
        std::vector<Piece> pieces; // sorted
    };
    Text read(Root root, const std::string& path, const Node& node);
    const Text& source(std::size_t index);
    bool isKin(std::size_t from, const Change& to, const Text& text);
    bool wasReplaced(std::size_t from);
    static double likeness(const Text& a, const Text& b);

    const Trees& m_trees;
    const ChangeList& m_list;
    std::vector<std::size_t> m_sources; // by size on the host
    std::unordered_map<std::string, std::size_t> m_byPath;
    std::unordered_map<std::size_t, Text> m_texts;
    std::unordered_map<std::size_t, bool> m_replaced;
    std::uint64_t m_read = 0;
};

} // namespace leadglass::workspace
