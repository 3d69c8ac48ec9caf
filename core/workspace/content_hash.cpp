#include "core/workspace/content_hash.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>

#include "core/base/sys.h"

namespace leadglass::workspace {
namespace {

constexpr std::size_t kStep = 131072;
static_assert(kStep % kHashPage == 0);

void number(Sha256& hash, std::uint64_t value) {
    std::array<std::uint8_t, 8> bytes{};
    for (auto& byte : bytes) {
        byte = static_cast<std::uint8_t>(value);
        value >>= 8U;
    }
    hash.update(bytes.data(), bytes.size());
}

// As pread(2), shorter only at the end.
Result<std::size_t> readAt(int fd, std::uint64_t at, char* bytes, std::size_t size) {
    std::size_t have = 0;
    while (have < size) {
        const ssize_t got = ::pread(fd, bytes + have, size - have, static_cast<off_t>(at + have));
        if (got < 0 && errno != EINTR) {
            return ioError("cannot read a file", errno);
        }
        if (got == 0) {
            break;
        }
        have += got > 0 ? static_cast<std::size_t>(got) : 0;
    }
    return have;
}

struct Range {
    std::uint64_t from = 0;
    std::uint64_t to = 0;
};

// The next that is not a hole, in whole pages; empty: there is none.
Range nextData(int fd, std::uint64_t at, std::uint64_t size) {
    const off_t data = ::lseek(fd, static_cast<off_t>(at), SEEK_DATA);
    if (data < 0) {
        return errno == ENXIO ? Range{} : Range{at, size};
    }
    const off_t hole = ::lseek(fd, data, SEEK_HOLE);
    const std::uint64_t from = static_cast<std::uint64_t>(data) / kHashPage * kHashPage;
    const std::uint64_t to = hole < 0 ? size : (static_cast<std::uint64_t>(hole) + kHashPage - 1) / kHashPage * kHashPage;
    return {std::max(from, at), std::min(to, size)};
}

} // namespace

bool isZero(std::string_view bytes) {
    return bytes.empty() || (bytes.front() == '\0' && bytes.substr(1) == bytes.substr(0, bytes.size() - 1));
}

ContentHash::ContentHash(std::uint64_t size) : m_pages(size > kHashedWhole) {
    if (m_pages) {
        m_hash.update("leadglass pages");
        number(m_hash, size);
    }
}

void ContentHash::update(std::uint64_t at, std::string_view bytes) {
    if (!m_pages) {
        m_hash.update(bytes);
        return;
    }
    for (; !bytes.empty(); at += kHashPage) {
        const std::string_view page = bytes.substr(0, kHashPage);
        bytes.remove_prefix(page.size());
        if (!isZero(page)) {
            number(m_hash, at / kHashPage);
            m_hash.update(page);
        }
    }
}

// A form of its own: a small file could hold what is hashed of a large one.
std::string ContentHash::finish() { return (m_pages ? "p" : "") + m_hash.finishHex(); }

Result<ReadContent> readContent(int fd, const ContentSink& each) {
    const auto about = LG_TRY(sys::stat(fd));
    const auto size = static_cast<std::uint64_t>(about.st_size);
    const bool whole = size <= kHashedWhole;
    ContentHash hash(size);
    // Most files are small: neither that much memory for each, nor zeros in it.
    const std::size_t step = whole ? std::min<std::uint64_t>(kStep, size + 1) : kStep;
    const auto buffer = std::make_unique_for_overwrite<char[]>(step);
    std::uint64_t at = 0;
    while (whole || at < size) {
        const Range part = whole ? Range{at, at + step} : nextData(fd, at, size);
        if (part.from >= part.to) {
            break;
        }
        for (at = part.from; at < part.to;) {
            const std::size_t want = std::min<std::uint64_t>(step, part.to - at);
            const std::size_t got = LG_TRY(readAt(fd, at, buffer.get(), want));
            const std::string_view bytes(buffer.get(), got);
            hash.update(at, bytes);
            LG_TRY(each(at, bytes));
            at += got;
            if (got < want) {
                return whole ? Result<ReadContent>(ReadContent{hash.finish(), at})
                             : Result<ReadContent>(makeError(Code::Conflict, "a file became shorter while it was read"));
            }
        }
    }
    return ReadContent{hash.finish(), size};
}

Result<bool> haveSameContent(int one, int other) {
    const auto aboutOne = LG_TRY(sys::stat(one));
    const auto aboutOther = LG_TRY(sys::stat(other));
    if (aboutOne.st_size != aboutOther.st_size) {
        return false;
    }
    const auto size = static_cast<std::uint64_t>(aboutOne.st_size);
    const std::size_t step = std::min<std::uint64_t>(kStep, size);
    const auto bytesOne = std::make_unique_for_overwrite<char[]>(step);
    const auto bytesOther = std::make_unique_for_overwrite<char[]>(step);
    for (std::uint64_t at = 0; at < size;) {
        Range part{at, size};
        if (size > kHashedWhole) {
            const Range first = nextData(one, at, size);
            const Range second = nextData(other, at, size);
            const bool isFirst = second.from >= second.to || (first.from < first.to && first.from <= second.from);
            part = isFirst ? first : second;
        }
        if (part.from >= part.to) {
            return true; // nothing but holes in both
        }
        const std::size_t want = std::min<std::uint64_t>(step, part.to - part.from);
        const std::size_t gotOne = LG_TRY(readAt(one, part.from, bytesOne.get(), want));
        const std::size_t gotOther = LG_TRY(readAt(other, part.from, bytesOther.get(), want));
        if (gotOne != gotOther || std::memcmp(bytesOne.get(), bytesOther.get(), gotOne) != 0) {
            return false;
        }
        if (gotOne < want) {
            return true; // both became shorter
        }
        at = part.from + want;
    }
    return true;
}

} // namespace leadglass::workspace
