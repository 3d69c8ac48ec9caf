#include "core/workspace/git_index.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/base/digest.h"
#include "core/workspace/folded_name.h"
#include "core/workspace/git_cache_tree.h"
#include "core/workspace/names.h"

namespace leadglass::workspace {
namespace {

constexpr std::size_t kHeader = 12;
constexpr std::size_t kStat = 40; // times, device, inode, mode, owner, size
constexpr std::size_t kMaxTreeDepth = 1024;
// Of all paths, for each byte of the index: version 4 says with a few bytes what takes 4 KiB in memory.
constexpr std::size_t kPathsPerByte = 8;
constexpr std::size_t kPathsAnyhow = 1UL << 20;

Error corrupt(const std::string& what) {
    return makeError(Code::Corrupt, "not an index that git can use: " + what);
}

std::uint32_t word(std::string_view bytes, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        value = (value << 8) | static_cast<unsigned char>(bytes[at + i]);
    }
    return value;
}

// The trailer says which hash the repository uses; all zero is index.skipHash.
std::size_t hashSize(std::string_view bytes) {
    struct Kind {
        std::string (*digest)(std::string_view);
        std::size_t size;
    };
    for (const Kind kind : {Kind{sha1Bytes, 20}, Kind{sha256Bytes, 32}}) {
        if (bytes.size() >= kHeader + kind.size &&
            bytes.ends_with(kind.digest(bytes.substr(0, bytes.size() - kind.size)))) {
            return kind.size;
        }
    }
    for (const std::size_t size : {32UL, 20UL}) {
        if (bytes.size() >= kHeader + size && bytes.ends_with(std::string(size, '\0'))) {
            return size;
        }
    }
    return 0;
}

bool isEntryPath(std::string_view path, std::uint32_t mode) {
    if (mode == 0040000) {
        if (!path.ends_with('/')) {
            return false;
        }
        path.remove_suffix(1);
    }
    if (!isPlainRelative(path)) {
        return false;
    }
    const std::string folded = foldedName(path);
    for (std::size_t from = 0; from <= folded.size();) {
        const std::size_t to = std::min(folded.find('/', from), folded.size());
        const std::string_view part = std::string_view(folded).substr(from, to - from);
        if (part == ".git" || part == "git~1") {
            return false;
        }
        from = to + 1;
    }
    return mode != 0120000 || baseOf(folded) != ".gitmodules";
}

class Reader {
public:
    Reader(std::string_view bytes, std::size_t hash)
        : m_bytes(bytes), m_hash(hash), m_end(bytes.size() - hash) {}

    Result<GitIndex> run() {
        m_out.version = word(m_bytes, 4);
        const std::size_t count = word(m_bytes, 8);
        if (m_out.version < 2 || m_out.version > 4) {
            return corrupt("its version is unknown");
        }
        if (count > (m_end - kHeader) / (kStat + m_hash + 3)) {
            return corrupt("it is shorter than its entries");
        }
        m_at = kHeader;
        m_out.entries.reserve(count);
        m_out.stats.reserve(count);
        m_starts.reserve(count);
        for (std::size_t i = 0; i < count; ++i) {
            LG_TRY(entry());
        }
        m_entriesEnd = m_at;
        while (m_at < m_end) {
            LG_TRY(extension());
        }
        if (!treesFit(m_out.entries, m_trees, m_hash)) {
            return corrupt("a cached tree is not what its entries make, and would be committed in their place");
        }
        return std::move(m_out);
    }

private:
    Status entry() {
        const std::size_t start = m_at;
        m_starts.push_back(start);
        if (m_end - m_at < kStat + m_hash + 2) {
            return corrupt("it is shorter than its entries");
        }
        IndexEntry entry;
        m_out.stats.push_back({word(m_bytes, m_at), word(m_bytes, m_at + 4), word(m_bytes, m_at + 8), word(m_bytes, m_at + 12),
                               word(m_bytes, m_at + 20), word(m_bytes, m_at + 36)});
        entry.mode = word(m_bytes, m_at + 24);
        entry.id = m_bytes.substr(m_at + kStat, m_hash);
        m_at += kStat + m_hash;
        const unsigned flags = half();
        entry.assumeUnchanged = (flags & 0x8000U) != 0;
        entry.stage = (flags >> 12) & 3U;
        if ((flags & 0x4000U) != 0) {
            if (m_out.version < 3 || m_end - m_at < 2) {
                return corrupt("an entry has flags that its version does not have");
            }
            const unsigned more = half();
            if ((more & 0x9FFFU) != 0) {
                return corrupt("an entry has unknown flags");
            }
            entry.skipWorktree = (more & 0x4000U) != 0;
            entry.intentToAdd = (more & 0x2000U) != 0;
        }
        LG_TRY(name(entry, start, flags & 0x0FFFU));
        if (entry.mode != 0100644 && entry.mode != 0100755 && entry.mode != 0120000 &&
            entry.mode != 0160000 && entry.mode != 0040000) {
            return corrupt("an entry is of no type that git knows");
        }
        if (!isEntryPath(entry.path, entry.mode)) {
            return corrupt("an entry's path leaves the work tree");
        }
        if (!m_out.entries.empty()) {
            const IndexEntry& last = m_out.entries.back();
            const int order = last.path.compare(entry.path);
            if (order > 0 || (order == 0 && (last.stage == 0 || last.stage >= entry.stage))) {
                return corrupt("its entries are not in order");
            }
        }
        m_out.entries.push_back(std::move(entry));
        return {};
    }

    unsigned half() {
        m_at += 2;
        return static_cast<unsigned>(static_cast<unsigned char>(m_bytes[m_at - 2])) << 8 |
               static_cast<unsigned char>(m_bytes[m_at - 1]);
    }

    Status name(IndexEntry& entry, std::size_t start, std::size_t length) {
        if (m_out.version == 4) {
            LG_TRY(sharedPrefix(entry.path));
        }
        const std::size_t end = m_bytes.substr(0, m_end).find('\0', m_at);
        if (end == std::string_view::npos || end - m_at > 4096) {
            return corrupt("a path has no end");
        }
        entry.path += m_bytes.substr(m_at, end - m_at);
        if (std::min(entry.path.size(), std::size_t{0xFFF}) != length) {
            return corrupt("a path is not as long as its entry says");
        }
        m_paths += entry.path.size();
        if (m_paths > kPathsPerByte * m_bytes.size() + kPathsAnyhow) {
            return corrupt("its paths are far longer than what it takes to say them");
        }
        m_at = end + 1;
        if (m_out.version < 4) {
            const std::size_t padded = start + ((end - start + 8) & ~std::size_t{7});
            if (padded > m_end) {
                return corrupt("it is shorter than its entries");
            }
            m_at = padded;
        }
        return {};
    }

    // git's varint, then what of the path before is kept.
    Status sharedPrefix(std::string& path) {
        std::size_t strip = 0;
        for (int digits = 0;; ++digits) {
            if (m_at >= m_end || digits > 4) {
                return corrupt("a shared prefix has no end");
            }
            const auto byte = static_cast<unsigned char>(m_bytes[m_at++]);
            strip = (strip << 7) + (byte & 0x7FU);
            if ((byte & 0x80U) == 0) {
                break;
            }
            ++strip;
        }
        if (m_out.entries.empty()) {
            return strip == 0 ? Status() : Status(corrupt("a shared prefix is longer than the path"));
        }
        const std::string& last = m_out.entries.back().path;
        if (strip > last.size()) {
            return corrupt("a shared prefix is longer than the path");
        }
        path = last.substr(0, last.size() - strip);
        return {};
    }

    Status extension() {
        if (m_end - m_at < 8) {
            return corrupt("bytes after its entries");
        }
        const std::string_view kind = m_bytes.substr(m_at, 4);
        const std::size_t size = word(m_bytes, m_at + 4);
        m_at += 8;
        if (size > m_end - m_at) {
            return corrupt("an extension is longer than the index");
        }
        const std::string_view body = m_bytes.substr(m_at, size);
        m_at += size;
        if (kind == "TREE") {
            return tree(body);
        }
        if (kind == "IEOT") {
            return offsets(body);
        }
        if (kind == "EOIE" && (size != 4 + m_hash || word(body, 0) != m_entriesEnd || m_at != m_end)) {
            return corrupt("it misstates where its entries end");
        }
        if (kind == "link") {
            return corrupt("it is split, and its other part is not taken over");
        }
        m_out.hasCaches = m_out.hasCaches || kind == "UNTR" || kind == "FSMN";
        const bool optional = kind[0] >= 'A' && kind[0] <= 'Z';
        if (!optional && kind != "sdir") {
            return corrupt("it needs an unknown extension");
        }
        return {};
    }

    // Cached trees: git reads them by recursion, so their depth is bounded.
    Status tree(std::string_view body) {
        std::vector<std::size_t> open{1}; // subtrees still to come, by depth
        std::vector<std::string> paths{""};
        while (!open.empty()) {
            if (open.back() == 0) {
                open.pop_back();
                paths.pop_back();
                continue;
            }
            --open.back();
            const std::size_t end = body.find('\0');
            const std::size_t line = end == std::string_view::npos ? end : body.find('\n', end);
            if (line == std::string_view::npos) {
                return corrupt("its cached trees are cut off");
            }
            const std::string_view counts = body.substr(end + 1, line - end - 1);
            const char* const last = counts.data() + counts.size();
            int entries = 0;
            std::uint32_t below = 0;
            const auto first = std::from_chars(counts.data(), last, entries);
            if (first.ec != std::errc() || first.ptr == last || *first.ptr != ' ') {
                return corrupt("its cached trees are damaged");
            }
            const auto second = std::from_chars(first.ptr + 1, last, below);
            if (second.ec != std::errc() || second.ptr != last || below > body.size() || entries < -1) {
                return corrupt("its cached trees are damaged");
            }
            const bool root = open.size() == 1;
            std::string path = root ? std::string() : paths.back() + std::string(body.substr(0, end)) + '/';
            m_paths += path.size();
            if (m_paths > kPathsPerByte * m_bytes.size() + kPathsAnyhow) {
                return corrupt("its paths are far longer than what it takes to say them");
            }
            body.remove_prefix(line + 1);
            if (entries >= 0) {
                if (body.size() < m_hash) {
                    return corrupt("its cached trees are cut off");
                }
                const CachedTree cached{static_cast<std::size_t>(entries), std::string(body.substr(0, m_hash))};
                if (!m_trees.emplace(path, cached).second) {
                    return corrupt("a cached tree is there twice");
                }
                body.remove_prefix(m_hash);
            }
            paths.push_back(std::move(path));
            if (open.size() >= kMaxTreeDepth) {
                return corrupt("its cached trees are too deep");
            }
            open.push_back(below);
        }
        return body.empty() ? Status() : Status(corrupt("its cached trees are damaged"));
    }

    // Blocks of entries that git reads in threads, at the offsets given here.
    Status offsets(std::string_view body) const {
        if (body.size() < 4 || word(body, 0) != 1 || (body.size() - 4) % 8 != 0) {
            return corrupt("its table of blocks is damaged");
        }
        std::size_t next = 0;
        for (std::size_t at = 4; at < body.size(); at += 8) {
            if (next >= m_starts.size() || word(body, at) != m_starts[next] ||
                word(body, at + 4) > m_starts.size() - next) {
                return corrupt("its table of blocks is damaged");
            }
            next += word(body, at + 4);
        }
        return next == m_starts.size() ? Status() : Status(corrupt("its table of blocks is damaged"));
    }

    std::string_view m_bytes;
    std::size_t m_hash;
    std::size_t m_paths = 0; // bytes
    std::size_t m_end; // where the trailer begins
    std::size_t m_at = 0;
    std::size_t m_entriesEnd = 0;
    std::vector<std::size_t> m_starts;
    CachedTrees m_trees;
    GitIndex m_out;
};

} // namespace

Result<GitIndex> parseGitIndex(std::string_view bytes) {
    if (bytes.size() > kMaxIndex) {
        return corrupt("it is larger than " + std::to_string(kMaxIndex >> 20) + " MiB");
    }
    if (bytes.size() < kHeader || !bytes.starts_with("DIRC")) {
        return corrupt("it does not begin like one");
    }
    const std::size_t hash = hashSize(bytes);
    if (hash == 0) {
        return corrupt("its checksum is wrong");
    }
    return Reader(bytes, hash).run();
}

std::size_t newlyIgnored(const GitIndex& before, const GitIndex& after) {
    std::size_t count = 0;
    auto at = before.entries.begin();
    for (const auto& entry : after.entries) {
        if (!entry.assumeUnchanged && !entry.skipWorktree) {
            continue;
        }
        at = std::lower_bound(at, before.entries.end(), entry,
                              [](const IndexEntry& a, const IndexEntry& b) {
                                  return a.path < b.path || (a.path == b.path && a.stage < b.stage);
                              });
        const bool had = at != before.entries.end() && at->path == entry.path &&
                         (at->assumeUnchanged || at->skipWorktree);
        count += had ? 0 : 1;
    }
    return count;
}

} // namespace leadglass::workspace
