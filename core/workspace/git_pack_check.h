// Trust: a pack and its index that an agent wrote.
// Privilege: none beyond reading the descriptors given; git is never run.
// Input: a pack of version 2, its index of version 2 (gitformat-pack(5)).
// Fails: closed: what cannot be looked through is not as it says.
//
// Is every object of a pack the one that its index says? git itself believes an index, and never writes an
// object whose id one has: what lies there under another's id would be taken for that for ever.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/workspace/git_inflate.h"
#include "core/workspace/git_pack_format.h"

namespace leadglass::workspace {

enum class GitFit { Fits, Wrong, TooMuch };

class GitPackCheck {
public:
    // `idSize`: 20 or 32. `work`: bytes that may be unpacked and put together, counted down. Borrows all.
    GitPackCheck(int pack, int index, std::size_t idSize, std::uint64_t& work)
        : m_pack(pack), m_index(index), m_idSize(idSize), m_work(work) {}
    GitPackCheck(const GitPackCheck&) = delete;
    GitPackCheck& operator=(const GitPackCheck&) = delete;

    GitFit check();
    // Of the files that were looked at; empty: they were not read.
    [[nodiscard]] const std::string& packDigest() const { return m_packFile.digest(); }
    [[nodiscard]] const std::string& indexDigest() const { return m_indexDigest; }

private:
    struct Entry {
        std::uint64_t offset = 0;
        std::uint64_t end = 0;
        std::uint32_t place = 0; // in the index
    };
    struct Data {
        GitType type = GitType::Blob;
        std::string bytes;
    };
    using Held = std::shared_ptr<const Data>;

    GitFit readFiles();
    bool readIndex();
    bool readOffsets(std::uint64_t large);
    GitFit readEntries();
    GitFit checkEntry(const Entry& entry);
    GitFit checkLarge(const Entry& entry, const PackEntryHead& head);
    Held load(const Entry& entry, const PackEntryHead& head);
    Held dataOf(const Entry& entry);
    const Entry* baseOf(const Entry& entry, const PackEntryHead& head) const;
    const Entry* at(std::uint64_t offset) const;
    void keep(std::uint64_t offset, const Held& data);
    bool takes(std::uint64_t bytes);
    std::string_view idAt(std::uint32_t place) const;

    int m_pack;
    int m_index;
    std::size_t m_idSize;
    std::uint64_t& m_work;
    bool m_tooMuch = false;
    SteadyFile m_packFile;
    ReadAt m_read; // of it
    std::string m_all; // the index
    std::string m_indexDigest;
    std::string m_packEnd; // its own hash, as it says
    std::uint32_t m_count = 0;
    std::string_view m_ids; // sorted, one after the other
    std::string_view m_sums;
    std::string_view m_offsets;
    std::vector<Entry> m_entries;       // by offset
    std::vector<std::uint32_t> m_order; // of a place in the index: where in m_entries
    std::unordered_map<std::uint64_t, Held> m_kept;
    std::list<std::uint64_t> m_oldest;
    std::size_t m_keptBytes = 0;
};

} // namespace leadglass::workspace
