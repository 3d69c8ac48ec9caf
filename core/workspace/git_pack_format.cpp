#include "core/workspace/git_pack_format.h"

#include <algorithm>

namespace leadglass::workspace {
namespace {

constexpr std::size_t kIndexHead = 8;
constexpr std::size_t kFanOut = 256 * 4;
constexpr std::uint32_t kMaxObjects = 50'000'000;

std::uint32_t bigEndian32(std::string_view bytes) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        value = (value << 8) | static_cast<std::uint8_t>(bytes[i]);
    }
    return value;
}

class Bytes {
public:
    explicit Bytes(std::string_view bytes) : m_bytes(bytes) {}
    bool next(std::uint8_t& byte) {
        if (m_at == m_bytes.size()) {
            return false;
        }
        byte = static_cast<std::uint8_t>(m_bytes[m_at++]);
        return true;
    }
    // Little end first, seven bits a byte.
    bool number(std::uint64_t& value, unsigned shift = 0) {
        std::uint8_t byte = 0x80;
        while ((byte & 0x80U) != 0) {
            if (shift > 56 || !next(byte)) {
                return false;
            }
            value |= static_cast<std::uint64_t>(byte & 0x7fU) << shift;
            shift += 7;
        }
        return true;
    }
    std::optional<std::string_view> take(std::size_t size) {
        if (m_bytes.size() - m_at < size) {
            return std::nullopt;
        }
        m_at += size;
        return m_bytes.substr(m_at - size, size);
    }
    [[nodiscard]] std::size_t at() const { return m_at; }
    [[nodiscard]] bool done() const { return m_at == m_bytes.size(); }

private:
    std::string_view m_bytes;
    std::size_t m_at = 0;
};

// Bits of `op` say which bytes of offset and size follow.
bool copyRange(Bytes& delta, std::uint8_t op, std::uint64_t& offset, std::uint64_t& size) {
    std::uint8_t byte = 0;
    for (unsigned i = 0; i < 7; ++i) {
        if ((op & (1U << i)) == 0) {
            continue;
        }
        if (!delta.next(byte)) {
            return false;
        }
        (i < 4 ? offset : size) |= static_cast<std::uint64_t>(byte) << (8 * (i < 4 ? i : i - 4));
    }
    constexpr std::uint64_t kNoSize = 0x10000;
    size = size == 0 ? kNoSize : size;
    return true;
}

} // namespace

std::optional<PackEntryHead> parsePackEntryHead(std::string_view bytes, std::size_t idSize) {
    Bytes in(bytes);
    PackEntryHead head;
    std::uint8_t byte = 0;
    if (!in.next(byte)) {
        return std::nullopt;
    }
    const unsigned type = (byte >> 4) & 7U;
    head.size = byte & 15U;
    if (type == 0 || type == 5 || ((byte & 0x80U) != 0 && !in.number(head.size, 4))) {
        return std::nullopt;
    }
    head.type = static_cast<GitType>(type);
    if (head.type == GitType::OffsetDelta) {
        std::uint64_t back = 0;
        for (bool first = true;; first = false) {
            if (back >> 56 != 0 || !in.next(byte)) {
                return std::nullopt;
            }
            back = ((first ? 0 : back + 1) << 7) | (byte & 0x7fU);
            if ((byte & 0x80U) == 0) {
                break;
            }
        }
        head.baseBefore = back;
    } else if (head.type == GitType::ReferenceDelta) {
        const auto id = in.take(idSize);
        if (!id) {
            return std::nullopt;
        }
        head.baseId = *id;
    }
    head.length = in.at();
    return head;
}

std::optional<std::string> applyGitDelta(std::string_view base, std::string_view delta, std::size_t max) {
    Bytes in(delta);
    std::uint64_t from = 0;
    std::uint64_t to = 0;
    if (!in.number(from) || !in.number(to) || from != base.size() || to > max) {
        return std::nullopt;
    }
    std::string out;
    while (!in.done()) {
        std::uint8_t op = 0;
        (void)in.next(op);
        if ((op & 0x80U) != 0) {
            std::uint64_t offset = 0;
            std::uint64_t size = 0;
            if (!copyRange(in, op, offset, size) || offset > base.size() || size > base.size() - offset ||
                size > to - out.size()) {
                return std::nullopt;
            }
            out += base.substr(offset, size);
            continue;
        }
        const auto text = in.take(op);
        if (op == 0 || !text || text->size() > to - out.size()) {
            return std::nullopt;
        }
        out += *text;
    }
    return out.size() == to ? std::optional(std::move(out)) : std::nullopt;
}

std::optional<std::uint64_t> findInPackIndex(const ReadAt& index, const std::string& rawId) {
    const std::string head = index(0, kIndexHead + kFanOut);
    if (head.size() != kIndexHead + kFanOut || !head.starts_with(std::string_view("\377tOc\0\0\0\2", 8))) {
        return std::nullopt;
    }
    const auto fan = [&](unsigned byte) { return bigEndian32(std::string_view(head).substr(kIndexHead + 4UL * byte, 4)); };
    const auto first = static_cast<std::uint8_t>(rawId.front());
    const std::uint32_t count = fan(255);
    std::uint32_t low = first == 0 ? 0 : fan(first - 1U);
    std::uint32_t high = fan(first);
    if (count > kMaxObjects || low > high || high > count) {
        return std::nullopt;
    }
    const std::uint64_t ids = kIndexHead + kFanOut;
    while (low < high) {
        const std::uint32_t middle = low + (high - low) / 2;
        const std::string id = index(ids + static_cast<std::uint64_t>(middle) * rawId.size(), rawId.size());
        if (id.size() != rawId.size()) {
            return std::nullopt;
        }
        if (id == rawId) {
            const std::uint64_t offsets = ids + static_cast<std::uint64_t>(count) * (rawId.size() + 4);
            const std::string small = index(offsets + 4ULL * middle, 4);
            if (small.size() != 4) {
                return std::nullopt;
            }
            const std::uint32_t value = bigEndian32(small);
            if ((value & 0x80000000U) == 0) {
                return value;
            }
            const std::string large = index(offsets + 4ULL * count + 8ULL * (value & 0x7fffffffU), 8);
            if (large.size() != 8) {
                return std::nullopt;
            }
            return (static_cast<std::uint64_t>(bigEndian32(large)) << 32) | bigEndian32(std::string_view(large).substr(4));
        }
        (id < rawId ? low : high) = id < rawId ? middle + 1 : middle;
    }
    return std::nullopt;
}

} // namespace leadglass::workspace
