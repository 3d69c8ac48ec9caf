// Trust: content that an agent wrote.
// Privilege: none beyond reading the descriptor given.
// Input: regular files of any size, with holes (lseek(2), SEEK_DATA).
// Fails: with what read(2) says, or where a file became shorter meanwhile.
//
// The name of a file's content: up to kHashedWhole bytes its SHA-256; beyond, 'p' and the SHA-256 over its
// size and those of its pages that are not all zero, each after its number. It depends on the content alone, and a
// file with holes is read as fast as it has data: its size costs its writer nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "core/base/digest.h"
#include "core/base/result.h"

namespace leadglass::workspace {

constexpr std::uint64_t kHashedWhole = 64UL << 20;
constexpr std::size_t kHashPage = 4096;

class ContentHash {
public:
    explicit ContentHash(std::uint64_t size);
    // In order. `at`: a multiple of kHashPage. What is left out is zero, or shorter than kHashedWhole and the end.
    void update(std::uint64_t at, std::string_view bytes);
    std::string finish(); // hexadecimal

private:
    bool m_pages;
    Sha256 m_hash;
};

bool isZero(std::string_view bytes); // all of them

// Called with what is not a hole, in order.
using ContentSink = std::function<Status(std::uint64_t at, std::string_view bytes)>;
struct ReadContent {
    std::string digest;
    std::uint64_t size = 0;
};
Result<ReadContent> readContent(int fd, const ContentSink& each);
// Reads at most as far as the first difference, and no holes that both have.
Result<bool> haveSameContent(int one, int other);

} // namespace leadglass::workspace
