#include "core/workspace/git_staged.h"

#include <algorithm>
#include <optional>
#include <span>
#include <unordered_map>

#include "core/base/sys.h"
#include "core/workspace/folded_name.h"
#include "core/workspace/git_commit_files.h"
#include "core/workspace/git_index_file.h"
#include "core/workspace/git_objects.h"
#include "core/workspace/git_paths.h"
#include "core/workspace/git_refs.h"
#include "core/workspace/git_view.h"
#include "core/workspace/names.h"

namespace leadglass::workspace {
namespace {

constexpr std::uint32_t kLink = 0120000;
constexpr std::uint32_t kDirectory = 0040000;
constexpr std::uint32_t kExecutable = 0100755;
constexpr std::size_t kDeepest = 1024;

using Group = std::span<const IndexEntry>; // all stages of one path

// The tree of a commit, asked for paths in the order of an index: each directory is read about once.
class CommitTree {
public:
    CommitTree(const Trees& trees, const std::string& commit) : m_objects({trees.upper, trees.project}) {
        const auto object = commit.empty() ? std::nullopt : m_objects.read(commit, kMaxCommitObject);
        const auto parsed = object && object->type == GitType::Commit ? parseCommitText(object->data) : std::nullopt;
        if (parsed) {
            (void)enter("", parsed->tree);
        }
    }

    [[nodiscard]] bool isKnown() const { return !m_chain.empty(); }

    // nullopt: it cannot be told. Mode 0: there is none.
    std::optional<GitTreeEntry> find(const std::string& path) {
        if (!isKnown()) {
            return std::nullopt;
        }
        while (m_chain.size() > 1 && !path.starts_with(m_chain.back().prefix)) {
            m_chain.pop_back();
        }
        for (;;) {
            const std::size_t from = m_chain.back().prefix.size();
            const std::size_t slash = path.find('/', from);
            const auto found = m_chain.back().entries.find(path.substr(from, slash - from));
            if (found == m_chain.back().entries.end()) {
                return GitTreeEntry{};
            }
            if (slash == std::string::npos) {
                return found->second;
            }
            if (found->second.mode != kDirectory) {
                return GitTreeEntry{};
            }
            if (!enter(path.substr(0, slash + 1), std::string(found->second.id))) {
                return std::nullopt;
            }
        }
    }

private:
    struct Directory {
        std::string prefix; // "" or "a/b/"
        std::unordered_map<std::string, GitTreeEntry> entries;
    };

    bool enter(std::string prefix, const std::string& id) {
        if (m_left == 0 || m_chain.size() > kDeepest) {
            return false;
        }
        --m_left;
        const auto object = m_objects.read(id, kMaxTreeObject);
        auto parsed = object && object->type == GitType::Tree ? parseGitTree(object->data, id.size() / 2) : std::nullopt;
        if (!parsed) {
            return false;
        }
        m_left -= std::min(m_left, parsed->size() / kEntriesOfTree);
        Directory directory{std::move(prefix), {}};
        for (auto& entry : *parsed) {
            std::string name = entry.name;
            directory.entries.emplace(std::move(name), std::move(entry));
        }
        m_chain.push_back(std::move(directory));
        return true;
    }

    GitObjects m_objects;
    std::vector<Directory> m_chain;
    std::size_t m_left = kMaxTrees;
};

Group groupAt(const std::vector<IndexEntry>& entries, std::size_t at) {
    std::size_t end = at + 1;
    while (end < entries.size() && entries[end].path == entries[at].path) {
        ++end;
    }
    return std::span(entries).subspan(at, end - at);
}

bool stagesSame(const Group& one, const Group& other) {
    return std::ranges::equal(one, other, [](const IndexEntry& a, const IndexEntry& b) {
        return a.mode == b.mode && a.stage == b.stage && a.id == b.id && a.intentToAdd == b.intentToAdd;
    });
}

class Marker {
public:
    Marker(const Trees& trees, ChangeList& list, Change& index, const ProtectMatcher& isProtected, const HiddenSet& hidden)
        : m_trees(trees), m_list(list), m_index(index), m_isProtected(isProtected), m_hidden(hidden), m_tree(trees, commitOfHead(trees, true)) {}

    Staged run(const GitIndex& before, const GitIndex& after) {
        std::size_t was = 0;
        std::size_t is = 0;
        std::string sparse; // "dir/" that the run's index has as one entry
        while (was < before.entries.size() || is < after.entries.size()) {
            const bool left = was < before.entries.size();
            const bool right = is < after.entries.size();
            const int order = !left ? 1 : !right ? -1 : before.entries[was].path.compare(after.entries[is].path);
            const Group old = order <= 0 ? groupAt(before.entries, was) : Group();
            const Group now = order >= 0 ? groupAt(after.entries, is) : Group();
            was += old.size();
            is += now.size();
            if (now.empty()) {
                const std::string& path = old.front().path;
                const bool unfolded = old.front().mode == kDirectory && is < after.entries.size() && after.entries[is].path.starts_with(path);
                if (!unfolded && (sparse.empty() || !path.starts_with(sparse))) {
                    removed(old.front());
                }
                continue;
            }
            if (now.front().mode == kDirectory) {
                sparse = now.front().path;
            }
            if (!stagesSame(old, now)) {
                staged(now, !old.empty());
            }
        }
        return finish();
    }

private:
    void removed(const IndexEntry& old) {
        const auto committed = m_tree.find(pathOf(old));
        if (!old.intentToAdd && (!committed || committed->mode != 0)) {
            add(old.path, "removed", true);
            if (m_hidden.hides(old.path)) {
                m_firstGone = m_goneCount++ == 0 ? old.path : m_firstGone;
            }
        }
    }

    void staged(const Group& now, bool had) {
        const IndexEntry& entry = now.front();
        if (entry.stage != 0) { // `git checkout --theirs` writes what it holds
            add(entry.path, "unmerged", false);
            return;
        }
        const auto committed = m_tree.find(pathOf(entry));
        if (committed && committed->mode == entry.mode && committed->id == hexOfId(entry.id)) {
            return;
        }
        const bool there = committed ? committed->mode != 0 : had;
        // No commit takes what is only meant to be added.
        add(entry.path, there ? "changed" : "added", entry.intentToAdd || isOfFile(entry));
    }

    static std::string pathOf(const IndexEntry& entry) {
        return entry.mode == kDirectory ? entry.path.substr(0, entry.path.size() - 1) : entry.path;
    }

    // Does the entry say what lies there when the run's files are applied?
    bool isOfFile(const IndexEntry& entry) {
        if (m_files == 0) {
            return false;
        }
        --m_files;
        const auto own = lookAt(m_trees.upper, entry.path);
        if (!own) {
            return false;
        }
        const Root root = own->type == NodeType::None ? m_trees.project : m_trees.upper;
        const auto node = own->type == NodeType::None ? lookAt(root, entry.path) : own;
        const bool fits = node && (entry.mode == kLink ? node->type == NodeType::Symlink
                                                       : node->type == NodeType::File && (entry.mode & 0170000) == 0100000 &&
                                                             (entry.mode != kExecutable || (node->mode & 0100) != 0));
        if (!fits || node->size > m_bytes) {
            return false;
        }
        m_bytes -= node->size;
        Result<std::string> bytes = entry.mode == kLink ? readLinkBeneath(root, entry.path) : contentOf(root, entry.path, node->size);
        if (!bytes) {
            return false;
        }
        return gitId(GitType::Blob, *bytes, entry.id.size()) == entry.id;
    }

    static Result<std::string> contentOf(Root root, const std::string& path, std::uint64_t size) {
        auto fd = LG_TRY(openFileBeneath(root, path));
        return sys::readAll(fd.get(), size);
    }

    void add(const std::string& path, const char* kind, bool shown) {
        auto& kept = shown ? m_plain : m_unshown;
        if (kept.size() < kMaxStagedNamed) {
            kept.push_back({path, kind, shown});
        }
        ++m_count;
        m_unshownCount += shown ? 0 : 1;
        const auto change = std::ranges::lower_bound(m_list.changes, path, {}, &Change::path);
        const bool changed = change != m_list.changes.end() && change->path == path;
        const bool enough = m_unshownCount > kMaxStagedFiles; // it is risky anyway, and each name costs time
        const std::string folded = enough ? std::string() : foldedName(path);
        if (!enough && (riskOfName(path).grade == Grade::Held || (m_isProtected && (m_isProtected(path) || m_isProtected(folded))) ||
                        (changed && (!change->risks.empty() || !change->refused.empty())))) {
            m_firstHeld = m_heldCount++ == 0 ? path : m_firstHeld;
        }
        if (changed && !change->conflict.empty() && m_conflict.empty()) {
            m_conflict = path;
        }
    }

    Staged finish() {
        if (m_unshownCount > 0) {
            m_index.risks.push_back(Why("staged_unshown", {m_unshown.front().path}, m_unshownCount));
        }
        if (m_heldCount > 0) {
            m_index.risks.push_back(Why("staged_held", {m_firstHeld}, m_heldCount));
        }
        if (m_goneCount > 0) {
            m_index.risks.push_back(Why("staged_gone", {m_firstGone}, m_goneCount));
        }
        if (!m_conflict.empty() && m_index.conflict.empty()) {
            m_index.conflict = Why("staged_conflict", {m_conflict});
        }
        Staged out{std::move(m_unshown), 0}; // these first: nothing is hidden behind a hundred others
        for (auto& one : m_plain) {
            if (out.entries.size() < kMaxStagedNamed) {
                out.entries.push_back(std::move(one));
            }
        }
        out.more = m_count - out.entries.size();
        return out;
    }

    const Trees& m_trees;
    ChangeList& m_list;
    Change& m_index;
    const ProtectMatcher& m_isProtected;
    const HiddenSet& m_hidden;
    CommitTree m_tree;
    std::vector<StagedEntry> m_unshown;
    std::vector<StagedEntry> m_plain;
    std::size_t m_count = 0, m_unshownCount = 0, m_heldCount = 0, m_goneCount = 0;
    std::string m_firstHeld, m_firstGone;
    std::string m_conflict;
    std::size_t m_files = kMaxStagedFiles;
    std::uint64_t m_bytes = kMaxStagedBytes;
};

} // namespace

Staged markStaged(const Trees& trees, ChangeList& list, const ProtectMatcher& isProtected, const HiddenSet& hidden) {
    const auto index = std::ranges::find_if(list.changes, [&](const Change& change) {
        return gitPart(asOrdinary(change.path, trees.worktree)) == GitPart::Index;
    });
    if (index == list.changes.end() || index->after.type != NodeType::File || !index->refused.empty()) {
        return {};
    }
    std::string digest;
    const auto after = readGitIndex(trees.upper, index->path, &digest);
    // What is applied must be what is looked at here, and what was looked at before.
    if (!after || (!index->judged.empty() && index->judged != digest)) {
        index->risks.emplace_back(WhyCode("changed_while_judged"));
        return {};
    }
    index->judged = digest;
    const auto before = index->before.type == NodeType::File ? readGitIndex(trees.project, index->path)
                                                             : Result<GitIndex>(GitIndex{});
    return Marker(trees, list, *index, isProtected, hidden).run(before ? *before : GitIndex{}, *after);
}

} // namespace leadglass::workspace
