#include "core/workspace/collect_direct.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <numeric>

#include "core/base/escape.h"
#include "core/base/sys.h"
#include "core/workspace/copy_tree.h"
#include "core/workspace/direct_diff.h"
#include "core/workspace/finish_run.h"
#include "core/workspace/git_index_file.h"
#include "core/workspace/git_paths.h"
#include "core/workspace/journal.h"
#include "core/workspace/op_order.h"
#include "core/workspace/quarantine.h"

namespace leadglass::workspace {
namespace {

constexpr std::size_t kMaxList = 512UL << 20;

Result<std::vector<CopiedEntry>> readList(const RunDir& run) {
    auto file = LG_TRY(sys::openBeneath(run.fd.get(), kSnapshotList, O_RDONLY | O_NOFOLLOW | O_NONBLOCK));
    const auto text = LG_TRY(sys::readAll(file.get(), kMaxList));
    return copiedListFromText(text);
}

// The version before is kept under a second name of the snapshot's file: nothing is copied.
Status keep(const Session& session, int snapshotFd, std::size_t index, Op& op) {
    if (op.kind != Op::Kind::Put && op.kind != Op::Kind::Remove) {
        return {};
    }
    if (op.before.type == NodeType::File) {
        op.beforeDigest = LG_TRY(contentDigest(snapshotFd, op.path, NodeType::File));
        if (::linkat(snapshotFd, op.path.c_str(), session.fd.get(), keptName(index).c_str(), 0) != 0) {
            return ioError("cannot keep the version before of '" + forScreen(op.path, 300) + "'", errno);
        }
    } else if (op.before.type == NodeType::Symlink) {
        op.beforeTarget = LG_TRY(readLinkBeneath(snapshotFd, op.path));
        op.beforeDigest = contentName(op.beforeTarget);
    }
    return {};
}

Result<std::vector<Op>> planOf(const Session& session, int projectFd, int snapshotFd,
                               const std::vector<Change>& landed) {
    OpOrder order(landed);
    for (const auto& change : landed) {
        const bool written = change.kind != ChangeKind::Deleted && change.kind != ChangeKind::ModeChanged;
        order.add(change, written ? LG_TRY(contentDigest(projectFd, change.path, change.after.type)) : std::string());
    }
    std::vector<Op> ops;
    for (auto& [op, onlyRemoves] : order.steps()) {
        LG_TRY(keep(session, snapshotFd, ops.size(), op));
        ops.push_back(std::move(op));
    }
    return ops;
}

Status writeJournal(const RunDir& run, int projectFd, int snapshotFd, const std::vector<Change>& landed) {
    const Session session = LG_TRY(newSession(run.fd.get()));
    const auto ops = LG_TRY(planOf(session, projectFd, snapshotFd, landed));
    std::vector<std::size_t> all(ops.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    // The plan last: without it there is no apply, and with it there is nothing left to resume.
    LG_TRY(writeDone(session, all));
    if (::syncfs(projectFd) != 0 || ::syncfs(session.fd.get()) != 0) {
        return ioError("cannot sync what the run changed", errno);
    }
    LG_TRY(writePlan(session, ops));
    return ::fsync(session.fd.get()) == 0 ? Status() : Status(ioError("cannot sync the journal", errno));
}

// The project's own directory is in no list; the upper's has its mode since the start (prepare_upper.h).
Status ownModeBack(const RunManifest& manifest, int upperFd) {
    auto fd = LG_TRY(sys::openNoLinks(manifest.project, O_PATH | O_DIRECTORY));
    const auto now = LG_TRY(sys::stat(fd.get()));
    const auto was = LG_TRY(sys::stat(upperFd));
    const bool same = (now.st_mode & 0777) == (was.st_mode & 0777);
    if (same || now.st_ino != manifest.projectIno) { // another one is openProject()'s to refuse
        return {};
    }
    return ::chmod(("/proc/self/fd/" + std::to_string(fd.get())).c_str(), was.st_mode & 0777) == 0
               ? Status()
               : Status(ioError("cannot put back the mode of '" + forScreen(manifest.project, 300) + "'", errno));
}

bool sameIndex(int projectFd, int snapshotFd, const std::string& path) {
    const auto before = readGitIndex(snapshotFd, path);
    const auto after = readGitIndex(projectFd, path);
    return before && after && before->entries == after->entries;
}

// Any `git status` writes the index anew, with the same entries: no change that a person made or would take back.
void dropRefreshedIndex(int projectFd, int snapshotFd, std::vector<Change>& landed) {
    std::erase_if(landed, [&](const Change& change) {
        return change.kind == ChangeKind::Changed && gitPart(change.path) == GitPart::Index &&
               change.after.type == NodeType::File && sameIndex(projectFd, snapshotFd, change.path);
    });
}

std::vector<std::string> pathsOf(const std::vector<Change>& changes) {
    std::vector<std::string> paths;
    for (const auto& change : changes) {
        paths.push_back(change.path);
    }
    return paths;
}

} // namespace

bool snapshotWaits(const RunDir& run) {
    struct stat s {};
    return ::fstatat(run.fd.get(), kSnapshotList, &s, AT_SYMLINK_NOFOLLOW) == 0;
}

Result<DirectReport> collectDirect(const RunDir& run, RunManifest& manifest, const ProtectMatcher& isProtected) {
    const auto list = LG_TRY(readList(run));
    auto upper = LG_TRY(openDirBeneath(run.fd.get(), "upper"));
    LG_TRY(ownModeBack(manifest, upper.get()));
    auto project = LG_TRY(openProject(manifest));
    auto snapshot = LG_TRY(openDirBeneath(run.fd.get(), kSnapshotName));
    auto sessions = LG_TRY(listSessions(run.fd.get()));
    if (!sessions.empty() && !sessions.back().planned) {
        LG_TRY(removeSession(run.fd.get(), sessions.back().name));
        sessions.pop_back();
    }
    DirectReport report;
    if (sessions.empty()) { // else a crash came between the journal and the end
        const bool repository = std::ranges::any_of(list, [](const CopiedEntry& entry) {
            return entry.path == ".git" && entry.node.type == NodeType::Directory;
        });
        auto diff = LG_TRY(diffDirect(project.get(), snapshot.get(), list, ProtectedPaths(isProtected, repository)));
        dropRefreshedIndex(project.get(), snapshot.get(), diff.landed);
        const auto own = LG_TRY(quarantine({project.get(), upper.get(), snapshot.get()}, diff.forbidden));
        if (!own.empty()) {
            LG_TRY(addOwnWrites(run.fd.get(), own));
        }
        if (!diff.landed.empty()) {
            LG_TRY(writeJournal(run, project.get(), snapshot.get(), diff.landed));
        }
        report.landed = pathsOf(diff.landed);
        report.held = pathsOf(diff.forbidden);
        report.left = std::move(diff.left);
    }
    if (::syncfs(upper.get()) != 0) {
        return ioError("cannot sync what was moved out of the project", errno);
    }
    const bool waits = !LG_TRY(listDirectory(upper.get())).empty();
    const bool landed = !report.landed.empty() || !sessions.empty();
    manifest.synced = true;
    manifest.state = !landed ? RunState::Ended : waits ? RunState::PartlyApplied : RunState::Applied;
    LG_TRY(writeManifest(run, manifest));
    if (::unlinkat(run.fd.get(), kSnapshotList, 0) != 0) {
        return ioError("cannot remove the snapshot's list", errno);
    }
    LG_TRY(removeBelow(run.fd.get(), kSnapshotName));
    return report;
}

} // namespace leadglass::workspace
