#include "core/workspace/git_commit_risk.h"

#include <algorithm>

#include "core/base/sys.h"
#include "core/workspace/git_commit_judge.h"
#include "core/workspace/git_paths.h"
#include "core/workspace/git_reflog.h"
#include "core/workspace/git_refs.h"
#include "core/workspace/git_view.h"

namespace leadglass::workspace {
namespace {

constexpr std::size_t kMaxLog = 16 << 20;
constexpr std::size_t kMaxRisks = 20; // of one change
constexpr const char* kPacked = ".git/packed-refs";
constexpr WhyCode kUnsteady = "changed_while_judged_again";

void hold(ChangeList& list, const std::string& path, const Why& risk, bool onlyIfFree = false) {
    const auto change = std::ranges::lower_bound(list.changes, path, {}, &Change::path);
    if (change != list.changes.end() && change->path == path && change->risks.size() < kMaxRisks && !(onlyIfFree && !change->risks.empty()) &&
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
            change.risks.emplace_back(WhyCode("git_packed_held"));
        }
    }
}

std::vector<Why> risksOf(const RefVerdict& found) {
    std::vector<Why> risks;
    if (found.heldCount > 0) {
        const HeldFile& first = found.held.front();
        risks.push_back(found.heldCount == 1 ? Why("commits_hold", {first.path}, first.why)
                                             : Why("commits_hold_more", {first.path}, first.why, found.heldCount - 1));
    }
    if (found.deletedCount > 0) {
        risks.push_back(found.deletedCount == 1 ? Why("commits_delete", {found.deleted.front()})
                                                : Why("commits_delete_more", {found.deleted.front()}, found.deletedCount - 1));
    }
    if (!found.known) {
        risks.emplace_back(WhyCode("commits_unknown"));
    }
    return risks;
}

// git only shows what differs from this tree.
bool isShownOnly(const RefChange& ref) { return ref.name == "AUTO_MERGE"; }

// What a log says of a ref can be had as well: `git stash pop`, `git checkout -`, "main@{1}".
void markLogs(const Trees& trees, ChangeList& list, GitCommitJudge& judge) {
    for (auto& change : list.changes) {
        const std::string path = asOrdinary(change.path, trees.worktree);
        if (!path.starts_with(".git/logs/") || gitPart(path) != GitPart::Log || change.after.type != NodeType::File || !change.risks.empty()) {
            continue;
        }
        const auto textOf = [&](Root root) {
            auto fd = openFileBeneath(root, change.path);
            auto text = fd ? sys::readAll(fd->get(), kMaxLog) : Result<std::string>(fd.error());
            return text ? std::move(*text) : std::string();
        };
        const std::string after = textOf(trees.upper);
        if (change.judged != contentName(after)) {
            change.risks.emplace_back(kUnsteady);
            continue;
        }
        const LogNames names = newLogNames(change.before.type == NodeType::File ? textOf(trees.project) : std::string(), after);
        if (names.odd) {
            change.risks.emplace_back(WhyCode("log_odd"));
        }
        for (auto id = names.ids.begin(); change.risks.empty() && id != names.ids.end(); ++id) {
            for (const auto& risk : risksOf(judge.ofRef(*id))) {
                change.risks.push_back(Why("log_names", {id->substr(0, 12)}, risk));
            }
        }
    }
}

} // namespace

HeldCommits markCommits(const Trees& trees, ChangeList& list, const ProtectMatcher& isProtected, const std::vector<std::string>& hidden) {
    const bool any = std::ranges::any_of(list.changes, [&](const Change& change) {
        const GitPart part = gitPart(asOrdinary(change.path, trees.worktree));
        return part == GitPart::Ref || part == GitPart::Log;
    });
    const auto own = lookAt(trees.project, ".git");
    if (!any || (trees.project.git < 0 && (!own || own->type != NodeType::Directory))) {
        return {}; // a repository that the run made is held whole
    }
    const auto refs = refChanges(trees, list);
    bool packed = false;
    GitCommitJudge judge(trees, list, isProtected, hidden, refs);
    for (const auto& ref : refs) {
        std::vector<Why> risks;
        if (isGitId(ref.after) && !isShownOnly(ref)) {
            risks = risksOf(judge.ofRef(ref.after));
        }
        if (!ref.steady) {
            risks.emplace_back(kUnsteady);
        }
        for (const auto& risk : risks) {
            hold(list, ref.path, risk);
            packed = packed || ref.path == kPacked;
        }
        if (!risks.empty() && ref.name.starts_with("refs/")) {
            hold(list, ".git/logs/" + ref.name, Why("with_risky", {ref.path}), true);
        }
        if (!ref.beneath.empty()) {
            for (const auto& risk : risksOf(judge.ofRef(ref.beneath))) {
                hold(list, kPacked, Why("other_than_file", {ref.name}, risk));
                packed = true;
            }
        }
    }
    if (packed) {
        keepLoose(trees, list);
    }
    markLogs(trees, list, judge);
    return judge.take();
}

} // namespace leadglass::workspace
