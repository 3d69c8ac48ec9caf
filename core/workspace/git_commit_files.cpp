#include "core/workspace/git_commit_files.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/workspace/names.h"

namespace leadglass::workspace {
namespace {

constexpr std::uint32_t kTypeBits = 0170000;
constexpr std::uint32_t kDirectory = 0040000;
constexpr std::size_t kDeepest = 1024;

// What git makes of a mode, whatever else is in it (canon_mode(), git's cache.h): "40755" is a directory to it.
std::uint32_t readMode(std::uint32_t written) {
    switch (written & kTypeBits) {
    case 0100000: return (written & 0100) != 0 ? 0100755 : 0100644;
    case 0120000: return 0120000;
    case kDirectory: return kDirectory;
    default: return 0160000;
    }
}

using Entries = std::map<std::string, GitTreeEntry>;

class Comparer {
public:
    Comparer(GitObjects& objects, std::size_t& trees, const FileVisit& visit) : m_objects(objects), m_trees(trees), m_visit(visit) {}

    bool run(const std::string& before, const std::string& after) {
        m_open.push_back({"", before, after, 0});
        while (!m_open.empty() && m_trees > 0) {
            const Pair pair = std::move(m_open.back());
            m_open.pop_back();
            compare(pair);
        }
        return m_known && m_open.empty();
    }

private:
    struct Pair {
        std::string path;
        std::string before;
        std::string after; // either may be empty: no such directory
        std::size_t depth = 0;
    };

    void compare(const Pair& pair) {
        const Entries before = entriesOf(pair.before, pair);
        const Entries after = entriesOf(pair.after, pair);
        std::set<std::string> names;
        for (const auto* side : {&before, &after}) {
            for (const auto& [name, entry] : *side) {
                names.insert(name);
            }
        }
        for (const auto& name : names) {
            const auto was = before.find(name);
            const auto is = after.find(name);
            one(pair, name, was == before.end() ? nullptr : &was->second, is == after.end() ? nullptr : &is->second);
        }
    }

    void one(const Pair& pair, const std::string& name, const GitTreeEntry* was, const GitTreeEntry* is) {
        if (was != nullptr && is != nullptr && was->id == is->id && was->mode == is->mode) {
            return;
        }
        const std::string path = joined(pair.path, name);
        if (path.size() > kLongestTreePath) {
            m_known = false;
            return;
        }
        const bool wasDirectory = was != nullptr && was->mode == kDirectory;
        const bool isDirectory = is != nullptr && is->mode == kDirectory;
        if ((wasDirectory || isDirectory) && m_open.size() >= kMaxOpenTrees) {
            m_known = false; // trees of trees that are all the same grow without end
        } else if (wasDirectory || isDirectory) {
            m_open.push_back({path, wasDirectory ? was->id : "", isDirectory ? is->id : "", pair.depth + 1});
        }
        const bool file = is != nullptr && !isDirectory;
        if (was != nullptr && !wasDirectory) {
            const bool sameType = file && (was->mode & kTypeBits) == (is->mode & kTypeBits);
            m_visit(path, !file ? "deleted" : sameType ? "changed" : "type_changed", was, file ? is : nullptr);
        } else if (file) {
            m_visit(path, "added", nullptr, is);
        }
    }

    Entries entriesOf(const std::string& id, const Pair& pair) {
        Entries entries;
        if (id.empty()) {
            return entries;
        }
        if (m_trees == 0 || pair.depth > kDeepest) {
            m_known = false;
            return entries;
        }
        --m_trees;
        const auto object = m_objects.read(id, kMaxTreeObject);
        const auto parsed = object && object->type == GitType::Tree ? parseGitTree(object->data, id.size() / 2) : std::nullopt;
        if (!parsed) {
            m_known = false;
            return entries;
        }
        // Each entry costs a path of its own.
        m_trees -= std::min(m_trees, parsed->size() * (1 + pair.path.size() / kPathOfEntry) / kEntriesOfTree);
        for (const auto& entry : *parsed) {
            // Of two with one name, git may take the other one.
            m_known = entries.emplace(entry.name, entry).second && m_known;
        }
        return entries;
    }

    GitObjects& m_objects;
    std::vector<Pair> m_open;
    std::size_t& m_trees;
    const FileVisit& m_visit;
    bool m_known = true;
};

} // namespace

std::optional<std::vector<GitTreeEntry>> parseGitTree(std::string_view data, std::size_t idSize) {
    std::vector<GitTreeEntry> entries;
    while (!data.empty()) {
        GitTreeEntry entry;
        const std::size_t space = data.find(' ');
        if (space == 0 || space > 7) {
            return std::nullopt;
        }
        for (const char c : data.substr(0, space)) {
            if (c < '0' || c > '7') {
                return std::nullopt;
            }
            entry.mode = entry.mode * 8 + static_cast<std::uint32_t>(c - '0');
        }
        entry.mode = readMode(entry.mode);
        data.remove_prefix(space + 1);
        const std::size_t end = data.find('\0');
        if (end == std::string_view::npos || end == 0 || data.size() - end - 1 < idSize) {
            return std::nullopt;
        }
        entry.name = data.substr(0, end);
        if (entry.name.find('/') != std::string::npos) {
            return std::nullopt;
        }
        entry.id = hexOfId(data.substr(end + 1, idSize));
        data.remove_prefix(end + 1 + idSize);
        entries.push_back(std::move(entry));
    }
    return entries;
}

bool visitBetween(GitObjects& objects, const std::string& before, const std::string& after, std::size_t& trees, const FileVisit& visit) {
    return Comparer(objects, trees, visit).run(before, after);
}

CommitFiles filesBetween(GitObjects& objects, const std::string& before, const std::string& after, std::size_t& trees) {
    CommitFiles out;
    out.known = visitBetween(objects, before, after, trees, [&](const std::string& path, const char* kind, const auto*, const auto*) {
        if (out.files.size() < kMaxCommitFiles) {
            out.files.push_back({path, kind});
        } else {
            ++out.more;
        }
    });
    std::ranges::sort(out.files, {}, &CommitFile::path);
    return out;
}

} // namespace leadglass::workspace
