#include "core/workspace/git_commit_risk.h"

#include <algorithm>

#include "core/base/escape.h"
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
constexpr const char* kUnknown = "not all that its commits hold can be looked at (objects that are not here, damaged or of a form that git does not "
                                 "write, or more than are looked through): whether one of the files is risky is not known";
constexpr const char* kUnsteady = "the run changed it while it was judged (review the run again)";

std::string andMore(std::size_t count, const char* what) {
    return count < 2 ? std::string() : " (and " + std::to_string(count - 1) + " more " + what + ")";
}

void hold(ChangeList& list, const std::string& path, const std::string& risk, bool onlyIfFree = false) {
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
            change.risks.emplace_back("packed-refs, which is held back, says what becomes of it");
        }
    }
}

std::vector<std::string> risksOf(const RefVerdict& found) {
    std::vector<std::string> risks;
    if (found.heldCount > 0) {
        risks.push_back("its commits hold " + forScreen(found.held.front().path) + ": " + found.held.front().why + andMore(found.heldCount, "risky"));
    }
    if (found.deletedCount > 0) {
        risks.push_back("its commits delete files that were hidden from the command: " + forScreen(found.deleted.front()) +
                        andMore(found.deletedCount, "of them"));
    }
    if (!found.known) {
        risks.emplace_back(kUnknown);
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
            change.risks.emplace_back("holds lines that git does not write, or more than are looked through");
        }
        for (auto id = names.ids.begin(); change.risks.empty() && id != names.ids.end(); ++id) {
            for (const auto& risk : risksOf(judge.ofRef(*id))) {
                change.risks.push_back("names " + id->substr(0, 12) + ": " + risk);
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
        std::vector<std::string> risks;
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
            hold(list, ".git/logs/" + ref.name, "goes together with " + forScreen(ref.path) + ", which is risky", true);
        }
        if (!ref.beneath.empty()) {
            for (const auto& risk : risksOf(judge.ofRef(ref.beneath))) {
                hold(list, kPacked, "has another " + forScreen(ref.name) + " than its file: " + risk);
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
