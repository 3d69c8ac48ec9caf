#include "core/session/workspace_setup.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "core/base/clock.h"
#include "core/base/escape.h"
#include "core/base/log.h"
#include "core/base/sys.h"
#include "core/policy/path_pattern.h"
#include "core/session/git_setup.h"
#include "core/session/protected_by.h"
#include "core/session/workspace_notices.h"
#include "core/workspace/copy_tree.h"
#include "core/workspace/direct_pins.h"
#include "core/workspace/prepare_upper.h"
#include "core/workspace/run_base.h"

namespace leadglass::session {
namespace {

constexpr std::uint64_t kCopyBytes = 4ULL << 30;

workspace::CopyBudget budgetOf(const PreparedRun& run) {
    workspace::CopyBudget budget;
    budget.bytes = run.policy.merged.limits.disk.value_or(kCopyBytes);
    return budget;
}

Status makeCopy(PreparedRun& run, int projectFd, const workspace::HiddenSet& hidden) {
    if (run.request.dryRun) { // its place is enough to show the plan
        return ::mkdirat(run.dir.fd.get(), workspace::kCopyName, 0700) == 0
                   ? Status()
                   : Status(ioError("cannot make the copy's directory", errno));
    }
    const auto report = LG_TRY(workspace::copyProject(run.dir, projectFd, hidden, budgetOf(run)));
    if (report.leftOutCount > 0) {
        constexpr std::size_t kNamed = 3;
        auto names = report.leftOut; // as they came from the directory, which is another order on each file system
        std::sort(names.begin(), names.end());
        std::string list;
        for (std::size_t i = 0; i < names.size() && i < kNamed; ++i) {
            list += (i == 0 ? "" : ", ") + forScreen(names[i], 200);
        }
        if (report.leftOutCount > kNamed) {
            list += " and " + std::to_string(report.leftOutCount - kNamed) + " more";
        }
        run.workspaceNotices.push_back("not in the copy: " + list + " (unreadable, special, or of another file system)");
    }
    return {};
}

// What hides a file is a whiteout, and in the project itself there can be none.
Status refuseHidden(const std::vector<std::string>& hidden) {
    if (hidden.empty()) {
        return {};
    }
    return makeError(Code::Unsupported,
                     "the policy hides what is in the project (" + namedFirst(hidden) +
                         "), and a command that works in the project itself would see it",
                     "use --workspace overlay or copy");
}

Status prepareDirect(PreparedRun& run, int projectFd, const workspace::ProtectMatcher& isProtected) {
    struct stat s {};
    const bool repository = ::fstatat(projectFd, ".git", &s, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(s.st_mode);
    for (auto& pin : LG_TRY(workspace::findPins(projectFd, workspace::ProtectedPaths(isProtected, repository)))) {
        run.pins.push_back({std::move(pin.path), pin.writable});
    }
    std::string taken = "a snapshot of it is taken first";
    if (!run.request.dryRun) {
        constexpr std::uint64_t kMiB = 1 << 20;
        const auto report = LG_TRY(workspace::snapshotProject(run.dir, projectFd, budgetOf(run)));
        taken = "a snapshot of it (" + std::to_string(report.entries) + " files and directories, " +
                std::to_string((report.bytes + kMiB - 1) / kMiB) + " MiB copied) was taken";
    }
    run.workspaceNotices.push_back("the command works in the project itself: what it writes is there at once; " + taken +
                                   ", and 'leadglass undo' puts that back");
    return {};
}

// What a review compares by content later, where a time alone would make a conflict.
Status noteBase(const PreparedRun& run, int projectFd, const workspace::HiddenSet& hidden) {
    const auto& git = run.manifest.git;
    if (git.directory.empty()) {
        return workspace::writeBase(run.dir, projectFd, "", hidden);
    }
    const auto gitFd = LG_TRY(sys::openNoLinks(git.directory, O_RDONLY | O_DIRECTORY));
    const std::string worktree = git.worktree.empty() ? std::string() : ".git/worktrees/" + git.worktree;
    return workspace::writeBase(run.dir, {projectFd, gitFd.get()}, worktree, hidden);
}

// Where what is hidden by its name can be read all the same.
void noteWaysRound(PreparedRun& run, int projectFd) {
    const auto& git = run.manifest.git;
    const auto gitFd = git.directory.empty() ? Result<UniqueFd>(UniqueFd()) : sys::openNoLinks(git.directory, O_RDONLY | O_DIRECTORY);
    const std::string index = git.worktree.empty() ? ".git/index" : ".git/worktrees/" + git.worktree + "/index";
    for (const auto& notice : {gitFd ? trackedNotice({projectFd, gitFd->get()}, index, run.manifest.hidden) : std::string(),
                         linkedNotice(projectFd, run.manifest.hidden)}) {
        if (!notice.empty()) {
            run.workspaceNotices.push_back(notice);
        }
    }
}

} // namespace

Status prepareWorkspace(PreparedRun& run, const sandbox::ProjectPlace& project) {
    auto projectFd = LG_TRY(sys::openNoLinks(project.canonical, O_RDONLY | O_DIRECTORY));
    const auto s = LG_TRY(sys::stat(projectFd.get()));
    if (s.st_dev != project.dev || s.st_ino != project.ino) {
        return makeError(Code::Conflict, "the project directory was replaced just now",
                         "start the run again");
    }
    std::vector<policy::PathGlob> hide = run.policy.merged.files.hide;
    for (const auto& restriction : run.policy.restrictions) {
        hide.insert(hide.end(), restriction.files.hide.begin(), restriction.files.hide.end());
    }
    const auto mode = run.policy.merged.workspaceMode.value_or(policy::WorkspaceMode::Overlay);
    using enum policy::WorkspaceMode;
    if (mode == Overlay || mode == ReadOnly || mode == Direct) {
        LG_TRY(refuseMountsBelow(project.canonical));
    }
    if (mode == Overlay) {
        LG_TRY(workspace::requireMarks(run.dir));
    }
    workspace::PreparedUpper prepared;
    if (mode != policy::WorkspaceMode::Scratch) { // there nothing of the project is seen
        prepared = LG_TRY(workspace::prepareUpper(run.dir, projectFd.get(), [&hide](std::string_view path) {
            return std::any_of(hide.begin(), hide.end(), [&](const auto& glob) {
                return policy::matchesPath(glob.text, path);
            });
        }));
    }
    // Before a copy is made: what the host changes from here on is a conflict.
    auto mark = LG_TRY(workspace::takeStartMark(run.dir, projectFd.get()));
    LG_TRY(prepareGit(run, project, mode, mark));
    if ((mode == Overlay || mode == Copy) && !run.request.dryRun) {
        LG_TRY(noteBase(run, projectFd.get(), workspace::HiddenSet(prepared.hidden)));
    }
    if (mode == policy::WorkspaceMode::Copy) {
        LG_TRY(makeCopy(run, projectFd.get(), workspace::HiddenSet(prepared.hidden)));
    }
    auto& m = run.manifest;
    for (const auto& glob : run.policy.merged.protect) {
        m.protectGlobs.push_back(glob.text);
    }
    if (mode == Direct) {
        LG_TRY(refuseHidden(prepared.hidden));
        LG_TRY(prepareDirect(run, projectFd.get(), protectedBy(m)));
    }
    m.id = run.dir.id;
    m.project = project.canonical;
    m.projectDev = project.dev;
    m.projectIno = project.ino;
    m.mode = policy::workspaceModeName(mode);
    m.profile = run.policy.merged.name;
    m.policyVersion = run.policy.version;
    m.startWall = systemClock().wall();
    m.startSinceBoot = workspace::nanosecondsSinceBoot();
    m.startMarkSec = mark.sec;
    m.startMarkNsec = mark.nsec;
    m.bootId = bootId();
    m.supervisorPid = static_cast<std::uint64_t>(::getpid());
    m.supervisorStart = workspace::processStartTime(m.supervisorPid);
    m.hidden = std::move(prepared.hidden);
    if (!m.hidden.empty()) {
        run.workspaceNotices.push_back(hiddenNotice(m.hidden));
        noteWaysRound(run, projectFd.get());
    }
    if (prepared.foreignCount > 0 && mode == policy::WorkspaceMode::Overlay) {
        run.workspaceNotices.push_back(foreignNotice(prepared.foreignOwned, prepared.foreignCount));
    }
    for (const auto& glob : hide) {
        m.hideGlobs.push_back(glob.text);
    }
    for (const auto& key : prepared.keysFound) {
        log::info("hidden, a private key by its content: " + key);
    }
    return {};
}

} // namespace leadglass::session
