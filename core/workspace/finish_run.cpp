#include "core/workspace/finish_run.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "core/base/clock.h"
#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/workspace/apply.h"
#include "core/workspace/collect_copy.h"
#include "core/workspace/collect_direct.h"
#include "core/workspace/decisions.h"
#include "core/workspace/git_commit_risk.h"
#include "core/workspace/git_packed.h"
#include "core/workspace/git_scope.h"
#include "core/workspace/git_together.h"
#include "core/workspace/journal.h"
#include "core/workspace/names.h"
#include "core/workspace/run_base.h"
#include "core/workspace/shown_changes.h"

namespace leadglass::workspace {
namespace {

constexpr int kMaxNesting = 64; // directories held open at once while removing

// A tree of any depth: what nests deeper than kMaxNesting is moved up beside `top` and removed next.
class Remover {
public:
    explicit Remover(int topFd) : m_topFd(topFd) {}

    Status remove(const std::string& name) {
        LG_TRY(entry(m_topFd, name, 0));
        while (m_removed < m_moved) {
            const std::string next = movedName(m_removed++);
            LG_TRY(entry(m_topFd, next, 0));
        }
        return {};
    }

private:
    static std::string movedName(int number) { return ".deep-" + std::to_string(number); }

    Status entry(int dirFd, const std::string& name, int depth) {
        struct stat s {};
        if (::fstatat(dirFd, name.c_str(), &s, AT_SYMLINK_NOFOLLOW) != 0) {
            return errno == ENOENT ? Status() : Status(ioError("cannot look at a run's files", errno));
        }
        if (!S_ISDIR(s.st_mode)) {
            if (::unlinkat(dirFd, name.c_str(), 0) != 0 && errno != ENOENT) {
                return ioError("cannot remove '" + forScreen(name) + "'", errno);
            }
            return {};
        }
        if ((s.st_mode & S_IRWXU) != S_IRWXU &&
            ::fchmodat(dirFd, name.c_str(), (s.st_mode & 07777) | S_IRWXU, 0) != 0) {
            return ioError("cannot make '" + forScreen(name) + "' accessible", errno);
        }
        if (depth >= kMaxNesting) {
            // Renaming a directory needs write access to it (its "..").
            if (::renameat(dirFd, name.c_str(), m_topFd, movedName(m_moved).c_str()) != 0) {
                return ioError("cannot remove '" + forScreen(name) + "'", errno);
            }
            ++m_moved;
            return {};
        }
        auto fd = LG_TRY(sys::openBeneath(dirFd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, 0,
                                          sys::Crossing::NoMounts));
        const auto children = LG_TRY(listDirectory(fd.get()));
        for (const auto& child : children) {
            LG_TRY(entry(fd.get(), child.name, depth + 1));
        }
        if (::unlinkat(dirFd, name.c_str(), AT_REMOVEDIR) != 0 && errno != ENOENT) {
            return ioError("cannot remove directory '" + forScreen(name) + "'", errno);
        }
        return {};
    }

    int m_topFd;
    int m_moved = 0;   // numbers are never used twice: the one being removed still exists
    int m_removed = 0;
};

} // namespace

const char* shownStateName(ShownState state) {
    switch (state) {
    case ShownState::Running: return "running";
    case ShownState::Ended: return "ended";
    case ShownState::Torn: return "torn";
    case ShownState::Applied: return "applied";
    case ShownState::PartlyApplied: return "partly_applied";
    case ShownState::Discarded: return "discarded";
    }
    return "ended";
}

ShownState shownState(const RunManifest& m) {
    if (m.state == RunState::Discarded) {
        return ShownState::Discarded;
    }
    if (m.state == RunState::Running && supervisorAlive(m)) {
        return ShownState::Running;
    }
    // In mode "direct" the snapshot was synced before the run, and what it changed is in the project.
    if (!m.synced && m.bootId != bootId() && m.mode != "direct") {
        return ShownState::Torn;
    }
    switch (m.state) {
    case RunState::Applied: return ShownState::Applied;
    case RunState::PartlyApplied: return ShownState::PartlyApplied;
    default: return ShownState::Ended;
    }
}

Status settleRun(const RunDir& run, RunManifest& m, const ProtectMatcher& isProtected) {
    if (snapshotWaits(run) && !supervisorAlive(m)) {
        (void)LG_TRY(collectDirect(run, m, isProtected));
    }
    if (copyWaits(run) && !supervisorAlive(m) && shownState(m) != ShownState::Torn) {
        LG_TRY(collectCopy(run));
    }
    if (m.synced || supervisorAlive(m) || shownState(m) == ShownState::Torn) {
        return {};
    }
    if (::syncfs(run.fd.get()) != 0) {
        return ioError("cannot sync the files of run " + run.id, errno);
    }
    m.synced = true;
    if (m.state == RunState::Running) {
        m.state = RunState::Ended;
    }
    return writeManifest(run, m);
}

Result<UniqueFd> openProject(const RunManifest& m) {
    auto project = sys::openNoLinks(m.project, O_RDONLY | O_DIRECTORY);
    if (!project) {
        project.error().fix = "the run's project must be where it was to review or apply";
        return std::move(project).error();
    }
    const auto s = LG_TRY(sys::stat(project->get()));
    // A device number may be another after a restart; the inode is not.
    if (s.st_ino != m.projectIno || (s.st_dev != m.projectDev && m.bootId == bootId())) {
        return makeError(Code::Refused, "'" + forScreen(m.project) +
                                            "' is not the directory that the run began with",
                         "move the original back, or discard the run");
    }
    return project;
}

Result<OpenTrees> openTrees(const RunDir& run, const RunManifest& m) {
    if (snapshotWaits(run)) {
        return makeError(Code::Busy, "run " + run.id + " works in the project itself: what it changed can be told when it has ended",
                         "wait for its end, or end it: leadglass runs stop " + run.id);
    }
    if (copyWaits(run)) {
        return makeError(Code::Busy, "run " + run.id + " works on a copy: what it changed can be told when it has ended",
                         "wait for its end, or end it: leadglass runs stop " + run.id);
    }
    OpenTrees trees;
    trees.upper = LG_TRY(openDirBeneath(run.fd.get(), "upper"));
    trees.project = LG_TRY(openProject(m));
    LG_TRY(openGitScope(run, m, trees));
    return trees;
}

Result<ChangeList> reviewChanges(const RunDir& run, const RunManifest& manifest,
                                 const Trees& trees, const ProtectMatcher& isProtected, GitFindings* found, const SecretLook& secrets) {
    const auto own = LG_TRY(readOwnWrites(run.fd.get()));
    auto list = LG_TRY(listChanges(trees, manifest, own));
    settleByContent(trees, readBase(run), list);
    markPackedMeanwhile(trees, manifest, own, list);
    markRisks(trees, list, isProtected, secrets);
    GitFindings git{markStaged(trees, list, isProtected, HiddenSet(manifest.hidden)), markCommits(trees, list, isProtected, manifest.hidden)};
    if (found != nullptr) {
        *found = std::move(git);
    }
    markTogether(trees, list);
    return list;
}

Result<RunSummary> finishRun(const RunDir& run, const RunManifest& manifest,
                             const ProtectMatcher& isProtected, const SecretLook& secrets) {
    const auto trees = LG_TRY(openTrees(run, manifest));
    const auto list = LG_TRY(reviewChanges(run, manifest, trees.view(), isProtected, nullptr, secrets));
    RunSummary summary;
    const auto alone = shownAlone(list.changes, [](const Change& c) {
        return c.kind == ChangeKind::Added && c.after.type == NodeType::Directory && c.risks.empty() && c.conflict.empty() && c.refused.empty();
    });
    for (std::size_t i = 0; i < alone.size(); ++i) {
        const auto& change = list.changes[i];
        if (!alone[i]) {
            continue;
        }
        ++summary.changes;
        summary.risky += change.risks.empty() ? 0 : 1;
        summary.conflicts += change.conflict.empty() && change.refused.empty() ? 0 : 1;
    }
    const Decisions decisions = Decisions::read(run.fd.get());
    if (hasApplied(run) || !decisions.empty()) {
        summary.state = decisions.coverAll(list) ? RunState::Applied : RunState::PartlyApplied;
    }
    if (!manifest.keep && list.changes.empty() && !hasApplied(run)) {
        LG_TRY(removeRun(run));
        summary.removed = true;
    }
    return summary;
}

Status removeBelow(int dirFd, const std::string& name) { return Remover(dirFd).remove(name); }

Status removeRun(const RunDir& run) {
    auto runs = LG_TRY(sys::openNoLinks(parentOf(run.path), O_RDONLY | O_DIRECTORY));
    // The manifest goes last: what a crash leaves is still listed, and can be discarded again.
    Remover inside(run.fd.get());
    const auto entries = LG_TRY(listDirectory(run.fd.get()));
    for (const auto& entry : entries) {
        if (entry.name != "manifest.json") {
            LG_TRY(inside.remove(entry.name));
        }
    }
    return Remover(runs.get()).remove(run.id);
}

} // namespace leadglass::workspace
