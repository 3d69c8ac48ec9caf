#include "core/workspace/run_base.h"

#include <dirent.h>
#include <fcntl.h>

#include <algorithm>
#include <charconv>
#include <deque>
#include <optional>
#include <unordered_set>

#include "core/base/digest.h"
#include "core/base/sys.h"
#include "core/workspace/git_index.h"
#include "core/workspace/git_objects.h"
#include "core/workspace/git_paths.h"
#include "core/workspace/names.h"

namespace leadglass::workspace {
namespace {

constexpr const char* kFile = "base";
constexpr const char* kIndex = "base.index"; // a copy, read at a review
constexpr std::size_t kMaxFile = 64UL << 20;
constexpr std::uint64_t kMaxCompared = 64UL << 20; // bytes of one file: git's hash is of the whole
constexpr std::string_view kHead = "leadglass base 1\n";
constexpr std::string_view kEnd = "end\n"; // a file that was cut off says nothing
constexpr std::uint32_t kPermissions = 0777;

std::string entriesDigest(const GitIndex& index) {
    Sha256 hash;
    for (const auto& e : index.entries) {
        hash.update(std::to_string(e.mode) + " " + std::to_string(e.stage) + " " + (e.assumeUnchanged ? "a" : "") +
                    (e.skipWorktree ? "s" : "") + (e.intentToAdd ? "i" : "") + " " + std::to_string(e.path.size()) + " ");
        hash.update(e.id);
        hash.update(e.path);
    }
    return hash.finishHex();
}

Result<std::string> indexBytes(Root root, const std::string& path) {
    auto fd = LG_TRY(openFileBeneath(root, path));
    return sys::readAll(fd.get(), kMaxBaseIndex);
}

std::optional<std::string> indexDigest(Root root, const std::string& path) {
    const auto bytes = indexBytes(root, path);
    const auto index = bytes ? parseGitIndex(*bytes) : Result<GitIndex>(bytes.error());
    return index ? std::optional(entriesDigest(*index)) : std::nullopt;
}

// Does git know without reading it that the file is as the index says? Racy ones, written as late as the index
// (git's Documentation/technical/racy-git.txt), are not known to be.
bool isClean(const IndexEntry& entry, const IndexStat& stat, const Node& now, const Node& index) {
    constexpr std::uint64_t kLow = 0xFFFFFFFF;
    const bool asNoted = stat.mtimeSec == (now.mtimeSec & kLow) && stat.mtimeNsec == now.mtimeNsec &&
                         stat.ctimeSec == (now.ctimeSec & kLow) && stat.ctimeNsec == now.ctimeNsec &&
                         stat.ino == (now.ino & kLow) && stat.size == now.size;
    return asNoted && now.type == NodeType::File && (entry.mode == 0100644 || entry.mode == 0100755) &&
           entry.stage == 0 && !entry.assumeUnchanged && !entry.skipWorktree && !entry.intentToAdd &&
           std::pair(now.mtimeSec, now.mtimeNsec) < std::pair(index.mtimeSec, index.mtimeNsec);
}

class Writer {
public:
    Writer(Root root, const HiddenSet& hidden) : m_root(root), m_hidden(hidden) {}

    // `node` and `bytes` of the index, in this order.
    std::string write(const Node& node, const std::string& bytes) {
        index(node, bytes);
        others();
        return std::string(kHead) + m_files + std::string(kEnd);
    }

private:
    void index(const Node& node, const std::string& bytes) {
        if (bytes.empty() || bytes.size() > kMaxTrackedIndex) {
            return;
        }
        const auto index = parseGitIndex(bytes);
        if (!index) {
            return;
        }
        m_known.reserve(index->entries.size() + kMaxHashed);
        for (std::size_t i = 0; i < index->entries.size(); ++i) {
            const auto& entry = index->entries[i];
            // A link among the directories leads to a file of other times; what is read later is read beneath.
            const auto s = sys::statAt(m_root.fd, entry.path);
            if (s && !m_hidden.hides(entry.path) && isClean(entry, index->stats[i], nodeOf(*s), node)) {
                add(entry.path, nodeOf(*s), hexDigits(reinterpret_cast<const std::uint8_t*>(entry.id.data()), entry.id.size()));
            }
        }
    }

    // From the top down: what lies deep is rather a tool's than the person's.
    void others() {
        std::deque<std::string> open{""};
        std::size_t looked = 0;
        for (std::size_t count = 0; !open.empty() && m_left > 0 && looked < 4 * kMaxHashed && count < kMaxDirectories; ++count) {
            const std::string at = std::move(open.front());
            open.pop_front();
            auto dir = openDirBeneath(m_root, at);
            const auto entries = dir ? listDirectory(dir->get()) : Result<std::vector<DirEntry>>(dir.error());
            if (!entries) {
                continue;
            }
            for (const auto& entry : *entries) {
                const std::string path = joined(at, entry.name);
                if (entry.name == ".git" || m_known.contains(path) || m_hidden.hides(path)) {
                    continue;
                }
                if (entry.type == DT_DIR) {
                    open.push_back(path);
                } else if (entry.type == DT_REG && m_left > 0 && looked++ < 4 * kMaxHashed) {
                    hash(dir->get(), entry.name, path);
                }
            }
        }
    }

    void hash(int dirFd, const std::string& name, const std::string& path) {
        const auto s = sys::statAt(dirFd, name);
        if (!s || static_cast<std::uint64_t>(s->st_size) > m_bytes) {
            return;
        }
        auto fd = openFileBeneath(dirFd, name);
        const auto bytes = fd ? sys::readAll(fd->get(), m_bytes) : Result<std::string>(fd.error());
        if (bytes && bytes->size() == static_cast<std::uint64_t>(s->st_size)) {
            --m_left;
            m_bytes -= bytes->size();
            add(path, nodeOf(*s), "s" + sha256Hex(*bytes));
        }
    }

    void add(const std::string& path, const Node& node, const std::string& id) {
        m_known.insert(path);
        m_files += std::to_string(node.mode & kPermissions) + " " + std::to_string(node.size) + " " + id + " " + path;
        m_files += '\0';
    }

    Root m_root;
    const HiddenSet& m_hidden;
    std::string m_files;
    std::unordered_set<std::string> m_known;
    std::size_t m_left = kMaxHashed;
    std::uint64_t m_bytes = kMaxHashedBytes;
};

// Takes a field and the space after it off `text`.
std::string_view field(std::string_view& text) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view out = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return out;
}

bool isAsAtStart(Root project, const Change& change, const BaseFile& base) {
    if (change.before.type != NodeType::File || (change.before.mode & kPermissions) != base.mode ||
        change.before.size != base.size || base.size > kMaxCompared) {
        return false;
    }
    auto fd = openFileBeneath(project, change.path);
    const auto bytes = fd ? sys::readAll(fd->get(), base.size) : Result<std::string>(fd.error());
    if (!bytes) {
        return false;
    }
    if (base.id.starts_with('s')) {
        return "s" + sha256Hex(*bytes) == base.id;
    }
    return hexOfId(gitId(GitType::Blob, *bytes, base.id.size() / 2)) == base.id;
}

} // namespace

Status writeBase(const RunDir& run, Root root, const std::string& worktree, const HiddenSet& hidden) {
    const std::string path = (worktree.empty() ? ".git" : worktree) + "/index";
    const Node node = LG_TRY(lookAt(root, path));
    const auto index = indexBytes(root, path);
    if (index) {
        LG_TRY(sys::replaceFileAt(run.fd.get(), kIndex, *index, 0600, sys::Sync::Left));
    }
    const std::string text = Writer(root, hidden).write(node, index ? *index : std::string());
    return sys::replaceFileAt(run.fd.get(), kFile, text, 0600, sys::Sync::Left);
}

RunBase readBase(const RunDir& run) {
    const auto fd = sys::openBeneath(run.fd.get(), kFile, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const auto read = fd ? sys::readAll(fd->get(), kMaxFile) : Result<std::string>(fd.error());
    if (!read || !read->starts_with(kHead) || !read->ends_with(kEnd)) {
        return {};
    }
    std::string_view text(*read);
    text.remove_prefix(kHead.size());
    text.remove_suffix(kEnd.size());
    RunBase base;
    base.index = indexDigest(run.fd.get(), kIndex).value_or("");
    while (!text.empty()) {
        const std::size_t end = text.find('\0');
        if (end == std::string_view::npos) {
            return {};
        }
        std::string_view record = text.substr(0, end);
        text.remove_prefix(end + 1);
        BaseFile file;
        const std::string_view mode = field(record);
        const std::string_view size = field(record);
        file.id = field(record);
        if (std::from_chars(mode.data(), mode.data() + mode.size(), file.mode).ec != std::errc() ||
            std::from_chars(size.data(), size.data() + size.size(), file.size).ec != std::errc() || file.id.empty()) {
            return {};
        }
        base.files.emplace(record, std::move(file));
    }
    return base;
}

void settleByContent(const Trees& trees, const RunBase& base, ChangeList& list) {
    std::erase_if(list.changes, [&](Change& change) {
        if (gitPart(asOrdinary(change.path, trees.worktree)) == GitPart::Index) {
            if (base.index.empty() || change.before.type != NodeType::File || change.after.type != NodeType::File ||
                !change.refused.empty()) {
                return false;
            }
            // The run only refreshed it: what the person staged meanwhile stays.
            if ((change.before.mode & kPermissions) == (change.after.mode & kPermissions) &&
                indexDigest(trees.upper, change.path) == base.index) {
                return true;
            }
            if (change.newer && indexDigest(trees.project, change.path) == base.index) {
                change.conflict.clear();
            }
            return false;
        }
        if (change.newer) {
            const auto found = base.files.find(change.path);
            if (found != base.files.end() && isAsAtStart(trees.project, change, found->second)) {
                change.conflict.clear();
            }
        }
        return false;
    });
}

} // namespace leadglass::workspace
