#include "core/workspace/git_commit_risk.h"

#include <algorithm>
#include <deque>
#include <set>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/workspace/folded_name.h"
#include "core/workspace/git_commit_files.h"
#include "core/workspace/git_host_history.h"
#include "core/workspace/git_paths.h"
#include "core/workspace/git_refs.h"
#include "core/workspace/git_view.h"
#include "core/workspace/hidden_set.h"
#include "core/workspace/linked_names.h"
#include "core/workspace/names.h"

namespace leadglass::workspace {
namespace {

constexpr std::uint32_t kTypeBits = 0170000;
constexpr std::uint32_t kFile = 0100000;
constexpr std::uint32_t kLink = 0120000;
constexpr std::uint32_t kSubmodule = 0160000;
constexpr std::size_t kMaxTarget = 4096;
constexpr std::size_t kMaxVisited = 200'000; // commits, of all refs together
constexpr const char* kDeletes = "deletes a file that was hidden from the command";
constexpr const char* kUnknown = "not all that its commits hold can be looked at (objects that are not here, damaged, or more than are "
                                 "looked through): whether one of the files is risky is not known";

struct Verdict {
    std::vector<std::string> parents;
    std::vector<HeldFile> held;    // at most kMaxHeldNamed
    std::vector<std::string> deleted; // hidden ones, the same
    std::size_t heldCount = 0;
    std::size_t deletedCount = 0;
    bool known = true;
};

class Judge {
public:
    Judge(const Trees& trees, const ChangeList& list, const ProtectMatcher& isProtected, const std::vector<std::string>& hidden,
          const std::vector<RefChange>& moved)
        : m_trees(trees), m_list(list), m_isProtected(isProtected), m_hidden(hidden), m_linked(trees.project, isProtected),
          m_objects({trees.upper, trees.project}), m_host(trees, moved) {}

    // All that is found on the way from `tip` to the host's commits, each file once.
    Verdict ofRef(const std::string& tip) {
        Verdict out;
        std::set<std::string> held;
        std::set<std::string> deleted;
        std::deque<std::string> open{tip};
        std::set<std::string> seen;
        while (!open.empty()) {
            const std::string id = std::move(open.front());
            open.pop_front();
            if (!seen.insert(id).second) {
                continue;
            }
            if (m_visited++ > kMaxVisited) {
                out.known = false;
                break;
            }
            const Verdict* one = of(id);
            out.known = out.known && one->known;
            open.insert(open.end(), one->parents.begin(), one->parents.end());
            for (const auto& file : one->held) {
                if (held.insert(file.path).second) {
                    out.held.push_back(file);
                }
            }
            for (const auto& path : one->deleted) {
                if (deleted.insert(path).second) {
                    out.deleted.push_back(path);
                }
            }
            out.heldCount += one->heldCount - one->held.size();
            out.deletedCount += one->deletedCount - one->deleted.size();
        }
        out.heldCount += out.held.size();
        out.deletedCount += out.deleted.size();
        return out;
    }

    HeldCommits take() {
        HeldCommits out;
        for (auto& [id, verdict] : m_verdicts) {
            for (auto& path : verdict.deleted) {
                verdict.held.push_back({std::move(path), kDeletes});
            }
            if (!verdict.held.empty()) {
                out.emplace(id, std::move(verdict.held));
            }
        }
        return out;
    }

private:
    const Verdict* of(const std::string& id) {
        const auto [at, isNew] = m_verdicts.try_emplace(id);
        if (isNew) {
            if (m_verdicts.size() > kMaxCommitsJudged) {
                at->second.known = false;
            } else {
                judge(id, at->second);
            }
        }
        return &at->second;
    }

    void judge(const std::string& id, Verdict& out) {
        if (m_host.leadsTo(id)) {
            return;
        }
        const auto object = m_objects.read(id, kMaxCommitObject);
        if (object && object->type == GitType::Tag) {
            const std::string of = taggedBy(object->data);
            out.known = !of.empty();
            out.parents.push_back(of.empty() ? id : of);
            return;
        }
        const auto commit = object && object->type == GitType::Commit ? parseCommitText(object->data) : std::nullopt;
        if (!commit) {
            out.known = object && object->type != GitType::Commit; // a tree or file is no branch's
            return;
        }
        out.parents = commit->parents;
        look(*commit, out);
    }

    void look(const Commit& commit, Verdict& out) {
        std::map<std::string, std::string> found; // risky: path and why
        const auto first = commit.parents.empty() ? std::string() : treeOf(commit.parents.front(), out);
        if (!out.known) {
            return;
        }
        const bool known = visitBetween(m_objects, first, commit.tree, m_budget,
                                        [&](const std::string& path, const char*, const GitTreeEntry* was, const GitTreeEntry* is) {
                                            if (is == nullptr) {
                                                deletedFile(path, out);
                                            } else if (std::string why = riskOf(path, was, *is, out.known); !why.empty()) {
                                                found.emplace(path, std::move(why));
                                            }
                                        });
        out.known = out.known && known;
        // What a merge took from another parent as it is there is judged with that one.
        for (std::size_t i = 1; i < commit.parents.size() && !found.empty(); ++i) {
            std::set<std::string> differing;
            const std::string tree = treeOf(commit.parents[i], out);
            const bool whole = visitBetween(m_objects, tree, commit.tree, m_budget,
                                            [&](const std::string& path, const char*, const auto*, const auto*) {
                                                if (found.contains(path)) {
                                                    differing.insert(path);
                                                }
                                            });
            out.known = out.known && whole;
            if (whole) {
                std::erase_if(found, [&](const auto& one) { return !differing.contains(one.first); });
            }
        }
        out.heldCount = found.size();
        for (auto& [path, why] : found) {
            if (out.held.size() < kMaxHeldNamed) {
                out.held.push_back({path, std::move(why)});
            }
        }
    }

    std::string treeOf(const std::string& id, Verdict& out) {
        const auto object = m_objects.read(id, kMaxCommitObject);
        const auto commit = object && object->type == GitType::Commit ? parseCommitText(object->data) : std::nullopt;
        out.known = out.known && commit;
        return commit ? commit->tree : std::string();
    }

    void deletedFile(const std::string& path, Verdict& out) {
        if (m_hidden.hides(path)) {
            ++out.deletedCount;
            if (out.deleted.size() < kMaxHeldNamed) {
                out.deleted.push_back(path);
            }
        }
    }

    // Empty: nothing, or the host has the same already.
    std::string riskOf(const std::string& path, const GitTreeEntry* was, const GitTreeEntry& is, bool& known) {
        std::string why = reasonFor(path, was, is, known);
        return !why.empty() && isOfHost(path, is) ? std::string() : why;
    }

    std::string reasonFor(const std::string& path, const GitTreeEntry* was, const GitTreeEntry& is, bool& known) {
        const std::uint32_t type = is.mode & kTypeBits;
        if (const NameRisk named = riskOfName(path, type == kSubmodule); named.grade == Grade::Held) {
            return std::string(named.why);
        }
        if (m_hidden.hides(path)) {
            return "lies at a path that was hidden from the run";
        }
        if (m_isProtected && (m_isProtected(path) || m_isProtected(foldedName(path)))) {
            return "protected or hidden by the policy";
        }
        if (const auto name = m_linked.nameFor(path); !name.empty()) {
            return "the project's link '" + std::string(name) + "', a protected name, leads here";
        }
        if (type == kLink) {
            const auto target = m_objects.read(is.id, kMaxTarget);
            known = known && target;
            return target && leavesProject(path, target->data) ? "link leaves the project" : std::string();
        }
        if (type == kSubmodule) {
            return reasonForSubmodule(path, is.id);
        }
        if (type == kFile && (is.mode & 0111) != 0) {
            return "executable";
        }
        if (type == kFile && isJudgedByContent(path)) {
            const bool hasBefore = was != nullptr && (was->mode & kTypeBits) == kFile;
            const auto before = hasBefore ? m_objects.read(was->id, kMaxParsed) : std::nullopt;
            const auto after = m_objects.read(is.id, kMaxParsed);
            known = known && after && (before || !hasBefore);
            const auto risks = after ? riskOfContent(path, before ? &before->data : nullptr, after->data) : std::vector<std::string>();
            if (!risks.empty()) {
                return risks.front();
            }
        }
        const auto change = std::ranges::lower_bound(m_list.changes, path, {}, &Change::path);
        if (change == m_list.changes.end() || change->path != path) {
            return {};
        }
        return !change->risks.empty() ? change->risks.front() : change->refused;
    }

    // Would `git submodule update` find the commit? Where the submodule is not set up here, that asks its remote.
    std::string reasonForSubmodule(const std::string& path, const std::string& commit) {
        constexpr std::string_view kHead = "gitdir: ";
        const auto pointer = lookAt(m_trees.project, path + "/.git");
        std::string place = path + "/.git";
        if (pointer && pointer->type == NodeType::None) {
            return {};
        }
        if (pointer && pointer->type == NodeType::File) {
            const auto text = pointer->size <= kMaxTarget ? contentOf(place, kMaxTarget) : Result<std::string>(std::string());
            place = text && text->starts_with(kHead) ? resolved(path, std::string_view(*text).substr(kHead.size())) : std::string();
        }
        const auto directory = place.empty() ? Result<UniqueFd>(UniqueFd()) : openDirBeneath(m_trees.project, place);
        if (!directory || directory->get() < 0) {
            return "whether this commit of the submodule is in its repository cannot be told";
        }
        GitObjects objects({Root(directory->get(), directory->get())});
        return objects.read(commit, kMaxCommitObject)
                   ? std::string()
                   : "the submodule's commit " + commit.substr(0, 12) + " is not in its repository here, " + place +
                         " (what the run did there is held, too)";
    }

    // "../.git/modules/x" of a submodule at `path`, from the project; empty: it leads out of it.
    static std::string resolved(const std::string& path, std::string_view link) {
        while (link.ends_with('\n')) {
            link.remove_suffix(1);
        }
        std::string at = path;
        while (!link.empty()) {
            const std::size_t slash = std::min(link.find('/'), link.size());
            const std::string_view part = link.substr(0, slash);
            link.remove_prefix(std::min(slash + 1, link.size()));
            if (part == "..") {
                if (at.empty()) {
                    return {};
                }
                at = parentOf(at);
            } else if (slash == 0) {
                return {}; // absolute
            } else if (part != ".") {
                at = joined(at, part);
            }
        }
        return at;
    }

    // Does the person's own work tree have this, by an earlier apply or of their own?
    bool isOfHost(const std::string& path, const GitTreeEntry& is) {
        const std::uint32_t type = is.mode & kTypeBits;
        const auto node = lookAt(m_trees.project, path);
        const bool fits = node && (type == kLink ? node->type == NodeType::Symlink
                                                 : type == kFile && node->type == NodeType::File &&
                                                       ((is.mode & 0100) == 0 || (node->mode & 0100) != 0));
        if (!fits || m_files == 0 || node->size > m_bytes) {
            return false;
        }
        --m_files;
        m_bytes -= node->size;
        const auto bytes = type == kLink ? readLinkBeneath(m_trees.project, path) : contentOf(path, node->size);
        return bytes && hexOfId(gitId(GitType::Blob, *bytes, is.id.size() / 2)) == is.id;
    }

    Result<std::string> contentOf(const std::string& path, std::uint64_t size) const {
        auto fd = LG_TRY(openFileBeneath(m_trees.project, path));
        return sys::readAll(fd.get(), size);
    }

    const Trees& m_trees;
    const ChangeList& m_list;
    const ProtectMatcher& m_isProtected;
    HiddenSet m_hidden;
    LinkedNames m_linked;
    GitObjects m_objects;
    HostHistory m_host;
    std::map<std::string, Verdict> m_verdicts;
    std::size_t m_budget = kMaxTrees;
    std::size_t m_visited = 0;
    std::size_t m_files = kMaxStagedFiles;
    std::uint64_t m_bytes = kMaxStagedBytes;
};

std::string andMore(std::size_t count, const char* what) {
    return count < 2 ? std::string() : " (and " + std::to_string(count - 1) + " more " + what + ")";
}

void hold(ChangeList& list, const std::string& path, const std::string& risk, bool onlyIfFree = false) {
    const auto change = std::ranges::lower_bound(list.changes, path, {}, &Change::path);
    if (change != list.changes.end() && change->path == path && !(onlyIfFree && !change->risks.empty()) &&
        std::ranges::find(change->risks, risk) == change->risks.end()) {
        change->risks.push_back(risk);
    }
}

// Loose refs that the run packed: without packed-refs they would be gone.
void keepLoose(const Trees& trees, ChangeList& list) {
    const Refs before = packedRefs(trees.project);
    const Refs after = packedRefsOfRun(trees);
    for (auto& change : list.changes) {
        const std::string name = change.path.starts_with(".git/refs/") ? change.path.substr(5) : std::string();
        if (change.kind == ChangeKind::Deleted && change.risks.empty() && (before.contains(name) || after.contains(name))) {
            change.risks.emplace_back("packed-refs, which is held back, says what becomes of it");
        }
    }
}

} // namespace

HeldCommits markCommits(const Trees& trees, ChangeList& list, const ProtectMatcher& isProtected, const std::vector<std::string>& hidden) {
    if (std::ranges::none_of(list.changes, [&](const Change& change) { return gitPart(asOrdinary(change.path, trees.worktree)) == GitPart::Ref; })) {
        return {};
    }
    const auto own = lookAt(trees.project, ".git");
    if (trees.project.git < 0 && (!own || own->type != NodeType::Directory)) {
        return {}; // a repository that the run made is held whole
    }
    const auto refs = refChanges(trees, list);
    bool packed = false;
    Judge judge(trees, list, isProtected, hidden, refs);
    for (const auto& ref : refs) {
        if (!isGitId(ref.after)) {
            continue;
        }
        const Verdict found = judge.ofRef(ref.after);
        std::vector<std::string> risks;
        if (found.heldCount > 0) {
            risks.push_back("its commits hold " + forScreen(found.held.front().path) + ": " + found.held.front().why +
                            andMore(found.heldCount, "risky"));
        }
        if (found.deletedCount > 0) {
            risks.push_back("its commits delete files that were hidden from the command: " + forScreen(found.deleted.front()) +
                            andMore(found.deletedCount, "of them"));
        }
        if (!found.known) {
            risks.emplace_back(kUnknown);
        }
        for (const auto& risk : risks) {
            hold(list, ref.path, risk);
            packed = packed || ref.path == ".git/packed-refs";
        }
        if (!risks.empty() && ref.name.starts_with("refs/")) {
            hold(list, ".git/logs/" + ref.name, "goes together with " + forScreen(ref.path) + ", which is risky", true);
        }
    }
    if (packed) {
        keepLoose(trees, list);
    }
    return judge.take();
}

} // namespace leadglass::workspace
