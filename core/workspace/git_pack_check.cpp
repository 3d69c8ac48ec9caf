#include "core/workspace/git_pack_check.h"

#include <sys/stat.h>
#include <zlib.h>

#include <algorithm>

#include "core/workspace/git_objects.h"
#include "core/workspace/tree_io.h"

namespace leadglass::workspace {
namespace {

constexpr std::size_t kFan = 8 + 256 * 4;
constexpr std::size_t kPackHead = 12;
constexpr std::uint64_t kMaxIndexSize = 256UL << 20;
constexpr std::size_t kStep = 1 << 20;
constexpr std::uint64_t kMaxHeld = 128UL << 20; // of what is put together from parts
constexpr std::uint64_t kLarge = 8UL << 20;     // beyond, an object that nothing is put onto is not held
constexpr std::size_t kMaxKept = 96UL << 20;
constexpr std::uint32_t kMaxEntries = 4'000'000;
constexpr std::uint64_t kEach = 1024; // what it counts as to unpack anything
constexpr std::size_t kLongestHead = 64;

std::uint32_t bigEndian(std::string_view bytes, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        value = (value << 8) | static_cast<std::uint8_t>(bytes[at + i]);
    }
    return value;
}

std::uint64_t sizeOf(int fd) {
    struct stat about {};
    return ::fstat(fd, &about) == 0 && about.st_size > 0 ? static_cast<std::uint64_t>(about.st_size) : 0;
}

bool isDelta(GitType type) { return type == GitType::OffsetDelta || type == GitType::ReferenceDelta; }

} // namespace

bool GitPackCheck::takes(std::uint64_t bytes) {
    m_work -= std::min(m_work, bytes);
    m_tooMuch = m_tooMuch || m_work == 0;
    return !m_tooMuch;
}

std::string_view GitPackCheck::idAt(std::uint32_t place) const {
    return std::string_view(m_ids).substr(place * m_idSize, m_idSize);
}

// Both end with the hash of all before; the index with the pack's before that.
GitFit GitPackCheck::readFiles() {
    const std::uint64_t packSize = sizeOf(m_pack);
    const std::uint64_t indexSize = sizeOf(m_index);
    if (packSize < kPackHead + m_idSize || indexSize < kFan + 2 * m_idSize) {
        return GitFit::Wrong;
    }
    if (indexSize > kMaxIndexSize || packSize > m_work || !takes(packSize + indexSize)) {
        return GitFit::TooMuch;
    }
    m_all = readFileAt(m_index, 0, indexSize);
    if (m_all.size() != indexSize) {
        return GitFit::Wrong;
    }
    m_indexDigest = contentName(m_all);
    GitHash index(m_idSize);
    index.update(std::string_view(m_all).substr(0, indexSize - m_idSize));
    GitHash pack(m_idSize);
    const bool read = m_packFile.open(m_pack, m_idSize, [&pack](std::string_view part) { pack.update(part); });
    if (!read || m_packFile.size() != packSize) {
        return GitFit::Wrong;
    }
    m_read = [this](std::uint64_t offset, std::size_t size) {
        const std::uint64_t before = m_packFile.readAnew();
        std::string bytes = m_packFile.read(offset, size);
        (void)takes((m_packFile.readAnew() - before) / 4); // to hash is faster than to unpack
        return bytes;
    };
    const std::string end = m_read(packSize - m_idSize, m_idSize);
    const bool whole = m_all.ends_with(index.finish()) && end == pack.finish() &&
                       std::string_view(m_all).substr(indexSize - 2 * m_idSize, m_idSize) == end;
    return whole && readIndex() ? GitFit::Fits : m_count > kMaxEntries ? GitFit::TooMuch : GitFit::Wrong;
}

bool GitPackCheck::readIndex() {
    const std::string_view all = m_all;
    if (!all.starts_with(std::string_view("\377tOc\0\0\0\2", 8))) {
        return false;
    }
    m_count = bigEndian(all, 8 + 255 * 4);
    const std::uint64_t count = m_count;
    const std::uint64_t least = kFan + count * (m_idSize + 8) + 2 * m_idSize;
    const std::string head = m_read(0, kPackHead);
    if (m_count > kMaxEntries || all.size() < least ||
        (all.size() - least) % 8 != 0 || head.size() != kPackHead || !head.starts_with(std::string_view("PACK\0\0\0\2", 8)) ||
        bigEndian(head, 8) != m_count) {
        return false;
    }
    m_ids = all.substr(kFan, count * m_idSize);
    m_sums = all.substr(kFan + count * m_idSize, 4 * count);
    m_offsets = all.substr(kFan + count * (m_idSize + 4), 4 * count);
    std::uint32_t place = 0;
    for (unsigned first = 0; first < 256; ++first) {
        while (place < m_count && static_cast<std::uint8_t>(idAt(place).front()) == first) {
            if (place > 0 && idAt(place - 1) >= idAt(place)) {
                return false;
            }
            ++place;
        }
        if (bigEndian(all, 8 + 4UL * first) != place) {
            return false;
        }
    }
    return place == m_count && readOffsets((all.size() - least) / 8);
}

bool GitPackCheck::readOffsets(std::uint64_t large) {
    const std::string_view longer = std::string_view(m_all).substr(kFan + m_count * (m_idSize + 8), large * 8);
    for (std::uint32_t i = 0; i < m_count; ++i) {
        std::uint64_t offset = bigEndian(m_offsets, 4UL * i);
        if ((offset & 0x80000000U) != 0) {
            const std::uint64_t which = offset & 0x7fffffffU;
            if (which >= large) {
                return false;
            }
            offset = (static_cast<std::uint64_t>(bigEndian(longer, 8 * which)) << 32) | bigEndian(longer, 8 * which + 4);
        }
        m_entries.push_back({offset, 0, i});
    }
    std::ranges::sort(m_entries, {}, &Entry::offset);
    m_order.resize(m_entries.size());
    for (std::uint32_t i = 0; i < m_entries.size(); ++i) {
        m_order[m_entries[i].place] = i;
    }
    return true;
}

const GitPackCheck::Entry* GitPackCheck::at(std::uint64_t offset) const {
    const auto found = std::ranges::lower_bound(m_entries, offset, {}, &Entry::offset);
    return found != m_entries.end() && found->offset == offset ? &*found : nullptr;
}

const GitPackCheck::Entry* GitPackCheck::baseOf(const Entry& entry, const PackEntryHead& head) const {
    if (head.type == GitType::OffsetDelta) {
        return head.baseBefore == 0 || head.baseBefore > entry.offset ? nullptr : at(entry.offset - head.baseBefore);
    }
    std::uint32_t low = 0;
    std::uint32_t high = m_count;
    while (low < high) {
        const std::uint32_t middle = low + (high - low) / 2;
        if (idAt(middle) == head.baseId) {
            return &m_entries[m_order[middle]];
        }
        (idAt(middle) < head.baseId ? low : high) = idAt(middle) < head.baseId ? middle + 1 : middle;
    }
    return nullptr;
}

GitPackCheck::Held GitPackCheck::load(const Entry& entry, const PackEntryHead& head) {
    if (head.size > kMaxHeld) {
        m_tooMuch = true;
    }
    if (!takes(head.size + kEach)) {
        return nullptr;
    }
    auto data = std::make_shared<Data>();
    data->type = head.type;
    const auto packed = inflateGitStream(m_read, entry.offset + head.length, head.size, [&](std::string_view part) {
        data->bytes += part;
        return true;
    });
    return packed && data->bytes.size() == head.size && entry.offset + head.length + *packed == entry.end ? data : nullptr;
}

void GitPackCheck::keep(std::uint64_t offset, const Held& data) {
    if (data->bytes.size() > kMaxKept / 4 || !m_kept.emplace(offset, data).second) {
        return;
    }
    m_oldest.push_back(offset);
    m_keptBytes += data->bytes.size() + sizeof(Data);
    while (m_keptBytes > kMaxKept) {
        const auto oldest = m_kept.find(m_oldest.front());
        m_oldest.pop_front();
        m_keptBytes -= oldest->second->bytes.size() + sizeof(Data);
        m_kept.erase(oldest);
    }
}

// Not recursive: the agent says how deep it goes.
GitPackCheck::Held GitPackCheck::dataOf(const Entry& entry) {
    std::vector<std::pair<std::uint64_t, Held>> deltas;
    const Entry* step = &entry;
    std::size_t held = 0;
    Held data;
    while (data == nullptr) {
        const auto kept = m_kept.find(step->offset);
        if (kept != m_kept.end()) {
            data = kept->second;
            break;
        }
        const auto head = parsePackEntryHead(m_read(step->offset, kLongestHead), m_idSize);
        Held loaded = head ? load(*step, *head) : nullptr;
        if (loaded == nullptr) {
            return nullptr;
        }
        if (!isDelta(head->type)) {
            keep(step->offset, loaded);
            data = std::move(loaded);
            break;
        }
        held += loaded->bytes.size();
        if (held > kMaxHeld) {
            m_tooMuch = true;
            return nullptr;
        }
        deltas.emplace_back(step->offset, std::move(loaded));
        step = baseOf(*step, *head);
        if (step == nullptr || deltas.size() > kMaxDeltas) {
            return nullptr;
        }
    }
    for (auto delta = deltas.rbegin(); delta != deltas.rend(); ++delta) {
        auto whole = applyGitDelta(data->bytes, delta->second->bytes, kMaxHeld);
        if (!whole || !takes(whole->size())) {
            return nullptr;
        }
        data = std::make_shared<const Data>(Data{data->type, std::move(*whole)});
        keep(delta->first, data);
    }
    return data;
}

GitFit GitPackCheck::checkLarge(const Entry& entry, const PackEntryHead& head) {
    if (!takes(head.size)) {
        return GitFit::TooMuch;
    }
    GitHash hash(m_idSize);
    hash.update(gitHead(head.type, head.size));
    std::uint64_t size = 0;
    const auto packed = inflateGitStream(m_read, entry.offset + head.length, head.size, [&](std::string_view part) {
        hash.update(part);
        size += part.size();
        return true;
    });
    return packed && size == head.size && entry.offset + head.length + *packed == entry.end && hash.finish() == idAt(entry.place)
               ? GitFit::Fits
               : GitFit::Wrong;
}

GitFit GitPackCheck::checkEntry(const Entry& entry) {
    uLong sum = ::crc32(0, nullptr, 0);
    for (std::uint64_t from = entry.offset; from < entry.end;) {
        const std::string block = m_read(from, std::min<std::uint64_t>(kStep, entry.end - from));
        if (block.empty()) {
            return GitFit::Wrong;
        }
        sum = ::crc32(sum, reinterpret_cast<const Bytef*>(block.data()), static_cast<uInt>(block.size()));
        from += block.size();
    }
    const auto head = parsePackEntryHead(m_read(entry.offset, kLongestHead), m_idSize);
    if (!head || sum != bigEndian(m_sums, 4UL * entry.place)) { // git copies by it what it packs anew
        return GitFit::Wrong;
    }
    if (!isDelta(head->type) && head->size > kLarge) {
        return checkLarge(entry, *head);
    }
    const Held data = dataOf(entry);
    if (data == nullptr) {
        return m_tooMuch ? GitFit::TooMuch : GitFit::Wrong;
    }
    return gitId(data->type, data->bytes, m_idSize) == idAt(entry.place) ? GitFit::Fits : GitFit::Wrong;
}

// One after the other and nothing between: git takes the next one's beginning for an object's end.
GitFit GitPackCheck::readEntries() {
    const std::uint64_t end = m_packFile.size() - m_idSize;
    std::uint64_t next = kPackHead;
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        m_entries[i].end = i + 1 < m_entries.size() ? m_entries[i + 1].offset : end;
        if (m_entries[i].offset != next || m_entries[i].end <= next || m_entries[i].end > end) {
            return GitFit::Wrong;
        }
        next = m_entries[i].end;
    }
    return next == end ? GitFit::Fits : GitFit::Wrong;
}

GitFit GitPackCheck::check() {
    GitFit fit = readFiles();
    if (fit == GitFit::Fits) {
        fit = readEntries();
    }
    for (std::size_t i = 0; fit == GitFit::Fits && i < m_entries.size(); ++i) {
        fit = checkEntry(m_entries[i]);
    }
    return fit;
}

} // namespace leadglass::workspace
