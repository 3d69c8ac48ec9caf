// Trust: packs that an agent wrote, or that an earlier apply took over.
// Privilege: none; pure.
// Input: bytes of a pack, of its index (version 2), of a delta: gitformat-pack(5).
// Fails: nullopt; nothing is read or written outside what was given, and no size is believed.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace leadglass::workspace {

enum class GitType { Commit = 1, Tree = 2, Blob = 3, Tag = 4, OffsetDelta = 6, ReferenceDelta = 7 };

struct PackEntryHead {
    GitType type = GitType::Blob;
    std::uint64_t size = 0;       // unpacked
    std::uint64_t baseBefore = 0; // OffsetDelta: so many bytes before this entry
    std::string baseId;           // ReferenceDelta: raw
    std::size_t length = 0;       // of this head
};
// `idSize`: 20 or 32.
std::optional<PackEntryHead> parsePackEntryHead(std::string_view bytes, std::size_t idSize);

// At most `max` bytes; nullopt: more, or damaged.
std::optional<std::string> applyGitDelta(std::string_view base, std::string_view delta, std::size_t max);

// Reads `size` bytes of a file at an offset; empty: they are not there.
using ReadAt = std::function<std::string(std::uint64_t offset, std::size_t size)>;

// The offset of an object in the pack that an index (fan-out, sorted ids, 31 and 64 bit offsets) is of.
std::optional<std::uint64_t> findInPackIndex(const ReadAt& index, const std::string& rawId);

} // namespace leadglass::workspace
