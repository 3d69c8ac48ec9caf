#include "core/workspace/embedded_repositories.h"

#include <fcntl.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>

#include "core/base/sys.h"
#include "core/workspace/folded_name.h"
#include "core/workspace/names.h"

namespace leadglass::workspace {
namespace {

constexpr unsigned kHead = 1, kObjects = 2, kRefs = 4, kCommon = 8;

unsigned partOf(std::string_view folded) {
    return folded == "head"        ? kHead
           : folded == "objects"   ? kObjects
           : folded == "refs"      ? kRefs
           : folded == "commondir" ? kCommon
                                   : 0;
}

bool isRepository(unsigned parts) {
    return (parts & kHead) != 0 &&
           ((parts & kCommon) != 0 || (parts & (kObjects | kRefs)) == (kObjects | kRefs));
}

// What git looks for in a repository (gitrepository-layout(5)); *_HEAD and sharedindex.* besides.
bool gitReads(std::string_view folded) {
    static constexpr std::array kNames{
        "head",      "objects",   "refs",    "commondir", "config",  "config.worktree", "hooks",
        "info",      "gitdir",    "modules", "worktrees", "index",   "packed-refs",     "shallow",
        "branches",  "remotes",   "logs",    "reftable",  "lfs",     "rr-cache",        "common",
        "svn",       "annex",     "bisect_run", "rebase-merge", "rebase-apply", "sequencer"};
    return std::ranges::find(kNames, folded) != kNames.end() || folded.ends_with("_head") ||
           folded.starts_with("sharedindex.");
}

} // namespace

class EmbeddedRepositories::Impl {
public:
    Impl(const Trees& trees, const ChangeList& list) : m_trees(trees) {
        for (const auto& change : list.changes) {
            if (change.after.type != NodeType::None) {
                note(change.path);
            }
        }
    }

    bool isPartOfOne(const std::string& path) {
        if (!anyAbove(parentOf(path))) {
            return false;
        }
        for (std::string at = path; !at.empty();) {
            const std::string name = foldedName(baseOf(at));
            at = parentOf(at);
            if (gitReads(name) && isOne(at)) {
                return true;
            }
        }
        return false;
    }

private:
    // Each directory is looked at once, however many changes lie below it.
    void note(const std::string& path) {
        for (std::string at = path; !at.empty();) {
            const std::string parent = parentOf(at);
            const unsigned part = partOf(foldedName(baseOf(at)));
            const auto [place, isNew] = m_added.try_emplace(parent, 0U);
            place->second |= part;
            if (!isNew) {
                return;
            }
            at = parent;
        }
    }

    bool anyAbove(const std::string& directory) {
        if (const auto known = m_above.find(directory); known != m_above.end()) {
            return known->second;
        }
        const bool any = isOne(directory) || (!directory.empty() && anyAbove(parentOf(directory)));
        m_above.emplace(directory, any);
        return any;
    }

    bool isOne(const std::string& directory) {
        if (directory == ".git" || (!m_trees.worktree.empty() && directory == m_trees.worktree)) {
            return false;
        }
        if (const auto known = m_repository.find(directory); known != m_repository.end()) {
            return known->second;
        }
        const auto added = m_added.find(directory);
        const unsigned own = added == m_added.end() ? 0U : added->second;
        const bool is = isRepository(own) || isRepository(own | hostHas(directory, own != 0));
        m_repository.emplace(directory, is);
        return is;
    }

    // The host's file system folds names by itself; where the run adds a part in any spelling, the
    // host's may be in another.
    unsigned hostHas(const std::string& directory, bool everySpelling) const {
        auto dir = openDirBeneath(m_trees.project, directory);
        if (!dir) {
            const int why = dir.error().sysErrno;
            return why == ENOENT || why == ENOTDIR || why == ELOOP
                       ? 0U
                       : kHead | kObjects | kRefs;
        }
        unsigned parts = 0;
        for (const char* name : {"HEAD", "objects", "refs", "commondir"}) {
            if (sys::statAt(dir->get(), name)) {
                parts |= partOf(foldedName(name));
            } else if (!everySpelling && parts == 0) {
                return 0; // no HEAD: whatever else is there, it is none
            }
        }
        if (!everySpelling || isRepository(parts)) {
            return parts;
        }
        const auto entries = listDirectory(dir->get());
        if (!entries) {
            return kHead | kObjects | kRefs;
        }
        for (const auto& entry : *entries) {
            parts |= partOf(foldedName(entry.name));
        }
        return parts;
    }

    Trees m_trees;
    std::unordered_map<std::string, unsigned> m_added; // by directory: what the run adds there
    std::unordered_map<std::string, bool> m_repository;
    std::unordered_map<std::string, bool> m_above;
};

EmbeddedRepositories::EmbeddedRepositories(const Trees& trees, const ChangeList& list)
    : m_impl(std::make_unique<Impl>(trees, list)) {}
EmbeddedRepositories::~EmbeddedRepositories() = default;
bool EmbeddedRepositories::isPartOfOne(const std::string& path) {
    return m_impl->isPartOfOne(path);
}

} // namespace leadglass::workspace
