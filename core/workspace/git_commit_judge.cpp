#include "core/workspace/git_commit_judge.h"

#include <algorithm>
#include <deque>

#include "core/workspace/git_refs.h"

namespace leadglass::workspace {
namespace {

constexpr std::uint32_t kDirectory = 0040000;
constexpr std::size_t kMaxVisited = 200'000; // commits, of all refs together
constexpr std::size_t kMaxFound = 10'000;    // of one commit, with their paths
constexpr std::size_t kMaxBases = 64;        // commits of the host that one ref is built on
constexpr std::size_t kMaxTags = 64;         // of tags

} // namespace

// Where a walk came to an end: what the host, or who looked before, has of the same files.
struct GitCommitJudge::Walk {
    std::set<std::string> seen;
    std::set<std::string> bases;
    std::vector<NewFile> added;
};

GitCommitJudge::GitCommitJudge(const Trees& trees, const ChangeList& list, const ProtectMatcher& isProtected, const std::vector<std::string>& hidden,
                               const std::vector<RefChange>& moved)
    : m_hidden(hidden), m_hiddenPaths(hidden), m_hostHead(commitOfHead(trees, false)), m_objects({trees.upper, trees.project}),
      m_host(trees, moved), m_files(trees, list, isProtected, m_hidden, m_objects) {}

RefVerdict GitCommitJudge::ofRef(const std::string& tip) {
    RefVerdict out;
    Walk walk;
    std::set<std::string> held;
    std::set<std::string> deleted;
    std::deque<std::string> open{tip};
    while (!open.empty()) {
        const std::string id = std::move(open.front());
        open.pop_front();
        if (!walk.seen.insert(id).second) {
            continue;
        }
        if (m_clean.contains(id)) {
            walk.bases.insert(id);
            continue;
        }
        if (m_visited++ > kMaxVisited) {
            out.known = false;
            break;
        }
        const Verdict& one = of(id);
        if (one.ofHost) {
            walk.bases.insert(id);
            continue;
        }
        out.known = out.known && one.known;
        open.insert(open.end(), one.parents.begin(), one.parents.end());
        if (!one.tree.empty() && one.parents.empty() && !m_hostHead.empty()) {
            walk.bases.insert(m_hostHead); // with no commit before it, it stands beside what is checked out
        }
        for (const auto& file : one.held) {
            if (held.insert(file.path).second) {
                out.held.push_back(file);
            }
        }
        for (const auto& path : one.deleted) {
            if (deleted.insert(path).second) {
                out.deleted.push_back(path);
            }
        }
        walk.added.insert(walk.added.end(), one.added.begin(), one.added.end());
        out.known = out.known && walk.added.size() <= kMaxFound;
        out.heldCount += one.heldCount - one.held.size();
        out.deletedCount += one.deletedCount - one.deleted.size();
    }
    out.heldCount += out.held.size();
    out.deletedCount += out.deleted.size();
    if (out.isClean()) {
        judgeAdded(walk, out);
    }
    if (out.deletedCount == 0 && out.known) {
        judgeDeleted(tip, walk, out);
    }
    if (out.isClean()) {
        m_clean.merge(walk.seen);
        m_bases.merge(walk.bases);
    }
    return out;
}

HeldCommits GitCommitJudge::take() {
    HeldCommits out;
    for (auto& [id, verdict] : m_verdicts) {
        for (auto& path : verdict.deleted) {
            verdict.held.push_back({std::move(path), Why(kDeletesHidden)});
        }
        if (!verdict.held.empty()) {
            out.emplace(id, std::move(verdict.held));
        }
    }
    return out;
}

const GitCommitJudge::Verdict& GitCommitJudge::of(const std::string& id) {
    const auto [at, isNew] = m_verdicts.try_emplace(id);
    if (isNew) {
        if (m_verdicts.size() > kMaxCommitsJudged) {
            at->second.known = false;
        } else {
            judge(id, at->second);
        }
    }
    return at->second;
}

void GitCommitJudge::judge(const std::string& id, Verdict& out) {
    out.ofHost = m_host.leadsTo(id);
    if (out.ofHost) {
        return;
    }
    const auto object = m_objects.read(id, kMaxCommitObject);
    if (object && object->type == GitType::Tag) {
        const std::string of = taggedBy(object->data);
        out.known = !of.empty();
        out.parents.push_back(of.empty() ? id : of);
        return;
    }
    if (object && object->type == GitType::Tree) { // no branch's, but `git checkout TAG .` takes it
        out.tree = id;
        look(out);
        return;
    }
    const auto commit = object && object->type == GitType::Commit ? parseCommitText(object->data) : std::nullopt;
    if (!commit) {
        out.known = object && object->type == GitType::Blob; // which names no path
        return;
    }
    out.tree = commit->tree;
    out.parents = commit->parents;
    look(out);
}

void GitCommitJudge::look(Verdict& out) {
    std::map<std::string, FileRisk> found;
    const auto first = out.parents.empty() ? std::string() : treeOf(out.parents.front(), out.known);
    if (!out.known) {
        return;
    }
    const bool known = visitBetween(
        m_objects, first, out.tree, m_budget, [&](const std::string& path, const char*, const GitTreeEntry* was, const GitTreeEntry* is) {
            if (is == nullptr) {
                if (m_hidden.hides(path) && out.deletedCount++ < kMaxHeldNamed) {
                    out.deleted.push_back(path);
                }
                return;
            }
            if (!out.known) {
                return; // it is held anyway, and each name costs time
            }
            FileRisk risk = m_files.of(path, was, *is);
            out.known = risk.known && found.size() < kMaxFound && out.added.size() < kMaxFound;
            if (risk.isNew && risk.why.empty()) {
                out.added.push_back({path, *is});
            } else if (!risk.why.empty()) {
                found.emplace(path, std::move(risk));
            }
        });
    out.known = out.known && known;
    // What a merge took from another parent as it is there is judged with that one; but not what it changed beside the first.
    for (std::size_t i = 1; i < out.parents.size() && !found.empty(); ++i) {
        std::set<std::string> differing;
        const bool ofHost = m_host.leadsTo(out.parents[i]);
        const std::string tree = treeOf(out.parents[i], out.known);
        const bool whole = visitBetween(m_objects, tree, out.tree, m_budget, [&](const std::string& path, const char*, const auto*, const auto*) {
            if (found.contains(path)) {
                differing.insert(path);
            }
        });
        out.known = out.known && whole;
        if (whole) {
            std::erase_if(found, [&](const auto& one) { return !differing.contains(one.first) && (ofHost || !one.second.ofChange); });
        }
    }
    out.heldCount = found.size();
    for (auto& [path, risk] : found) {
        if (out.held.size() < kMaxHeldNamed) {
            out.held.push_back({path, std::move(risk.why)});
        }
    }
}

std::string GitCommitJudge::treeOf(const std::string& id, bool& known) {
    const auto object = m_objects.read(id, kMaxCommitObject);
    const auto commit = object && object->type == GitType::Commit ? parseCommitText(object->data) : std::nullopt;
    known = known && commit;
    return commit ? commit->tree : std::string();
}

// Of the commit that `id` is, or that a tag names; empty: of none.
std::string GitCommitJudge::tipTree(std::string id, bool& known) {
    for (std::size_t tags = 0; tags < kMaxTags; ++tags) {
        const auto object = m_objects.read(id, kMaxCommitObject);
        if (object && object->type == GitType::Tag) {
            id = taggedBy(object->data);
            continue;
        }
        if (object && object->type != GitType::Commit) {
            return {};
        }
        return treeOf(id, known);
    }
    known = false;
    return {};
}

// Mode 0: there is none.
GitTreeEntry GitCommitJudge::entryAt(const std::string& tree, const std::string& path, bool& known) {
    GitTreeEntry at{kDirectory, {}, tree};
    for (std::size_t from = 0; from <= path.size();) {
        const std::size_t to = std::min(path.find('/', from), path.size());
        if (at.mode != kDirectory) {
            return {};
        }
        const auto object = m_budget > 0 ? m_objects.read(at.id, kMaxTreeObject) : std::nullopt;
        auto entries = object && object->type == GitType::Tree ? parseGitTree(object->data, at.id.size() / 2) : std::nullopt;
        if (!entries) {
            known = false;
            return {};
        }
        m_budget -= std::min(m_budget, 1 + entries->size() / kEntriesOfTree);
        const auto found = std::ranges::find(*entries, path.substr(from, to - from), &GitTreeEntry::name);
        if (found == entries->end()) {
            return {};
        }
        at = std::move(*found);
        from = to + 1;
    }
    return at;
}

// Only what git has of it can be taken away by a checkout.
const std::vector<std::string>& GitCommitJudge::tracked() {
    if (m_tracked) {
        return *m_tracked;
    }
    m_tracked.emplace();
    const std::string head = m_hiddenPaths.empty() || m_hostHead.empty() ? std::string() : treeOf(m_hostHead, m_trackedKnown);
    std::map<std::string, std::map<std::string, GitTreeEntry>> trees; // by id
    for (const auto& path : m_hiddenPaths) {
        GitTreeEntry at{kDirectory, {}, head};
        for (std::size_t from = 0; m_trackedKnown && at.mode == kDirectory && !head.empty() && from <= path.size();) {
            const auto [tree, isNew] = trees.try_emplace(at.id);
            if (isNew) {
                const auto object = trees.size() <= kMaxTrees ? m_objects.read(at.id, kMaxTreeObject) : std::nullopt;
                const auto entries = object && object->type == GitType::Tree ? parseGitTree(object->data, at.id.size() / 2) : std::nullopt;
                m_trackedKnown = entries.has_value();
                for (std::size_t i = 0; entries && i < entries->size(); ++i) {
                    tree->second.emplace((*entries)[i].name, (*entries)[i]);
                }
            }
            const std::size_t to = std::min(path.find('/', from), path.size());
            const auto found = tree->second.find(path.substr(from, to - from));
            at = found == tree->second.end() ? GitTreeEntry{} : found->second;
            from = to + 1;
            if (from > path.size() && at.mode != 0) {
                m_tracked->push_back(path);
            }
        }
    }
    return *m_tracked;
}

// A file that is new in its commit may have taken the place of one that a commit before, or another parent, no longer had.
void GitCommitJudge::judgeAdded(const Walk& walk, RefVerdict& out) {
    std::set<std::string> bases = walk.bases;
    bases.insert(m_bases.begin(), m_bases.end());
    if (walk.added.empty()) {
        return;
    }
    out.known = bases.size() <= kMaxBases;
    std::set<std::string> trees;
    for (const auto& base : bases) {
        trees.insert(out.known ? tipTree(base, out.known) : std::string());
    }
    std::set<std::pair<std::string, std::string>> judged;
    for (const auto& file : walk.added) {
        if (!judged.emplace(file.path, file.entry.id).second) {
            continue;
        }
        for (const auto& tree : trees) {
            const auto was = out.known && !tree.empty() ? entryAt(tree, file.path, out.known) : GitTreeEntry{};
            const bool differs = (was.mode & 0170000) == 0100000 && was.id != file.entry.id;
            FileRisk risk = differs ? m_files.beside(file.path, was, file.entry) : FileRisk{};
            out.known = out.known && risk.known;
            if (!risk.why.empty()) {
                out.held.push_back({file.path, std::move(risk.why)});
                ++out.heldCount;
                break;
            }
        }
    }
}

// A commit without any parent, or a merge, can be without what was hidden although none deletes it.
void GitCommitJudge::judgeDeleted(const std::string& tip, const Walk& walk, RefVerdict& out) {
    if (walk.bases.contains(tip) || (tracked().empty() && m_trackedKnown)) {
        return;
    }
    const std::string tree = tipTree(tip, out.known);
    bool known = m_trackedKnown && walk.bases.size() <= kMaxBases;
    std::set<std::string> deleted;
    for (auto base = walk.bases.begin(); known && !tree.empty() && base != walk.bases.end(); ++base) {
        const std::string before = tipTree(*base, known);
        for (const auto& path : tracked()) {
            const auto was = known && !before.empty() ? entryAt(before, path, known) : GitTreeEntry{};
            const auto is = was.mode != 0 ? entryAt(tree, path, known) : GitTreeEntry{};
            if (was.mode == 0 || (was.mode == is.mode && was.id == is.id)) {
                continue;
            }
            if (was.mode != kDirectory) {
                if (is.mode == 0 || is.mode == kDirectory) {
                    deleted.insert(path);
                }
                continue;
            }
            known = visitBetween(m_objects, was.id, is.mode == kDirectory ? is.id : std::string(), m_budget,
                                 [&](const std::string& below, const char*, const auto*, const GitTreeEntry* now) {
                                     if (now == nullptr && deleted.size() < kMaxFound) {
                                         deleted.insert(path + "/" + below);
                                     }
                                 }) && known;
        }
    }
    out.known = out.known && (known || tree.empty());
    out.deleted.assign(deleted.begin(), deleted.end());
    out.deletedCount = deleted.size();
}

} // namespace leadglass::workspace
