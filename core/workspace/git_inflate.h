// Trust: objects that an agent wrote.
// Privilege: none beyond reading the descriptors given.
// Input: zlib streams in files that may change or end while they are read.
// Fails: nullopt: damaged, or longer than it may be. Memory is constant.
//
// git's compressed data and its ids, piece by piece.
#pragma once

#include <nettle/sha1.h>

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/digest.h"
#include "core/workspace/git_pack_format.h"

namespace leadglass::workspace {

// SHA-1 or SHA-256, as the repository's ids are. finish() ends it.
class GitHash {
public:
    explicit GitHash(std::size_t idSize) : m_long(idSize == 32) { sha1_init(&m_short); }
    void update(std::string_view bytes);
    std::string finish(); // raw

private:
    bool m_long;
    sha1_ctx m_short{};
    Sha256 m_sha256;
};

// As pread(2), shorter only at the file's end.
std::string readFileAt(int fd, std::uint64_t offset, std::size_t size);

// A file that is always read as it was the first time, or not at all: whoever wrote it may still write.
class SteadyFile {
public:
    // Reads it wholly, once, and gives `each` all but the last `tail` bytes. False: it cannot be read.
    bool open(int fd, std::size_t tail, const std::function<void(std::string_view)>& each);
    // As readFileAt(); empty also where it is another file by now.
    std::string read(std::uint64_t offset, std::size_t size);

    [[nodiscard]] std::uint64_t size() const { return m_size; }
    [[nodiscard]] std::uint64_t readAnew() const { return m_readAnew; } // bytes, since it was opened
    [[nodiscard]] const std::string& digest() const { return m_digest; } // content_hash.h

private:
    const std::string* block(std::uint64_t number);

    int m_fd = -1;
    std::uint64_t m_size = 0;
    std::uint64_t m_readAnew = 0;
    std::string m_digest;
    std::vector<Sha256Hash> m_hashes;
    std::unordered_map<std::uint64_t, std::string> m_blocks;
    std::deque<std::uint64_t> m_oldest;
};

// Called with what was unpacked, in order; false stops.
using GitSink = std::function<bool(std::string_view)>;
// Unpacks the stream at `offset`, at most `max` bytes; reads in order, nothing twice. How many packed bytes it had.
std::optional<std::uint64_t> inflateGitStream(const ReadAt& read, std::uint64_t offset, std::uint64_t max, const GitSink& sink);

} // namespace leadglass::workspace
